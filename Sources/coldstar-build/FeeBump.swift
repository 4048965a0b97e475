// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Horizon
import OnlineSupport
import Stellar
import StellarXDR
import XDR

struct FeeBump: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have another account pay the fee of a signed transaction, or a higher one.",
        discussion: """
            The transaction and its signatures stay as they are; the account that pays signs around them.
            Example: coldstar-build fee-bump signed.xdr --network testnet --fee-source G... --max-fee 2000
            """)

    @Argument(help: "TX: the signed transaction; a file, - for standard input, or the transaction itself.")
    var transaction: String?

    @Option(help: "Who pays: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var feeSource: String

    @Option(help: "The most that is paid in all, in stroops.")
    var maxFee: String

    @Flag(help: "Ask nothing of the network.")
    var offline = false

    @OptionGroup var emission: EmissionOptions

    func run() throws {
        try emission.output.checkFree()
        let now = try emission.clock.time()
        let fee = try Arguments.number(maxFee, "--max-fee", as: Int64.self)
        let input = try SignedInput(transaction, request: nil, journal: OnlineJournal.open(emission.home))
        let network = try emission.network.resolve(documented: input.network)
        var names = AccountNames()
        let payer = try payer(&names)
        let envelope: TransactionEnvelope
        do { envelope = try input.envelope.feeBump(by: payer, fee: fee) } catch {
            throw Failure(.badInput, "\(input.origin): \(error.message)")
        }
        let view = try check(envelope, around: input.envelope, network, now)
        Console.say("inner     \(envelope.innermost.hash(on: network).hex)")
        try Emission(
            options: emission, network: network, envelope: envelope, created: now, note: emission.note, view: view,
            names: names
        ).emit()
    }

    private func payer(_ names: inout AccountNames) throws(Failure) -> MuxedAccount {
        var finder = AccountFinder(home: emission.home, horizon: offline ? nil : emission.horizon)
        let found = try finder.find(feeSource, "--fee-source")
        names.add(found)
        return found.account
    }

    /// - Returns: what was seen of the ledger.
    private func check(
        _ bump: TransactionEnvelope, around inner: TransactionEnvelope, _ network: Network, _ now: Timestamp
    ) throws(Failure) -> LedgerView? {
        guard !offline else {
            try checkFee(of: bump, baseFee: Validity.usualBaseFee)
            if let complaint = Preflight.formComplaint(about: bump) { throw Failure([complaint]) }
            if inner.signatures.isEmpty {
                Console.say(
                    "warning: the transaction inside is not signed, and a signature added later makes this one void")
            }
            return nil
        }
        var view = try LedgerView(try emission.horizon.client(for: network), network: network)
        try checkFee(of: bump, baseFee: UInt32(clamping: try view.ledger().baseFee))
        for warning in try Preflight.check(building: bump, in: &view, now: now) {
            Console.say("warning: before it is sent: \(warning.message)")
        }
        let missing = try SignatureReport(inner, on: network, in: &view).complaints
        guard missing.isEmpty else {
            throw Failure(
                .badInput, "the transaction inside: " + Failure(missing).message,
                hint: "complete its signatures first: each one added later would make the fee bump another one")
        }
        return view
    }

    /// The rules of fee bumps, in stroops.
    private func checkFee(of envelope: TransactionEnvelope, baseFee: UInt32) throws(Failure) {
        guard case .feeBump(let bump) = envelope.content,
            let refusal = Validity.feeRefusal(of: bump, baseFee: baseFee)
        else { return }
        guard let needed = refusal.neededFee else {
            throw Failure(.badInput, "the transaction inside has a fee for resources that cannot be")
        }
        throw Failure(
            .badInput, "--max-fee: \(bump.fee) stroops are too little for this transaction",
            hint: "at least \(needed): one operation more is counted than there are, at no lower a rate than inside")
    }
}
