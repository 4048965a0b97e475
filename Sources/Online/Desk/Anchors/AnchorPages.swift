// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Journal
import LedgerAPI
import Markup
import Stellar
import StellarXDR
import Workspace

/// The page of an anchor.
extension Desk {
    private struct CustomerState: Hashable, Sendable {
        let report: ReportView
        let asks: [FieldAsk]
    }

    /// - Parameter reply: the form that was sent, and what came of it.
    func anchorPage(
        _ text: String, query: [String: String], reply: AnchorReply? = nil
    ) throws(Failure) -> DeskResponse {
        let name = try context.homeDomain(text).text
        let logins = logins().filter { $0.domain == name }.map { LoginView($0, now: now) }
        let client = try shownClient(query["account"], reply, logins)
        let isLoggedIn = logins.contains { $0.isValid && $0.subject == client?.subject }
        // The reply to a form is shown in its section, which depends on what the anchor offers.
        let facts = anchorOffers(name, timeout: reply == nil ? JobQueue.timeout : .seconds(10))
        let forms = AnchorForms(path: DeskPath.anchor(name), domain: name, client: client, reply: reply)
        let services = facts.value?.services ?? []
        let transfers = try recordedTransfers().filter { $0.homeDomain == name }.map { TransferRowView($0) }
        let type = query["type"] ?? reply?.values["type"]
        let customer =
            isLoggedIn && facts.value != nil ? client.map { customerPart(name, $0, type, forms, reply) } : nil
        let toml = tomlParts(name)
        let isLoading = facts.result == nil && facts.isRunning
        let deposit = isLoggedIn ? forms.transfer(.deposit, facts.value?.deposit) : nil
        let withdraw = isLoggedIn ? forms.transfer(.withdrawal, facts.value?.withdraw) : nil
        // An error is shown in its form, or above all where the form is not there.
        let isPlaced =
            switch reply?.action {
            case "login", nil: true
            case "deposit": deposit != nil
            case "withdraw": withdraw != nil
            case "quote": services.contains(.quotes)
            case "fee": services.contains(.deposits) || services.contains(.interactive)
            default: customer?.give != nil
            }
        let view = AnchorPage(
            domain: name, organization: facts.value?.organization,
            failure: (isPlaced ? facts.failure : reply?.failure ?? facts.failure).map { MessageView($0) },
            logins: logins.filter { client == nil || $0.subject == client?.subject },
            login: isLoggedIn && reply?.action != "login" ? nil : forms.login(),
            loginAgain: isLoggedIn && reply?.action != "login" ? forms.login() : nil,
            deposit: deposit, withdraw: withdraw, customer: customer,
            isLoading: isLoading, offers: facts.value?.offers,
            offersFailure: facts.value?.failure.map { MessageView($0) },
            transfers: transfers,
            quotes: services.contains(.quotes)
                ? AnchorPage.Asked(answer: reply?.action == "quote" ? reply?.answer : nil, form: forms.quote()) : nil,
            fee: services.contains(.deposits) || services.contains(.interactive)
                ? AnchorPage.Asked(answer: reply?.action == "fee" ? reply?.answer : nil, form: forms.fee()) : nil,
            toml: toml, assets: facts.value?.assets ?? [], token: token)
        let failure = reply?.failure
        return page(
            name, in: "anchors", refresh: isLoading && reply == nil ? 2 : nil,
            status: failure.map(Self.status(of:)) ?? (reply?.errors.isEmpty == false ? 422 : 200)
        ) { view.html }
    }

    /// Who is logged in, or would log in: as the form or the address says, else the first login, else the user's own
    /// account. Nil also for a contract account, for which anchors make no transfers.
    private func shownClient(
        _ text: String?, _ reply: AnchorReply?, _ logins: [LoginView]
    ) throws(Failure) -> WebAuthClient? {
        if let reply, reply.values["account"] != nil, let client = try? client(reply.values) { return client }
        if let text {
            if case .contract? = try? StrKey(text) { return nil }
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            return try client(named: parts.first ?? "", memo: parts.count > 1 ? parts[1] : nil)
        }
        let login = logins.first(where: \.isValid) ?? logins.first
        if let subject = login?.subject { return try shownClient(subject, nil, []) }
        let own = try suggestions().source
        return own.flatMap { try? client(named: $0, memo: nil) }
    }

    private func anchorOffers(_ domain: String, timeout: Swift.Duration) -> JobQueue.Known<AnchorOffers> {
        jobs.known(.anchorOffers(domain: domain), age: .seconds(120), timeout: timeout) { [self] () throws(Failure) in
            AnchorOffers(try session(at: domain, as: nil))
        }
    }

    private func tomlParts(_ domain: String) -> FetchedParts {
        let context = context
        return FetchedParts(
            jobs.known(.anchorToml(domain: domain), age: .seconds(300)) { () throws(Failure) in
                let servers = try context.horizon()
                let report = try DomainReport(of: domain, allowsLoopback: servers.allowsLoopback) {
                    () throws(Failure) in
                    try servers.transport()
                }
                return PartView.list(Array(report.text.prefix(200)))
            })
    }

    private func customerPart(
        _ domain: String, _ client: WebAuthClient, _ type: String?, _ forms: AnchorForms, _ reply: AnchorReply?
    ) -> AnchorPage.Customer {
        let key = JobKey.anchorCustomer(domain: domain, subject: client.subject, type: type)
        let known = jobs.known(key, age: .seconds(Int64(TransferWatch.interval))) { [self] () throws(Failure) in
            let session = try session(at: domain, as: client)
            let state = try session.explaining { () throws(TransferError) in
                try session.customerQuestions(CustomerServer.Query(type: type))
            }
            return CustomerState(report: ReportView(state.report), asks: state.questions.map { FieldAsk($0) })
        }
        return AnchorPage.Customer(
            isRunning: known.result == nil && known.isRunning,
            failure: known.failure.map { MessageView($0) }, report: known.value?.report,
            give: forms.customer(known.value?.asks ?? [], type: type), forget: forms.forget())
    }
}
