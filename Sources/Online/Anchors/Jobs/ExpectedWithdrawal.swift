// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Building
import Codec
import Journal
import Stellar
import StellarXDR

/// The payment that an anchor waits for, compared with the request made on this machine.
struct ExpectedWithdrawal: Sendable {
    let session: AnchorSession
    let transfer: Transfer
    let payment: WithdrawalPayment
    /// The journal's record; nil for a transfer begun elsewhere.
    let record: RecordedTransfer?
    /// What the user should know before going on, one line each.
    let warnings: [Notice]

    /// Fetches the transfer that the user names by the anchor's id, or by its number on this machine.
    ///
    /// - Parameters:
    ///   - mayBeNumber: whether the text may be a number on this machine: it is as the user typed it.
    ///   - code: the asset's code, if the user named the asset.
    ///   - again: whether a second payment is allowed. An anchor may take time to notice the first one, and asks for it
    ///     until then.
    /// - Throws: `.refused` when a payment for it was already submitted, `.refusedByLedger` when the anchor expects
    ///   none now.
    init(
        _ session: AnchorSession, named name: String, mayBeNumber: Bool, code: String? = nil, token: AccessToken,
        again: Bool
    ) throws(TransferError) {
        let transfer = try session.transfer(
            named: name, mayBeNumber: mayBeNumber, .withdrawal, code: code, by: nil, token: token
        ).transfer
        self.session = session
        self.transfer = transfer
        (record, payment, warnings) = try TransferError.catching {
            let journal = try session.settings.journals.read()
            let record = try session.record(of: transfer, in: journal)
            try Self.check(transfer, session)
            let payment = try transfer.withdrawalPayment()
            var warnings = try Self.payments(of: transfer, record, session, in: journal, again: again)
            if record == nil {
                warnings.append(
                    .warning(
                        .anchorPayment,
                        "this transfer was not begun on this machine: compare asset and amount with your request"))
            }
            return (record, payment, warnings)
        }
    }

    private static func check(_ transfer: Transfer, _ session: AnchorSession) throws(Failure) {
        let shown = "\(session.domain.text)'s transfer \(TerminalText.escape(transfer.id))"
        guard transfer.kind == .withdrawal else { throw Failure(.badInput, "\(shown) is not a withdrawal") }
        guard transfer.status == .pendingUserTransferStart else {
            let meaning = transfer.status.meaning(of: .withdrawal) ?? "a status that no SEP defines"
            throw Failure(
                .refusedByLedger,
                "\(shown) does not expect a payment: it is \(TerminalText.escape(transfer.status.rawValue)), \(meaning)"
            )
        }
    }

    /// - Returns: a warning about an earlier payment, if another one is allowed.
    private static func payments(
        of transfer: Transfer, _ record: RecordedTransfer?, _ session: AnchorSession, in journal: (any OnlineJournal)?,
        again: Bool
    ) throws(Failure) -> [Notice] {
        guard let journal else { return [] }
        let paid: Submission?
        do {
            paid = try journal.payment(
                ofWithdrawal: transfer.id, homeDomain: session.domain.text, network: session.network)
        } catch {
            throw Failure(error)
        }
        guard let paid else { return [] }
        let place = paid.ledger.map { "was applied in ledger \($0)" } ?? "is pending (\(paid.state.rawValue))"
        let words = "a payment for this transfer \(place): \(paid.transaction.hash)"
        guard again else {
            throw Failure(
                .refused, Wording(words),
                hint: "to follow it: \(step: session.watching(transfer.id, record)); \(field: .again) pays once more")
        }
        return [.warning(.anchorPayment, Wording(words))]
    }

    // MARK: what to pay

    /// The asset that a code alone means: that of the request, or else the one in the anchor's stellar.toml.
    func asset(code: String) throws(Failure) -> Asset {
        if let known = recordedAsset, known.code == code { return known }
        if let issuer = session.toml.issuer(of: code), let known = try? Asset(code: code, issuer: issuer) {
            return known
        }
        throw Failure(
            .badInput, .asset, "\(session.domain.text) does not say who issues \(code)", hint: "write CODE:ISSUER")
    }

    /// The asset that the anchor names or, since the SEPs do not require that, the given or the requested one.
    ///
    /// - Throws: `.badInput` when the given asset is another one.
    func asset(given: Asset?) throws(Failure) -> Asset {
        guard let said = payment.asset else {
            guard let asset = given ?? recordedAsset else {
                throw Failure(
                    .usage, "\(session.domain.text) does not say which asset it expects",
                    hint: "give \(field: .asset, "CODE:ISSUER")")
            }
            return asset
        }
        let name = said.hasPrefix("stellar:") ? String(said.dropFirst("stellar:".count)) : said
        guard let asset = try? Asset(name) else {
            throw Failure(
                .protocolBroken, "\(session.domain.text) expects \(TerminalText.escape(said)), which is not an asset")
        }
        guard given == nil || given == asset else {
            throw Failure(.badInput, .asset, "\(session.domain.text) expects \(asset.plain)")
        }
        return asset
    }

    /// The amount that the anchor names, or else the given one.
    ///
    /// - Throws: `.badInput` when the given amount is another one.
    func amount(given: Amount?) throws(Failure) -> Amount {
        guard let said = payment.amount else {
            guard let given else {
                throw Failure(
                    .usage, "\(session.domain.text) does not say which amount it expects",
                    hint: "give \(field: .amount)")
            }
            return given
        }
        guard let amount = said.ledgerText.flatMap({ try? Amount($0) }), amount > .zero else {
            throw Failure(
                .protocolBroken, "\(session.domain.text) expects \(said.text), which cannot be paid exactly")
        }
        guard given == nil || given == amount else {
            throw Failure(.badInput, .amount, "\(session.domain.text) expects \(amount.text)")
        }
        return amount
    }

    /// The asset with which the transfer was begun; if its issuer was not known then, the issuer that the anchor's
    /// stellar.toml names for the code.
    private var recordedAsset: Asset? {
        guard let record else { return nil }
        if let asset = try? Asset(record.asset) { return asset }
        return session.toml.issuer(of: record.asset).flatMap { try? Asset(code: record.asset, issuer: $0) }
    }

    // MARK: comparison

    /// Compares the payment with the user's request: the anchor may later name another asset or amount.
    ///
    /// - Parameters:
    ///   - assetIsGiven: whether the user named the asset for this payment.
    ///   - acceptsAmount: whether the user named the amount for this payment, or accepts any.
    /// - Returns: warnings, one line each.
    /// - Throws: `.protocolBroken` for another asset, `.refused` for another amount that the user did not accept.
    func compare(
        _ asset: Asset, _ amount: Amount, assetIsGiven: Bool, acceptsAmount: Bool
    ) throws(Failure) -> [Notice] {
        guard let record else { return [] }
        let (domain, began) = (session.domain.text, "transfer \(record.number) was begun with")
        guard record.kind == .withdrawal else {
            throw Failure(
                .protocolBroken, "\(domain) reports transfer \(record.number) as a withdrawal, which it is not")
        }
        try session.check(assetOf: record)
        let begun = recordedAsset
        guard begun == asset || begun == nil && asset.code == record.asset else {
            throw Failure(
                .protocolBroken,
                "\(domain) expects \(asset.plain), but \(began) \(begun?.plain ?? TerminalText.escape(record.asset))",
                hint: "do not pay it; ask the anchor")
        }
        // An asset code alone does not identify the issuer.
        guard begun != nil || assetIsGiven else {
            throw Failure(
                .refused,
                "\(domain) expects \(asset.plain), but \(began) \(TerminalText.escape(record.asset)) of an unknown issuer",
                hint: "if it is the right asset, add \(field: .asset) \(asset.text)")
        }
        guard let asked = record.amount.flatMap({ DecimalText($0)?.ledgerText }).flatMap({ try? Amount($0) }),
            asked != amount
        else { return [] }
        let words = "\(domain) expects \(amount.text) \(asset.code), but \(began) \(asked.text)"
        guard acceptsAmount else {
            throw Failure(.refused, Wording(words), hint: "to pay it anyway, add \(field: .amount) \(amount.text)")
        }
        return [.warning(.anchorPayment, Wording(words))]
    }

    /// Warnings about a destination that the anchor's stellar.toml does not name.
    var destinationWarnings: [Notice] {
        let account = payment.destination.account
        guard !session.toml.names(account) else { return [] }
        return [
            .warning(
                .anchorPayment,
                "the stellar.toml of \(session.domain.text) does not name the account \(account.address) as its own; compare it with another source of the anchor's"
            )
        ]
    }
}
