// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Review
import Stellar
package import Vault

extension SignedList {
    /// How a list crosses to another vault as text.
    package enum Format: String, CaseIterable, Sendable {
        /// The signed list itself.
        case list
        /// The parts of a Uniform Resource, as in QR codes.
        case ur
    }

    /// The list in a format, without the last line feed.
    package func text(_ format: Format) -> String {
        switch format {
        case .list: String(decoding: bytes.dropLast(), as: UTF8.self)
        case .ur: ListResource.ur(of: bytes).lines.joined(separator: "\n")
        }
    }

    /// The document about a change of a list.
    ///
    /// - Parameter list: the list there is now; nil for none.
    package static func document(isChanged: Bool, _ list: SignedList?) -> JSON {
        ["changed": .bool(isChanged), "list": list.map { .object($0.document) } ?? .null]
    }

    /// The version and owner of the list, for `show --json`.
    package var document: JSONObject {
        JSONObject([
            ("number", .integer(counter)), ("time", .string(time.rfc3339)), ("owner", .string(owner.text)),
            ("list_key", .string(Hex.encode(listKey))),
        ])
    }
}

extension Policy {
    /// The maximum size of a policy's file, in bytes.
    package static let fileLimit = 1 << 20

    /// Reads a policy that is to be put in force.
    ///
    /// - Parameter origin: where the bytes came from, escaped.
    /// - Throws: `.badInput`.
    package init(file bytes: [UInt8], origin: String) throws(Failure) {
        do throws(JSONError) { try self.init(try JSON(parsing: bytes)) } catch {
            throw Failure(.badInput, "\(origin): \(error.message)")
        }
    }
}
