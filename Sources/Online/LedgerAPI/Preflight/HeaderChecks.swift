// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The fee and the sequence number of a transaction.
extension Preflight {
    mutating func header(_ envelope: TransactionEnvelope) throws(Failure) {
        let transaction = envelope.innermost
        let payer = envelope.feeSource.account
        guard let spare = try spare(.native, of: payer) else {
            return reject(
                .txNoSourceAccount, "the account \(payer.address) that pays the fee does not exist",
                hint: missingAccountHint)
        }
        let fee = charge(for: envelope)
        try update(payer) { $0.native -= fee }
        // The network checks a fee bump's fee first, any other fee after the sequence number.
        let isBump = if case .feeBump = envelope.content { true } else { false }
        if !isBump { try checkSequence(transaction) }
        if spare.high < fee.high {
            reject(
                .txInsufficientBalance,
                "\(payer.address) cannot pay the fee of \(Self.units(fee.high)) XLM: it can spare "
                    + "\(Self.units(max(0, spare.high))) XLM above its reserve")
        }
        guard isBump else { return }
        outerRejections = rejections.count
        if let rejection = innerRejection(transaction) {
            rejections.append(rejection)
            return
        }
        try checkSequence(transaction)
    }

    /// Removes the signers that are hashes of the transaction: they are used up before the first operation, whatever
    /// becomes of it, and their reserves are free.
    ///
    /// - Source: stellar-core `TransactionFrame::removeOneTimeSignerFromAllSourceAccounts`, CAP-2.
    mutating func removeOneTimeSigners(of hashed: HashedTransaction) throws(Failure) {
        let transaction = hashed.envelope.innermost
        let sources = [transaction.sourceAccount] + transaction.operations.compactMap(\.sourceAccount)
        let inner = SignerKey.preAuthTx(hashed.innermostHash.hash)
        for id in Set(sources.map(\.account)) { try removeSigner(inner, of: id) }
        try removeSigner(.preAuthTx(hashed.hash.hash), of: hashed.envelope.feeSource.account)
    }

    private mutating func removeSigner(_ key: SignerKey, of id: AccountID) throws(Failure) {
        guard let sponsor = try account(id)?.signers[key] else { return }
        try update(id) { $0.signers[key] = nil }
        try removeEntries(1, of: id, sponsor)
    }

    /// The fee that the network charges: from the base fee per operation up to the bid.
    private func charge(for envelope: TransactionEnvelope) -> Bounds {
        let operations = envelope.innermost.operations.count
        switch envelope.content {
        case .transaction(let plain):
            let least = Int128(ledger.baseFee) * Int128(operations)
            return Bounds(min(least, Int128(plain.fee)), Int128(plain.fee))
        case .feeBump(let bump):
            let least = Int128(ledger.baseFee) * Int128(operations + 1)
            return Bounds(min(least, Int128(bump.fee)), Int128(bump.fee))
        }
    }

    private mutating func checkSequence(_ transaction: Transaction) throws(Failure) {
        let source = transaction.sourceAccount.account
        guard let state = try account(source) else {
            return reject(
                .txNoSourceAccount, "the source account \(source.address) does not exist",
                hint: missingAccountHint)
        }
        try update(source) { $0.sequence = max($0.sequence, transaction.seqNum) }
        checkNumber(of: transaction, after: state.sequence)
        guard let conditions = transaction.cond.extended else { return }
        checkAge(of: source, try view.account(source), conditions)
    }

    /// - Source: stellar-core `TransactionFrame::isBadSeq`.
    private mutating func checkNumber(of transaction: Transaction, after current: SequenceNumber) {
        let lowest = transaction.cond.extended?.minSeqNum
        let isNext =
            lowest.map { $0 <= current && current < transaction.seqNum }
            ?? (current < .max && current + 1 == transaction.seqNum)
        guard transaction.seqNum != startingSequence else {
            return reject(
                .txBadSeq,
                "the transaction has sequence number \(startingSequence), the number that accounts made in the next ledger start with: "
                    + "no transaction of that ledger may have it",
                hint: "send it one ledger later", mayPass: true)
        }
        guard !isNext else { return }
        let source = transaction.sourceAccount.account
        let message =
            "the transaction has sequence number \(transaction.seqNum), the account \(source.address) is at \(current)"
        if transaction.seqNum <= current {
            reject(
                .txBadSeq, message,
                hint:
                    "this number is used: check whether the transaction was applied already (\(step: .submit(.status)))"
            )
        } else {
            reject(
                .txBadSeq, message, hint: "transactions with the numbers before it have to be applied first",
                mayPass: true)
        }
    }

    /// Checks the minimum age and ledger gap of the account's sequence number that the preconditions require. An
    /// account that has never used a number counts from ledger 0 and time 0.
    ///
    /// - Source: stellar-core `isTooEarlyForAccount`.
    private mutating func checkAge(of source: AccountID, _ record: AccountRecord?, _ conditions: PreconditionsV2) {
        let next = ledger.sequence + 1
        let age = Int128(time) - Int128(record?.sequenceTime?.seconds ?? 0)
        let ledgers = next - (record?.sequenceLedger ?? 0)
        guard age < Int128(conditions.minSeqAge) || ledgers < Int64(conditions.minSeqLedgerGap) else { return }
        let past =
            record?.sequenceLedger == nil
            ? "has never been used, and the next ledger is \(next)"
            : "was used \(max(0, age)) seconds and \(ledgers) ledgers ago"
        reject(
            .txBadMinseqAgeOrGap,
            "the sequence number of \(source.address) \(past); the transaction requires \(conditions.minSeqAge) seconds "
                + "and \(conditions.minSeqLedgerGap) ledgers",
            hint: "send it later", mayPass: true)
    }

    /// - Parameter mayPass: whether time, or transactions submitted before this one, may remedy it.
    private mutating func reject(_ code: ResultCode, _ message: String, hint: Wording? = nil, mayPass: Bool = false) {
        let rejection = ForecastRejection(code, message, hint: hint)
        if mayPass, stage == .building { warnings.append(rejection) } else { rejections.append(rejection) }
    }
}

/// A number known exactly or only within bounds. It has 128 bits, so that no sum of amounts overflows.
struct Bounds: Hashable, ExpressibleByIntegerLiteral {
    var low: Int128
    var high: Int128

    init(_ value: Int128) { self.init(value, value) }

    init(_ low: Int128, _ high: Int128) {
        self.low = low
        self.high = high
    }

    init(integerLiteral value: Int64) { self.init(Int128(value)) }

    var isExact: Bool { low == high }

    /// The bounds raised to at least, or lowered to at most, a value.
    func atLeast(_ least: Int128) -> Bounds { Bounds(max(low, least), max(high, least)) }
    func atMost(_ most: Int128) -> Bounds { Bounds(min(low, most), min(high, most)) }

    static func + (a: Bounds, b: Bounds) -> Bounds { Bounds(a.low + b.low, a.high + b.high) }
    static func - (a: Bounds, b: Bounds) -> Bounds { Bounds(a.low - b.high, a.high - b.low) }
    static func += (a: inout Bounds, b: Bounds) { a = a + b }
    static func -= (a: inout Bounds, b: Bounds) { a = a - b }
}
