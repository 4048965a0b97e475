// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar

/// A file that appears to be a request or a response, from its name or its members. Good for suggesting it to a user, not
/// for using it: nothing in it has been checked.
package struct CarriedFile: Hashable, Sendable {
    /// The file's name without its folder, not escaped.
    package let name: String
    package let state: HandoffName.State
    /// The first digits, or all, of the transaction hash; nil if only the content has it.
    package let hash: String?
    /// The request's UUID; nil in a file known by its name alone.
    package let id: String?

    private init(_ name: String, _ state: HandoffName.State, hash: String?, id: String?) {
        (self.name, self.state, self.hash, self.id) = (name, state, hash, id)
    }

    /// A file that is named as in a handoff folder; nil for any other name.
    package init?(named name: String) {
        guard let known = HandoffName(name) else { return nil }
        self.init(name, known.state, hash: known.hash, id: nil)
    }

    /// A file with a request or response document; nil for any other document.
    package init?(_ name: String, document: JSON) {
        let id = document["id"]?.asString
        switch document["format"]?.asString {
        case "coldstar-request": self.init(name, .unsigned, hash: nil, id: id)
        case "coldstar-response":
            guard let hash = TransactionHash(hex: document["hash"]?.asString ?? "") else { return nil }
            self.init(name, .signed, hash: hash.hex, id: id)
        default: return nil
        }
    }

    /// The requests among files that no response among them answers, in their order.
    package static func unanswered(_ files: [CarriedFile]) -> [CarriedFile] {
        let signed = files.filter { $0.state == .signed }
        return files.filter { file in file.state == .unsigned && !signed.contains { $0.answers(file) } }
    }

    private func answers(_ request: CarriedFile) -> Bool {
        if let id, id == request.id { return true }
        guard let hash, let other = request.hash else { return false }
        return hash.hasPrefix(other) || other.hasPrefix(hash)
    }
}
