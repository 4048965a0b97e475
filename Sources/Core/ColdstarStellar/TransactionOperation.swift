// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
package import StellarXDR

/// An operation of a transaction: what it does, and on behalf of which account.
///
/// Every operation of the protocol can be read and made. Whether the network would apply it is checked when a
/// transaction is built from it.
public struct TransactionOperation: ParsableValue {
    package let value: StellarXDR.Operation

    package init(_ value: StellarXDR.Operation) { self.value = value }

    /// - Parameters:
    ///   - body: what it does.
    ///   - source: the account that acts, whose signature is then needed; nil for the transaction's.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for what the protocol cannot encode: a text or list that is too
    ///   long, or an `M…` address where only the account counts.
    public init(_ body: Body, source: Account? = nil) throws(ColdstarError) {
        value = StellarXDR.Operation(sourceAccount: source?.value, body: try body.wire())
    }

    /// Any operation of the protocol.
    ///
    /// - Parameter text: SEP-51 JSON or base64 XDR of an `Operation`, which may name its own source account.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` with the place of the error.
    public init(parsing text: String) throws(ColdstarError) {
        value = try WireValue(parsing: text, as: "Operation").value("the operation")
    }

    /// The account that acts; nil for the transaction's source.
    public var source: Account? { value.sourceAccount.map { Account($0) } }
    /// What the operation does.
    public var body: Body { Body(value.body) }

    /// SEP-51 JSON.
    public var description: String { XDRJSON.text(of: value) }
}

/// The operations that most programs need, without a name for each part.
extension TransactionOperation {
    private init(_ body: OperationBody) { value = StellarXDR.Operation(sourceAccount: nil, body: body) }

    /// A payment to an account that exists, and has a trustline unless the asset is native.
    ///
    /// - Parameters:
    ///   - amount: above zero.
    ///   - asset: lumens unless it is given.
    ///   - destination: who receives it.
    public static func payment(
        of amount: Amount, _ asset: Asset = .native, to destination: Account
    ) -> TransactionOperation {
        TransactionOperation(
            .payment(PaymentOp(destination: destination.value, asset: asset.value, amount: amount.stroops)))
    }

    /// The creation of an account.
    ///
    /// - Parameters:
    ///   - account: a `G…` address that does not exist yet.
    ///   - balance: what it starts with, in lumens: at least the reserve of an account, or zero if a sponsor pays that.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for an `M…` address, whose id would be lost.
    public static func createAccount(
        _ account: Account, startingWith balance: Amount
    ) throws(ColdstarError) -> TransactionOperation {
        try TransactionOperation(.createAccount(account, startingBalance: balance))
    }

    /// A trustline: the permission to hold an asset.
    ///
    /// - Parameters:
    ///   - asset: not the native one.
    ///   - limit: the maximum balance, above zero; nil for none.
    public static func trust(_ asset: Asset, limit: Amount? = nil) -> TransactionOperation {
        TransactionOperation(
            .changeTrust(ChangeTrustOp(line: asset.value.asTrustLine, limit: limit?.stroops ?? .max)))
    }

    /// The removal of a trustline, whose balance has to be zero.
    ///
    /// - Parameter asset: not the native one.
    public static func removeTrust(_ asset: Asset) -> TransactionOperation {
        TransactionOperation(.changeTrust(ChangeTrustOp(line: asset.value.asTrustLine, limit: 0)))
    }
}

extension TransactionOperation {
    /// What an operation does: one case for each operation of the protocol, under the protocol's names.
    ///
    /// Amounts are exact. What a foreign transaction says is returned as it is, also where the network would reject it.
    /// A new protocol adds cases in a new version of this package.
    public enum Body: Hashable, Sendable {
        /// Creates an account with its first lumens.
        case createAccount(Account, startingBalance: Amount)
        /// Pays an amount of an asset.
        case payment(Amount, Asset, to: Account)
        /// Pays through offers and pools so that the recipient gets an exact amount.
        case pathPaymentStrictReceive(PathPayment)
        /// Pays an exact amount through offers and pools.
        case pathPaymentStrictSend(PathPayment)
        /// Makes, changes or (with the amount zero) removes an offer; the amount is what is sold. `id` is 0 for a new
        /// offer.
        case manageSellOffer(Offer, id: Int64)
        /// Makes, changes or (with the amount zero) removes an offer; the amount is what is bought. `id` is 0 for a new
        /// offer.
        case manageBuyOffer(Offer, id: Int64)
        /// Makes a passive offer, which does not take an offer at the same price; the amount is what is sold.
        case createPassiveSellOffer(Offer)
        /// Changes signers, thresholds, flags or the home domain.
        case setOptions(AccountOptions)
        /// Makes or changes a trustline, or (with the limit zero) removes it.
        case changeTrust(TrustedAsset, limit: Amount)
        /// Authorizes a trustline of the source's asset: deprecated by ``setTrustLineFlags(_:_:set:clear:)``.
        case allowTrust(Account, code: ByteString, authorize: UInt32)
        /// Closes the account and sends all its lumens to another one.
        case accountMerge(into: Account)
        /// Runs inflation, which networks refuse since protocol 12.
        case inflation
        /// Sets a data entry of the account (at most 64 bytes each), or deletes it if the value is nil.
        case manageData(name: ByteString, value: [UInt8]?)
        /// Raises the account's sequence number.
        case bumpSequence(to: Int64)
        /// Sets an amount aside for claimants.
        case createClaimableBalance(Amount, Asset, claimants: [Claimant])
        /// Claims a balance.
        case claimClaimableBalance(ClaimableBalance)
        /// Begins to pay the reserves of what another account makes, until that account ends it in the same
        /// transaction.
        case beginSponsoringFutureReserves(of: Account)
        /// Ends the sponsorship that another account began in the same transaction.
        case endSponsoringFutureReserves
        /// Ends or hands on the sponsorship of an entry of the ledger.
        case revokeSponsorship(SponsoredEntry)
        /// Takes back an amount of the source's asset.
        case clawback(Amount, Asset, from: Account)
        /// Takes back a claimable balance of the source's asset.
        case clawbackClaimableBalance(ClaimableBalance)
        /// Changes what an account may do with the source's asset. The flags are stellar-xdr `TrustLineFlags`.
        case setTrustLineFlags(Account, Asset, set: UInt32, clear: UInt32)
        /// Puts two assets into a pool.
        case liquidityPoolDeposit(PoolDeposit)
        /// Takes both assets out of a pool for an amount of its shares.
        case liquidityPoolWithdraw(LiquidityPool, shares: Amount, minimumA: Amount, minimumB: Amount)
        /// Calls or deploys a contract, or uploads its code. The authorizations are stellar-xdr
        /// `SorobanAuthorizationEntry`.
        case invokeHostFunction(ContractFunction, authorizations: [WireValue])
        /// Extends the time to live of the entries that the transaction's resources name for reading, to this number of
        /// ledgers from now.
        case extendFootprintTTL(to: UInt32)
        /// Restores the archived entries that the transaction's resources name for writing.
        case restoreFootprint
    }

    /// A payment that is exchanged on its way.
    public struct PathPayment: Hashable, Sendable {
        /// What the sender pays with.
        public var sent: Asset
        /// What the sender pays: exactly for a strict send, at most for a strict receive.
        public var sentAmount: Amount
        /// Who receives it.
        public var destination: Account
        /// What the destination receives.
        public var received: Asset
        /// What the destination receives: at least for a strict send, exactly for a strict receive.
        public var receivedAmount: Amount
        /// The assets in between, at most five.
        public var path: [Asset]

        /// The parameters are the properties.
        public init(
            sent: Asset, sentAmount: Amount, destination: Account, received: Asset, receivedAmount: Amount,
            path: [Asset] = []
        ) {
            (self.sent, self.sentAmount, self.destination) = (sent, sentAmount, destination)
            (self.received, self.receivedAmount, self.path) = (received, receivedAmount, path)
        }
    }

    /// An offer on the network's exchange.
    public struct Offer: Hashable, Sendable {
        /// What the account gives.
        public var selling: Asset
        /// What the account gets.
        public var buying: Asset
        /// What is sold or, of ``Body/manageBuyOffer(_:id:)``, bought; zero removes the offer.
        public var amount: Amount
        /// The price of one unit of what is sold or, of ``Body/manageBuyOffer(_:id:)``, bought, in the other asset.
        public var price: Price

        /// The parameters are the properties.
        public init(selling: Asset, buying: Asset, amount: Amount, price: Price) {
            (self.selling, self.buying, self.amount, self.price) = (selling, buying, amount, price)
        }
    }

    /// Changes of an account; nil leaves something as it is.
    public struct AccountOptions: Hashable, Sendable {
        /// Where inflation would go, which does nothing since protocol 12.
        public var inflationDestination: Account?
        /// Flags to clear, stellar-xdr `AccountFlags`.
        public var clearFlags: UInt32?
        /// Flags to set, stellar-xdr `AccountFlags`.
        public var setFlags: UInt32?
        /// The weight of the account's own key, 0 to 255.
        public var masterWeight: UInt32?
        /// The weight that operations of low security need, 0 to 255.
        public var lowThreshold: UInt32?
        /// The weight that payments need, 0 to 255.
        public var mediumThreshold: UInt32?
        /// The weight that changes of signers need, 0 to 255.
        public var highThreshold: UInt32?
        /// The domain that the account claims, at most 32 bytes; empty removes it.
        public var homeDomain: ByteString?
        /// A signer to add, to change or, with the weight 0, to remove.
        public var signer: (key: SignerKey, weight: UInt32)? {
            get { signerKey.map { ($0, signerWeight) } }
            set { (signerKey, signerWeight) = (newValue?.key, newValue?.weight ?? 0) }
        }
        private var signerKey: SignerKey?
        private var signerWeight: UInt32 = 0

        /// No change: set the properties.
        public init() {}
    }

    /// What a trustline is for.
    public enum TrustedAsset: Hashable, Sendable {
        /// An asset, not the native one.
        case asset(Asset)
        /// The shares of the pool of two assets, of which the first comes first in the network's order, with the pool's
        /// fee in basis points.
        case pool(Asset, Asset, fee: Int32 = 30)
    }

    /// An account that can claim a balance.
    public struct Claimant: Hashable, Sendable {
        /// Who can claim it, `G…`.
        public var account: Account
        /// When it can be claimed.
        public var predicate: ClaimPredicate

        /// - Parameters:
        ///   - account: who can claim it, `G…`.
        ///   - predicate: when.
        public init(_ account: Account, _ predicate: ClaimPredicate = .unconditional) {
            (self.account, self.predicate) = (account, predicate)
        }
    }

    /// An entry of the ledger whose reserve someone else may pay.
    public enum SponsoredEntry: Hashable, Sendable {
        /// An account.
        case account(Account)
        /// A trustline of an asset.
        case trustline(Account, Asset)
        /// A trustline of a pool's shares.
        case poolShares(Account, LiquidityPool)
        /// An offer, by its seller and id.
        case offer(Account, id: Int64)
        /// A data entry, by its name.
        case data(Account, name: ByteString)
        /// A claimable balance.
        case claimableBalance(ClaimableBalance)
        /// A signer of an account.
        case signer(Account, SignerKey)
        /// Another stellar-xdr `LedgerKey`, which no one can sponsor.
        case other(WireValue)
    }

    /// A deposit into a pool.
    public struct PoolDeposit: Hashable, Sendable {
        /// Which pool.
        public var pool: LiquidityPool
        /// At most this of the pool's first asset.
        public var maximumA: Amount
        /// At most this of the pool's second asset.
        public var maximumB: Amount
        /// The least price of the first asset in the second one.
        public var minimumPrice: Price
        /// The highest price of the first asset in the second one.
        public var maximumPrice: Price

        /// The parameters are the properties.
        public init(
            pool: LiquidityPool, maximumA: Amount, maximumB: Amount, minimumPrice: Price, maximumPrice: Price
        ) {
            (self.pool, self.maximumA, self.maximumB) = (pool, maximumA, maximumB)
            (self.minimumPrice, self.maximumPrice) = (minimumPrice, maximumPrice)
        }
    }
}

/// When a claimant can claim a balance. Times are seconds since 1970.
public indirect enum ClaimPredicate: ParsableValue {
    /// At any time.
    case unconditional
    /// Before a time.
    case before(Int64)
    /// Within a number of seconds after the balance is created.
    case within(seconds: Int64)
    /// When it does not hold; nil in a foreign transaction that the network rejects.
    case not(ClaimPredicate?)
    /// When both hold.
    case and([ClaimPredicate])
    /// When one of two holds.
    case or([ClaimPredicate])

    /// - Parameter text: `unconditional`, `before TIME`, `after TIME`, `within SPAN`, `not(C)`, `and(C, C)` or `or(C,
    ///   C)`, with times in RFC 3339 or Unix seconds, and spans such as `90s`, `30m`, `24h` or `7d`.
    /// - Throws: ``ColdstarError/Kind/invalidInput`` for another text, and for more than four levels.
    public init(parsing text: String) throws(ColdstarError) {
        do { self.init(try StellarXDR.ClaimPredicate(text)) } catch {
            throw ColdstarError(Failure(.badInput, Wording(error.message)))
        }
    }

    /// The condition, as it is parsed.
    public var description: String {
        do throws(ColdstarError) { return try wire().text } catch { return "invalid condition" }
    }
}
