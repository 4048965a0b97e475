// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import Stellar
package import StellarXDR

/// A token: its contract, what it declares about itself, a balance, and what another may spend of it.
package struct TokenDetails: Presentable, Sendable {
    private let token: Token
    private let holder: SCAddress?
    private let balance: TokenAmount?
    private let allowance: TokenAllowance?

    /// - Parameters:
    ///   - holder: whose balance is wanted; an account or a contract.
    ///   - spender: whose allowance is wanted, given by the holder; likewise.
    /// - Throws: `.usage` for a spender without a holder.
    package init(
        of token: Token, heldBy holder: SCAddress?, spentBy spender: SCAddress? = nil, by client: RPCClient
    ) throws(Failure) {
        self.token = token
        self.holder = holder
        guard let holder else {
            guard spender == nil else {
                throw Failure(.usage, .spender, "name also whose token it may spend: \(field: .of)")
            }
            (balance, allowance) = (nil, nil)
            return
        }
        do throws(RPCError) {
            allowance = try spender.map { spender throws(RPCError) in
                try TokenAllowance(of: holder, for: spender, in: token, by: client)
            }
            let units: Int128? =
                if case .account(let account) = holder, let asset = token.asset {
                    try client.balance(of: account, in: asset).map { Int128($0.balance.stroops) }
                } else { try client.balance(of: holder, in: token.contract) }
            balance = units.map { TokenAmount(units: $0, decimals: token.decimals) }
        } catch { throw Failure(error) }
    }

    private var contract: String { StrKey.contract(token.contract).text }

    package var document: JSON {
        [
            "contract": .string(contract), "asset": token.asset.map { .string($0.text) } ?? .null,
            "decimals": .integer(token.decimals), "symbol": token.symbol.map { .string($0) } ?? .null,
            "holder": holder.map { .string($0.address) } ?? .null,
            "balance": balance.map { .string($0.text) } ?? .null,
            "spender": allowance.map { .string($0.spender.address) } ?? .null,
            "allowance": allowance?.amount.map { .string($0.text) } ?? .null,
            "allowance_until_ledger": allowance?.until.map { .integer($0) } ?? .null,
        ]
    }

    package var text: [TextPart] {
        var facts = [
            TextFact("contract", Wording(contract)),
            token.asset.map { TextFact("asset", Wording($0.text)) }
                ?? TextFact("symbol", "\(token.symbol ?? "none") (as the contract says now)"),
            TextFact("decimals", "\(token.decimals)"),
        ]
        if let holder {
            let amount = balance.map { "\($0.text) \(token.symbol ?? "")" } ?? "none"
            facts.append(TextFact("balance", "\(amount) of \(holder.address)"))
        }
        if let allowance { facts.append(TextFact("allowance", allowance.text(symbol: token.symbol))) }
        return [.facts(facts)]
    }
}

/// What someone may spend of another's token.
///
/// - Source: SEP-41 §allowance.
private struct TokenAllowance {
    let spender: SCAddress
    /// Nil if the token does not say.
    let amount: TokenAmount?
    /// The last ledger in which it counts; nil where there is none, or the token does not store it as most do.
    let until: UInt32?
    /// About when that is.
    private let end: Timestamp?

    init(of holder: SCAddress, for spender: SCAddress, in token: Token, by client: RPCClient) throws(RPCError) {
        self.spender = spender
        guard let units = try client.allowance(of: holder, for: spender, in: token.contract) else {
            (amount, until, end) = (nil, nil, nil)
            return
        }
        amount = TokenAmount(units: units, decimals: token.decimals)
        until = units > 0 ? try Self.end(of: holder, for: spender, in: token, by: client) : nil
        guard let until else {
            end = nil
            return
        }
        let latest = try client.latestLedger()
        end = latest.closedAt?.adding(LedgerSpan.seconds(from: latest.sequence, to: until))
    }

    /// As the contracts of Stellar assets store it, and those written after their model.
    ///
    /// - Source: rs-soroban-env, stellar_asset_contract/storage_types.rs.
    private static func end(
        of holder: SCAddress, for spender: SCAddress, in token: Token, by client: RPCClient
    ) throws(RPCError) -> UInt32? {
        let parties = SCVal.map([
            SCMapEntry(key: .name("from"), val: .address(holder)),
            SCMapEntry(key: .name("spender"), val: .address(spender)),
        ])
        let found = try client.contractData(
            of: .contract(token.contract), .vec([.name("Allowance"), parties]), .temporary)
        guard case .map(let fields?) = found?.value,
            case .u32(let ledger)? = fields.first(where: { $0.key == .name("live_until_ledger") })?.val
        else { return nil }
        return ledger
    }

    func text(symbol: String?) -> Wording {
        guard let amount else { return "the token does not say what \(spender.address) may spend" }
        guard amount.units > 0 else { return "none for \(spender.address)" }
        let last = until.map { ", until ledger \($0)" } ?? ""
        let about = end.map { ", about \($0.utc)" } ?? ""
        return "\(amount.text) \(symbol ?? "") for \(spender.address)\(last)\(about)"
    }
}
