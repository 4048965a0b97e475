// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Faults for which the network rejects a transaction whatever the accounts hold: stellar-core's checks of a
/// transaction alone.
///
/// A transaction that passes can still fail: no account, balance or signature is checked. Checks that depend on
/// network settings other than the base fee (sizes and resource limits of Soroban) are left out.
///
/// - Source: stellar-core, protocol 27, `commonValidPreSeqNum` of both transaction frames and `doCheckValid` of every
///   operation frame.
package enum Validity {
    /// The ledger in which a transaction would be applied.
    package struct Moment: Hashable, Sendable {
        /// Its sequence number.
        package var ledger: UInt32
        /// Its close time, in seconds since 1970.
        package var time: UInt64

        package init(ledger: UInt32, time: UInt64) {
            self.ledger = ledger
            self.time = time
        }
    }

    /// The minimum fee per operation on every network so far, in stroops.
    package static let usualBaseFee: UInt32 = 100

    /// Why the network would reject `envelope`, or nil if it would not.
    ///
    /// Version 0 is checked as the version 1 that the network converts it to.
    ///
    /// - Parameters:
    ///   - baseFee: the network's minimum fee per operation, in stroops.
    ///   - moment: when to check time and ledger bounds; without one only bounds that can never hold are rejected.
    package static func rejection(
        of envelope: TransactionEnvelope, baseFee: UInt32 = usualBaseFee, at moment: Moment? = nil
    ) -> Rejection? {
        switch envelope {
        case .txV0(let v0): rejection(of: v0.tx.v1, baseFee: baseFee, at: moment)
        case .tx(let v1): rejection(of: v1.tx, baseFee: baseFee, at: moment)
        case .txFeeBump(let bump): rejection(of: bump.tx, baseFee: baseFee, at: moment)
        }
    }

    private static func rejection(of transaction: Transaction, baseFee: UInt32, at moment: Moment?) -> Rejection? {
        guard hasSoundResourceFee(transaction) else { return Rejection(.txMalformed) }
        return headerRejection(of: transaction, baseFee: baseFee, at: moment) ?? operationsRejection(of: transaction)
    }

    private static func rejection(of bump: FeeBumpTransaction, baseFee: UInt32, at moment: Moment?) -> Rejection? {
        if let rejection = feeRejection(of: bump, baseFee: baseFee) { return rejection }
        let inner = bump.inner.tx
        let rejection = headerRejection(of: inner, baseFee: nil, at: moment) ?? operationsRejection(of: inner)
        return rejection?.inside
    }

    /// The first fault of the outermost transaction apart from its operations, which the network finds before it looks
    /// at any account: of a fee bump, its fee alone.
    package static func headerRejection(
        of envelope: TransactionEnvelope, baseFee: UInt32 = usualBaseFee, at moment: Moment? = nil
    ) -> Rejection? {
        if case .txFeeBump(let bump) = envelope { return feeRejection(of: bump.tx, baseFee: baseFee) }
        let transaction = envelope.innermost
        guard hasSoundResourceFee(transaction) else { return Rejection(.txMalformed) }
        return headerRejection(of: transaction, baseFee: baseFee, at: moment)
    }

    /// The first malformed operation.
    package static func operationsRejection(of transaction: Transaction) -> Rejection? {
        for (index, operation) in transaction.operations.enumerated() {
            if let fault = fault(in: operation, of: transaction) { return Rejection(operation: index, fault) }
        }
        return nil
    }
}

/// Checks of assets, prices and names.
extension Validity {
    static func isSound(_ code: AssetCode, of issuer: AccountID) -> Bool {
        switch code {
        case .creditAlphanum4(let code): Asset.creditAlphanum4(.init(assetCode: code, issuer: issuer)).hasValidCode
        case .creditAlphanum12(let code): Asset.creditAlphanum12(.init(assetCode: code, issuer: issuer)).hasValidCode
        }
    }

    /// Whether a pool's two assets are valid and in order, and its fee is the only one allowed.
    static func isSound(_ pool: LiquidityPoolParameters) -> Bool {
        guard case .liquidityPoolConstantProduct(let pool) = pool else { return false }
        return pool.assetA.hasValidCode && pool.assetB.hasValidCode && pool.assetA.precedes(pool.assetB)
            && pool.fee == LiquidityPoolParameters.onlyFee
    }

    /// Whether an account can trust this: a valid asset of another issuer.
    static func isSound(_ asset: Asset, trustedBy account: AccountID) -> Bool {
        guard let issuer = asset.issuer else { return false }
        return asset.hasValidCode && issuer != account
    }

    static func isSound(_ price: Price) -> Bool { price.n > 0 && price.d > 0 }

    /// Home domains and data entry names are ASCII without control characters.
    static func isPrintable(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { (0x20..<0x7f).contains($0) } }

    static func isSound(dataName: String64) -> Bool { !dataName.bytes.isEmpty && isPrintable(dataName.bytes) }
}

/// Checks of a single operation.
extension Validity {
    /// Why the network rejects a malformed operation; nil if it is sound.
    package static func fault(in operation: Operation, of transaction: Transaction) -> OperationFault? {
        let source = transaction.source(of: operation).account
        switch operation.body {
        case .setOptions(let op): return fault(in: op, source: source)
        case .manageData(let op): return isSound(dataName: op.dataName) ? nil : .invalidName
        case .bumpSequence(let op): return op.bumpTo >= 0 ? nil : .badSequence
        case let body: return isSound(body, source: source, in: transaction) ? nil : .malformed
        }
    }

    /// Whether an operation is sound, of the types whose only fault is to be malformed.
    private static func isSound(_ body: OperationBody, source: AccountID, in transaction: Transaction) -> Bool {
        switch body {
        case .createAccount(let op): op.startingBalance >= 0 && op.destination != source
        case .payment(let op): op.amount > 0 && op.asset.hasValidCode
        case .pathPaymentStrictReceive(let op): isSound(op)
        case .pathPaymentStrictSend(let op): isSound(op)
        case .manageSellOffer(let op): isSoundOffer(op.selling, op.buying, op.amount, op.price, op.offerID)
        case .manageBuyOffer(let op): isSoundOffer(op.selling, op.buying, op.buyAmount, op.price, op.offerID)
        case .createPassiveSellOffer(let op): isSoundOffer(op.selling, op.buying, op.amount, op.price, 0)
        case .changeTrust(let op): isSound(op, source: source)
        case .allowTrust(let op): isSound(op, source: source)
        case .accountMerge(let destination): destination.account != source
        case .createClaimableBalance(let op): isSound(op)
        case .beginSponsoringFutureReserves(let op): op.sponsoredID != source
        case .revokeSponsorship(let op): isSound(op)
        case .clawback(let op): isSound(op, source: source)
        case .setTrustLineFlags(let op): isSound(op, source: source)
        case .liquidityPoolDeposit(let op): isSound(op)
        case .liquidityPoolWithdraw(let op): op.amount > 0 && op.minAmountA >= 0 && op.minAmountB >= 0
        case .invokeHostFunction(let op): isSound(op)
        case .extendFootprintTtl: isSoundExtension(transaction)
        case .restoreFootprint: isSoundRestoration(transaction)
        case .setOptions, .manageData, .bumpSequence, .inflation, .claimClaimableBalance,
            .endSponsoringFutureReserves, .clawbackClaimableBalance:
            true
        }
    }

    private static func isSound(_ op: PathPaymentStrictReceiveOp) -> Bool {
        op.destAmount > 0 && op.sendMax > 0 && op.sendAsset.hasValidCode && op.destAsset.hasValidCode
            && op.path.allSatisfy(\.hasValidCode)
    }

    private static func isSound(_ op: PathPaymentStrictSendOp) -> Bool {
        op.sendAmount > 0 && op.destMin > 0 && op.sendAsset.hasValidCode && op.destAsset.hasValidCode
            && op.path.allSatisfy(\.hasValidCode)
    }

    /// Amount 0 deletes an offer, so it requires an offer id.
    private static func isSoundOffer(
        _ selling: Asset, _ buying: Asset, _ amount: Int64, _ price: Price, _ id: Int64
    ) -> Bool {
        selling.hasValidCode && buying.hasValidCode && selling != buying && isSound(price) && id >= 0 && amount >= 0
            && (amount > 0 || id > 0)
    }

    private static func isSound(_ op: LiquidityPoolDepositOp) -> Bool {
        op.maxAmountA > 0 && op.maxAmountB > 0 && isSound(op.minPrice) && isSound(op.maxPrice)
            && Int64(op.minPrice.n) * Int64(op.maxPrice.d) <= Int64(op.minPrice.d) * Int64(op.maxPrice.n)
    }

    private static func fault(in op: SetOptionsOp, source: AccountID) -> OperationFault? {
        let knownFlags: UInt32 = 0xf
        let set = op.setFlags ?? 0
        let clear = op.clearFlags ?? 0
        if (set | clear) & ~knownFlags != 0 { return .unknownFlag }
        if set & clear != 0 { return .badFlags }
        let weights = [op.masterWeight, op.lowThreshold, op.medThreshold, op.highThreshold]
        if weights.contains(where: { ($0 ?? 0) > 255 }) { return .thresholdOutOfRange }
        if let signer = op.signer {
            if case .ed25519(let key) = signer.key, source == .ed25519(key) { return .badSigner }
            if signer.weight > 255 || signer.key.hasEmptyPayload { return .badSigner }
        }
        if let domain = op.homeDomain, !isPrintable(domain.bytes) { return .invalidHomeDomain }
        return nil
    }

    private static func isSound(_ op: ChangeTrustOp, source: AccountID) -> Bool {
        guard op.limit >= 0 else { return false }
        if case .poolShare(let pool) = op.line { return isSound(pool) }
        return op.line.asset.map { isSound($0, trustedBy: source) } ?? false
    }

    private static func isSound(_ op: AllowTrustOp, source: AccountID) -> Bool {
        op.authorize <= 2 && isSound(op.asset, of: source) && op.trustor != source
    }

    /// Authorized and authorized to maintain liabilities exclude each other; clawback can only be cleared.
    private static func isSound(_ op: SetTrustLineFlagsOp, source: AccountID) -> Bool {
        op.asset.hasValidCode && op.asset.issuer == source && op.trustor != source && op.setFlags & op.clearFlags == 0
            && op.setFlags <= 2 && op.clearFlags <= 7
    }

    /// The network compares muxed accounts here: the issuer's own key with an id is well-formed, but has no trustline.
    private static func isSound(_ op: ClawbackOp, source: AccountID) -> Bool {
        op.amount > 0 && op.asset.hasValidCode && op.asset.issuer == source && op.from != MuxedAccount(source)
    }

    private static func isSound(_ op: CreateClaimableBalanceOp) -> Bool {
        let claimants = op.claimants.compactMap { claimant -> ClaimantV0? in
            guard case .v0(let claimant) = claimant else { return nil }
            return claimant
        }
        return op.amount > 0 && op.asset.hasValidCode && !claimants.isEmpty
            && Set(claimants.map(\.destination)).count == claimants.count
            && claimants.allSatisfy { isSound($0.predicate, level: 1) }
    }

    private static func isSound(_ predicate: ClaimPredicate, level: Int) -> Bool {
        guard level <= 4 else { return false }
        switch predicate {
        case .unconditional: return true
        case .and(let parts), .or(let parts):
            return parts.count == 2 && parts.allSatisfy { isSound($0, level: level + 1) }
        case .not(let part): return part.map { isSound($0, level: level + 1) } ?? false
        case .beforeAbsoluteTime(let time), .beforeRelativeTime(let time): return time >= 0
        }
    }

    private static func isSound(_ op: RevokeSponsorshipOp) -> Bool {
        guard case .ledgerEntry(let key) = op else { return true }
        switch key {
        case .account, .claimableBalance: return true
        case .trustline(let line): return line.asset.asset.map { isSound($0, trustedBy: line.accountID) } ?? true
        case .offer(let offer): return offer.offerID > 0
        case .data(let entry): return isSound(dataName: entry.dataName)
        default: return false
        }
    }
}

/// A reason why the network rejects an operation before applying it. The raw value is the schema's name of the result
/// code, without the prefix of the operation's type.
package enum OperationFault: String, Sendable {
    case malformed = "MALFORMED"
    case invalidName = "INVALID_NAME"
    case badSequence = "BAD_SEQ"
    // Of `SetOptionsOp`.
    case unknownFlag = "UNKNOWN_FLAG"
    case badFlags = "BAD_FLAGS"
    case thresholdOutOfRange = "THRESHOLD_OUT_OF_RANGE"
    case badSigner = "BAD_SIGNER"
    case invalidHomeDomain = "INVALID_HOME_DOMAIN"
    // Of any operation; found by comparing it with the ledger.
    case badAuth = "BAD_AUTH"
    case noAccount = "NO_ACCOUNT"
    case notSupported = "NOT_SUPPORTED"
}

/// Why the network would reject a transaction before applying it.
package struct Rejection: Hashable, Sendable {
    /// The code of the transaction, or of a fee bump's inner one if `isInner`; `.txFailed` if an operation is at fault.
    package let code: TransactionResultCode
    /// Whether a fee bump is rejected because of its inner transaction.
    package var isInner = false
    /// The sufficient fee, in stroops, if the fee is too low; the Soroban resource fee comes on top.
    package var neededFee: Int64?
    /// The index of the operation at fault.
    package private(set) var operation: Int?
    /// The fault of that operation.
    package private(set) var fault: OperationFault?

    package init(_ code: TransactionResultCode, neededFee: Int64? = nil) {
        self.code = code
        self.neededFee = neededFee
    }

    /// A rejection because of the operation at `index`.
    package init(operation index: Int, _ fault: OperationFault) {
        code = .txFailed
        operation = index
        self.fault = fault
    }

    /// This rejection as that of a fee bump's inner transaction.
    package var inside: Rejection {
        var copy = self
        copy.isInner = true
        return copy
    }
}
