// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import XDR

extension ContractSpec {
    /// The interface of the contract that the network itself provides for a Stellar asset; it has no code.
    ///
    /// - Source: CAP-46-06, SEP-41, CAP-73.
    package static func stellarAsset() throws(ContractError) -> ContractSpec {
        var section: [UInt8] = []
        for (name, inputs, output) in assetFunctions {
            let function = SCSpecFunctionV0(
                doc: Opaque(), name: Opaque(Array(name.utf8)) ?? Opaque(),
                inputs: inputs.map { name, type in
                    SCSpecFunctionInputV0(doc: Opaque(), name: Opaque(Array(name.utf8)) ?? Opaque(), type: type)
                }, outputs: BoundedArray(output.map { [$0] } ?? []) ?? BoundedArray())
            section += SCSpecEntry.functionV0(function).xdr
        }
        return try ContractSpec(section: section)
    }

    private static let assetFunctions: [(String, [(String, SCSpecTypeDef)], SCSpecTypeDef?)] = [
        ("allowance", [("from", .address), ("spender", .address)], .i128),
        (
            "approve",
            [("from", .address), ("spender", .address), ("amount", .i128), ("live_until_ledger", .u32)], nil
        ),
        ("balance", [("id", .address)], .i128),
        ("authorized", [("id", .address)], .bool),
        ("transfer", [("from", .address), ("to", .muxedAddress), ("amount", .i128)], nil),
        (
            "transfer_from",
            [("spender", .address), ("from", .address), ("to", .address), ("amount", .i128)], nil
        ),
        ("burn", [("from", .address), ("amount", .i128)], nil),
        ("burn_from", [("spender", .address), ("from", .address), ("amount", .i128)], nil),
        ("decimals", [], .u32), ("name", [], .string), ("symbol", [], .string), ("admin", [], .address),
        ("set_admin", [("new_admin", .address)], nil),
        ("set_authorized", [("id", .address), ("authorize", .bool)], nil),
        ("mint", [("to", .address), ("amount", .i128)], nil),
        ("clawback", [("from", .address), ("amount", .i128)], nil),
        ("trust", [("addr", .address)], nil),
    ]
}
