// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

/// SEP-11, txrep: a transaction envelope as lines of fields and values, and back to the same bytes.
///
/// Written in the SEP's normal form, in ASCII and without comments. Read in the SEP's and the Python SDK's dialects; what
/// the SEP lets a reader fill in or pass over is refused where it could hide a mistake (see `docs/FORMATS.md`).
///
/// - Source: SEP-11.
package enum Txrep {
    /// The lines of an envelope, without a newline behind the last.
    ///
    /// - Parameter network: tells the name of the native asset (`XLM`, `TestXLM`); `NATIVE` for any other or none.
    package static func text(of envelope: TransactionEnvelope, on network: Network?) -> String {
        var writer = TxrepWriter(native: nativeName(network))
        envelope.walk(&writer)
        return writer.text
    }

    private static func nativeName(_ network: Network?) -> String {
        switch network {
        case Network.public?: "XLM"
        case Network.testnet?: "TestXLM"
        default: "NATIVE"
        }
    }

    /// The envelope that lines of txrep describe.
    package static func envelope(_ text: [UInt8]) throws(FormatError) -> TransactionEnvelope {
        var reader = TxrepReader(try TxrepTable(text))
        let bytes = try TransactionEnvelope.layout.bytes(from: &reader)
        try reader.finish()
        do throws(XDRError) { return try TransactionEnvelope(xdr: bytes) } catch { throw .value(error) }
    }
}
