// SPDX-License-Identifier: Apache-2.0

package import Codec
import Review
import Stellar
import StellarXDR
package import Vault

/// A key's acceptance of a book that another key signs, and of a vault in which it has no seal.
package struct BookAcceptance: Sendable {
    package let key: KeyInfo
    /// Whether the key gets a new seal.
    package let isUnsealed: Bool
    /// The list whose owner the key accepts; nil if there is neither book nor policy.
    package let list: SignedList?
    @Indirect package private(set) var context: VaultContext

    /// - Throws: `.noInput` if there is nothing to accept.
    package init(by name: KeyName, in context: VaultContext) throws(Failure) {
        list = context.state.book ?? context.state.policy
        isUnsealed = context.state.isUnsealed(name)
        guard list != nil || isUnsealed else { throw Failure(.noInput, "there is neither book nor policy") }
        key = try context.info(name)
        self.context = context
    }

    /// The question for a new seal, with which the key accepts the current state and cannot detect what was removed
    /// before; nil if it has a seal.
    package var newSeal: (text: String, confirmation: Confirmation)? {
        guard isUnsealed else { return nil }
        let state = context.state
        let text = """
            Key \(key.name.text) has no seal: nothing shows what it has seen. That is normal in a vault older than seals.
            In any other vault someone removed the seal, and perhaps a policy, a book, or the record of signatures too.
            Here are \(state.policy == nil ? "no policy" : "a policy"), \(state.book == nil ? "no book" : "a book") and a journal of \(state.history.entries) entries.
            """
        let value = String(key.identity.text.suffix(6))
        return (
            text,
            Confirmation(
                "to start a new seal from this, type the end of its \(key.chain == .stellar ? "account" : "address"), \(value): ",
                value: value)
        )
    }

    /// The question for the owner of the lists; nil if there are none.
    package var owner: Confirmation? {
        guard let list else { return nil }
        let value = Hex.encode(list.listKey.suffix(3))
        return Confirmation(
            "to believe this, signed with key \(list.owner.text), type the end of its list key, \(value): ",
            value: value)
    }

    /// What was accepted, as lines for the user.
    package var lines: [String] {
        (isUnsealed ? ["key \(key.name.text) has a new seal"] : [])
            + (list.map { ["key \(key.name.text) believes the book of key \($0.owner.text)"] } ?? [])
    }

    package var document: JSON {
        [
            "name": .string(key.name.text), "new_seal": .bool(isUnsealed),
            "list": list.map { .object($0.document) } ?? .null,
        ]
    }

    /// Writes the key's seal, if the lists are still those that were shown.
    ///
    /// - Throws: `.refused` if book and policy have different owners.
    package func write(by opened: borrowing UnlockedKey) throws(Failure) {
        do {
            let lock = try VaultLock(folder: context.state.folder)
            let state = try context.state.refreshed(holding: lock)
            try state.checkLists(areThoseOf: context.state)
            if !isUnsealed { try state.check(key.name) }
            for other in [state.book, state.policy] where other.map({ $0.listKey != list?.listKey }) == true {
                guard other?.listKey == opened.listKey else {
                    throw Failure(
                        .refused, "the book and the policy have different owners, and a key can trust only one of them",
                        hint: "take away the one that you did not write")
                }
            }
            try state.reseal(opened.record, holding: lock, believing: list?.listKey)
        } catch {
            throw Failure(any: error)
        }
    }
}
