// SPDX-License-Identifier: Apache-2.0

import Chains
package import Faults
package import Requests
package import Review
package import Stellar
import StellarXDR
package import Vault

/// One request on its way from review to signature, by one key or several.
///
/// A front end shows `reviews`, lets `consent` be answered, calls `sign`, delivers the result, and records that it was delivered.
package struct SigningJob: Sendable {
    package let keys: [KeyInfo]
    /// The review for each key, in the order of the keys.
    package let reviews: [Review]
    /// The time left to sign a login; nil for anything else.
    package let countdown: Countdown?
    private let request: ParsedRequest
    private let context: VaultContext
    private let clock: ReviewClock
    private let isUnattended: Bool
    private let reviewed: [ReviewedEnvelope]

    /// Reviews a request for the keys that are to sign it.
    ///
    /// - Parameters:
    ///   - names: at least one.
    ///   - context: the vault, read for these keys.
    ///   - isUnattended: whether no one is asked (`--yes`).
    /// - Throws: `.refused` and `.badInput` for a vault with which these keys cannot sign, `.noInput` for a missing key.
    package init(
        _ request: ParsedRequest, by names: [KeyName], in context: VaultContext, at time: GivenTime,
        machine: any MachineClock, isUnattended: Bool
    ) throws(Failure) {
        if case .file = request.subject, names.count > 1 {
            throw Failure(.usage, "a signature in minisign's format is one key's: \(field: .key) once")
        }
        var keys: [KeyInfo] = []
        for name in names { keys.append(try context.info(name)) }
        try context.checkRecords(of: names)
        let clock = context.clock(time, machine: machine, for: names)
        try clock.check(isUnattended: isUnattended, context.policy)
        if isUnattended { try context.checkUnattended(names) }
        reviewed = keys.map { key in
            let viewpoint = ReviewViewpoint.signer(key, with: names, clock: clock, isUnattended: isUnattended)
            return Reviewer.review(context.input(request, for: viewpoint))
        }
        self.keys = keys
        self.request = request
        self.context = context
        self.clock = clock
        self.isUnattended = isUnattended
        reviews = reviewed.map(\.review)
        countdown = Countdown(reviews, now: clock.now)
    }

    /// Who signs, as one phrase: the address of each key.
    package var signerText: String { keys.map(\.identity.text).joined(separator: " and by ") }

    /// What this is about to sign, by whom.
    package var outcome: SignedOutcome { SignedOutcome(reviews[0], signers: keys.map(\.identity)) }

    /// The questions to answer.
    ///
    /// - Parameter network: the network that the user named by its passphrase; nil if none.
    package func consent(network: Network? = nil) -> Consent {
        Consent(to: reviews, isUnattended: isUnattended, policy: context.policy, network: network)
    }

    /// Signs with all keys. All keys are opened before the first signature, and erased from memory when this returns.
    ///
    /// - Parameter unlock: opens a key with its PIN.
    /// - Throws: `.refused` if a key does not accept the vault on which its review is based, if something was signed meanwhile that
    ///   changes a review, or if a login has expired; the errors of `unlock`.
    package func sign(
        _ approval: Approval, unlock: (KeyName) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> CompletedSigning {
        guard approval.subject == ConsentSubject(reviews) else {
            throw Failure(.bug, "what is to be signed is not what was agreed to")
        }
        let names = keys.map(\.name)
        let saidFirst = reviews.map { $0.allFindings.contains { $0.rule == .bookOwner } }
        let opened = try OpenedKey.open(
            names, saidFirst: saidFirst, in: context, isAttended: !isUnattended, unlock: unlock)
        try countdown?.check()
        let lock = try JournaledSigning.locked(context.state)
        let now = try JournaledSigning.current(holding: lock, after: context.state, fits: reviewed, of: names)
        var all: [SignedEnvelope] = []
        for (key, reviewed) in zip(opened, reviewed) {
            let signing = JournaledSigning(key, vault: context.state, now: now, clock: clock)
            all.append(
                try signing.sign(
                    reviewed, passed: approval.passed, payload: request.unhashed, by: key.signer, holding: lock))
        }
        return CompletedSigning(
            result: try SignedResult(all, of: request),
            record: try DeliveryRecord(
                of: reviews[0].hash.map { [$0] } ?? [], by: opened[0], in: context.state, clock: clock))
    }
}
