// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
import StellarXDR
package import XDR

/// An XDR value as a user gives it: base64 XDR or SEP-51 JSON, and where it came from.
package struct WireInput: Hashable, Sendable {
    private let bytes: [UInt8]
    /// Where the bytes came from, for errors: a file's name, escaped; nil for the option itself.
    private let origin: String?

    package init(_ bytes: [UInt8], origin: String?) {
        self.bytes = bytes
        self.origin = origin
    }

    /// - Parameter field: the input that gives the value, for errors.
    package func value<Value: XDRCodable>(_ field: FieldID, as _: Value.Type) throws(Failure) -> Value {
        let place = origin.map { "\($0): " } ?? ""
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
}
