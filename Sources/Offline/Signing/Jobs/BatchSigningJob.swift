// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Handoff
import Review
package import Stellar
package import StellarXDR
package import Vault

/// A file of transactions on its way from review to signatures: reviewed as one page, agreed to once, signed by one key.
package struct BatchSigningJob: Sendable {
    package let key: KeyInfo
    /// The key's account.
    package let account: AccountID
    package let batch: ReviewedBatch
    private let format: SignedFormat
    private let context: VaultContext
    private let clock: ReviewClock
    private let isUnattended: Bool

    /// Reviews the transactions of a file.
    ///
    /// - Parameters:
    ///   - names: exactly one.
    ///   - format: the format of each line of the result.
    ///   - context: the vault, read for this key.
    ///   - isUnattended: whether no one is asked (`--yes`).
    ///   - progress: told how many transactions have been reviewed, and how many there are.
    /// - Throws: `.usage` for several keys, and a format that does not suit; the errors of `SigningJob` and `ReviewedBatch`.
    package init(
        _ lines: TransactionLines, _ networks: NetworkSelection, format: SignedFormat, by names: [KeyName],
        in context: VaultContext, at time: GivenTime, machine: any MachineClock, isUnattended: Bool,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        guard names.count == 1 else { throw Failure(.usage, "a batch is signed with one key at a time") }
        try format.checkForBatch()
        key = try context.info(names[0])
        do { account = try key.stellarAccount() } catch { throw Failure(error) }
        try context.checkRecords(of: names)
        clock = context.clock(time, machine: machine, for: names)
        try clock.check(isUnattended: isUnattended, context.policy)
        if isUnattended { try context.checkUnattended(names) }
        batch = try ReviewedBatch(
            lines, networks, in: context,
            for: .signer(key, with: [], clock: clock, isUnattended: isUnattended), format: format,
            progress: progress)
        self.format = format
        self.context = context
        self.isUnattended = isUnattended
    }

    /// The questions to answer.
    ///
    /// - Parameter network: the network that the user named by its passphrase; nil if none.
    package func consent(network: Network? = nil) -> Consent {
        Consent(to: batch.review, isUnattended: isUnattended, policy: context.policy, network: network)
    }

    /// Signs all transactions. The key has been erased from memory when this returns.
    ///
    /// - Parameters:
    ///   - progress: told how many transactions have been signed, and how many there are.
    ///   - unlock: opens the key with its PIN.
    /// - Throws: like `SigningJob.sign`. If a signature fails, none is delivered.
    package func sign(
        _ approval: Approval, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        unlock: (KeyName) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> CompletedBatch {
        guard approval.subject == .batch(hash: batch.review.hash) else {
            throw Failure(.bug, "what is to be signed is not what was agreed to")
        }
        let saidFirst = batch.review.findings.contains { $0.rule == .bookOwner }
        let opened = try OpenedKey.open(
            [key.name], saidFirst: [saidFirst], in: context, isAttended: !isUnattended, unlock: unlock)[0]
        var (lines, responses): ([String], [String]) = ([], [])
        var hashes: [TransactionHash] = []
        let lock = try JournaledSigning.locked(context.state)
        let signing = JournaledSigning(opened, vault: context.state, now: context.state, clock: clock)
        try signing.sign(batch, passed: approval.passed, by: opened.signer, holding: lock) {
            (signed, request) throws(Failure) in
            let result = try SignedResult([signed], of: request)
            lines.append(try result.text(format, pretty: false))
            responses.append(try result.text(.response, pretty: false))
            if let hash = signed.hash { hashes.append(hash) }
            progress(lines.count, batch.count)
        }
        return CompletedBatch(
            lines: lines, responses: responses,
            outcomes: hashes.map { SignedOutcome(transaction: $0, signers: [account]) },
            record: try DeliveryRecord(of: hashes, by: opened, in: context.state, clock: clock))
    }
}
