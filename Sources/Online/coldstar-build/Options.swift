// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import LedgerAPI
import Stellar
import Terminal
import Workspace

/// Options of every command that builds an operation.
struct BuildOptions: ParsableArguments {
    enum Terms: FieldList {
        static var fields: [InputField] {
            [TermsSpec.memo] + TermsSpec.conditions + [TermsSpec.fee, TermsSpec.sequence] + TermsSpec.places
        }
    }

    @Option(
        name: [.customLong("source"), .customLong("source-account")],
        help: "The account that acts, ACCOUNT (or $STELLAR_ACCOUNT, or the configuration's).",
        completion: Completion.accounts)
    var source: String?

    @Option(
        help: "The source of this operation alone, ACCOUNT; it must also sign.",
        completion: Completion.accounts)
    var operationSource: String?

    @OptionGroup var terms: FieldOptions<Terms>

    @Option(help: "Add the operation to this unsigned transaction (TX) instead of beginning one.", completion: .file())
    var appendTo: String?

    @OptionGroup var emission: EmissionOptions

    private func parameters() throws(Failure) -> TransactionParameters {
        try parameters(
            try emission.network.choice, source: try Settings.source(source, isAppending: appendTo != nil))
    }

    /// What is wanted of the transaction, once it is known that the output can be written.
    func parameters(
        _ network: NetworkSelection, source: String?
    ) throws(Failure) -> TransactionParameters {
        let now = try emission.clock.time()
        try emission.checkFree()
        var wanted = TransactionParameters(context: emission.context(), network: network, now: now)
        wanted.earlier = try appendTo.map { text throws(Failure) in
            try UnsignedTransaction(try TransactionInput(text), network)
        }
        try wanted.fill(try texts(source: source))
        return wanted
    }

    private func texts(source: String?) throws(Failure) -> FieldTexts {
        var texts = try terms.texts()
        (texts[.source], texts[.operationSource], texts[.note]) = (source, operationSource, emission.note)
        return texts
    }

    /// Builds a transaction of one operation, or appends the operation, and records and writes the request.
    ///
    /// - Parameter operation: reads the options that describe the operation.
    func build(_ operation: () throws(Failure) -> any OperationInput) throws(Failure) {
        let wanted = try parameters()
        try emission.handOver(BuildJob(wanted, .operation(try operation())))
    }

    /// Builds a transaction with one contract call, simulates it, and records and writes the request.
    func build(_ simulation: CallOptions, _ call: any CallInput) throws(Failure) {
        let subject = BuildJob.Subject.call(call, try simulation.terms())
        try emission.handOver(BuildJob(try parameters(), subject))
    }
}

/// The options for a transaction's preconditions.
struct ConditionOptions: ParsableArguments {
    @Option(help: "How long the transaction stays valid: 90s, 30m, 24h (default), 7d.")
    var validFor: String?

    @Option(help: "Not valid before this time (a date, RFC 3339 or unix).")
    var minTime: String?

    @Option(help: "Not valid after this time (a date, RFC 3339 or unix).")
    var maxTime: String?

    @Flag(help: "No expiry: anyone with the signed transaction can submit it until its sequence number is used.")
    var noExpiry = false

    @Option(help: "Not valid before this ledger.")
    var minLedger: String?

    @Option(help: "Not valid in this ledger or later (maxLedger is exclusive).")
    var maxLedger: String?

    @Option(help: "The lowest sequence number of the account at which it is valid (default: its own number less one).")
    var minSeqNum: String?

    @Option(help: "Valid only when the account's sequence number is at least this old: 90s, 30m, 24h, 7d.")
    var minSeqAge: String?

    @Option(help: "Valid only when the account's sequence number is at least this many ledgers old.")
    var minSeqLedgerGap: String?

    @Option(help: "An extra signer that the transaction requires: G..., T..., X... or P...; at most two.")
    var extraSigner: [String] = []

    var texts: FieldTexts {
        var texts = FieldTexts()
        (texts[.validFor], texts[.minTime], texts[.maxTime]) = (validFor, minTime, maxTime)
        texts.set(.noExpiry, isOn: noExpiry)
        (texts[.minLedger], texts[.maxLedger]) = (minLedger, maxLedger)
        (texts[.minSeqNum], texts[.minSeqAge], texts[.minSeqLedgerGap]) = (minSeqNum, minSeqAge, minSeqLedgerGap)
        texts.set(.extraSigner, extraSigner)
        return texts
    }
}

/// Options of every command that simulates a contract call.
struct CallOptions: ParsableArguments {
    @Option(help: "The highest accepted resource fee in stroops (default: 100000000, 10 XLM).")
    var maxResourceFee: String?

    func terms() throws(Failure) -> SimulationTerms {
        try SimulationTerms(maximumResourceFee: try FieldID.maxResourceFee.optionalValue(of: maxResourceFee))
    }
}

/// Options of every command that needs only the state on this machine.
struct LocalOptions: ParsableArguments {
    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    /// The state, without the network.
    var context: OnlineContext { OnlineContext(home: home, horizon: nil) }

    /// Tells what was done: as a document on standard output, or in a sentence.
    func tell(_ document: JSON, _ sentence: String) throws(Failure) {
        guard json else { return Console.message(Wording(sentence)) }
        try Console.result(document: document)
    }
}
