// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Stellar
package import StellarXDR

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

    /// What an account holds of the pinned tokens of a network, in the order of the pins, where a server of Stellar RPC
    /// is named; empty where none is. Its trustlines hold its assets: their contracts are not listed. The balances are
    /// unknown where no server responds, because the assets can be shown without them.
    package static func all(
        of account: AccountID, on network: Network, in context: OnlineContext
    ) throws(Failure) -> [TokenHolding] {
        guard let client = try context.rpcServers?.get().givenClient(for: network) else { return [] }
        var holdings: [TokenHolding] = []
        var isUnreachable = false
        for pin in try context.contractPins().all() where pin.network == network && pin.asset == nil {
            guard let units = pin.units else { continue }
            var balance: Int128?
            do throws(RPCError) {
                if !isUnreachable { balance = try client.balance(of: .account(account), in: pin.contract) }
            } catch {
                guard error.isAbsence else { throw Failure(error) }
                isUnreachable = true
            }
            holdings.append(TokenHolding(pin, units, balance))
        }
        return holdings
    }

    /// What a contract holds of the pinned tokens of the client's network, assets among them.
    package static func all(
        of contract: ContractID, by client: RPCClient, pins: ContractPins
    ) throws(Failure) -> [TokenHolding] {
        var holdings: [TokenHolding] = []
        for pin in try pins.all() where pin.network == client.network {
            guard let units = pin.units ?? pin.asset?.units else { continue }
            let balance: Int128?
            do { balance = try client.balance(of: .contract(contract), in: pin.contract) } catch {
                throw Failure(error)
            }
            holdings.append(TokenHolding(pin, units, balance))
        }
        return holdings
    }

    private init(_ pin: ContractPin, _ units: ContractPin.Units, _ balance: Int128?) {
        self.init(
            contract: pin.contract, label: pin.label, symbol: units.symbol,
            balance: balance.map { TokenAmount(units: $0, decimals: Int(units.decimals)) })
    }

    /// The balance with its token, on one line.
    package var text: String {
        let symbol = ForeignName(symbol).text
        let amount = balance.map { "\($0.text) \(symbol)" } ?? "an unknown amount of \(symbol)"
        return "\(amount) (token \(ForeignName(label).text), \(StrKey.contract(contract).text))"
    }

    package var json: JSON {
        [
            "contract": .string(StrKey.contract(contract).text), "label": .string(label), "symbol": .string(symbol),
            "balance": balance.map { .string($0.text) } ?? .null,
        ]
    }
}

extension Asset {
    fileprivate var units: ContractPin.Units {
        ContractPin.Units(decimals: UInt8(Amount.decimals), symbol: self == .native ? "XLM" : code)
    }
}
