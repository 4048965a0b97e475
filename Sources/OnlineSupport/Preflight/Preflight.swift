// SPDX-License-Identifier: Apache-2.0

package import CLISupport
import Horizon
package import Stellar
package import StellarXDR
import XDR

/// Goes through a transaction as the network would, with the accounts as they are now, and collects what would fail.
///
/// It knows payments, path payments, new accounts, trustlines and merges; of other operations it checks form and source.
/// What it does not find is no promise: other transactions come between.
package struct Preflight {
    var view: LedgerView
    var holdings: [AccountID: Holdings] = [:]
    /// Accounts known not to exist.
    var absent: Set<AccountID> = []
    var complaints: [Complaint] = []
    let reserve: Int128
    let memo: Memo

    /// Everything wrong with the transaction: its form, then its operations in order.
    ///
    /// - Parameter feeSource: who pays `fee` stroops; of a fee bump another account than the transaction's source.
    package static func complaints(
        of envelope: TransactionEnvelope, in view: inout LedgerView, now: Timestamp
    ) throws(Failure) -> [Complaint] {
        let transaction = envelope.innermost
        let ledger = try view.ledger()
        let moment = Validity.Moment(
            ledger: UInt32(clamping: ledger.sequence + 1), time: max(ledger.closedAt, now).seconds)
        if let refusal = Validity.refusal(of: envelope, baseFee: UInt32(clamping: ledger.baseFee), at: moment) {
            return [Complaint(refusal, transaction)]
        }
        var check = Preflight(
            view: view, reserve: Int128(ledger.baseReserve.stroops), memo: transaction.memo)
        defer { view = check.view }
        try check.header(envelope)
        for (index, operation) in transaction.operations.enumerated() {
            try check.apply(operation, at: index, source: transaction.sourceAccount.account)
        }
        return check.complaints
    }

    private init(view: LedgerView, reserve: Int128, memo: Memo) {
        self.view = view
        self.reserve = reserve
        self.memo = memo
    }

    // MARK: accounts

    /// The account as the operations so far have left it; nil when there is none.
    mutating func account(_ id: AccountID) throws(Failure) -> Holdings? {
        if let known = holdings[id] { return known }
        if absent.contains(id) { return nil }
        guard let record = try view.account(id) else {
            absent.insert(id)
            return nil
        }
        let found = Holdings(record)
        holdings[id] = found
        return found
    }

    mutating func complain(_ code: String?, at index: Int?, _ message: String, hint: String? = nil) {
        complaints.append(Complaint(code, operation: index, message, hint: hint))
    }

    // MARK: the transaction

    private mutating func header(_ envelope: TransactionEnvelope) throws(Failure) {
        let transaction = envelope.innermost
        let fee: Int128
        switch envelope.content {
        case .transaction(let plain): fee = Int128(plain.fee)
        case .feeBump(let bump): fee = Int128(bump.fee)
        }
        let payer = envelope.feeSource.account
        guard var paying = try account(payer) else {
            return complain(
                "tx_no_source_account", at: nil, "the account \(payer.address) that pays the fee does not exist",
                hint: missingAccountHint)
        }
        if paying.native - paying.nativeSelling < fee || paying.spare(reserve: reserve) < fee {
            complain(
                "tx_insufficient_balance", at: nil,
                "\(payer.address) cannot pay the fee of \(Self.units(fee)) XLM: it can spare "
                    + "\(Self.units(max(0, paying.spare(reserve: reserve)))) XLM above its reserve")
        }
        paying.native -= fee
        holdings[payer] = paying
        try checkSequence(transaction)
    }

    private mutating func checkSequence(_ transaction: Transaction) throws(Failure) {
        let source = transaction.sourceAccount.account
        guard let record = try view.account(source) else {
            return complain(
                "tx_no_source_account", at: nil, "the source account \(source.address) does not exist",
                hint: missingAccountHint)
        }
        let lowest = transaction.cond.extended?.minSeqNum
        let isNext =
            lowest.map { $0 <= record.sequence && record.sequence < transaction.seqNum }
            ?? (record.sequence < .max && record.sequence + 1 == transaction.seqNum)
        guard !isNext else { return }
        let used = transaction.seqNum <= record.sequence
        complain(
            "tx_bad_seq", at: nil,
            "the transaction has sequence number \(transaction.seqNum), the account \(source.address) is at "
                + "\(record.sequence)",
            hint: used
                ? "this number is used: look whether the transaction went in already (coldstar-submit status)"
                : "transactions with the numbers before it have to go in first")
    }

    var missingAccountHint: String? {
        view.network == .public ? nil : "on a test network: coldstar-build fund ACCOUNT"
    }

    // MARK: text

    static func units(_ stroops: Int128) -> String { Amount(stroops: Int64(clamping: stroops)).text }
}

extension Complaint {
    /// A refusal for the transaction's form.
    fileprivate init(_ refusal: Refusal, _ transaction: Transaction) {
        let hash = Hash()
        let codes = ResultCodes(refusal.result(fee: 0, innerHash: hash))
        let code =
            refusal.operation.flatMap { $0 < codes.operations.count ? codes.operations[$0] : nil }
            ?? codes.innerTransaction ?? codes.transaction
        let place =
            refusal.operation.map { "operation \($0 + 1) (\(transaction.operations[$0].type.name))" }
            ?? (refusal.isInner ? "the inner transaction" : "the transaction")
        let explanation =
            refusal.operation.map { ResultText.operation(code, of: transaction.operations[$0].type) }
            ?? ResultText.transaction(code)
        self.init(
            code, operation: refusal.operation, "\(place) would be refused: \(explanation.meaning)",
            hint: explanation.advice)
    }
}
