// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import HTTP
import Journal
import LedgerAPI
import Stellar
import StellarXDR

extension TransferSteps {
    // MARK: the summary

    /// The checks of a transfer that may have been recorded days ago, the fields that are missing, and the summary.
    mutating func summaryStep() throws -> TransferStep? {
        if !isAttended, let name = forgottenFields.first {
            throw Failure(
                .usage, "\(field: .field) \(TerminalText.escape(name))=... is needed again",
                hint: "what such fields hold is not kept on this machine")
        }
        if fee == nil {
            phase = .checkingAgain(nil)
        } else if let question = try forgottenQuestions().first {
            phase = .forgottenField(question)
        } else {
            phase = .summary
        }
        return nil
    }

    /// The fields whose values are needed again.
    private var forgottenFields: [String] {
        let known = leftOut.union(fields.map(\.name))
        return (record.fields ?? "").split(separator: ",").map(String.init).filter { !known.contains($0) }
    }

    private func forgottenQuestions() throws -> [TransferQuestion] {
        let names = forgottenFields
        guard !names.isEmpty else { return [] }
        let isExchange = record.otherAsset != nil && server.protocol == .sep6
        let offer = try server.info().offer(kind, record.code, isExchange: isExchange)
        let described = offer?.fields(of: record.method) ?? []
        return names.map { name in
            let about = described.first { $0.name == name }?.about
            return TransferQuestion(
                .forgottenField(name), about: about?["description"]?.asString ?? "",
                choices: about?["choices"]?.asArray?.compactMap(\.asString) ?? [],
                isOptional: about?["optional"]?.asBool ?? false
            ) { CustomerField.objection(to: $0, of: name) }
        }
    }

    /// All fields that are open where `next` returned a question about one: for front ends that ask for them at once.
    func openQuestions() throws -> [TransferQuestion] {
        switch phase {
        case .forgottenField: try forgottenQuestions()
        case .fieldUpdate(let update): update.questions
        default: []
        }
    }

    /// What the user agrees to, without the values of the further fields; complete once the fee is known.
    var terms: [AnchorFact] { details + (fee?.facts ?? []) }

    var summary: [AnchorFact] {
        details + fields.map { AnchorFact(.given($0.name), $0.value) } + (fee?.facts ?? [])
    }

    private var details: [AnchorFact] {
        [AnchorFact]([
            AnchorFact.Topic(kind): "at \(session.domain.text) (\(record.protocol.rawValue))",
            .account: session.client?.subject, .asset: record.asset,
            .amount: record.amount ?? "as the anchor's page asks", .by: record.method,
            .exchanged: record.otherAsset, .memo: record.paymentMemo,
        ])
    }

    // MARK: beginning it

    /// Begins the transfer. That it is being sent is in the journal before.
    mutating func begin() throws -> TransferStep? {
        try fee?.check(self)
        let request = try request()
        try move(to: .sending)
        let started: StartedTransfer
        do throws(AnchorError) { started = try server.start(request, token: token) } catch {
            return try handle(error)
        }
        record.transferID = started.id
        do { try move(to: .begun) } catch {
            throw Failure(
                error.kind, error.reason,
                hint: "\(session.domain.text) has begun it all the same; to find it there: \(step: resuming)")
        }
        phase = .finished
        return .result(result(of: started))
    }

    private mutating func handle(_ error: AnchorError) throws -> TransferStep {
        guard error.isCertain else {
            let failure = Failure(error)
            throw Failure(
                failure.kind, failure.reason,
                hint: "it may have been begun all the same; to find out: \(step: resuming)")
        }
        guard case .customerInfoNeeded(_, let names) = error else {
            try move(to: .summary)
            throw error.leavingOut(fields.map(\.value))
        }
        try move(to: .customer)
        guard isAttended else { throw error }
        wanted = names
        return .notice(.dataNeededFirst(error.message))
    }

    private func request() throws(Failure) -> TransferRequest {
        let client = try session.someone()
        let parts = record.asset.split(separator: ":", maxSplits: 1).map(String.init)
        var issuer: AccountID?
        if parts.count > 1 {
            do { issuer = try AccountID(address: parts[1]) } catch {
                throw Failure(.badInput, .asset, "\(error.message)")
            }
        }
        if record.otherAsset != nil { issuer = issuer ?? session.toml.issuer(of: parts[0]) }
        var request = TransferRequest(kind, assetCode: parts[0], assetIssuer: issuer, account: client.account)
        request.amount = record.amount.flatMap { DecimalText($0) }
        request.method = record.method
        request.otherAsset = record.otherAsset
        request.quoteID = record.quoteID
        request.memo = try record.paymentMemo.map { text throws(Failure) in try Memo(paymentMemo: text) } ?? .none
        request.takesClaimableBalances = record.takesClaimableBalances
        request.fields = fields
        return request
    }

    private func result(of started: StartedTransfer) -> TransferResult {
        let document: JSON = [
            "transfer": .number(String(record.number)), "home_domain": .string(session.domain.text),
            "protocol": .string(server.protocol.rawValue), "kind": .string(kind.rawValue),
            "id": started.id.map { .string($0) } ?? .null, "url": started.page.map { .string($0.text) } ?? .null,
            "fee": fee?.document ?? .null, "answer": started.document,
        ]
        let isPaidNow = kind == .withdrawal && server.protocol == .sep6
        return TransferResult(
            document: document, facts: started.facts(kind, at: session.domain.text, by: server.protocol),
            page: started.page, next: started.id.flatMap { isPaidNow ? session.paying($0, record) : nil },
            watching: started.id.map { session.watching($0, record) })
    }

    // MARK: checks before anything is sent

    /// Refuses what the anchor does not accept or the account cannot pay.
    ///
    /// - Parameters:
    ///   - view: the ledger, once its remarks were shown.
    ///   - waiting: the phase in which the check goes on.
    /// - Returns: remarks about the ledger's servers; nil once everything is checked.
    mutating func check(_ view: AnyLedger?, _ waiting: (AnyLedger) -> Phase) throws -> TransferStep? {
        if var view {
            try checkBalance(try request(), &view)
            return nil
        }
        try session.check(assetOf: record)
        let request = try request()
        let isExchange = request.otherAsset != nil && server.protocol == .sep6
        guard let offer = try server.info().offer(kind, record.code, isExchange: isExchange), offer.isEnabled else {
            throw Failure(
                .badInput, "\(session.domain.text) offers no \(kind.rawValue) of \(TerminalText.escape(record.code))")
        }
        guard let amount = request.amount else { return nil }
        if let objection = offer.objection(to: amount) {
            throw Failure(
                .badInput, .amount, "\(amount.text) is not taken by \(session.domain.text): \(objection.message)")
        }
        guard kind == .withdrawal else { return nil }
        var ledger = try session.settings.openLedger(session.network)
        guard ledger.remarks.isEmpty else {
            phase = waiting(ledger)
            return .notice(.servers(ledger.remarks))
        }
        try checkBalance(request, &ledger)
        return nil
    }

    private func checkBalance(_ request: TransferRequest, _ view: inout AnyLedger) throws(Failure) {
        guard let amount = request.amount else { return }
        if let issuer = request.assetIssuer, let asset = try? Asset("\(request.assetCode):\(issuer.address)") {
            var named = NamedEntries([])
            named.add(asset)
            try view.expect(named)
        }
        let held = try view.existing(request.account.account).balances.filter { balance in
            guard let asset = balance.asset else { return false }
            if request.assetCode == "native" { return asset == .native }
            return asset.code == request.assetCode && (request.assetIssuer.map { $0 == asset.issuer } ?? true)
        }
        guard held.contains(where: { DecimalText($0.balance.text).map { amount <= $0 } ?? false }) else {
            let most = held.map(\.balance.text).first ?? "none"
            throw Failure(.badInput, .amount, "the account holds \(most) \(record.asset), and not \(amount.text)")
        }
    }
}
