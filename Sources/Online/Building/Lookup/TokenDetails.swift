// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import Stellar
package import StellarXDR

/// A token: its contract, what it declares about itself, and a balance.
package struct TokenDetails: Presentable, Sendable {
    private let token: Token
    private let holder: SCAddress?
    private let balance: TokenAmount?

    /// - Parameter holder: whose balance is wanted; an account or a contract.
    package init(of token: Token, heldBy holder: SCAddress?, by client: RPCClient) throws(Failure) {
        self.token = token
        self.holder = holder
        guard let holder else {
            balance = nil
            return
        }
        do throws(RPCError) {
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
        return [.facts(facts)]
    }
}
