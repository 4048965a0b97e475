// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR

/// Books that know the called contracts, and interfaces for them, as a request can bring them.
enum Pins {
    /// The material and the pins for calls: in turn a token whose functions are allowed, one whose interface has
    /// changed, and a contract of which only the units are known. Each is a contract account of `signer` too.
    ///
    /// - Parameter authorizer: the contract account that authorizes the calls.
    static func of(
        _ operation: InvokeHostFunctionOp, by authorizer: ContractID? = nil, on network: Network, signer: AccountID
    ) -> (material: [AuthorizationRequest.Material], pins: [ContractPin]) {
        guard let token = try? ContractSpec.stellarAsset() else { return ([], []) }
        var material: [AuthorizationRequest.Material] = []
        var pins: [ContractPin] = []
        let called = operation.calls.prefix(20).compactMap { call in
            if case .contract(let id) = call.contractAddress { id } else { nil }
        }
        for id in [authorizer].compactMap(\.self) + called where !pins.contains(where: { $0.contract == id }) {
            var pin = ContractPin(network: network, contract: id, label: "contract-\(pins.count)")
            pin.units = ContractPin.Units(
                decimals: UInt8(pins.count * 7) % (ContractPin.mostDecimals + 1), symbol: "TOKEN")
            pin.account = ContractPin.Account(
                shape: ContractPin.Account.Shape.allCases[pins.count % ContractPin.Account.Shape.allCases.count],
                signers: [signer])
            if pins.count % 3 < 2 {
                material.append(AuthorizationRequest.Material(id: id, content: .spec(token.section)))
                pin.specHash = pins.count % 3 == 0 ? token.hash : Hash()
                pin.functions = token.functions.map { String(decoding: $0.name.bytes, as: UTF8.self) }
            }
            pins.append(pin)
        }
        return (material, pins.filter { $0.fault == nil })
    }
}
