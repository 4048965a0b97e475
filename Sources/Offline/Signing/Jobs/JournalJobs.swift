// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Review
import Stellar
package import Vault

/// Has a person look at journal lines that a key cannot prove, and lets the key accept them.
package struct JournalAcceptanceJob {
    /// What was accepted.
    package struct Outcome: Sendable {
        private let acceptance: JournalAcceptance
        private let accepted: [AcceptedKey]
        private let unproven: Int

        fileprivate init(_ acceptance: JournalAcceptance, accepting accepted: [AcceptedKey], keeping unproven: Int) {
            self.acceptance = acceptance
            self.accepted = accepted
            self.unproven = unproven
        }

        /// Lines for the user.
        package var lines: [String] {
            guard !acceptance.isSettled else {
                return ["there is nothing to accept: no other key of this vault has signed lines, and no line is new"]
            }
            return acceptance.lines(accepting: accepted, keeping: unproven)
        }

        package var document: JSON { acceptance.document(accepting: accepted, keeping: unproven) }
    }

    /// - Parameter key: the key's name; nil for the only key.
    /// - Throws: `.refused` if unproven lines are not agreed to, for a wrong PIN, and for a journal that was written to
    ///   meanwhile.
    package static func run(
        by key: String?, in vault: Vault, at frontEnd: some SignerFrontEnd, pin: some PINSource
    ) throws(Failure) -> Outcome {
        let name = try frontEnd.key(key, in: vault)
        let acceptance = try JournalAcceptance(by: name, in: vault)
        guard !acceptance.isSettled else { return Outcome(acceptance, accepting: [], keeping: 0) }
        var accepted: [AcceptedKey] = []
        for other in acceptance.writers {
            let (text, confirmation) = acceptance.question(about: other)
            guard let typed = try frontEnd.ask(confirmation, below: { _ in text }) else {
                throw Confirmation.unanswerable
            }
            if confirmation.accepts(typed) { accepted.append(other) }
        }
        let lines = try acceptance.unprovenLines()
        if acceptance.needsAgreement {
            let heading = "Lines of the journal that key \(name.text) cannot prove:"
            try frontEnd.confirm(
                acceptance.agreement, below: { _ in ([heading] + lines).joined(separator: "\n") },
                orThrow: Confirmation.unanswerable)
        }
        try acceptance.write(accepting: accepted, by: try pin.unlock(try vault.key(name), in: vault))
        return Outcome(acceptance, accepting: accepted, keeping: lines.count)
    }
}

extension JournalVerification {
    /// Checks the journal against the seals of all keys.
    ///
    /// - Parameter key: the name of a key whose PIN proves its seal; nil for none.
    /// - Throws: `.refused` and `.badInput` for a journal that contradicts a seal, or has a line that no key of the
    ///   vault has written.
    package static func run(
        in vault: Vault, provenBy key: String?, pin: some PINSource
    ) throws(Failure) -> JournalVerification {
        var verification = try JournalVerification(vault)
        if let key { try verification.prove(with: try pin.unlock(try vault.key(try KeyName(typed: key)), in: vault)) }
        return verification
    }
}

extension UsedSequence {
    /// Writes down that co-signers have used a sequence number of a shared account, once a person has read the
    /// transaction and agreed.
    ///
    /// - Parameters:
    ///   - key: the name of the key whose PIN signs the line; nil for the only key.
    ///   - input: reads the transaction.
    ///   - isAgreed: whether no one is asked.
    /// - Throws: `.badInput` for anything but a transaction; `.refused` if no signer whom the book has for its source
    ///   has signed it, if it is not agreed to, and for a wrong PIN.
    package static func run(
        of input: () throws(Failure) -> TransactionInput, networks: NetworkSelection, notedBy key: String?,
        in vault: Vault, at time: () throws(Failure) -> GivenTime, machine: any MachineClock, isAgreed: Bool,
        frontEnd: some SignerFrontEnd, pin: some PINSource
    ) throws(Failure) -> UsedSequence {
        let name = try frontEnd.key(key, in: vault)
        let context = try frontEnd.context(of: vault, for: [name])
        let request = try ParsedRequest(try input(), networks)
        let used = try UsedSequence(of: request, notedBy: name, in: context, at: try time(), machine: machine)
        var hasAgreed = isAgreed
        try frontEnd.present(
            ReviewPage(
                used.review, asking: used.confirmation, isForReading: isAgreed, in: frontEnd.style)
        ) {
            typed throws(Failure) in
            try used.confirmation.check(typed)
            hasAgreed = true
        }
        guard hasAgreed else { throw unanswerable }
        try used.write(by: try pin.unlock(try context.info(name), in: vault))
        return used
    }
}
