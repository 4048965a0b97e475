// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// SEP-11 txrep: a transaction envelope as lines of fields and values, and back to the same bytes.
///
/// Writes the SEP's normal form, in ASCII and without comments. Reads the SEP's and the Python SDK's dialects. Where
/// the SEP lets a reader fill in or ignore something that could hide a mistake, it is an error (see
/// `docs/FORMATS.md`).
///
/// - Source: SEP-11.
package enum Txrep {
    /// The lines of an envelope, without a trailing newline.
    ///
    /// - Parameter network: determines the name of the native asset (`XLM`, `TestXLM`); `NATIVE` for any other
    ///   network or nil.
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

    /// Parses an envelope from txrep.
    package static func envelope(_ text: [UInt8]) throws(FormatError) -> TransactionEnvelope {
        var reader = TxrepReader(try TxrepTable(text))
        let bytes = try TransactionEnvelope.layout.bytes(from: &reader)
        try reader.finish()
        do throws(XDRError) { return try TransactionEnvelope(xdr: bytes) } catch { throw .value(error) }
    }
}
