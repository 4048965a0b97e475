// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The tokens whose contract is known on a network, because its id follows from an asset that is (CAP-46-06).
package struct KnownTokens: Sendable {
    private var assets: [ContractID: Asset] = [:]

    /// No token.
    package init() {}

    /// - Parameters:
    ///   - transaction: without a contract call in it, no id is computed.
    ///   - book: has the assets that are known besides XLM.
    ///   - policy: may name more.
    package init(for transaction: Transaction, on network: Network, book: Book, policy: Policy?) {
        let calls = transaction.operations.contains { $0.type == .invokeHostFunction }
        if calls { self.init(on: network, book: book, policy: policy) } else { self.init() }
    }

    init(on network: Network, book: Book, policy: Policy?) {
        var all = [.native] + book.assets
        if case .only(let texts) = policy?.assets { all += texts.compactMap { try? Asset($0) } }
        for asset in all { assets[ContractIDPreimage.asset(asset).contract(on: network)] = asset }
    }

    /// The asset whose contract is called.
    func asset(of call: TokenCall) -> Asset? {
        if case .contract(let id) = call.contract { assets[id] } else { nil }
    }

    /// What an operation moves or lets another move of known tokens; nil for `all` where it may move more than these.
    func moves(of op: InvokeHostFunctionOp) -> (known: [TokenMove], isAll: Bool) {
        let calls = op.callsAsOftenAsMade
        let known = calls.compactMap { call in
            TokenCall(call).flatMap { call in asset(of: call).flatMap { TokenMove(call, of: $0) } }
        }
        let isCall = if case .invokeContract = op.hostFunction { true } else { false }
        return (known, isCall && known.count == calls.count && op.creations.isEmpty)
    }
}

/// A movement of a known token, or the permission to make one.
struct TokenMove: Hashable {
    let asset: Asset
    /// Whose balance it reduces. Contracts' balances are nobody's who signs here.
    let from: AccountID
    /// Who receives it, or may spend it; nil if it is destroyed.
    let to: SCAddress?
    /// Stroops, at least zero.
    let amount: Int128
    /// Whether exactly this amount moves; otherwise as much as a spender likes, up to the amount.
    let isCertain: Bool

    /// Nil for a call that moves nothing, and for one whose accounts cannot be told.
    init?(_ call: TokenCall, of asset: Asset) {
        let from: SCAddress
        switch call.action {
        case .transfer(let source, let destination), .transferFrom(_, let source, let destination):
            (from, to) = (source, destination)
        case .approve(let source, let spender, _): (from, to) = (source, spender)
        case .burn(let source), .burnFrom(_, let source): (from, to) = (source, nil)
        case .mint(let destination):
            guard let issuer = asset.issuer else { return nil }
            (from, to) = (.account(issuer), destination)
        case .clawback, .setAdmin, .setAuthorized: return nil
        }
        guard let account = from.account else { return nil }
        switch to {
        case .claimableBalance, .liquidityPool: return nil
        case .account, .muxedAccount, .contract, nil: break
        }
        self.asset = asset
        self.from = account
        amount = max(call.amount, 0)
        isCertain = call.spender == nil
    }

    /// Whether it leaves every balance as it was.
    var isToItself: Bool { to?.recipient?.account == from }
}
