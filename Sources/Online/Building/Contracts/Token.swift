// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
import Review
package import Stellar
package import StellarXDR

/// A token that a user names: by its contract, or by the Stellar asset whose contract it is.
package struct Token: Sendable {
    package let contract: ContractID
    /// The asset, if the contract is the one that the network provides for it.
    package let asset: Asset?
    /// The contract's interface; nil for a token that was named by its asset.
    package let interface: ContractInterface?
    /// As the token declares them now.
    package let decimals: Int
    /// As the token declares it now, as a `ForeignName`.
    package let symbol: String?

    /// The token of an asset. The contract's id follows from it: nothing is asked.
    package init(_ asset: Asset, on network: Network) {
        self.init(
            ContractIDPreimage.asset(asset).contract(on: network), asset: asset, nil, decimals: Amount.decimals,
            symbol: asset == .native ? "XLM" : asset.code)
    }

    /// The token of a contract.
    ///
    /// - Throws: `.badInput` if the contract does not say how many decimals it has.
    ///   `.refused` if it says something else than the pin.
    package init(_ contract: ContractID, pin: ContractPin? = nil, from client: RPCClient) throws(Failure) {
        let interface = try ContractInterface(contract, from: client)
        try interface.check(pin)
        if interface.isStellarAsset, let asset = interface.asset(on: client.network) {
            self.init(asset, on: client.network)
            return
        }
        let shown = StrKey.contract(contract).text
        guard case .u32(let declared)? = try interface.read("decimals", from: client),
            declared <= TokenAmount.mostDecimals
        else {
            throw Failure(
                .badInput, "\(shown) does not say how many decimals it has: it is not a token (SEP-41)",
                hint: "to call its functions with plain numbers: \(step: .build(.invoke))")
        }
        if let pinned = pin?.units?.decimals, UInt32(pinned) != declared {
            throw Failure(.refused, "\(shown) says that it has \(declared) decimals, but \(pinned) are pinned")
        }
        var symbol: String?
        if case .string(let name)? = try interface.read("symbol", from: client) {
            symbol = ForeignName(name.bytes).text
        }
        self.init(contract, asset: nil, interface, decimals: Int(declared), symbol: symbol)
    }

    private init(
        _ contract: ContractID, asset: Asset?, _ interface: ContractInterface?, decimals: Int, symbol: String?
    ) {
        self.contract = contract
        self.asset = asset
        self.interface = interface
        self.decimals = decimals
        self.symbol = symbol
    }

    /// What a user writes for an amount, in the token's units.
    package func amount(_ text: String, _ field: FieldID, allowingZero: Bool = false) throws(Failure) -> TokenAmount {
        let amount: TokenAmount
        do { amount = try TokenAmount(text, decimals: decimals) } catch {
            throw Failure(.badInput, field, "\(error.message)")
        }
        guard allowingZero || amount.units > 0 else {
            throw Failure(.badInput, field, "the amount must be above zero")
        }
        guard asset == nil || amount.units <= Int128(Int64.max) else {
            throw Failure(.badInput, field, "an asset's amount is at most \(Amount.max.text)")
        }
        return amount
    }
}

extension ContractInterface {
    /// The asset whose contract this is, by the name in its storage: the id must follow from it.
    func asset(on network: Network) -> Asset? {
        guard isStellarAsset, let name = metadata("name") else { return nil }
        let asset = name == "native" ? Asset.native : try? Asset(name)
        return asset.flatMap { ContractIDPreimage.asset($0).contract(on: network) == contract ? $0 : nil }
    }

    private func metadata(_ field: String) -> String? {
        for entry in instance.storage {
            guard case .symbol(let key) = entry.key, key.bytes.elementsEqual("METADATA".utf8),
                case .map(let fields?) = entry.val
            else { continue }
            for one in fields {
                guard case .symbol(let name) = one.key, name.bytes.elementsEqual(field.utf8),
                    case .string(let value) = one.val
                else { continue }
                return String(validating: value.bytes, as: UTF8.self)
            }
        }
        return nil
    }

    /// The value of a function without arguments; nil if the contract does not have it, or it fails.
    package func read(_ function: String, from client: RPCClient) throws(Failure) -> SCVal? {
        try read(function, [], from: client)
    }

    /// The value that a call would return; nothing is submitted.
    package func read(_ function: String, _ arguments: [SCVal], from client: RPCClient) throws(Failure) -> SCVal? {
        guard let name = SCSymbol(Array(function.utf8)) else { return nil }
        let call = InvokeContractArgs(contractAddress: .contract(contract), functionName: name, args: arguments)
        do { return try client.value(of: call) } catch { throw Failure(error) }
    }
}
