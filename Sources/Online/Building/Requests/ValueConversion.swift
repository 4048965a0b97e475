// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Stellar
import StellarXDR

/// The conversion of an XDR value between base64 or hex and SEP-51 JSON.
package struct ValueConversion: Sendable {
    private let type: WireType

    /// - Parameter name: the type's name in the protocol, such as `TransactionResult`.
    package init(of name: String) throws(Failure) {
        guard let type = WireType(named: name) else {
            throw Failure(
                .usage,
                "\(field: .valueType) \(TerminalText.escape(name)): not a type of transactions, results or contract values"
            )
        }
        self.type = type
    }

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped, for errors.
    ///   - format: `.xdr` or `.json`; nil for the one that the bytes are not in.
    package func text(of bytes: [UInt8], origin: String, in format: TransactionFormat?) throws(Failure) -> String {
        let text: WireText
        do { text = try WireText(bytes, of: type) } catch {
            throw Failure(.badInput, "\(origin): not a \(type.name): \(error.message)")
        }
        switch format ?? (text.isJSON ? .xdr : .json) {
        case .xdr: return Base64.encode(text.bytes)
        case .json:
            if let value = try? type.type.init(xdr: text.bytes), let code = ShortLongCodes.codes(in: value).first {
                throw TransactionFormat.ambiguous(code)
            }
            do { return try XDRJSON.text(text.bytes, type, pretty: true) } catch {
                throw Failure(.badInput, "\(origin): not a \(type.name): \(error.message)")
            }
        default: throw Failure(.usage, "\(field: .valueType) needs \(field: .format, "xdr") or json")
        }
    }
}
