// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Anchor
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec

/// The first step: settles the details of the transfer, from the options or by asking the user. The only requests sent
/// are about what the anchor offers.
struct TransferDetails {
    let kind: TransferKind
    let options: TransferOptions
    let session: AnchorSession
    let home: HomeOptions
    let isGuided: Bool
    private(set) var fields: [(name: String, value: String)] = []
    private var chosen: (server: TransferServer, offer: TransferInfo.Offer)?

    init(kind: TransferKind, options: TransferOptions, session: AnchorSession, home: HomeOptions, isGuided: Bool) {
        self.kind = kind
        self.options = options
        self.session = session
        self.home = home
        self.isGuided = isGuided
    }

    /// The server on which the transfer will be begun; the details must be settled before.
    var server: TransferServer {
        guard let chosen else { preconditionFailure("the details are settled first") }
        return chosen.server
    }

    mutating func settle(claimable: Bool) throws -> RecordedTransfer {
        let client = try session.someone()
        guard options.quoteId == nil || options.exchange != nil else {
            throw Failure(.usage, "--quote-id goes with --exchange: a quote is for another asset")
        }
        let memo = try options.memo.map { text throws(Failure) in try Arguments.memo(text) }
        fields = try options.flow.fields()
        if let country = options.country { fields.append(("country_code", country)) }
        let given = try options.amount.map { text throws(Failure) in try TransferOptions.amount(text, "--amount") }
        if isGuided { Guide.step(1, "details") }
        let servers =
            if let wanted = options.wanted { [try session.transfers(wanted)] } else { try session.allTransfers() }
        let infos = try servers.map { (server: $0, info: try $0.info()) }
        let asset = try settled(try asset(infos.map(\.info)))
        let chosen = try choose(infos, code: Self.code(of: asset))
        self.chosen = chosen
        let (server, offer) = chosen
        var record = RecordedTransfer(
            networkPassphrase: session.network.passphrase, homeDomain: session.domain.text,
            account: client.account.address, memo: client.memo.map(String.init), kind: kind.rawValue,
            protocol: server.protocol.rawValue, asset: asset)
        record.amount = try given?.text ?? amount(offer, server)
        record.method = try options.type ?? method(offer, server)
        (record.otherAsset, record.quoteID) = (options.exchange, options.quoteId)
        record.paymentMemo = memo == nil ? nil : options.memo
        record.takesClaimableBalances = claimable
        if isGuided { try askForFields(offer, server, method: record.method) }
        record.fields = fields.isEmpty ? nil : fields.map(\.name).joined(separator: ",")
        return record
    }

    static func code(of asset: String) -> String { String(asset.prefix { $0 != ":" }) }

    private func asset(_ infos: [TransferInfo]) throws -> String {
        if let asset = options.asset { return asset.uppercased() == "XLM" ? "native" : asset }
        guard isGuided else { throw Failure(.usage, "give --asset") }
        var codes: [String] = []
        for offer in infos.flatMap({ $0.offers(kind) }) where offer.isEnabled && !codes.contains(offer.code) {
            codes.append(offer.code)
        }
        guard !codes.isEmpty else {
            throw Failure(.badInput, "\(session.domain.text) offers no \(kind.rawValue)")
        }
        return try Guide.choose("asset", codes)
    }

    /// The asset, with its issuer if that is known, to compare with what the anchor names later.
    ///
    /// A named issuer must be in the anchor's stellar.toml, if that lists any for the code, because the same code of
    /// another issuer is another asset. Without a named issuer, it is the only one that the stellar.toml lists.
    private func settled(_ asset: String) throws(Failure) -> String {
        let parts = asset.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard (1...12).contains(parts[0].utf8.count), parts[0].utf8.allSatisfy(Asset.isCodeCharacter) else {
            throw Failure(.badInput, "--asset: give CODE, CODE:ISSUER or native")
        }
        guard parts.count > 1 else {
            guard asset != "native", let issuer = session.toml.issuer(of: asset) else { return asset }
            return "\(asset):\(issuer.address)"
        }
        var finder = AccountFinder(home: home, horizon: nil)
        let issuer = try finder.find(parts[1], "--asset: the asset's issuer").account.account
        let issuers = session.toml.issuers(of: parts[0])
        guard issuers.isEmpty || issuers.contains(issuer) else {
            throw Failure(
                .badInput,
                "--asset: the \(parts[0]) of \(session.domain.text) is by another issuer, \(issuers[0].address)"
            )
        }
        return "\(parts[0]):\(issuer.address)"
    }

    /// The user's choice of protocol, or else the first in which the anchor offers the transfer.
    private func choose(
        _ infos: [(server: TransferServer, info: TransferInfo)], code: String
    ) throws -> (TransferServer, TransferInfo.Offer) {
        let offers = infos.compactMap { server, info -> (server: TransferServer, offer: TransferInfo.Offer)? in
            let isExchange = options.exchange != nil && server.protocol == .sep6
            guard let offer = info.offer(kind, code, isExchange: isExchange), offer.isEnabled else { return nil }
            return (server, offer)
        }
        guard let first = offers.first else {
            throw Failure(
                .badInput, "\(session.domain.text) offers no \(kind.rawValue) of \(TerminalText.escape(code))",
                hint: "coldstar-submit anchor info \(session.arguments) shows what it offers")
        }
        guard isGuided, offers.count > 1 else { return first }
        let names = offers.map(\.server.protocol.rawValue)
        let name = try Guide.choose("here (sep6) or on the anchor's page (sep24)", names)
        return offers.first { $0.server.protocol.rawValue == name } ?? first
    }

    private func amount(_ offer: TransferInfo.Offer, _ server: TransferServer) throws(Failure) -> String? {
        guard isGuided else { return nil }
        let isOptional = server.protocol == .sep24
        let limits = AnchorInfo.amounts(offer).map { " (\($0))" } ?? ""
        return try Guide.ask(
            "amount\(limits)\(isOptional ? ", Enter to say it on the page" : ""): ", isOptional: isOptional
        ) {
            guard let amount = DecimalText($0) else { return "that is not an amount such as 10.5" }
            return offer.objection(to: amount)
        }
    }

    private func method(_ offer: TransferInfo.Offer, _ server: TransferServer) throws(Failure) -> String? {
        guard isGuided, server.protocol == .sep6, let first = offer.methods.first else { return nil }
        return offer.methods.count == 1
            ? first : try Guide.choose("how the money \(kind == .deposit ? "comes" : "goes")", offer.methods)
    }

    private mutating func askForFields(_ offer: TransferInfo.Offer, _ server: TransferServer, method: String?)
        throws(Failure)
    {
        guard server.protocol == .sep6 else { return }
        let settled = ["type", "amount", "funding_method"] + fields.map(\.name)
        for field in offer.fields(of: method) where !settled.contains(field.name) {
            let isOptional = field.about["optional"]?.asBool ?? false
            let choices = field.about["choices"]?.asArray?.compactMap(\.asString) ?? []
            let about = [
                field.about["description"]?.asString ?? "", choices.joined(separator: ", "),
                isOptional ? "or Enter" : "",
            ]
            let typed = try Guide.ask(Guide.prompt(field.name, about), isOptional: isOptional) {
                choices.isEmpty || choices.contains($0)
                    ? CustomerField.objection(to: $0, of: field.name) : "not one of the choices"
            }
            if let typed { fields.append((field.name, typed)) }
        }
    }
}
