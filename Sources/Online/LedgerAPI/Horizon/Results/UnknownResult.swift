// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// What can be said of a result that this version cannot decode.
package enum UnknownResult {
    /// Where the code is: after the fee, of eight bytes.
    private static let place = 8

    /// A phrase with the number of the unknown code; nil for a text that is not such a result.
    package static func text(ofResultXDR text: String) -> String? {
        guard let bytes = try? Base64.decode(text), bytes.count >= place + 4 else { return nil }
        do throws(XDRError) { _ = try TransactionResult(xdr: bytes) } catch {
            guard case .unknownValue = error else { return nil }
            let word = bytes[place..<place + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            let code = Int32(bitPattern: word)
            return TransactionResultCode(rawValue: code) == nil
                ? "the unknown result code \(code)" : "a result with an unknown value: \(error.message)"
        }
        return nil
    }
}
