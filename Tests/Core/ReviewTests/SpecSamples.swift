// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

@testable import Review

/// Interfaces of contracts, and pins of them.
enum SpecSamples {
    static func function(_ name: String, _ inputs: [(String, SCSpecTypeDef)] = []) -> SCSpecEntry {
        .functionV0(
            SCSpecFunctionV0(
                doc: bytes(""), name: bytes(name),
                inputs: inputs.map { SCSpecFunctionInputV0(doc: bytes(""), name: bytes($0.0), type: $0.1) },
                outputs: bounded([])))
    }

    static func section(_ entries: [SCSpecEntry]) -> [UInt8] { entries.flatMap(\.xdr) }

    /// `deposit(user, amount)` and `stop()`.
    static let vault = section([
        function("deposit", [("user", .address), ("amount", .i128)]), function("stop"),
        function("transfer", [("from", .address), ("to", .address), ("amount", .i128)]),
    ])
    /// With a function that replaces the code.
    static let upgradable = section([
        function("deposit", [("user", .address), ("amount", .i128)]), function("upgrade"),
    ])

    /// The interface of an account of OpenZeppelin's library with these numbers of errors.
    static func smartAccount(errors: [UInt32], digest: Bool = false) -> [UInt8] {
        let delegated = SCSpecUDTUnionCaseTupleV0(doc: bytes(""), name: bytes("Delegated"), type: [.address])
        return section(
            [
                .udtStructV0(SCSpecUDTStructV0(doc: bytes(""), lib: bytes(""), name: bytes("AuthPayload"), fields: [])),
                .udtUnionV0(
                    SCSpecUDTUnionV0(
                        doc: bytes(""), lib: bytes(""), name: bytes("Signer"), cases: [.tupleV0(delegated)])),
                .udtErrorEnumV0(
                    SCSpecUDTErrorEnumV0(
                        doc: bytes(""), lib: bytes(""), name: bytes("SmartAccountError"),
                        cases: errors.map { SCSpecUDTErrorEnumCaseV0(doc: bytes(""), name: bytes("e\($0)"), value: $0) }
                    )),
            ] + (digest ? [function("auth_digest")] : []))
    }

    /// A module whose only section is the interface.
    static func module(_ section: [UInt8]) -> [UInt8] {
        func counted(_ bytes: [UInt8]) -> [UInt8] {
            var (size, count) = (bytes.count, [UInt8]())
            while size > 127 {
                count.append(UInt8(size & 127) | 128)
                size >>= 7
            }
            return count + [UInt8(size)] + bytes
        }
        return [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0] + counted(counted(Array("contractspecv0".utf8)) + section)
    }

    static func material(_ section: [UInt8], of id: ContractID = hash(7)) -> AuthorizationRequest.Material {
        AuthorizationRequest.Material(id: id, content: .spec(section))
    }

    static func code(_ section: [UInt8], of id: ContractID = hash(7)) -> AuthorizationRequest.Material {
        AuthorizationRequest.Material(id: id, content: .wasm(module(section)))
    }

    static func pin(_ id: ContractID = hash(7), on network: Network = .testnet, _ change: (inout ContractPin) -> Void)
        -> ContractPin
    {
        var pin = ContractPin(network: network, contract: id, label: "vault")
        change(&pin)
        return pin
    }

    /// A pin of the interface, with functions that the book allows.
    static func pinned(_ section: [UInt8], _ functions: [String] = []) -> ContractPin {
        pin {
            $0.specHash = Hash(sha256: section)
            $0.functions = functions
        }
    }

    /// A pinned token.
    static func token(_ decimals: UInt8 = 6, on network: Network = .testnet) -> ContractPin {
        pin(on: network) { $0.units = ContractPin.Units(decimals: decimals, symbol: "EUR.x") }
    }

    static func deposit(_ amount: SCVal = .i128(Int128Parts(hi: 0, lo: 25))) -> InvokeContractArgs {
        call("deposit", [.address(.account(alice.account)), amount])
    }
}
