// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
import Stellar
package import Vault

/// What is known about a vault's policy: what it says, and whether a key has proven it.
package struct PolicyStanding: Sendable {
    private let context: VaultContext
    /// Whether the policy is the owner's, according to a key that knows them; false without a PIN.
    package private(set) var isVerified = false
    private var words: Wording = "not yet verified: \(field: .key, "NAME") and its PIN prove it"

    package var policy: Policy? { context.policy }

    package init(in context: VaultContext) { self.context = context }

    /// Proves the policy with an opened key.
    package mutating func verify(with key: borrowing UnlockedKey) throws(Failure) {
        do { isVerified = try !context.state.prove(key).isFirst } catch { throw Failure(error) }
        let name = key.info.name.text
        words = isVerified ? "verified with key \(name)" : "signed by a key that \(name) has not seen before"
    }

    /// A line about version and owner; nil without a policy.
    package var text: Wording? {
        guard let list = context.state.policy, context.policy != nil else { return nil }
        return "policy number \(list.counter) of \(list.time.utc), by key \(list.owner.text); \(words)"
    }

    /// The policy with its version, owner and standing.
    package var document: JSON {
        var list = context.state.policy?.document
        list?["verified"] = .bool(isVerified)
        return ["policy": context.policy?.json ?? .null, "list": list.map { .object($0) } ?? .null]
    }
}
