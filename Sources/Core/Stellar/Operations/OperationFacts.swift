// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// What an operation says of itself, whatever the ledger holds: one entry for each type, in `init`.
///
/// The review, its policies and sums, hints, checks against the ledger, the watching of accounts and the practice
/// network read these facts. What an operation does to a ledger is not here: the network's rules decide it.
package struct OperationFacts: Sendable {
    /// The threshold of its source account that its signatures must reach (stellar-core `getThresholdLevel`).
    package private(set) var threshold: Operation.Threshold = .medium
    package private(set) var movement: Movement = .none
    /// What it changes other than balances. Facts are computed for each query, so they have to be small.
    private var subject: Subject?
    /// Whether it needs the resources of contracts, and is the only operation of its transaction.
    package private(set) var isSoroban = false

    package init(_ body: OperationBody) {
        switch body {
        case .createAccount(let op):
            movement = .transfer(Transfer(.creation, .native, op.startingBalance, to: MuxedAccount(op.destination)))
            subject = .authority(.create(op.destination))
        case .payment(let op):
            movement = .transfer(Transfer(.payment, op.asset, op.amount, to: op.destination))
        case .pathPaymentStrictReceive(let op):
            movement = .transfer(
                Transfer(
                    .most(op.sendAsset, op.sendMax), .exact(op.destAsset, op.destAmount), op.path.elements,
                    to: op.destination))
        case .pathPaymentStrictSend(let op):
            movement = .transfer(
                Transfer(
                    .exact(op.sendAsset, op.sendAmount), .least(op.destAsset, op.destMin), op.path.elements,
                    to: op.destination))
        case .manageSellOffer(let op):
            movement = .offer(Offer(op))
        case .manageBuyOffer(let op):
            movement = .offer(Offer(op))
        case .createPassiveSellOffer(let op):
            movement = .offer(Offer(op))
        case .setOptions(let op):
            if op.touchesSigners { (threshold, subject) = (.high, .authority(.set(op))) }
        case .changeTrust(let op):
            subject = .trust(op.line)
        case .allowTrust(let op):
            (threshold, movement) = (.low, .unnamed(.other))
            subject = .trustor(op.trustor, .own(op.asset))
        case .accountMerge(let destination):
            (threshold, subject) = (.high, .authority(.merge))
            movement = .transfer(Transfer(.merge, .native, nil, to: destination))
        case .inflation:
            (threshold, movement) = (.low, .unnamed(.other))
        case .manageData(let op):
            subject = .data(op.dataName)
        case .bumpSequence(let op):
            (threshold, subject) = (.low, .sequence(op.bumpTo))
        case .createClaimableBalance(let op):
            movement = .transfer(Transfer(op.asset, op.amount, claimants: op.claimants.elements))
        case .claimClaimableBalance(let op):
            (threshold, movement, subject) = (.low, .unnamed(.claim), .balance(op.balanceID))
        case .beginSponsoringFutureReserves(let op):
            subject = .sponsorship(.begin(op.sponsoredID), nil)
        case .endSponsoringFutureReserves:
            subject = .sponsorship(.end, nil)
        case .revokeSponsorship(let op):
            var named: NamedAsset?
            if case .ledgerEntry(.trustline(let key)) = op { named = key.asset.asset.map { .asset($0) } }
            subject = .sponsorship(.revoke(owner: op.owner), named)
        case .clawback(let op):
            movement = .transfer(Transfer(clawback: op.asset, op.amount, from: op.from))
        case .clawbackClaimableBalance(let op):
            (movement, subject) = (.unnamed(.clawback), .balance(op.balanceID))
        case .setTrustLineFlags(let op):
            (threshold, movement) = (.low, .unnamed(.other))
            subject = .trustor(op.trustor, .asset(op.asset))
        case .liquidityPoolDeposit(let op):
            (movement, subject) = (.unnamed(.deposit), .pool(op.liquidityPoolID))
        case .liquidityPoolWithdraw(let op):
            (movement, subject) = (.unnamed(.withdrawal), .pool(op.liquidityPoolID))
        case .invokeHostFunction:
            (movement, isSoroban) = (.unnamed(.call), true)
        case .extendFootprintTtl, .restoreFootprint:
            (threshold, movement, isSoroban) = (.low, .unnamed(.other), true)
        }
    }
}

/// The parts of an entry.
extension OperationFacts {
    /// What it does to balances, as far as the operation alone determines it.
    package enum Movement: Sendable {
        /// It changes no balance.
        case none
        case transfer(Transfer)
        indirect case offer(Offer)
        /// The ledger determines what moves, and in which assets.
        case unnamed(Unnamed)
    }

    package enum Unnamed: Hashable, Sendable {
        /// A claimable balance, to its claimant.
        case claim
        /// A claimable balance, which is destroyed.
        case clawback
        case deposit, withdrawal
        /// Anything that a contract does.
        case call
        /// Refunds, and what a revoked authorization takes out of offers and pools.
        case other
    }

    /// An amount of one asset that leaves an account.
    ///
    /// A class, whose values never change: many rules ask for a part of it, and a copy would cost more than the answer.
    package final class Transfer: Sendable {
        package enum Form: Hashable, Sendable {
            case payment, pathPayment, creation, merge
            /// Set aside for claimants.
            case claim
            /// Taken back by the issuer and destroyed.
            case clawback
        }

        package let form: Form
        /// The holder of what is clawed back; otherwise nil, which stands for the operation's source.
        package let holder: MuxedAccount?
        package let sent: Part
        /// Nil if it is destroyed.
        package let received: Part?
        /// The assets in between.
        package let path: [Asset]
        /// The account that receives it at once.
        package let destination: MuxedAccount?
        package let claimants: [Claimant]

        fileprivate init(
            form: Form, holder: MuxedAccount? = nil, sent: Part, received: Part?, path: [Asset] = [],
            destination: MuxedAccount? = nil, claimants: [Claimant] = []
        ) {
            self.form = form
            self.holder = holder
            self.sent = sent
            self.received = received
            self.path = path
            self.destination = destination
            self.claimants = claimants
        }
    }

    /// An amount of a transfer.
    package struct Part: Hashable, Sendable {
        package enum Bound: Hashable, Sendable { case exact, most, least }

        package let asset: Asset
        /// Stroops; nil for all that there is.
        package let amount: Int64?
        package let bound: Bound

        package var isExact: Bool { bound == .exact }

        fileprivate static func exact(_ asset: Asset, _ amount: Int64?) -> Part {
            Part(asset: asset, amount: amount, bound: .exact)
        }
        fileprivate static func most(_ asset: Asset, _ amount: Int64) -> Part {
            Part(asset: asset, amount: amount, bound: .most)
        }
        fileprivate static func least(_ asset: Asset, _ amount: Int64) -> Part {
            Part(asset: asset, amount: amount, bound: .least)
        }
    }

    /// What an offer exchanges, sells or buys.
    package struct Offer: Hashable, Sendable {
        package enum Side: Hashable, Sendable {
            /// Stroops of what is sold.
            case sell(Int64)
            /// Stroops of what is bought.
            case buy(Int64)
        }

        /// The offer to change; 0 for a new one.
        package let id: Int64
        package let selling: Asset
        package let buying: Asset
        package let side: Side
        /// As the operation has it: units bought for one sold, and for a buy offer units sold for one bought.
        package let statedPrice: Price
        /// Whether it does not take offers at its own price.
        package let isPassive: Bool
    }

    /// What happens to an account's signers, weights or thresholds.
    package enum AuthorityChange: Hashable, Sendable {
        case create(AccountID)
        /// The operation's source ceases to exist.
        case merge
        /// Of the operation's source.
        indirect case set(SetOptionsOp)
    }

    package enum Sponsorship: Hashable, Sendable {
        case begin(AccountID)
        case end
        /// - Parameter owner: of the sponsored entry; nil if the operation does not name it.
        case revoke(owner: AccountID?)
    }

    fileprivate enum NamedAsset: Hashable, Sendable {
        case asset(Asset)
        /// An asset that the operation's source issues.
        case own(AssetCode)
    }

    fileprivate indirect enum Subject: Sendable {
        case trust(ChangeTrustAsset)
        case trustor(AccountID, NamedAsset)
        case pool(PoolID)
        case balance(ClaimableBalanceID)
        case data(String64)
        case authority(AuthorityChange)
        case sequence(Int64)
        case sponsorship(Sponsorship, NamedAsset?)
    }
}

/// What follows from an entry.
extension OperationFacts {
    package var transfer: Transfer? { if case .transfer(let transfer) = movement { transfer } else { nil } }
    package var offer: Offer? { if case .offer(let offer) = movement { offer } else { nil } }
    /// The account that receives something at once; a claimant does not.
    package var destination: MuxedAccount? { transfer?.destination }

    /// The trustline that it makes, changes or removes.
    package var trust: ChangeTrustAsset? { if case .trust(let line)? = subject { line } else { nil } }
    /// The account whose authorization to hold the source's asset it changes.
    package var trustor: AccountID? { if case .trustor(let account, _)? = subject { account } else { nil } }
    /// The pool that it trades with; its assets are known only to the ledger.
    package var pool: PoolID? { if case .pool(let pool)? = subject { pool } else { nil } }
    /// A claimable balance that exists already; its asset and amount are known only to the ledger.
    package var balance: ClaimableBalanceID? { if case .balance(let balance)? = subject { balance } else { nil } }
    /// The name of the data entry that it sets or deletes.
    package var data: String64? { if case .data(let name)? = subject { name } else { nil } }
    package var authority: AuthorityChange? { if case .authority(let change)? = subject { change } else { nil } }
    /// The least sequence number of its source afterwards.
    package var sequence: Int64? { if case .sequence(let number)? = subject { number } else { nil } }
    package var sponsorship: Sponsorship? { if case .sponsorship(let change, _)? = subject { change } else { nil } }

    /// An asset that it names and does not move.
    private var named: NamedAsset? {
        switch subject {
        case .trustor(_, let asset): asset
        case .sponsorship(_, let asset): asset
        default: nil
        }
    }

    /// The accounts that receive value, now or by a claim: the destination of a payment, creation or merge, and every
    /// claimant. A contract's transfers are not among them.
    package var destinations: [MuxedAccount] { transfer?.destinations ?? [] }

    /// The accounts that it names as acting, paid, or owning what it changes, beside its source.
    package var participants: [AccountID] {
        var accounts = destinations.map(\.account)
        for account in [trustor, transfer?.holder?.account] { if let account { accounts.append(account) } }
        switch sponsorship {
        case .begin(let sponsored): accounts.append(sponsored)
        case .revoke(let owner?): accounts.append(owner)
        case .end, .revoke(nil), nil: break
        }
        return accounts
    }

    /// The assets that it moves, offers, trusts, or lets be trusted, without those that a path payment only passes
    /// through.
    ///
    /// - Parameter source: the operation's source, which issues the asset of an `AllowTrustOp`.
    package func assets(by source: AccountID) -> [Asset] {
        switch movement {
        case .transfer(let transfer):
            return transfer.form == .pathPayment
                ? [transfer.sent.asset] + (transfer.received.map { [$0.asset] } ?? []) : [transfer.sent.asset]
        case .offer(let offer): return [offer.selling, offer.buying]
        case .none, .unnamed: break
        }
        switch trust {
        case .poolShare(.liquidityPoolConstantProduct(let pool))?: return [pool.assetA, pool.assetB]
        case let line?: return line.asset.map { [$0] } ?? []
        case nil: break
        }
        return switch named {
        case .asset(let asset)?: [asset]
        case .own(let code)?: [Asset(code, issuer: source)]
        case nil: []
        }
    }

    /// The account whose signers, thresholds or existence it changes; nil if there is none.
    package func accountOfAuthority(by source: AccountID) -> AccountID? {
        switch authority {
        case .create(let account)?: account
        case .merge?, .set?: source
        case nil: nil
        }
    }

    /// Whether it only transfers an amount that it names to an account.
    package var isPlainPayment: Bool { transfer?.form == .payment || transfer?.form == .creation }
}

extension OperationFacts.Transfer {
    package var destinations: [MuxedAccount] {
        if let destination { return [destination] }
        return claimants.map { claimant in
            switch claimant {
            case .v0(let claimant): MuxedAccount(claimant.destination)
            }
        }
    }

    /// What moves, if the operation determines it: as much arrives as is sent, or it is destroyed.
    package var determined: (asset: Asset, amount: Int64)? {
        guard sent.isExact, received == nil || received == sent, let amount = sent.amount else { return nil }
        return (sent.asset, amount)
    }

    /// Whether SEP-29 lets the destination require a memo: not if it is created, or claims later.
    package var canNeedMemo: Bool {
        switch form {
        case .payment, .pathPayment, .merge: true
        case .creation, .claim, .clawback: false
        }
    }

    fileprivate convenience init(
        _ form: Form, _ asset: Asset, _ amount: Int64?, to destination: MuxedAccount
    ) {
        let part = OperationFacts.Part.exact(asset, amount)
        self.init(form: form, sent: part, received: part, destination: destination)
    }

    fileprivate convenience init(
        _ sent: OperationFacts.Part, _ received: OperationFacts.Part, _ path: [Asset], to destination: MuxedAccount
    ) {
        self.init(form: .pathPayment, sent: sent, received: received, path: path, destination: destination)
    }

    fileprivate convenience init(_ asset: Asset, _ amount: Int64, claimants: [Claimant]) {
        let part = OperationFacts.Part.exact(asset, amount)
        self.init(form: .claim, sent: part, received: part, claimants: claimants)
    }

    fileprivate convenience init(clawback asset: Asset, _ amount: Int64, from holder: MuxedAccount) {
        self.init(form: .clawback, holder: holder, sent: .exact(asset, amount), received: nil)
    }
}

extension OperationFacts.Offer {
    package init(_ op: ManageSellOfferOp) {
        self.init(
            id: op.offerID, selling: op.selling, buying: op.buying, side: .sell(op.amount), statedPrice: op.price,
            isPassive: false)
    }

    package init(_ op: ManageBuyOfferOp) {
        self.init(
            id: op.offerID, selling: op.selling, buying: op.buying, side: .buy(op.buyAmount), statedPrice: op.price,
            isPassive: false)
    }

    package init(_ op: CreatePassiveSellOfferOp) {
        self.init(
            id: 0, selling: op.selling, buying: op.buying, side: .sell(op.amount), statedPrice: op.price,
            isPassive: true)
    }

    /// Units of `buying` for one of `selling`.
    package var price: Price {
        switch side {
        case .sell: statedPrice
        case .buy: Price(n: statedPrice.d, d: statedPrice.n)
        }
    }

    /// The most that it sells, in stroops: rounded up, and the largest amount at an impossible price. Never negative.
    package var mostSold: Int64 {
        switch side {
        case .sell(let amount): max(amount, 0)
        case .buy(let amount): amount > 0 ? statedPrice.value(of: amount, roundsUp: true) ?? .max : 0
        }
    }

    /// What it buys if it is taken as a whole at its price, in stroops, rounded down; 0 at an impossible price. Never
    /// negative.
    package var bought: Int64 {
        switch side {
        case .sell(let amount): statedPrice.value(of: amount, roundsUp: false) ?? 0
        case .buy(let amount): max(amount, 0)
        }
    }

    /// The stated amount, in stroops of what is sold or bought; 0 removes the offer.
    package var amount: Int64 {
        switch side {
        case .sell(let amount), .buy(let amount): amount
        }
    }
}

extension OperationBody {
    package var facts: OperationFacts { OperationFacts(self) }
}

extension RevokeSponsorshipOp {
    /// The account that owns the sponsored entry; nil if the operation does not name it.
    package var owner: AccountID? {
        switch self {
        case .signer(let signer): signer.accountID
        case .ledgerEntry(.account(let key)): key.accountID
        case .ledgerEntry(.trustline(let key)): key.accountID
        case .ledgerEntry(.offer(let key)): key.sellerID
        case .ledgerEntry(.data(let key)): key.accountID
        case .ledgerEntry: nil
        }
    }
}
