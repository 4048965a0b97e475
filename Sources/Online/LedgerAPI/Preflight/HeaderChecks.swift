// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// The form of a transaction, by the rules that need no accounts.
extension Preflight {
    /// The rejection about the form of the outermost transaction, without its operations.
    func headerRejection(_ envelope: TransactionEnvelope) -> ForecastRejection? {
        rejection(about: envelope.innermost) { moment in
            Validity.headerRejection(of: envelope, baseFee: UInt32(clamping: ledger.baseFee), at: moment)
        }
    }

    /// The rejection about the form of a fee bump's inner transaction, without its operations.
    private func innerRejection(_ inner: Transaction) -> ForecastRejection? {
        rejection(about: inner) { moment in
            Validity.headerRejection(of: inner, baseFee: nil, at: moment)?.inside
        }
    }

    /// The forecast of a rejection that may depend on the time.
    ///
    /// - Parameter rejection: the rejection at a moment; without one, only for bounds that can never hold.
    private func rejection(
        about transaction: Transaction, _ rejection: (Validity.Moment?) -> Rejection?
    ) -> ForecastRejection? {
        let next = UInt32(clamping: ledger.sequence + 1)
        guard let found = rejection(Validity.Moment(ledger: next, time: time)) else { return nil }
        if stage == .building, found.code == .txTooEarly {
            return rejection(nil).map { ForecastRejection($0, transaction) }
        }
        // One clock alone does not end a transaction.
        guard found.code == .txTooLate,
            rejection(Validity.Moment(ledger: next, time: min(ledger.closedAt, now).seconds))?.code != .txTooLate
        else { return ForecastRejection(found, transaction) }
        let end = Timestamp(transaction.cond.timeBounds?.maxTime ?? 0).utc
        var rejection = ForecastRejection(
            .txTooLate,
            ledger.closedAt > now
                ? "it expired at \(end) by the ledger's time (\(ledger.closedAt.utc)), but not by this machine's clock (\(now.utc))"
                : "it expired at \(end) by this machine's clock (\(now.utc)), but not by the ledger's time (\(ledger.closedAt.utc))",
            hint: "set this machine's clock, or ask another server")
        rejection.isUnproven = true
        return rejection
    }

    /// The rejection for the first operation that is malformed, or that the network no longer supports. The network
    /// then checks no other operation.
    ///
    /// - Source: stellar-core `OperationFrame::checkValid`, `isOpSupported`.
    func operationsRejection(of transaction: Transaction) -> Rejection? {
        let rejection = Validity.operationsRejection(of: transaction)
        let place = transaction.operations.elements.firstIndex { operation in
            if case .inflation = operation.body { true } else { false }
        }
        guard let place, place < rejection?.operation ?? .max else { return rejection }
        return Rejection(operation: place, .notSupported)
    }
}

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
