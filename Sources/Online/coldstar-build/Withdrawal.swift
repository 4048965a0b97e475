// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Anchor
import ArgumentParser
import Building
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Withdrawal: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Build the payment that an anchor expects for a withdrawal.",
        discussion: """
            Examples: coldstar-build withdrawal 3 --out pay.json
            coldstar-build withdrawal --home-domain example.com --account G... --id ID -n public --out pay.json
            Account, amount, asset and memo come from the anchor's transfer, begun with coldstar-submit anchor withdraw. They are
            compared with the request made then: another asset is refused, another amount needs --amount or --yes. A transfer
            already paid from this machine is paid again only with --again.
            """)

    @Argument(help: "The transfer's number on this machine; anchor, account and network are known from it.")
    var transfer: String?

    @Option(help: "The anchor's domain, for example example.com, where the transfer was not begun on this machine.")
    var homeDomain: String?

    @Option(
        help: "Who is logged in, and pays unless --source says otherwise: G..., M..., a contact or a federation name.",
        completion: Completion.accounts)
    var account: String?

    @Option(help: "The memo id of a user of a shared account, as at the login.")
    var memoId: String?

    @Option(help: "The anchor's id of the transfer, or its number on this machine.")
    var id: String?

    @Option(help: "native or CODE:ISSUER, if the anchor does not give it.", completion: Completion.assets)
    var asset: String?

    @Option(help: "Units, if the anchor does not give it.")
    var amount: String?

    @Flag(help: "Pay the amount that the anchor expects, even if another was requested.")
    var yes = false

    @Flag(help: "Pay even if a payment for it was already submitted from this machine.")
    var again = false

    @OptionGroup var options: BuildOptions

    func run() throws {
        let (session, name) = try session()
        var options = options
        if options.source == nil { options.source = account ?? session.client?.account.address }
        options.emission.network.passphrase = session.network.passphrase
        let emission = options.emission
        let token = try session.token()
        do {
            let (transfer, _) = try session.transfer(
                named: name, mayBeNumber: homeDomain != nil, by: nil, token: token, home: emission.home)
            let begun = try session.record(of: transfer, emission.home)
            try Self.check(transfer, session)
            let payment = try transfer.withdrawalPayment()
            try checkUnpaid(transfer.id, begun, session, emission.home)
            if begun == nil {
                Console.say(
                    "warning: this transfer was not begun on this machine: compare asset and amount with your request")
            }
            let asset = try asset(of: payment, begun, session)
            let amount = try amount(of: payment, session)
            if let begun { try compare(asset, amount, begun, session) }
            Self.warn(about: payment.destination, session)
            var draft = try Draft(options.request())
            let destination = try draft.destination(of: payment, through: session.domain, id: transfer.id)
            Console.say(
                "withdraw  \(amount.text) \(asset.code) through \(session.domain.text), its transfer \(TerminalText.escape(transfer.id))"
            )
            Console.say("to        \(destination.address)")
            Console.say("memo      \(payment.memo.argument)")
            try options.finish(
                &draft, .payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops)))
        } catch let error as AnchorError {
            throw Failure(error, session)
        }
    }

    /// The session with the anchor, and the transfer's number or id.
    private func session() throws(Failure) -> (AnchorSession, String) {
        let emission = options.emission
        guard let name = transfer ?? id, transfer == nil || id == nil else {
            throw Failure(.usage, "give either the transfer's number or --id")
        }
        guard let homeDomain else {
            let record = try LocalTransfer.find(name, emission.home)
            let session = try AnchorSession(
                of: record, account: account, network: emission.network, horizon: emission.horizon, home: emission.home,
                clock: emission.clock)
            return (session, try record.requiredID())
        }
        guard let account else { throw Failure(.usage, "--account is missing: --home-domain needs it") }
        let session = try AnchorSession(
            homeDomain: homeDomain, account: account, memo: memoId, network: try emission.network.required(),
            horizon: emission.horizon, home: emission.home, clock: emission.clock)
        return (session, name)
    }

    private static func check(_ transfer: Transfer, _ session: AnchorSession) throws(Failure) {
        let shown = "\(session.domain.text)'s transfer \(TerminalText.escape(transfer.id))"
        guard transfer.kind == .withdrawal else { throw Failure(.badInput, "\(shown) is not a withdrawal") }
        guard transfer.status == .pendingUserTransferStart else {
            let meaning = transfer.status?.meaning(of: .withdrawal) ?? "a status that no SEP defines"
            throw Failure(
                .refusedByLedger,
                "\(shown) does not expect a payment: it is \(TerminalText.escape(transfer.statusText)), \(meaning)")
        }
    }

    /// The asset that the anchor names or, since the SEPs do not require that, the one requested.
    private func asset(
        of payment: WithdrawalPayment, _ begun: RecordedTransfer?, _ session: AnchorSession
    ) throws(Failure) -> Asset {
        let given = try asset.map { text throws(Failure) in try self.asset(named: text, begun, session) }
        guard let said = payment.asset else {
            guard let asset = given ?? begun.flatMap({ Self.asset(of: $0, session) }) else {
                throw Failure(
                    .usage, "\(session.domain.text) does not say which asset it expects",
                    hint: "give --asset CODE:ISSUER")
            }
            return asset
        }
        let name = said.hasPrefix("stellar:") ? String(said.dropFirst("stellar:".count)) : said
        guard let asset = try? Asset(name) else {
            throw Failure(
                .protocolBroken, "\(session.domain.text) expects \(TerminalText.escape(said)), which is not an asset")
        }
        guard given == nil || given == asset else {
            throw Failure(.badInput, "--asset: \(session.domain.text) expects \(asset.text)")
        }
        return asset
    }

    /// The asset that an option names. A code alone means the asset with which the transfer was begun, or else the one
    /// in the anchor's stellar.toml.
    private func asset(
        named text: String, _ begun: RecordedTransfer?, _ session: AnchorSession
    ) throws(Failure) -> Asset {
        guard !AssetFinder.needsHolder(text) else {
            if let known = begun.flatMap({ Self.asset(of: $0, session) }), known.code == text { return known }
            if let issuer = session.toml.issuer(of: text), let known = try? Asset(code: text, issuer: issuer) {
                return known
            }
            throw Failure(
                .badInput, "--asset: \(session.domain.text) does not say who issues \(text)", hint: "write CODE:ISSUER")
        }
        var finder = AssetFinder(home: options.emission.home, network: session.network)
        let found = try finder.find(text, "--asset", holder: nil)
        Notices.show(finder.takeNotices())
        return found
    }

    private func amount(of payment: WithdrawalPayment, _ session: AnchorSession) throws(Failure) -> Amount {
        let given = try amount.map { text throws(Failure) in try Arguments.amount(text, "--amount") }
        guard let said = payment.amount else {
            guard let given else {
                throw Failure(
                    .usage, "\(session.domain.text) does not say which amount it expects", hint: "give --amount")
            }
            return given
        }
        guard let amount = try? Amount(said.text), amount > .zero else {
            throw Failure(
                .protocolBroken, "\(session.domain.text) expects \(said.text), which cannot be paid exactly")
        }
        guard given == nil || given == amount else {
            throw Failure(.badInput, "--amount: \(session.domain.text) expects \(amount.text)")
        }
        return amount
    }

    /// The asset with which a transfer was begun; if its issuer was not known then, the issuer that the anchor's
    /// stellar.toml names for the code.
    private static func asset(of begun: RecordedTransfer, _ session: AnchorSession) -> Asset? {
        if let asset = try? Asset(begun.asset) { return asset }
        return session.toml.issuer(of: begun.asset).flatMap { try? Asset(code: begun.asset, issuer: $0) }
    }

    /// Refuses a second payment: an anchor may take time to notice the first one, and asks for it until then.
    private func checkUnpaid(
        _ id: String, _ begun: RecordedTransfer?, _ session: AnchorSession, _ home: HomeOptions
    ) throws(Failure) {
        guard let journal = try OnlineJournal.existing(home) else { return }
        let paid: Submission?
        do {
            paid = try journal.payment(
                ofWithdrawal: id, homeDomain: session.domain.text, network: session.network.passphrase)
        } catch {
            throw Failure(error)
        }
        guard let paid else { return }
        let place = paid.ledger.map { "was applied in ledger \($0)" } ?? "is pending (\(paid.state.rawValue))"
        let words = "a payment for this transfer \(place): \(paid.transaction.hash)"
        guard again else {
            throw Failure(
                .refused, words, hint: "follow it with \(session.watching(id, begun)); --again pays once more")
        }
        Console.say("warning: \(words)")
    }

    /// Compares the payment with the user's request: the anchor may later name another asset or amount.
    private func compare(
        _ asset: Asset, _ amount: Amount, _ record: RecordedTransfer, _ session: AnchorSession
    ) throws(Failure) {
        let (domain, began) = (session.domain.text, "transfer \(record.number) was begun with")
        guard record.kind == TransferKind.withdrawal.rawValue else {
            throw Failure(
                .protocolBroken, "\(domain) reports transfer \(record.number) as a withdrawal, which it is not")
        }
        try session.check(assetOf: record)
        let begun = Self.asset(of: record, session)
        guard begun == asset || begun == nil && asset.code == record.asset else {
            throw Failure(
                .protocolBroken,
                "\(domain) expects \(asset.text), but \(began) \(begun?.text ?? TerminalText.escape(record.asset))",
                hint: "do not pay it; ask the anchor")
        }
        // An asset code alone does not identify the issuer.
        guard begun != nil || self.asset != nil else {
            throw Failure(
                .refused,
                "\(domain) expects \(asset.text), but \(began) \(TerminalText.escape(record.asset)) of an unknown issuer",
                hint: "if it is the right asset, add --asset \(asset.text)")
        }
        guard let text = record.amount, let asked = try? Amount(text), asked != amount else { return }
        let words = "\(domain) expects \(amount.text) \(asset.code), but \(began) \(asked.text)"
        guard yes || self.amount != nil else {
            throw Failure(.refused, words, hint: "to pay it anyway, add --amount \(amount.text)")
        }
        Console.say("warning: \(words)")
    }

    /// Warns if the anchor's stellar.toml does not name the destination account.
    private static func warn(about destination: MuxedAccount, _ session: AnchorSession) {
        guard !session.toml.names(destination.account) else { return }
        Console.say(
            "warning: the stellar.toml of \(session.domain.text) does not name the account \(destination.account.address)"
        )
        Console.say("         as its own; compare it with another source of the anchor's")
    }
}
