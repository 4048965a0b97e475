// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Stellar
package import StellarXDR

/// An input that is longer than what people type: an XDR value or a transaction, and where it came from.
package struct InputDocument: Hashable, Sendable {
    private let bytes: [UInt8]
    /// Where the bytes came from, for errors: a file's name, escaped, or words for the text itself.
    private let origin: String
    private let isText: Bool

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped.
    ///   - isText: whether they are the input itself, not the content of a file that it names.
    package init(_ bytes: [UInt8], origin: String, isText: Bool) {
        (self.bytes, self.origin, self.isText) = (bytes, origin, isText)
    }

    /// The input itself.
    ///
    /// - Parameter origin: words for it.
    package init(text: String, origin: String) { self.init(Array(text.utf8), origin: origin, isText: true) }

    /// The value in base64 XDR or SEP-51 JSON.
    ///
    /// - Parameter field: the input that gives the value, for errors.
    package func value<Value: XDRCodable>(_ field: FieldID, as _: Value.Type = Value.self) throws(Failure) -> Value {
        let place = isText ? "" : "\(origin): "
        let name = "\(Value.self)"
        guard let type = WireType(named: name) else { preconditionFailure("every wire type is listed") }
        let text: WireText
        do { text = try WireText(bytes, of: type) } catch {
            throw Failure(
                .badInput, field, "\(place)not a \(name): \(error.message)",
                hint: "give the \(name) as base64 XDR or SEP-51 JSON, or a file with it")
        }
        do { return try Value(xdr: text.bytes) } catch {
            throw Failure(.badInput, field, "\(place)not a \(name): \(error.message)")
        }
    }

    /// A transaction in any form.
    package func transaction() throws(Failure) -> TransactionInput {
        try TransactionInput(bytes, origin: origin, isText: isText)
    }
}
