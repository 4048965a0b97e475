// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
import Stellar
package import Vault

/// Changes book or policy, from what is wanted to the written list: shows the change, has a person agree, opens the key
/// and writes.
package struct ListChangeJob {
    package enum Change {
        /// What becomes of the book.
        ///
        /// - Parameter origin: where the changes come from, to show above them; nil if the user typed them.
        case book((Book) throws(Failure) -> Book, origin: String? = nil)
        case policy(Policy)
        /// From now on there is no policy.
        case noPolicy
    }

    /// What came of a change.
    package struct Outcome: Sendable {
        package let isChanged: Bool
        /// The list there is now; nil for none.
        package let list: SignedList?
        /// A line for the user.
        package let line: Wording

        package var document: JSON { SignedList.document(isChanged: isChanged, list) }
    }

    private let vault: Vault
    private let key: String?
    private let isAgreed: Bool
    private let machine: any MachineClock
    private let time: () throws(Failure) -> GivenTime

    /// - Parameters:
    ///   - key: the name of the key whose PIN signs the list; nil for the owner of the lists, or the only key.
    ///   - isAgreed: whether no one is asked for a yes. It does not stand for the answer that takes over another
    ///     owner's list.
    ///   - time: the present, taken after the PIN.
    package init(
        _ vault: Vault, key: String?, isAgreed: Bool, machine: any MachineClock,
        time: @escaping () throws(Failure) -> GivenTime
    ) {
        self.vault = vault
        self.key = key
        self.isAgreed = isAgreed
        self.machine = machine
        self.time = time
    }

    /// - Throws: `.refused` if the change is not agreed to, for a wrong PIN, a key that may not change the list, and
    ///   lists that were changed since they were shown: then nothing was written.
    package func run(
        _ change: Change, at frontEnd: some SignerFrontEnd, pin: some PINSource
    ) throws(Failure) -> Outcome {
        let context = try frontEnd.context(of: vault)
        guard let proposal = try proposal(change, in: context) else {
            return Outcome(
                isChanged: false, list: context.state.book, line: "the book says so already; nothing was changed")
        }
        try agree(to: proposal, at: frontEnd)
        try proposal.check()
        let list = try proposal.write(
            by: try pin.unlock(try context.info(proposal.editor), in: vault), at: try time(), machine: machine)
        return Outcome(
            isChanged: true, list: list,
            line: "\(proposal.kind.rawValue) number \(list.counter), signed with key \(proposal.editor.text)")
    }

    private func proposal(_ change: Change, in context: VaultContext) throws(Failure) -> ProposedList? {
        switch change {
        case .book(let edit, let origin):
            let editor = try context.editor(key)
            return ProposedList(try edit(context.book), from: origin, by: editor, in: context)
        case .policy(let policy): return ProposedList(policy, by: try context.editor(key), in: context)
        case .noPolicy: return try ProposedList(withoutPolicyIn: context, by: key)
        }
    }

    /// Shows the change, and asks for a yes; to take over another owner's list, for the end of its list key.
    private func agree(to proposal: ProposedList, at frontEnd: some SignerFrontEnd) throws(Failure) {
        guard !isAgreed || proposal.foreign != nil else {
            _ = try frontEnd.ask(nil, below: proposal.text)
            return
        }
        try frontEnd.confirm(
            proposal.confirmation, below: proposal.text,
            orThrow: proposal.foreign == nil ? ProposedList.unanswerable : Confirmation.unanswerable)
    }
}

extension PolicyStanding {
    /// What is known about the policy of a vault.
    ///
    /// - Parameters:
    ///   - key: the name of the key whose PIN proves it; nil for the owner of the lists, or the only key.
    ///   - isProven: whether a PIN is asked for, if there is a policy.
    package static func run(
        in vault: Vault, provenBy key: String?, isProven: Bool, at frontEnd: some SignerFrontEnd, pin: some PINSource
    ) throws(Failure) -> PolicyStanding {
        let context = try frontEnd.context(of: vault)
        var standing = PolicyStanding(in: context)
        if context.policy != nil, isProven {
            try standing.verify(with: try pin.unlock(try context.info(try context.editor(key)), in: vault))
        }
        return standing
    }
}

extension BookAcceptance {
    /// Lets a key believe the lists of another owner, and gives a new seal to a key that has none: shows both, has a
    /// person confirm, opens the key and writes its seal.
    ///
    /// - Parameter key: the key's name; nil for the only key.
    /// - Throws: `.noInput` if there is nothing to accept, `.refused` if it is not confirmed, for a wrong PIN, and for
    ///   lists that were changed since they were shown.
    package static func run(
        by key: String?, in vault: Vault, at frontEnd: some SignerFrontEnd, pin: some PINSource
    ) throws(Failure) -> BookAcceptance {
        let context = try frontEnd.context(of: vault)
        let name = try frontEnd.key(key, in: vault)
        let acceptance = try BookAcceptance(by: name, in: context)
        if let (text, confirmation) = acceptance.newSeal {
            try frontEnd.confirm(confirmation, below: { _ in text }, orThrow: Confirmation.unanswerable)
        }
        if let owner = acceptance.owner {
            let policy = context.policy.map { "\n" + $0.lines } ?? ""
            try frontEnd.confirm(
                owner, below: { BookText.of(context.book, on: $0) + policy }, orThrow: Confirmation.unanswerable)
        }
        try acceptance.write(by: try pin.unlock(acceptance.key, in: vault))
        return acceptance
    }
}
