// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Journal
import Stellar
import StellarXDR
import Workspace

/// Sessions with anchors.
extension Desk {
    func anchorSettings() throws(Failure) -> AnchorSettings {
        try AnchorSettings(context, clock: settings.clock)
    }

    /// A session, for which the domain's stellar.toml is fetched.
    func session(at domain: String, as client: WebAuthClient?) throws(Failure) -> AnchorSession {
        try AnchorSession(homeDomain: domain, client: client, network: network, settings: try anchorSettings())
    }

    /// The client that a form names.
    func client(_ fields: DeskFields) throws(Failure) -> WebAuthClient {
        try client(named: try fields.required("account"), memo: fields["memo-id"])
    }

    func client(named account: String, memo: String?) throws(Failure) -> WebAuthClient {
        try WebAuthClient(
            named: try FieldID.account.value(of: account, as: ClientAccount.self).account,
            memo: try FieldID.memoID.optionalValue(of: memo), in: context)
    }

    /// The logins of this home, by domain.
    func logins() -> [TokenStore.Login] {
        guard let folder = try? context.folder.get() else { return [] }
        return TokenStore(folder: folder).logins(on: network)
    }

    func recordedTransfers() throws(Failure) -> [RecordedTransfer] {
        guard let journal = try existingJournal() else { return [] }
        do throws(JournalError) {
            return try journal.transfers(limit: 200).filter { $0.network == network }
        } catch { throw Failure(error) }
    }
}

/// A login, as pages show it.
struct LoginView: Hashable, Sendable {
    let domain: String
    let path: String
    /// `G...`, `G...:memo`, `M...` or `C...`.
    let subject: String
    let shown: String
    let state: String
    let tone: TextTone
    let isValid: Bool

    init(_ login: TokenStore.Login, now: Timestamp) {
        domain = login.domain
        path = DeskPath.anchor(login.domain)
        subject = login.subject
        shown = AddressText.short(login.subject)
        isValid = now < login.expiry
        state = isValid ? "logged in until \(login.expiry.utc)" : "ended \(login.expiry.utc)"
        tone = isValid ? .good : .neutral
    }
}

/// What an anchor offers to anyone.
struct AnchorOffers: Hashable, Sendable {
    struct Direction: Hashable, Sendable {
        let codes: [String]
        let methods: [String]
        let protocols: [TransferProtocol]

        init(_ kind: TransferKind, _ infos: AnchorAnswers<TransferInfo>) {
            let offers = infos.answers.flatMap { $0.answer.offers(kind) + $0.answer.offers(kind, isExchange: true) }
                .filter { $0.isEnabled && $0.fault == nil }
            codes = Self.unique(offers.map(\.code))
            methods = Self.unique(offers.flatMap(\.methods))
            protocols = infos.answers.filter { $0.answer.offers(kind).contains(where: \.isEnabled) }
                .map(\.server.protocol)
        }

        private static func unique(_ texts: [String]) -> [String] {
            var found: [String] = []
            for text in texts.prefix(200) where !found.contains(text) { found.append(text) }
            return found
        }
    }

    /// What it calls itself.
    let organization: String?
    let services: [AnchorService]
    /// The assets that its stellar.toml names, in the form of SEP-38.
    let assets: [String]
    let deposit: Direction?
    let withdraw: Direction?
    let offers: ReportView?
    /// Why its offers are not known.
    let failure: Failure?

    init(_ session: AnchorSession) {
        let report = session.toml.report()
        organization = report.organization.map { ShownText.of($0) }
        services = AnchorService.allCases.filter { session.toml.text($0.field) != nil }
        assets = report.currencies.prefix(100).compactMap { currency in
            guard let code = currency.code, let issuer = currency.issuer else { return nil }
            return "stellar:\(code):\(issuer)"
        }
        guard services.contains(.deposits) || services.contains(.interactive) else {
            (deposit, withdraw, offers, failure) = (nil, nil, nil, nil)
            return
        }
        do throws(TransferError) {
            let infos = try session.infos(by: nil)
            offers = ReportView(session.report(of: infos))
            (deposit, withdraw) = (Direction(.deposit, infos), Direction(.withdrawal, infos))
            failure = nil
        } catch {
            (deposit, withdraw, offers) = (nil, nil, nil)
            failure = Failure(error, session)
        }
    }
}
