// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
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

/// A transfer in progress. Each step is stored on disk before the next one begins, so that the transfer can be resumed
/// if the program ends.
struct TransferFlow {
    let session: AnchorSession
    let token: AccessToken
    let options: FlowOptions
    let horizon: HorizonOptions
    let home: HomeOptions
    let json: Bool
    let journal: SQLiteJournal
    let server: TransferServer
    var record: RecordedTransfer
    /// Fields with their values, which are kept in memory only.
    var fields: [(name: String, value: String)]
    /// The fee, if this run has determined it.
    var fee: TransferFee?
    /// Customer fields that the anchor asked for when the transfer was to be begun.
    var wanted: [String] = []

    var isGuided: Bool { options.isGuided(json: json) }
    var kind: TransferKind { TransferKind(rawValue: record.kind) ?? .deposit }
    var code: String { TransferDetails.code(of: record.asset) }

    /// Runs the remaining steps.
    mutating func run() throws {
        while true {
            switch record.step {
            case .customer: try customerStep()
            case .fee: try feeStep()
            case .summary: if let started = try summaryStep() { return try show(started) }
            case .sending: if try !lookFor() { return }
            case .begun: return try goOn()
            }
        }
    }

    // MARK: the journal

    /// Records the details and says how to resume.
    mutating func keep() throws(Failure) {
        do { record = try journal.add(record) } catch { throw Failure(error) }
        Console.say("transfer \(record.number) of this machine; to go on later: \(resuming)")
    }

    /// The command that resumes the transfer.
    var resuming: String {
        "coldstar-submit anchor resume \(record.number)\(session.carried.text)"
    }

    mutating func move(to step: RecordedTransfer.Step) throws(Failure) {
        let before = record.step
        var next = record
        next.step = step
        do { record = try journal.update(next, before: before) } catch { throw Failure(error) }
    }

    // MARK: what is sent

    func request() throws(Failure) -> TransferRequest {
        let client = try session.someone()
        let parts = record.asset.split(separator: ":", maxSplits: 1).map(String.init)
        var issuer = try parts.count > 1 ? Arguments.accountID(parts[1], "--asset") : nil
        if record.otherAsset != nil { issuer = issuer ?? session.toml.issuer(of: parts[0]) }
        var request = TransferRequest(kind, assetCode: parts[0], assetIssuer: issuer, account: client.account)
        request.amount = record.amount.flatMap { DecimalText($0) }
        request.method = record.method
        request.otherAsset = record.otherAsset
        request.quoteID = record.quoteID
        request.memo = try record.paymentMemo.map { text throws(Failure) in try Arguments.memo(text) } ?? .none
        request.takesClaimableBalances = record.takesClaimableBalances
        request.fields = fields
        return request
    }

    /// Refuses what the anchor does not accept or the account cannot pay, before anything is sent.
    func check() throws {
        try session.check(assetOf: record)
        let request = try request()
        let isExchange = request.otherAsset != nil && server.protocol == .sep6
        guard let offer = try server.info().offer(kind, code, isExchange: isExchange), offer.isEnabled else {
            throw Failure(
                .badInput, "\(session.domain.text) offers no \(kind.rawValue) of \(TerminalText.escape(code))")
        }
        guard let amount = request.amount else { return }
        if let objection = offer.objection(to: amount) {
            throw Failure(.badInput, "--amount: \(amount.text) is not taken by \(session.domain.text): \(objection)")
        }
        if kind == .withdrawal { try checkBalance(amount, request) }
    }

    private func checkBalance(_ amount: DecimalText, _ request: TransferRequest) throws(Failure) {
        var view = try horizon.ledger(of: session.network)
        let held = try view.existing(request.account.account).balances.filter { balance in
            guard let asset = balance.asset else { return false }
            if request.assetCode == "native" { return asset == .native }
            return asset.code == request.assetCode && (request.assetIssuer.map { $0 == asset.issuer } ?? true)
        }
        guard held.contains(where: { DecimalText($0.balance.text).map { amount <= $0 } ?? false }) else {
            let most = held.map(\.balance.text).first ?? "none"
            throw Failure(.badInput, "--amount: the account holds \(most) \(record.asset), and not \(amount.text)")
        }
    }

    // MARK: the steps

    private mutating func customerStep() throws {
        if isGuided { Guide.step(2, "customer data") }
        switch server.protocol {
        case .sep24: if isGuided { Console.say("  \(session.domain.text) asks for what it needs on its page") }
        case .sep6:
            var dialogue = try CustomerDialogue(self)
            try dialogue.run(CustomerServer.Query(type: kind.customerType), wanted: wanted)
            wanted = []
        }
        try move(to: .fee)
    }

    private mutating func feeStep() throws {
        try reckon()
        if isGuided, let fee {
            Guide.step(3, "fee")
            for line in Facts.lines(fee.facts) { Console.tell("  " + line) }
        }
        try move(to: .summary)
    }

    /// Determines the fee. If no amount was given, the quote's amount becomes the transfer's.
    private mutating func reckon() throws {
        let fee = try TransferFee(self)
        (self.fee, record.quoteID) = (fee, fee.quote?.id)
        record.amount = record.amount ?? fee.quote?.sellAmount.text
    }

    /// Shows the summary, asks for agreement and begins the transfer.
    ///
    /// - Returns: nil if the anchor wants more customer data first, and the user can be asked for it.
    private mutating func summaryStep() throws -> StartedTransfer? {
        // The transfer may have been begun days ago.
        try restoreFields()
        if fee == nil {
            try check()
            try reckon()
        }
        if isGuided {
            Guide.step(4, "summary")
            for line in Facts.lines(summary) { Console.tell("  " + line) }
            guard try Guide.agree("begin this \(kind.rawValue)?") else {
                throw Failure(
                    .refused, "you did not agree; nothing was begun",
                    hint: "\(resuming) asks again")
            }
        }
        try fee?.check(self)
        let request = try request()
        try move(to: .sending)
        do {
            return try begun(try server.start(request, token: token))
        } catch let error as AnchorError {
            guard error.isCertain else {
                let failure = Failure(error)
                throw Failure(
                    failure.kind, failure.message, hint: "it may have been begun all the same; \(resuming) finds out")
            }
            guard case .customerInfoNeeded(_, let names) = error else {
                try move(to: .summary)
                throw error.leavingOut(fields.map(\.value))
            }
            try move(to: .customer)
            guard isGuided else { throw error }
            wanted = names
            Console.tell(error.message)
            return nil
        }
    }

    private mutating func begun(_ started: StartedTransfer) throws(Failure) -> StartedTransfer {
        record.transferID = started.id
        do { try move(to: .begun) } catch {
            throw Failure(
                error.kind, error.message,
                hint: "\(session.domain.text) has begun it all the same; \(resuming) finds it there")
        }
        return started
    }

    /// Asks for the values of fields again: they are not stored.
    private mutating func restoreFields() throws(Failure) {
        let known = Set(fields.map(\.name))
        for name in (record.fields ?? "").split(separator: ",").map(String.init) where !known.contains(name) {
            guard isGuided else {
                throw Failure(
                    .usage, "--field \(TerminalText.escape(name))=... is needed again",
                    hint: "what such fields hold is not kept on this machine")
            }
            let typed = try Guide.ask(Guide.prompt(name, ["once more, it was not kept"])) {
                CustomerField.objection(to: $0, of: name)
            }
            fields.append((name, typed ?? ""))
        }
    }

    private var summary: [(name: String, value: String?)] {
        var facts: [(name: String, value: String?)] = [
            (kind.rawValue, "at \(session.domain.text) (\(record.protocol))"), ("account", session.client?.subject),
            ("asset", record.asset), ("amount", record.amount ?? "as the anchor's page asks"), ("by", record.method),
            ("exchanged", record.otherAsset), ("memo", record.paymentMemo),
        ]
        for field in fields { facts.append((field.name, field.value)) }
        return facts + (fee?.facts ?? [])
    }

    private func show(_ started: StartedTransfer) throws {
        try TransferShow(flow: self, started: started, fee: fee).show()
    }
}
