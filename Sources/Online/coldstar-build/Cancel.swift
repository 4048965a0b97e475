// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Horizon
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Cancel a transaction by using its sequence number for one that does nothing.",
        discussion: """
            The request is for a transaction of the same account and number that does nothing (it bumps the sequence number to 0)
            and is valid at every sequence number of the account at which the original is: its minSeqNum is the same.
            Once it is applied, the original is permanently void; until then either of the two can be applied. A node whose queue
            holds the original accepts this one in its place only as a fee bump of ten times its fee.
            Example: coldstar-build cancel 6e8e... --network testnet --out cancel.json
            """)

    @Argument(
        help: "The hash of a transaction that the journal knows (64 hex digits, or 8 or more of the first), or TX.",
        completion: .file())
    var transaction: String

    @OptionGroup var conditions: ConditionOptions

    @Option(help: "Stroops, or auto (default: from the network's recent fees, shown).")
    var fee: String = "auto"

    @Flag(help: "Do not use the network.")
    var offline = false

    @OptionGroup var emission: EmissionOptions

    func run() throws {
        try emission.checkFree()
        let now = try emission.clock.time()
        let journal = try OnlineJournal.open(emission.home)
        let found = try KnownTransaction(transaction, journal: journal)
        let network = try emission.network.resolve(documented: found.network)
        let hash = found.envelope.hash(on: network)
        try check(hash, in: journal)
        let cancellation = Cancellation(voided: found.envelope.innermost)
        let source = cancellation.voided.sourceAccount
        var view = try offline ? nil : emission.horizon.ledger(of: network)
        try view?.checkIsOpen(hash, "there is nothing to cancel")
        let current = try view?.existing(source.account).sequence
        if let current, let closed = try view?.ledger().closedAt {
            try cancellation.checkIsOpen(hash, at: current, closed: closed)
        }
        let terms = try cancellation.conditions(conditions, now: now)
        let draft = TransactionDraft(
            source: source, sequence: cancellation.voided.seqNum,
            feePerOperation: fee == "auto" ? try FeeChoice.automatic(view) : try Arguments.fee(fee), conditions: terms,
            operations: [Operation(sourceAccount: nil, body: .bumpSequence(BumpSequenceOp(bumpTo: 0)))])
        let envelope: TransactionEnvelope
        do { envelope = try draft.envelope() } catch { throw Failure(.badInput, error.message) }
        try check(envelope, in: &view, now: now)
        Console.say("voids     \(hash.hex), once this is applied")
        for line in cancellation.lines(terms, given: conditions, at: current) { Console.say(line) }
        try Emission(
            options: emission, network: network, envelope: envelope, created: now,
            note: emission.note ?? "voids \(hash.hex)", view: view
        ).emit()
    }

    /// Refuses to cancel a transaction that the journal records as applied, whether or not the network is asked.
    private func check(_ hash: TransactionHash, in journal: OnlineJournal) throws(Failure) {
        guard let known = try journal.submission(hash: hash), known.state == .included else { return }
        let place = known.ledger.map { " in ledger \($0)" } ?? ""
        throw Failure(.refusedByLedger, "\(hash.hex) was applied\(place): there is nothing to cancel")
    }

    private func check(_ envelope: TransactionEnvelope, in view: inout LedgerView?, now: Timestamp) throws(Failure) {
        guard var ledger = view else {
            if let complaint = Complaint(formOf: envelope) { throw Failure([complaint]) }
            return
        }
        for warning in try Preflight.check(building: envelope, in: &ledger, now: now) {
            Console.say("warning: before submitting: \(warning.message)")
        }
        view = ledger
    }
}
