// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Review
package import Stellar
package import StellarXDR

/// What was signed by whom, as a JSON document for programs that go on with it.
package struct SignedOutcome: Hashable, Sendable {
    /// Where the signed output is.
    package enum Place: Hashable, Sendable {
        /// In the document.
        case inline(String)
        /// In a file with this path.
        case file(String)
    }

    /// `transaction`, `challenge`, `message` or another kind of review.
    package let kind: String
    /// Nil for a payload, which has no hash.
    package let hash: TransactionHash?
    package let signers: [KeyIdentity]

    /// A transaction of a batch, which was agreed to as a whole, or one to which a signature was attached.
    package init(transaction hash: TransactionHash, signers: [AccountID]) {
        (kind, self.hash, self.signers) = ("transaction", hash, signers.map { .stellar($0) })
    }

    package init(_ review: Review, signers: [KeyIdentity]) {
        (kind, hash, self.signers) = (review.kind.rawValue, review.hash, signers)
    }

    /// The document.
    package func document(_ place: Place) -> JSON {
        let result: (String, JSON) =
            switch place {
            case .inline(let text): ("signed", .string(text))
            case .file(let path): ("file", .string(path))
            }
        return .object(
            JSONObject([
                ("version", 1), ("kind", .string(kind)), ("hash", hash.map { .string($0.hex) } ?? .null),
                ("signers", .array(signers.map { .string($0.text) })), result,
            ]))
    }
}

extension SignedFormat {
    /// The name of the signed output in a handoff folder; nil for a payload, which has no hash.
    package func name(for review: Review) -> HandoffName? {
        let kind = HandoffName.Kind(rawValue: review.kind.rawValue) ?? .transaction
        return review.hash.map { HandoffName(kind, $0, .signed, ending(of: kind)) }
    }

    /// The name of a signed batch in a handoff folder.
    package func name(for batch: BatchReview) -> HandoffName {
        HandoffName(.batch, batch.hash, .signed, ending(of: .batch))
    }
}
