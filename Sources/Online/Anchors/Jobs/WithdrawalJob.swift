// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Building
package import Codec
import Handoff
import Journal
package import Stellar
import StellarXDR
package import Workspace

/// What a user wants of the payment for a withdrawal; nil for what the anchor expects.
package struct WithdrawalTerms: Hashable, Sendable {
    /// A code alone means the transfer's asset with that code.
    package var asset: AssetReference?
    package var amount: Amount?
    /// Whether to pay what the anchor expects, even if another amount was requested.
    package var acceptsAmount: Bool
    /// Whether a second payment is allowed. An anchor may take time to notice the first one, and asks for it until
    /// then.
    package var again: Bool

    package init(
        asset: AssetReference? = nil, amount: Amount? = nil, acceptsAmount: Bool = false, again: Bool = false
    ) {
        (self.asset, self.amount, self.acceptsAmount, self.again) = (asset, amount, acceptsAmount, again)
    }

    /// The code of the asset that the user named.
    fileprivate var code: String? {
        switch asset {
        case .asset(let asset): RecordedTransfer.code(of: asset.text)
        case .issued(let code, _), .code(let code): code
        case nil: nil
        }
    }
}

/// Builds the payment that an anchor waits for in a withdrawal: fetched, and compared with what the user wants and with
/// the request made on this machine.
package struct WithdrawalJob: RequestJob {
    private let session: AnchorSession
    private let name: String
    private let mayBeNumber: Bool
    private let terms: WithdrawalTerms
    private let wanted: TransactionParameters

    /// - Parameters:
    ///   - name: the anchor's id of the transfer.
    ///   - mayBeNumber: whether it may be a number on this machine: it is as the user typed it.
    ///   - wanted: of the transaction, whose network is the session's. Without a source, the account that is logged in
    ///     pays.
    package init(
        _ session: AnchorSession, named name: String, mayBeNumber: Bool, _ terms: WithdrawalTerms,
        _ wanted: TransactionParameters
    ) {
        (self.session, self.name, self.mayBeNumber, self.terms) = (session, name, mayBeNumber, terms)
        var wanted = wanted
        wanted.network = NetworkSelection(session.network)
        if wanted.source == nil { wanted.source = session.client.map { .address($0.account) } }
        self.wanted = wanted
    }

    package func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: (BuiltRequest) throws(Failure) -> Prepared,
        deliver: (BuiltRequest, Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (request: BuiltRequest, receipt: Receipt) {
        let payment = try payment(noting: note)
        var wanted = wanted
        if let deadline = payment.expected.transfer.actionDeadline {
            try wanted.conditions.end(by: deadline, now: wanted.now, noting: note)
        }
        return try BuildJob(wanted, .operation(payment)).run(noting: note, check: check, deliver: deliver)
    }

    /// The payment, once what the anchor expects was compared with what the user wants and with the request made on
    /// this machine.
    ///
    /// - Parameter note: told what the user should know before going on, also before an error.
    /// - Throws: `.refused` without a login, when a payment for it was already submitted, or for another amount that
    ///   the user did not accept; `.refusedByLedger` when the anchor expects none now; `.badInput` or `.usage` for
    ///   terms that do not fit; and `.protocolBroken` for another asset than at the request.
    func payment(noting note: (Notice) -> Void) throws(Failure) -> WithdrawalPaymentInput {
        let token = try session.token()
        let expected: ExpectedWithdrawal
        do throws(TransferError) {
            expected = try ExpectedWithdrawal(
                session, named: name, mayBeNumber: mayBeNumber, code: terms.code, token: token, again: terms.again)
        } catch { throw Failure(error, session) }
        for notice in expected.warnings { note(notice) }
        let asset = try expected.asset(given: try asset(of: expected, noting: note))
        let amount = try expected.amount(given: try terms.amount?.positive(.amount))
        let differences = try expected.compare(
            asset, amount, assetIsGiven: terms.asset != nil, acceptsAmount: terms.acceptsAmount || terms.amount != nil)
        for notice in differences + expected.destinationWarnings { note(notice) }
        return WithdrawalPaymentInput(expected: expected, asset: asset, amount: amount)
    }

    /// The asset that the user names: a code alone means the one of the transfer.
    private func asset(
        of expected: ExpectedWithdrawal, noting note: (Notice) -> Void
    ) throws(Failure) -> Asset? {
        guard let reference = terms.asset else { return nil }
        if case .code(let code) = reference { return try expected.asset(code: code) }
        var finder = AssetFinder(wanted.context.offline, network: session.network)
        defer { for notice in finder.takeNotices() { note(notice) } }
        return try finder.find(reference, .asset, holder: nil)
    }
}

/// The payment for a withdrawal, as the anchor expects it and the user agreed to.
struct WithdrawalPaymentInput: OperationInput {
    let expected: ExpectedWithdrawal
    let asset: Asset
    let amount: Amount

    func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let (payment, domain, id) = (expected.payment, expected.session.domain, expected.transfer.id)
        let destination = try builder.destination(of: payment, through: domain, id: id)
        builder.note(
            .fact(
                .withdrawal,
                "\(amount.text) \(asset.code) through \(domain.text), its transfer \(TerminalText.escape(id))"),
            .fact(.to, Wording(destination.address)), .fact(.memo, Wording(payment.memo.shown)))
        return .payment(PaymentOp(destination: destination, asset: asset, amount: amount.stroops))
    }
}

extension ConditionInput {
    /// Lets the payment end with the time for which the anchor waits for it: what comes later may be lost.
    ///
    /// - Throws: `.refusedByLedger` if that time is over.
    fileprivate mutating func end(
        by deadline: Timestamp, now: Timestamp, noting note: (Notice) -> Void
    ) throws(Failure) {
        guard deadline > now else {
            throw Failure(
                .refusedByLedger,
                "the anchor waited for the payment until \(deadline.utc), which is over: send nothing for it",
                hint: "begin another transfer")
        }
        let end: Timestamp? =
            switch expiry ?? .usual {
            case .never: nil
            case .at(let time): time
            case .after(let span): Timestamp(now.seconds.addingReportingOverflow(span.seconds).partialValue)
            }
        if let end, end <= deadline { return }
        guard expiry == nil else {
            return note(
                .warning(
                    .anchorPayment,
                    "the anchor waits for the payment only until \(deadline.utc), and this transaction can be applied later"
                ))
        }
        expiry = .at(deadline)
        note(
            .note(
                .anchorPayment, "the anchor waits for the payment until \(deadline.utc), and the transaction ends then")
        )
    }
}
