// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Checks of a transaction apart from its operations.
extension Validity {
    /// The first fault of a transaction apart from its operations, in the network's order; nil if there is none.
    ///
    /// - Parameter baseFee: nil inside a fee bump, where the inner transaction may pay less or nothing.
    package static func headerRejection(
        of transaction: Transaction, baseFee: UInt32?, at moment: Moment?
    ) -> Rejection? {
        guard extraSignersAreSound(transaction.cond) else { return Rejection(.txMalformed) }
        guard !transaction.operations.isEmpty else { return Rejection(.txMissingOperation) }
        if let code = sorobanRejection(of: transaction, paysItself: baseFee != nil) { return Rejection(code) }
        if let code = boundsRejection(of: transaction.cond, at: moment) { return Rejection(code) }
        guard let baseFee else { return nil }
        let needed = leastFee(operations: transaction.operations.count, baseFee: baseFee)
        guard inclusionFee(of: transaction) >= Int128(needed) else {
            return Rejection(.txInsufficientFee, neededFee: needed)
        }
        return nil
    }

    /// The fault in a fee bump's fee, or nil: the fee must cover one operation more than the inner transaction has,
    /// at no lower a rate than the inner transaction offers.
    package static func feeRejection(of bump: FeeBumpTransaction, baseFee: UInt32) -> Rejection? {
        let inner = bump.inner.tx
        guard bump.fee >= 0, hasSoundResourceFee(inner) else { return Rejection(.txMalformed) }
        let resourceFee = inner.declaredResourceFee ?? 0
        let (bid, isBelow) = bump.fee.subtractingReportingOverflow(resourceFee)
        let innerLeast = leastFee(operations: inner.operations.count, baseFee: baseFee)
        let least = leastFee(operations: inner.operations.count + 1, baseFee: baseFee)
        guard !isBelow, bid >= least else { return Rejection(.txInsufficientFee, neededFee: least) }

        let innerBid = inclusionFee(of: inner)
        guard innerBid > 0 else { return nil }
        // bid / least >= innerBid / innerLeast, without fractions; the products may exceed 64 bits.
        let asked = innerBid * Int128(least)
        if Int128(bid) * Int128(innerLeast) >= asked { return nil }
        let needed = (asked + Int128(innerLeast) - 1) / Int128(innerLeast)
        return Rejection(.txInsufficientFee, neededFee: Int64(clamping: needed))
    }

    /// The minimum total fee of a fee bump that replaces the transaction in a node's queue: ten times its rate.
    ///
    /// - Returns: nil if the fee would exceed its maximum.
    /// - Source: stellar-core `TransactionQueue`, FEE_MULTIPLIER.
    package static func replacingFee(of inner: Transaction) -> Int64? {
        let count = Int128(max(inner.operations.count, 1))
        let product = 10 * max(inclusionFee(of: inner), 0) * (count + 1)
        return Int64(exactly: (product + count - 1) / count + Int128(inner.declaredResourceFee ?? 0))
    }

    /// The minimum fee, in stroops, for this number of operations.
    package static func leastFee(operations: Int, baseFee: UInt32) -> Int64 {
        Int64(max(operations, 1)) * Int64(baseFee)
    }

    /// A transaction's inclusion fee, in stroops: its fee without the resource fee.
    private static func inclusionFee(of transaction: Transaction) -> Int128 {
        Int128(transaction.fee) - Int128(transaction.declaredResourceFee ?? 0)
    }

    /// Two extra signers must differ, and a signed payload must not be empty.
    private static func extraSignersAreSound(_ conditions: Preconditions) -> Bool {
        guard let signers = conditions.extended?.extraSigners else { return true }
        if signers.count == 2, signers[0] == signers[1] { return false }
        return signers.allSatisfy { !$0.hasEmptyPayload }
    }

    /// Too early or too late at `moment`; without one, only if the bounds can never hold.
    private static func boundsRejection(of conditions: Preconditions, at moment: Moment?) -> TransactionResultCode? {
        let time = conditions.timeBounds ?? TimeBounds(minTime: 0, maxTime: 0)
        let ledgers = conditions.extended?.ledgerBounds ?? LedgerBounds(minLedger: 0, maxLedger: 0)
        let lastTime = time.maxTime == 0 ? UInt64.max : time.maxTime
        // maxLedger is exclusive, maxTime is inclusive.
        let endLedger = ledgers.maxLedger == 0 ? UInt64.max : UInt64(ledgers.maxLedger)
        guard let moment else {
            return time.minTime > lastTime || UInt64(ledgers.minLedger) >= endLedger ? .txTooLate : nil
        }
        if time.minTime > moment.time || ledgers.minLedger > moment.ledger { return .txTooEarly }
        if lastTime < moment.time || endLedger <= UInt64(moment.ledger) { return .txTooLate }
        return nil
    }
}

extension SignerKey {
    /// Whether this is a signed payload signer with nothing to sign.
    var hasEmptyPayload: Bool {
        guard case .ed25519SignedPayload(let signed) = self else { return false }
        return signed.payload.bytes.isEmpty
    }
}

/// Checks of Soroban transactions.
extension Validity {
    /// The maximum resource fee, in stroops.
    private static let greatestResourceFee: Int64 = 1 << 50

    /// Whether the resource fee is within the range that any transaction may declare.
    package static func hasSoundResourceFee(_ transaction: Transaction) -> Bool {
        guard transaction.isSoroban else { return true }
        guard let fee = transaction.declaredResourceFee else { return false }
        return (0...greatestResourceFee).contains(fee)
    }

    /// - Parameter paysItself: false inside a fee bump, whose fee pays for the resources.
    static func sorobanRejection(of transaction: Transaction, paysItself: Bool) -> TransactionResultCode? {
        let operations = transaction.operations
        guard operations.contains(where: { $0.body.facts.isSoroban }) else {
            return transaction.ext == .v0 ? nil : .txMalformed
        }
        guard operations.count == 1, case .v1(let data) = transaction.ext else { return .txMalformed }
        guard hasPlainSourcesAndNoMemo(transaction), footprintIsSound(data.resources.footprint),
            data.archivedEntries != nil
        else { return .txSorobanInvalid }
        if paysItself, data.resourceFee > Int64(transaction.fee) { return .txSorobanInvalid }
        return nil
    }

    /// Since protocol 25, contract calls may have neither a memo nor a muxed source.
    private static func hasPlainSourcesAndNoMemo(_ transaction: Transaction) -> Bool {
        guard let operation = transaction.operations.first, operation.body.discriminant == .invokeHostFunction else {
            return true
        }
        let isPlain = { (account: MuxedAccount) in account.discriminant == .ed25519 }
        return transaction.memo == .none && isPlain(transaction.sourceAccount)
            && operation.sourceAccount.map(isPlain) != false
    }

    /// Every entry may appear only once and must be one that contracts can access.
    private static func footprintIsSound(_ footprint: LedgerFootprint) -> Bool {
        let keys = footprint.readOnly + footprint.readWrite
        return Set(keys).count == keys.count && keys.allSatisfy(mayStandInFootprint)
    }

    private static func mayStandInFootprint(_ key: LedgerKey) -> Bool {
        switch key {
        case .account, .contractData, .contractCode: true
        case .trustline(let line): line.asset.asset.map { isSound($0, trustedBy: line.accountID) } ?? false
        default: false
        }
    }

    static func isSound(_ operation: InvokeHostFunctionOp) -> Bool {
        switch operation.hostFunction {
        case .createContract(let arguments): isSound(arguments.contractIDPreimage)
        case .createContractV2(let arguments): isSound(arguments.contractIDPreimage)
        case .invokeContract, .uploadContractWasm: true
        }
    }

    private static func isSound(_ preimage: ContractIDPreimage) -> Bool {
        guard case .asset(let asset) = preimage else { return true }
        return asset.hasValidCode
    }

    static func isSoundExtension(_ transaction: Transaction) -> Bool {
        guard case .v1(let data) = transaction.ext else { return false }
        let footprint = data.resources.footprint
        return footprint.readWrite.isEmpty && footprint.readOnly.allSatisfy(\.hasLifetime)
    }

    static func isSoundRestoration(_ transaction: Transaction) -> Bool {
        guard case .v1(let data) = transaction.ext else { return false }
        let footprint = data.resources.footprint
        return footprint.readOnly.isEmpty && footprint.readWrite.allSatisfy(\.canBeArchived)
    }
}

extension Transaction {
    /// The resource fee that a Soroban transaction declares, in stroops; nil for others.
    package var declaredResourceFee: Int64? {
        guard isSoroban, case .v1(let data) = ext else { return nil }
        return data.resourceFee
    }

    var isSoroban: Bool { operations.first?.body.facts.isSoroban ?? false }
}

extension LedgerKey {
    /// Whether it is an entry of a contract, which lives only as long as rent was paid for.
    package var hasLifetime: Bool {
        switch self {
        case .contractData, .contractCode: true
        default: false
        }
    }

    /// Whether the network archives entries of this kind: persistent data and code of contracts.
    package var canBeArchived: Bool {
        switch self {
        case .contractData(let data): data.durability == .persistent
        case .contractCode: true
        default: false
        }
    }
}

extension SorobanTransactionData {
    /// The archived entries that the network restores before the call runs; nil for a list that it rejects: places that
    /// do not ascend, or where no entry is that can be archived.
    ///
    /// - Source: CAP-66; stellar-core `TransactionFrame::checkSorobanResources`.
    package var archivedEntries: [LedgerKey]? {
        guard case .v1(let archived) = ext else { return [] }
        let (places, written) = (archived.archivedSorobanEntries.map(Int.init), resources.footprint.readWrite)
        guard zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }), places.last.map({ $0 < written.count }) != false
        else { return nil }
        let keys = places.map { written[$0] }
        return keys.allSatisfy(\.canBeArchived) ? keys : nil
    }
}
