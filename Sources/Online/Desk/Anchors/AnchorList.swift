// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Building
import Codec
import Journal
import LedgerAPI
import Markup
import Stellar
import StellarXDR
import Workspace

/// The anchors known so far.
extension Desk {
    /// An anchor in the list.
    struct ListedAnchor: Hashable, Sendable {
        let domain: String
        let path: String
        let logins: [LoginView]
        let notes: [String]
    }

    /// An anchor of an asset that an account holds.
    private struct IssuerNote: Hashable, Sendable {
        let domain: HomeDomain
        let text: String
    }

    func anchorsPage(values: DeskFields? = nil, failure: Failure? = nil) throws(Failure) -> DeskResponse {
        let recorded = try recordedTransfers()
        let found = issuerNotes(try ownAccounts(try contacts()))
        let anchors = listedAnchors(found.value ?? [], recorded.map(\.homeDomain))
        let names = try suggestions()
        let fields = [
            FormField("home-domain", "Domain", .text, "Such as example.com.", initial: settings.homeDomain ?? ""),
            FormField(
                "account", "Account", .account, "Who logs in: G..., M..., a contact, or name*domain.",
                isRequired: false,
                initial: names.source ?? ""),
        ]
        let form = AnchorForm(
            "open-anchor", action: "/anchors", button: "Open", "", fields, values: values, failure: failure)
        let isLoading = found.result == nil && found.isRunning
        return page(
            "Anchors", in: "anchors", refresh: isLoading ? 2 : nil, status: failure.map(Self.status(of:)) ?? 200
        ) {
            tag(.div, .class("columns")) {
                tag(.div) {
                    card("anchors", "Known anchors", isLive: true) {
                        if anchors.isEmpty { quiet { "No anchor is known yet. Type the domain of one." } }
                        if isLoading {
                            notice(.neutral, .role("status")) {
                                "Asking which issuers of your assets have an anchor."
                            }
                        }
                        found.failure.map { MessageView($0).html }
                        tag(.ul, .class("items")) { for anchor in anchors { anchor.html } }
                    }
                    card("transfers", "Transfers", isLive: true) {
                        if recorded.isEmpty {
                            quiet { "No deposit or withdrawal was begun on this machine." }
                        } else {
                            recorded.map { TransferRowView($0) }.html
                        }
                    }
                }
                card("open", "Open an anchor") { form.html(token: token) }
            }
        }
    }

    /// The form with a domain leads to its page.
    func openAnchor(_ fields: DeskFields) throws(Failure) -> DeskResponse {
        do throws(Failure) {
            let domain = try context.homeDomain(try fields.required("home-domain"), .homeDomain)
            guard fields["account"] != nil else { return .seeOther(DeskPath.anchor(domain.text)) }
            return .seeOther(DeskPath.anchor(domain.text, as: try client(fields).subject))
        } catch {
            return try anchorsPage(values: fields, failure: error)
        }
    }

    private func listedAnchors(_ notes: [IssuerNote], _ transfers: [String]) -> [ListedAnchor] {
        let logins = logins().map { LoginView($0, now: now) }
        let own = settings.homeDomain.map { [$0.lowercased()] } ?? []
        var domains: [String] = []
        for domain in own + logins.map(\.domain) + transfers + notes.map(\.domain.text) where !domains.contains(domain)
        {
            domains.append(domain)
        }
        return domains.map { domain in
            let count = transfers.count { $0 == domain }
            var lines = notes.filter { $0.domain.text == domain }.map(\.text)
            if own.contains(domain) { lines.insert("in your configuration", at: 0) }
            if count > 0 { lines.append("\(count) transfer\(count == 1 ? "" : "s")") }
            return ListedAnchor(
                domain: ShownText.of(domain), path: DeskPath.anchor(domain),
                logins: logins.filter { $0.domain == domain },
                notes: lines)
        }
    }

    private func issuerNotes(_ accounts: [AccountID]) -> JobQueue.Known<[IssuerNote]> {
        guard !accounts.isEmpty else { return JobQueue.Known(result: .success([]), isRunning: false) }
        let (context, network) = (context, network)
        let key = JobKey.issuers(accounts)
        return jobs.known(key, age: .seconds(600)) { () throws(Failure) in
            var notices: [Notice] = []
            var view = try context.ledger(of: network, noting: &notices)
            let servers = try context.horizon()
            var notes: [IssuerNote] = []
            for account in accounts {
                try view.expect(try context.knownEntries(of: account, on: network))
                guard let record = try view.account(account) else { continue }
                let found = try IssuerAnchor.all(
                    of: record, in: &view, by: try servers.transport(), allowsLoopback: servers.allowsLoopback,
                    in: DeskStyle())
                for anchor in found {
                    guard let domain = try? HomeDomain(anchor.domain, allowsLoopback: servers.allowsLoopback) else {
                        continue
                    }
                    let state =
                        anchor.problem
                        ?? (anchor.isListed
                            ? "its stellar.toml names the asset" : "its stellar.toml does not name the asset")
                    let note = IssuerNote(
                        domain: domain, text: ShownText.of("named by the issuer of \(anchor.asset.code); \(state)"))
                    if !notes.contains(note) { notes.append(note) }
                }
            }
            return notes
        }
    }
}

extension Desk.ListedAnchor {
    fileprivate var html: HTML {
        tag(.li) {
            tag(.a, .href(Href(path))) {
                tag(.div, .class("item")) {
                    tag(.p, .class("head")) { tag(.strong) { domain } }
                    for login in logins {
                        tag(.p, .class("circumstances")) {
                            chip(login.tone) { login.state }
                            " \(login.shown)"
                        }
                    }
                    for note in notes { tag(.p, .class("detail")) { note } }
                }
            }
        }
    }
}

enum DeskPath {
    static func anchor(_ domain: String) -> String { "/anchors/\(PercentText.encode(domain))" }

    /// - Parameter subject: whose login the page shows: `G...`, `G...:memo`, `M...` or `C...`.
    static func anchor(_ domain: String, as subject: String) -> String {
        anchor(domain) + "?account=\(PercentText.encode(subject))"
    }
}

/// A transfer in a list.
struct TransferRowView: Hashable, Sendable {
    let path: String
    let number: String
    let title: String
    let begun: String
    let status: String
    let tone: TextTone

    init(_ transfer: RecordedTransfer) {
        path = "/transfers/\(transfer.number)"
        number = String(transfer.number)
        let amount = transfer.shownAmount.map { shown in
            shown == transfer.amount ? "\(shown) \(transfer.code)" : "\(transfer.code) for \(shown)"
        }
        title = ShownText.of("\(transfer.kind.rawValue) of \(amount ?? transfer.code) at \(transfer.homeDomain)")
        begun = transfer.begun.utc
        status = ShownText.of(Self.status(of: transfer))
        tone = Self.tone(of: transfer)
    }

    /// The state of a transfer and what it means.
    static func state(of transfer: RecordedTransfer) -> HTML {
        HTML {
            chip(tone(of: transfer), .test("transfer-state")) { ShownText.of(status(of: transfer)) }
            " \(TransferPage.meaning(of: transfer))"
        }
    }

    static func status(of transfer: RecordedTransfer) -> String {
        switch transfer.step {
        case .customer: "customer data"
        case .fee: "fee"
        case .summary: "waits for your agreement"
        case .sending: "may have been begun"
        case .begun: transfer.status?.rawValue ?? "begun"
        }
    }

    static func tone(of transfer: RecordedTransfer) -> TextTone {
        guard transfer.step == .begun, let status = transfer.status else { return .attention }
        return tone(of: status)
    }

    static func tone(of status: TransferStatus) -> TextTone {
        switch status {
        case .completed: .good
        case .refunded: .attention
        case let status where status.isFinal: .bad
        case .incomplete, .pendingUserTransferStart, .pendingUserTransferComplete, .pendingUser, .pendingTrust,
            .pendingCustomerInfoUpdate, .pendingTransactionInfoUpdate:
            .attention
        default: .neutral
        }
    }
}

extension [TransferRowView] {
    var html: HTML {
        tag(.ul, .class("items")) {
            for transfer in self {
                tag(.li) { tag(.a, .href(Href(transfer.path))) { transfer.item } }
            }
        }
    }
}

extension TransferRowView {
    fileprivate var item: HTML {
        tag(.div, .class("item")) {
            tag(.p, .class("head")) {
                chip(tone) { status }
                " "
                tag(.strong) { title }
            }
            tag(.p, .class("circumstances")) { "begun \(begun)" }
            tag(.p, .class("identifier")) { "transfer \(number)" }
        }
    }
}
