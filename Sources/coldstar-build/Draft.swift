// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Handoff
import Horizon
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

/// A transaction on its way from the options to the request: what is there already, and the ledger if it may be asked.
struct Draft {
    let options: BuildOptions
    let network: Network
    let now: Timestamp
    /// Nil when `--sequence` says that nothing is to be asked.
    var view: LedgerView?
    /// The account that acts.
    let source: MuxedAccount
    /// What `--append-to` named.
    private let begun: Transaction?
    private let note: String?

    init(_ options: BuildOptions) throws(Failure) {
        self.options = options
        now = try options.clock.time()
        try options.output.checkFree()
        try options.qr.checkFree(force: options.output.force)
        let earlier = try options.appendTo.map { text throws(Failure) in try EarlierTransaction(text) }
        network = try options.network.resolve(documented: earlier?.network)
        begun = earlier?.transaction
        note = options.note ?? earlier?.note
        if let text = options.sourceText {
            source = try Arguments.account(text, "--source")
        } else if let begun {
            source = begun.sourceAccount
        } else {
            throw Failure(.usage, "no source account is given", hint: "give --source G... or set STELLAR_ACCOUNT")
        }
        if begun != nil { try Self.checkOptionsForAppending(options) }
    }

    private static func checkOptionsForAppending(_ options: BuildOptions) throws(Failure) {
        let fixed = [
            ("--memo", options.memo), ("--valid-for", options.validFor), ("--min-time", options.minTime),
            ("--max-time", options.maxTime),
        ]
        for (name, value) in fixed where value != nil {
            throw Failure(.usage, "\(name) cannot be changed by --append-to: the transaction has it already")
        }
    }

    /// Whether the network may be asked.
    private var isOffline: Bool { options.sequence != nil }

    /// The ledger, looked at for the first time when it is needed.
    mutating func ledger() throws(Failure) -> LedgerView? {
        if isOffline { return nil }
        if let view { return view }
        let made = try LedgerView(try options.horizon.client(for: network), network: network)
        view = made
        return made
    }

    /// The ledger, for an option that cannot do without.
    mutating func requiredLedger(for option: String) throws(Failure) -> LedgerView {
        guard let ledger = try ledger() else {
            throw Failure(.usage, "\(option) needs the network, and --sequence forbids to ask it")
        }
        return ledger
    }

    /// The fee for each operation, in stroops.
    mutating func feePerOperation() throws(Failure) -> UInt32 {
        guard options.fee == "auto" else {
            let fee = try Arguments.number(options.fee, "--fee", as: UInt32.self)
            guard fee > 0 else { throw Failure(.badInput, "--fee: a fee is above zero") }
            return fee
        }
        guard let view = try ledger() else { return TransactionDraft.minimumFee }
        let stats: FeeStats
        do { stats = try view.client.feeStats() } catch { throw Failure(error) }
        return FeeChoice.perOperation(stats)
    }

    /// Makes the transaction with the operation, checks it, and hands the request over.
    mutating func finish(_ body: OperationBody) throws(Failure) {
        let fee = try feePerOperation()
        let transaction = if let begun { try appended(to: begun, body, fee: fee) } else { try fresh(body, fee: fee) }
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        if var view = try ledger() {
            let complaints = try Preflight.complaints(of: envelope, in: &view, now: now)
            self.view = view
            if !complaints.isEmpty { throw Self.failure(complaints) }
        }
        try Emission(draft: self, envelope: envelope, note: note).emit()
    }

    private mutating func fresh(_ body: OperationBody, fee: UInt32) throws(Failure) -> Transaction {
        let memo = try options.memo.map { text throws(Failure) in try Arguments.memo(text) } ?? .none
        let bounds = try options.timeBounds(now: now)
        let draft = TransactionDraft(
            source: source, sequence: try sequence(), feePerOperation: fee,
            conditions: bounds.map(Preconditions.time) ?? .none, memo: memo,
            operations: [Operation(sourceAccount: nil, body: body)])
        do { return try draft.envelope().innermost } catch { throw Failure(.badInput, error.message) }
    }

    private func appended(to begun: Transaction, _ body: OperationBody, fee: UInt32) throws(Failure) -> Transaction {
        if let text = options.sequence, try Arguments.number(text, "--sequence", as: Int64.self) != begun.seqNum {
            throw Failure(.badInput, "--sequence: the transaction has the sequence number \(begun.seqNum) already")
        }
        let operation = Operation(sourceAccount: source == begun.sourceAccount ? nil : source, body: body)
        do { return try begun.appending(operation, fee: fee) } catch { throw Failure(.badInput, error.message) }
    }

    private mutating func sequence() throws(Failure) -> Int64 {
        if let text = options.sequence {
            let number = try Arguments.number(text, "--sequence", as: Int64.self)
            guard number > 0 else { throw Failure(.badInput, "--sequence: a transaction's number is above zero") }
            return number
        }
        guard var view = try ledger() else { preconditionFailure("without --sequence the ledger may be asked") }
        let account = try view.account(source.account)
        self.view = view
        guard let account else {
            throw Failure(
                .badInput,
                "the source account \(source.account.address) does not exist on \(NetworkOptions.label(network))",
                hint: network == .public
                    ? "someone has to create it first: coldstar-build create-account"
                    : "on a test network: coldstar-build fund \(source.account.address)")
        }
        do { return try TransactionDraft.sequence(after: account.sequence) } catch {
            throw Failure(.badInput, error.message)
        }
    }

    /// All complaints in one error, the first one's advice as its hint.
    private static func failure(_ complaints: [Complaint]) -> Failure {
        let text = complaints.map { complaint in
            complaint.message + (complaint.code.map { " (\($0))" } ?? "")
        }.joined(separator: "; ")
        return Failure(.badInput, text, hint: complaints.lazy.compactMap(\.hint).first)
    }
}
