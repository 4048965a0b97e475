// SPDX-License-Identifier: Apache-2.0

package import Faults
import RPC
import Review
package import Stellar
package import StellarXDR
package import TextCodec

/// What an account or a contract holds of a token that the signer's book pins.
package struct TokenHolding: Sendable {
    package let contract: ContractID
    /// The owner's name for the contract.
    package let label: String
    /// As it is pinned.
    package let symbol: String
    /// Nil if the contract does not say, or no server responds.
    package let balance: TokenAmount?

    package init(contract: ContractID, label: String, symbol: String, balance: TokenAmount?) {
        self.contract = contract
        self.label = label
        self.symbol = symbol
        self.balance = balance
    }

    /// All pinned tokens of a network, in the order of the pins, where a server of Stellar RPC is named; empty where none is.
    ///
    /// - Parameter holder: an account's trustlines hold its assets: their contracts are not listed for it. Its balances are unknown where no
    ///   server responds, because its assets can be shown without them; a contract has no others.
    package static func all(
        of holder: SCAddress, on network: Network, in context: OnlineContext
    ) throws(Failure) -> [TokenHolding] {
        guard let client = try context.rpcServers?.get().givenClient(for: network) else { return [] }
        var holdings: [TokenHolding] = []
        var isUnreachable = false
        for pin in try context.contractPins().all() where pin.network == network {
            guard let units = pin.tokenUnits(heldBy: holder) else { continue }
            var balance: Int128?
            do throws(RPCError) {
                if !isUnreachable { balance = try client.balance(of: holder, in: pin.contract) }
            } catch {
                guard error.isAbsence, case .account = holder else { throw Failure(error) }
                isUnreachable = true
            }
            holdings.append(
                TokenHolding(
                    contract: pin.contract, label: pin.label, symbol: units.symbol,
                    balance: balance.map { TokenAmount(units: $0, decimals: Int(units.decimals)) }))
        }
        return holdings
    }

    /// The balance with its token, on one line.
    package var text: String {
        let amount = balance.map { "\($0.text) \(symbol)" } ?? "an unknown amount of \(symbol)"
        return "\(amount) (token \(TerminalText.escape(label)), \(StrKey.contract(contract).text))"
    }

    package var json: JSON {
        [
            "contract": .string(StrKey.contract(contract).text), "label": .string(label), "symbol": .string(symbol),
            "balance": balance.map { .string($0.text) } ?? .null,
        ]
    }
}

extension ContractPin {
    fileprivate func tokenUnits(heldBy holder: SCAddress) -> Units? {
        guard let asset else { return units }
        if case .account = holder { return nil }
        return Units(decimals: UInt8(Amount.decimals), symbol: asset == .native ? "XLM" : asset.code)
    }
}
