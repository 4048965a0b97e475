// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Submitting
import Terminal
import Workspace

struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Build a transaction or a batch again, in the place of one that expired, failed or was not signed.",
        discussion: """
            The operations and the memo stay; the validity, the fee and the sequence number are new, and a contract call is simulated
            again. What was applied is not rebuilt, and what can still be applied only with --although-alive: then the new transaction has
            the same sequence number, so that at most one of the two is applied. A request that no one has signed is forgotten. Of a batch,
            --failed-rows rebuilds the payments that were not made and can no longer be.
            Examples: coldstar-build rebuild 6e8e51c2 --out again.json
            coldstar-build rebuild payroll.csv --failed-rows --out again.jsonl
            """)

    enum Terms: FieldList {
        static var fields: [InputField] { TermsSpec.conditions + [TermsSpec.fee] }
    }

    @Argument(
        help:
            "The hash of a transaction or a batch that the journal knows (64 hex digits, or 8 or more of the first), a batch's name, or TX.",
        completion: .file())
    var transaction: String

    @Flag(help: "Rebuild what can still be applied too, with the same sequence number.")
    var althoughAlive = false

    @Flag(help: "Of a batch, only the payments that were not made and can no longer be.")
    var failedRows = false

    @Flag(
        inversion: .prefixedNo,
        help: "Of a batch, check every destination account on the network (default: when there are at most 1000).")
    var accountChecks: Bool?

    @OptionGroup var terms: FieldOptions<Terms>
    @OptionGroup var simulation: CallOptions
    @OptionGroup var emission: EmissionOptions

    func run() throws {
        try emission.checkFree()
        let (now, texts) = (try emission.clock.time(), try terms.texts())
        let context = emission.context()
        if let journal = try context.existingJournal(),
            case .batch(let batch)? = try? JournalTarget(transaction, in: journal, now: context.clock())
        {
            return try rebuild(batch, texts, in: context)
        }
        guard !failedRows, accountChecks == nil else {
            throw Failure(
                .usage, failedRows ? .failedRows : .accountChecks,
                "the journal has no batch \(TerminalText.escape(transaction))",
                hint: "without it, a transaction is rebuilt")
        }
        try emission.handOver(
            RebuildJob(
                try emission.replacement(of: transaction, now: now),
                conditions: try ConditionInput(texts), fee: try texts.optional(.fee) ?? .automatic,
                simulation: try simulation.terms(), mayBeAlive: althoughAlive))
    }

    private func rebuild(_ batch: BatchStatus, _ texts: FieldTexts, in context: OnlineContext) throws(Failure) {
        let isDocument: Bool
        switch emission.format {
        case .request: isDocument = true
        case .xdr: isDocument = false
        default: throw Failure(.usage, .words("--format"), "a batch is written as request or xdr")
        }
        var wanted = BatchTerms(
            context: context, network: try emission.network.choice, now: try emission.clock.time())
        wanted.conditions = try ConditionInput(texts)
        wanted.fee = try texts.optional(.fee) ?? .automatic
        (wanted.checksAccounts, wanted.note) = (accountChecks, emission.note)
        let rebuilt = try RebuiltBatch(
            batch.id, in: try context.journal(), failedOnly: failedRows, mayBeAlive: althoughAlive)
        let fetching = Progress.counter("fetching", "accounts")
        try BatchOutput(
            isDocument: isDocument, asDocuments: emission.json, emission.output, emission.qr
        ).handOver(try BatchJob(wanted, rebuilding: rebuilt)) { event in
            switch event {
            case .notice(let notice): Console.message(notice)
            case .reading: break
            case .fetching(let done, let total): fetching(done, total)
            }
        }
    }
}

struct Repeat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repeat",
        abstract: "Build a new transaction like an earlier one, such as this month's rent.",
        discussion: """
            The operations are the same; both transactions can be applied. A payment may have another amount, and any transaction another
            memo. A contract call is simulated again.
            Example: coldstar-build repeat 6e8e51c2 --memo "text:Rent June" --out rent.json
            """)

    enum Terms: FieldList {
        static var fields: [InputField] {
            [TermsSpec.memo] + TermsSpec.conditions + [TermsSpec.fee, TermsSpec.sequence] + TermsSpec.places
        }
    }

    @Argument(
        help: "The hash of a transaction that the journal knows (64 hex digits, or 8 or more of the first), or TX.",
        completion: .file())
    var transaction: String

    @Option(help: "The amount of the payment, in place of the earlier one.")
    var amount: String?

    @OptionGroup var terms: FieldOptions<Terms>
    @OptionGroup var simulation: CallOptions
    @OptionGroup var emission: EmissionOptions

    func run() throws {
        try emission.checkFree()
        var (now, texts) = (try emission.clock.time(), try terms.texts())
        texts[.note] = emission.note
        let earlier = try emission.replacement(of: transaction, now: now)
        var wanted = TransactionParameters(
            context: earlier.context, network: earlier.network, now: now)
        try wanted.fill(texts)
        try emission.handOver(
            RepeatJob(
                earlier, wanted, amount: try FieldID.amount.optionalValue(of: amount),
                simulation: try simulation.terms()))
    }
}
