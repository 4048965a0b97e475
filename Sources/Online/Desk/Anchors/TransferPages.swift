// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Building
import Codec
import HTTP
import Handoff
import Journal
import Markup
import Stellar
import StellarXDR
import Submitting
import Workspace

/// The page of a transfer: its four steps, what it needs from the user now, and what the anchor says.
extension Desk {
    func anchorPages(_ path: [String], _ request: DeskRequest) throws(Failure) -> DeskResponse? {
        switch (path.first, path.count) {
        case ("anchors", 1): return try anchorsPage()
        case ("anchors", 2): return try anchorPage(path[1], query: request.query)
        // Where a form was answered with its page: the address bar has the form's path.
        case ("anchors", 3): return .seeOther(DeskPath.anchor(path[1]))
        case ("transfers", 2): return try transferPage(path[1])
        case ("transfers", 3) where path[2] == "window": return try anchorWindow(path[1])
        case ("transfers", 3): return .seeOther("/transfers/\(path[1])")
        case ("transfers", 1): return .seeOther("/anchors")
        default: return nil
        }
    }

    /// - Parameters:
    ///   - values: what was typed into its form, which was not accepted.
    ///   - answered: the state that the form led to, if that is shown.
    func transferPage(
        _ text: String, values: DeskFields? = nil, failure: Failure? = nil, answered: TransferPageState? = nil
    ) throws(Failure) -> DeskResponse {
        let record = try recordedTransfer(text)
        let number = record.number
        let isFinal = record.status?.isFinal ?? false
        if !isFinal { transfers.follow(number) }
        let known = self.scene(of: number, isFinal: isFinal)
        let scene = answered ?? known.value
        let fault = failure ?? (answered == nil ? known.failure : nil)
        // The run may have moved it.
        let now = transfers.preview(from: try recordedTransfer(text))
        let view = TransferPage(
            now, scene, begun: transfers.begun(number), isLoggedIn: scene.map { $0.need != .login } ?? true,
            said: transfers.said(number), failure: fault.map { MessageView($0) },
            isLoading: known.isRunning && scene == nil && fault == nil, values: values, errors: answered?.errors ?? [:],
            payments: try payments(of: now))
        let title = "\(now.kind == .deposit ? "Deposit" : "Withdrawal") \(number)"
        let status = failure.map(Self.status(of:)) ?? (answered?.errors.isEmpty == false ? 422 : 200)
        return page(
            title, in: "anchors", refresh: view.refreshes ? Int(TransferWatch.interval) : nil, status: status
        ) { view.html(token: token) }
    }

    /// The requests for the payment of a withdrawal.
    private func payments(of record: RecordedTransfer) throws(Failure) -> [TransferPage.Payment] {
        guard record.kind == .withdrawal, let id = record.transferID, let journal = try existingJournal() else {
            return []
        }
        do throws(JournalError) {
            return try journal.requests(ofWithdrawal: id, homeDomain: record.homeDomain, network: record.network)
                .map { hash throws(JournalError) in
                    let state = try journal.submission(hash: hash)?.state
                    return TransferPage.Payment(
                        path: "/requests/\(hash.hex)",
                        title:
                            "The payment \(hash.hex.prefix(8)): \(state.map { "submitted, \($0.rawValue)" } ?? "waits for the signer")"
                    )
                }
        } catch { throw Failure(error) }
    }

    /// The page of the withdrawal that a request pays; nil if it pays none of this machine.
    func transferPath(of known: RequestDetails) -> String? {
        guard let withdrawal = known.document.hinted.withdrawal, let journal = try? existingJournal(),
            let record = try? journal.transfer(
                network: known.network, homeDomain: withdrawal.homeDomain, id: withdrawal.id, kind: .withdrawal)
        else { return nil }
        return "/transfers/\(record.number)"
    }

    // MARK: forms

    func transferForm(_ action: String, of text: String, _ fields: DeskFields) throws(Failure) -> DeskResponse? {
        let record = try recordedTransfer(text)
        do throws(Failure) {
            switch action {
            case "answer": return try answer(record, fields)
            case "payment": return try pay(record, fields)
            default: return nil
            }
        } catch {
            return try transferPage(text, values: fields, failure: error)
        }
    }

    /// Takes the answers of a form. They are gone once the anchor has them.
    private func answer(_ record: RecordedTransfer, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        transfers.keep(said: [], of: record.number)
        let scene: TransferPageState
        do throws(TransferRunError) { scene = try runTransfer(record.number, answers: fields) } catch {
            jobs.forget { $0 == .transfer(record.number) }
            throw error.failure
        }
        let path = "/transfers/\(record.number)"
        guard scene.errors.isEmpty else {
            return try transferPage(String(record.number), values: fields, answered: scene)
        }
        transfers.keep(said: scene.notices, of: record.number)
        jobs.keep(scene, as: .transfer(record.number))
        jobs.expire { $0.kind == .anchor }
        changes.post()
        return .seeOther(path)
    }

    /// Builds the payment that the anchor waits for, and shows its request.
    private func pay(_ record: RecordedTransfer, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        let terms = WithdrawalTerms(
            asset: try FieldID.asset.optionalValue(of: fields["asset"]),
            amount: try FieldID.amount.optionalValue(of: fields["amount"]), acceptsAmount: fields.isOn("yes"),
            again: fields.isOn("again"))
        let session = try AnchorSession(of: record, settings: try anchorSettings())
        return try build(
            WithdrawalJob(
                session, named: try record.requiredID(), mayBeNumber: false, terms, try parameters(fields)))
    }
}
