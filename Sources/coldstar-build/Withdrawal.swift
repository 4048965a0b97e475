// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import CLISupport
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Withdrawal: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make exactly the payment that an anchor waits for in a withdrawal.",
        discussion: """
            Example: coldstar-build withdrawal --home-domain example.com --account G... --id ID -n public --out pay.json
            Account, amount, asset and memo are what the anchor says of the transfer, which coldstar-submit anchor withdraw began. What
            it says is held against what was asked for then: another asset is refused, another amount needs --amount or --yes. A transfer
            that was paid from here is not paid again: --again does.
            """)

    @Option(help: "The anchor's domain, for example example.com.")
    var homeDomain: String

    @Option(
        help: "Who is logged in, and pays unless --source says otherwise: G..., M..., a contact or a federation name.")
    var account: String

    @Option(help: "The number of a user of a shared account, as at the login.")
    var memoId: String?

    @Option(help: "The id that the anchor gave the transfer.")
    var id: String

    @Option(help: "native or CODE:ISSUER, where the anchor does not say it.", completion: Completion.assets)
    var asset: String?

    @Option(help: "Units, where the anchor does not say it.")
    var amount: String?

    @Flag(help: "Pay as much as the anchor waits for, even if another amount was asked for.")
    var yes = false

    @Flag(help: "Pay even if a payment for it was sent from here already.")
    var again = false

    @OptionGroup var options: BuildOptions

    func run() throws {
        var options = options
        if options.source == nil { options.source = account }
        let emission = options.emission
        let session = try AnchorSession(
            homeDomain: homeDomain, account: account, memo: memoId, network: try emission.network.required(),
            horizon: emission.horizon, home: emission.home, clock: emission.clock)
        let token = try session.token()
        do {
            let (transfer, _) = try session.transfer(id, by: nil, token: token)
            try Self.check(transfer, session)
            let payment = try transfer.withdrawalPayment()
            try checkUnpaid(session, emission.home)
            let begun = try begun(session, emission.home)
            if begun == nil {
                Console.say("warning: this machine did not begin it: compare asset and amount with what you asked for")
            }
            let asset = try asset(of: payment, begun, session)
            let amount = try amount(of: payment, session)
            if let begun { try compare(asset, amount, begun, session) }
            Self.warn(about: payment.destination, session)
            var draft = try Draft(options)
            let destination = try draft.destination(of: payment, through: session.domain, id: transfer.id)
            Console.say(
                "withdraw  \(amount.text) \(asset.code) through \(session.domain.text), its transfer \(TerminalText.escape(id))"
            )
            Console.say("to        \(destination.address)")
            Console.say("memo      \(payment.memo.argument)")
            try draft.finish(.payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops)))
        } catch let error as AnchorError {
            throw Failure(error, session)
        }
    }

    private static func check(_ transfer: Transfer, _ session: AnchorSession) throws(Failure) {
        let shown = "\(session.domain.text)'s transfer \(TerminalText.escape(transfer.id))"
        guard transfer.kind == .withdrawal else { throw Failure(.badInput, "\(shown) is no withdrawal") }
        guard transfer.status == .pendingUserTransferStart else {
            let meaning = transfer.status?.meaning(of: .withdrawal) ?? "a status that no SEP names"
            throw Failure(
                .refusedByLedger,
                "\(shown) waits for no payment: it is \(TerminalText.escape(transfer.statusText)), \(meaning)")
        }
    }

    /// What the anchor says, or, where it does not, what was asked for: the SEPs leave it to the anchor.
    private func asset(
        of payment: WithdrawalPayment, _ begun: RecordedTransfer?, _ session: AnchorSession
    ) throws(Failure) -> Asset {
        let given = try asset.map { text throws(Failure) in try Arguments.asset(text, "--asset") }
        guard let said = payment.asset else {
            guard let asset = given ?? begun.flatMap({ Self.asset(of: $0, session) }) else {
                throw Failure(
                    .usage, "\(session.domain.text) does not say which asset it waits for",
                    hint: "give --asset CODE:ISSUER")
            }
            return asset
        }
        let name = said.hasPrefix("stellar:") ? String(said.dropFirst("stellar:".count)) : said
        guard let asset = try? Asset(name) else {
            throw Failure(
                .protocolBroken, "\(session.domain.text) waits for what is no asset: \(TerminalText.escape(said))")
        }
        guard given == nil || given == asset else {
            throw Failure(.badInput, "--asset: \(session.domain.text) waits for \(asset.text)")
        }
        return asset
    }

    private func amount(of payment: WithdrawalPayment, _ session: AnchorSession) throws(Failure) -> Amount {
        let given = try amount.map { text throws(Failure) in try Arguments.amount(text, "--amount") }
        guard let said = payment.amount else {
            guard let given else {
                throw Failure(
                    .usage, "\(session.domain.text) does not say how much it waits for", hint: "give --amount")
            }
            return given
        }
        guard let amount = try? Amount(said.text), amount > .zero else {
            throw Failure(
                .protocolBroken, "\(session.domain.text) waits for \(said.text), which cannot be paid exactly")
        }
        guard given == nil || given == amount else {
            throw Failure(.badInput, "--amount: \(session.domain.text) waits for \(amount.text)")
        }
        return amount
    }

    /// The asset that a transfer was begun with; where its issuer was not settled then, that of the one whom the anchor's stellar.toml
    /// names for the code.
    private static func asset(of begun: RecordedTransfer, _ session: AnchorSession) -> Asset? {
        if let asset = try? Asset(begun.asset) { return asset }
        return session.toml.issuer(of: begun.asset).flatMap { try? Asset(code: begun.asset, issuer: $0) }
    }

    /// What this machine knows of the transfer, when it began it.
    private func begun(_ session: AnchorSession, _ home: HomeOptions) throws(Failure) -> RecordedTransfer? {
        guard let journal = try OnlineJournal.existing(home) else { return nil }
        do {
            return try journal.transfer(
                network: session.network.passphrase, homeDomain: session.domain.text, id: id)
        } catch { throw Failure(error) }
    }

    /// An anchor may see a payment late, and says until then that it waits for one: that is no reason for another.
    private func checkUnpaid(_ session: AnchorSession, _ home: HomeOptions) throws(Failure) {
        guard let journal = try OnlineJournal.existing(home) else { return }
        let paid: Submission?
        do {
            paid = try journal.payment(
                ofWithdrawal: id, homeDomain: session.domain.text, network: session.network.passphrase)
        } catch {
            throw Failure(error)
        }
        guard let paid else { return }
        let place = paid.ledger.map { "is in ledger \($0)" } ?? "is on its way (\(paid.state.rawValue))"
        let words = "a payment for this transfer \(place): \(paid.transaction.hash)"
        guard again else {
            let watch = "coldstar-submit anchor watch \(Shell.word(id)) \(session.arguments)"
            throw Failure(.refused, words, hint: "\(watch) follows it; --again pays once more")
        }
        Console.say("warning: \(words)")
    }

    /// Holds what is to be paid against what was asked for: the anchor's later word is not what its customer agreed to.
    private func compare(
        _ asset: Asset, _ amount: Amount, _ record: RecordedTransfer, _ session: AnchorSession
    ) throws(Failure) {
        let (domain, began) = (session.domain.text, "transfer \(record.number) was begun with")
        guard record.kind == TransferKind.withdrawal.rawValue else {
            throw Failure(
                .protocolBroken, "\(domain) takes transfer \(record.number) for a withdrawal, which it is not")
        }
        try session.check(assetOf: record)
        let begun = Self.asset(of: record, session)
        guard begun == asset || begun == nil && asset.code == record.asset else {
            throw Failure(
                .protocolBroken,
                "\(domain) waits for \(asset.text), and \(began) \(begun?.text ?? TerminalText.escape(record.asset))",
                hint: "do not pay it; ask the anchor")
        }
        // A code alone may be of anybody's asset.
        guard begun != nil || self.asset != nil else {
            throw Failure(
                .refused,
                "\(domain) waits for \(asset.text), and \(began) \(TerminalText.escape(record.asset)), by whom is not known",
                hint: "--asset \(asset.text) pays it, if that is the one")
        }
        guard let text = record.amount, let asked = try? Amount(text), asked != amount else { return }
        let words = "\(domain) waits for \(amount.text) \(asset.code), and \(began) \(asked.text)"
        guard yes || self.amount != nil else {
            throw Failure(.refused, words, hint: "--amount \(amount.text) pays it all the same")
        }
        Console.say("warning: \(words)")
    }

    /// An anchor is paid at accounts that its stellar.toml names, mostly.
    private static func warn(about destination: MuxedAccount, _ session: AnchorSession) {
        guard !session.toml.names(destination.account) else { return }
        Console.say(
            "warning: the stellar.toml of \(session.domain.text) does not name the account \(destination.account.address)"
        )
        Console.say("         as its own; compare it with what the anchor tells elsewhere")
    }
}
