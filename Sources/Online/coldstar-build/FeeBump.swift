// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Horizon
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import XDR

struct FeeBump: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wrap a signed transaction in a fee bump: another account pays its fee, or a higher one.",
        discussion: """
            The transaction and its signatures stay unchanged; the fee account signs the fee bump. A node whose queue holds the
            transaction accepts the fee bump in its place only for ten times its fee.
            Examples: coldstar-build fee-bump 6e8e... --network testnet --fee-source G... --max-fee 2000
            coldstar-build fee-bump signed.xdr --network testnet --fee-source G... --max-fee 2000
            """)

    @Argument(
        help:
            "The hash of a signed transaction that the journal knows (64 hex digits, or 8 or more of the first), or TX.",
        completion: .file())
    var transaction: String?

    @Option(help: "The account that pays: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var feeSource: String

    @Option(help: "The maximum total fee, in stroops.")
    var maxFee: String

    @Flag(help: "Do not use the network.")
    var offline = false

    @OptionGroup var emission: EmissionOptions

    func run() throws {
        try emission.checkFree()
        let now = try emission.clock.time()
        let fee = try Arguments.number(maxFee, "--max-fee", as: Int64.self)
        let journal = try OnlineJournal.open(emission.home)
        let input = try KnownTransaction(transaction, journal: journal)
        let network = try emission.network.resolve(documented: input.network)
        let known = try journal.submission(hash: input.envelope.hash(on: network))
        try checkIsOpen(input, known, now)
        var names = AccountNames()
        let payer = try payer(&names)
        let envelope: TransactionEnvelope
        do { envelope = try input.envelope.feeBump(by: payer, fee: fee) } catch {
            throw Failure(.badInput, "\(input.origin): \(error.message)")
        }
        let view = try check(envelope, around: input.envelope, network, now)
        if let known, known.mayHaveArrived { Self.sayHowToReplace(input.envelope.innermost, offered: fee) }
        Console.say("inner     \(envelope.innermost.hash(on: network).hex)")
        try Emission(
            options: emission, network: network, envelope: envelope, created: now, note: emission.note, view: view,
            names: names
        ).emit()
    }

    /// Refuses a transaction whose outcome is final.
    private func checkIsOpen(_ input: KnownTransaction, _ known: Submission?, _ now: Timestamp) throws(Failure) {
        let nothing = "there is nothing to pay a higher fee for"
        switch known?.state {
        case .included?,
            .failed? where known?.ledger != nil:
            throw Failure(
                .refusedByLedger,
                "\(input.origin) was applied in ledger \(known?.ledger ?? 0), according to the journal: \(nothing)"
            )
        case .expired?:
            throw Failure(.refusedByLedger, "\(input.origin) has expired: \(nothing)", hint: "build it again")
        default: break
        }
        let end = input.envelope.innermost.cond.timeBounds?.maxTime ?? 0
        if end != 0, end < now.seconds {
            throw Failure(
                .refusedByLedger, "\(input.origin) expired at \(Timestamp(end).utc): \(nothing)",
                hint: "build it again; use another sequence number only once this one is known not to have been applied"
            )
        }
        if TransactionHash(hex: transaction ?? "") != nil, input.envelope.signatures.isEmpty {
            throw Failure(
                .badInput, "the journal has only the request for \(input.origin), not the signed transaction",
                hint: "submit it first, or give the signed transaction itself")
        }
    }

    /// Says what fee replaces a queued transaction: a node keeps one transaction per account and replaces it only for a
    /// higher fee.
    private static func sayHowToReplace(_ inner: Transaction, offered: Int64) {
        guard let needed = Validity.replacingFee(of: inner), offered < needed else { return }
        Console.say(
            "warning: the transaction was submitted before; a node that still holds it accepts this one in its place only for "
                + "ten times its fee: --max-fee \(needed)")
    }

    private func payer(_ names: inout AccountNames) throws(Failure) -> MuxedAccount {
        var finder = AccountFinder(home: emission.home, horizon: offline ? nil : emission.horizon)
        let found = try finder.find(feeSource, "--fee-source")
        names.add(found)
        return found.account
    }

    /// Checks the fee bump against the ledger.
    ///
    /// - Returns: the ledger as it was fetched.
    private func check(
        _ bump: TransactionEnvelope, around inner: TransactionEnvelope, _ network: Network, _ now: Timestamp
    ) throws(Failure) -> LedgerView? {
        guard !offline else {
            try checkFee(of: bump, baseFee: Validity.usualBaseFee)
            if let complaint = Complaint(formOf: bump) { throw Failure([complaint]) }
            if inner.signatures.isEmpty {
                Console.say(
                    "warning: the inner transaction is not signed; a signature added later voids this fee bump")
            }
            return nil
        }
        var view = try emission.horizon.ledger(of: network)
        try view.checkIsOpen(inner.hash(on: network), "there is nothing to pay a higher fee for")
        try checkFee(of: bump, baseFee: UInt32(clamping: try view.ledger().baseFee))
        for warning in try Preflight.check(building: bump, in: &view, now: now) {
            Console.say("warning: before submitting: \(warning.message)")
        }
        let missing = try SignatureReport(inner, on: network, in: &view).complaints
        guard missing.isEmpty else {
            throw Failure(
                .badInput, "the inner transaction: " + Failure(missing).message,
                hint: "complete its signatures first: each signature added later changes the hash of the fee bump")
        }
        return view
    }

    /// Checks the network's rules for the fee of a fee bump, in stroops.
    private func checkFee(of envelope: TransactionEnvelope, baseFee: UInt32) throws(Failure) {
        guard case .feeBump(let bump) = envelope.content,
            let refusal = Validity.feeRefusal(of: bump, baseFee: baseFee)
        else { return }
        let resources = bump.inner.tx.declaredResourceFee ?? 0
        guard let bid = refusal.neededFee, case (let needed, false) = bid.addingReportingOverflow(resources) else {
            throw Failure(.badInput, "the inner transaction has an invalid resource fee")
        }
        throw Failure(
            .badInput, "--max-fee: \(bump.fee) stroops is too low for this transaction",
            hint:
                "at least \(needed): a fee bump counts as one more operation, at no lower a rate than the inner transaction's"
                + (resources == 0 ? "" : ", plus \(resources) for resources"))
    }
}
