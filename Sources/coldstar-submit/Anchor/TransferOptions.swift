// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import CLISupport
import Horizon
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec

/// What a deposit and a withdrawal take alike.
struct TransferOptions: ParsableArguments {
    @Option(help: "The asset on the network: CODE, CODE:ISSUER or native.")
    var asset: String

    @Option(help: "How much, in units.")
    var amount: String?

    @Option(help: "How the money comes or goes outside, one of the anchor's methods: bank_account, SEPA, cash.")
    var type: String?

    @Option(name: .customLong("protocol"), help: "sep6 (all by this command) or sep24 (on the anchor's page).")
    var wanted: TransferProtocol?

    @Option(help: "The asset outside, where it is exchanged: iso4217:USD.")
    var exchange: String?

    @Option(help: "A firm quote to use, by its id (anchor quote).")
    var quoteId: String?

    @Option(help: "The memo of what the anchor sends to your account: text:..., id:N or hash:HEX.")
    var memo: String?

    @Option(help: "The customer's country, as in ISO 3166-1 alpha-3.")
    var country: String?

    @Option(help: "A further field that the anchor asks for, name=value; may be given more than once.")
    var field: [String] = []

    @OptionGroup var options: ManageAnchor.Options

    func request(_ kind: TransferKind, for client: WebAuthClient) throws(Failure) -> TransferRequest {
        let parts = asset.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let issuer = try parts.count > 1 ? Arguments.accountID(parts[1], "--asset") : nil
        guard !parts[0].isEmpty, parts[0].utf8.count <= 12, parts[0].utf8.allSatisfy(Self.isCodeByte) else {
            throw Failure(.badInput, "--asset: give CODE, CODE:ISSUER or native")
        }
        var request = TransferRequest(kind, assetCode: parts[0], assetIssuer: issuer, account: client.account)
        request.amount = try amount.map { text throws(Failure) in try Self.amount(text, "--amount") }
        request.method = type
        request.otherAsset = exchange
        request.quoteID = quoteId
        request.memo = try memo.map { text throws(Failure) in try Arguments.memo(text) } ?? .none
        request.countryCode = country
        for text in field { request.fields.append(try Self.field(text)) }
        return request
    }

    static func amount(_ text: String, _ option: String) throws(Failure) -> DecimalText {
        guard let amount = DecimalText(text) else {
            throw Failure(.badInput, "\(option): \(TerminalText.escape(text)) is no amount such as 10.5")
        }
        return amount
    }

    /// `name=value`.
    static func field(_ text: String) throws(Failure) -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Failure(.usage, "--field takes name=value, for example first_name=Ada")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    private static func isCodeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// Begins the transfer, once the anchor's limits and the account's balance have been looked at.
    func start(_ kind: TransferKind, claimable: Bool = false) throws -> (TransferServer, StartedTransfer, AnchorSession)
    {
        let session = try options.session()
        var request = try request(kind, for: try session.someone())
        request.takesClaimableBalances = claimable
        let token = try session.token()
        return try options.asking {
            let (server, offer) = try server(request, session)
            if let amount = request.amount, let objection = offer?.objection(to: amount) {
                throw Failure(
                    .badInput, "--amount: \(amount.text) is not taken by \(session.domain.text): \(objection)")
            }
            if kind == .withdrawal, let amount = request.amount {
                try Self.check(amount, request, session, options.horizon)
            }
            return (server, try server.start(request, token: token), session)
        }
    }

    /// The protocol that was asked for, or else the first in which the anchor offers this.
    private func server(
        _ request: TransferRequest, _ session: AnchorSession
    ) throws -> (TransferServer, TransferInfo.Offer?) {
        let servers = if let wanted { [try session.transfers(wanted)] } else { try session.allTransfers() }
        for server in servers {
            let isExchange = request.otherAsset != nil && server.protocol == .sep6
            if let offer = try server.info().offer(request.kind, request.assetCode, isExchange: isExchange),
                offer.isEnabled
            {
                return (server, offer)
            }
        }
        throw Failure(
            .badInput, "\(session.domain.text) offers no \(request.kind.rawValue) of \(request.assetCode)",
            hint: "coldstar-submit anchor info shows what it offers")
    }

    /// Refuses to begin what the account cannot pay.
    private static func check(
        _ amount: DecimalText, _ request: TransferRequest, _ session: AnchorSession, _ horizon: HorizonOptions
    ) throws(Failure) {
        var view = try LedgerView(try horizon.client(for: session.network), network: session.network)
        let record = try view.existing(request.account.account)
        let held = record.balances.filter { balance in
            guard let asset = balance.asset else { return false }
            if request.assetCode == "native" { return asset == .native }
            return asset.code == request.assetCode && (request.assetIssuer.map { $0 == asset.issuer } ?? true)
        }
        guard held.contains(where: { DecimalText($0.balance.text).map { amount <= $0 } ?? false }) else {
            let most = held.map(\.balance.text).first ?? "none"
            throw Failure(.badInput, "--amount: the account holds \(most) \(request.assetCode), and not \(amount.text)")
        }
    }
}
