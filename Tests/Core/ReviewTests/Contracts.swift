// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

let contract = SCAddress.contract(hash(7))

func symbol(_ name: String) -> SCSymbol { bytes(name) }

func call(_ name: String, on contract: SCAddress = contract, _ arguments: [SCVal] = []) -> InvokeContractArgs {
    InvokeContractArgs(contractAddress: contract, functionName: symbol(name), args: arguments)
}

func transfer(on contract: SCAddress = contract) -> InvokeContractArgs {
    call(
        "transfer", on: contract,
        [.address(.account(alice.account)), .address(.account(bob.account)), .i128(Int128Parts(hi: 0, lo: 50_000_000))])
}

func invoke(_ function: HostFunction, auth: [SorobanAuthorizationEntry] = []) -> Operation {
    operation(.invokeHostFunction(InvokeHostFunctionOp(hostFunction: function, auth: auth)))
}

func authorization(_ credentials: SorobanCredentials, _ call: InvokeContractArgs) -> SorobanAuthorizationEntry {
    SorobanAuthorizationEntry(
        credentials: credentials,
        rootInvocation: SorobanAuthorizedInvocation(function: .contractFn(call), subInvocations: []))
}

func credentials(until ledger: UInt32) -> SorobanCredentials {
    .address(
        SorobanAddressCredentials(
            address: .account(bob.account), nonce: 5, signatureExpirationLedger: ledger, signature: .void))
}

/// The creation of a contract whose code another contract chooses (CAP-85).
let followingTag = CreateContractArgs(
    contractIDPreimage: .asset(usdc),
    executable: .externalRef(ContractExecutableExternalRef(executable_owner: contract, tag: bytes("v1\u{1b}[2J"))))

/// - Parameters:
///   - contracts: whose entries the footprint lets the transaction write.
///   - accounts: likewise.
///   - archived: the written entries that are restored, by their places; nil for the form without a list.
func resources(
    writing contracts: [SCAddress] = [], accounts: [Person] = [], restoring archived: [UInt32]? = nil
) -> TransactionExt {
    .v1(
        SorobanTransactionData(
            ext: archived.map { .v1(.init(archivedSorobanEntries: $0)) } ?? .v0,
            resources: SorobanResources(
                footprint: LedgerFootprint(
                    readOnly: [],
                    readWrite: contracts.map {
                        .contractData(.init(contract: $0, key: .symbol("State"), durability: .persistent))
                    } + accounts.map { .account(.init(accountID: $0.account)) }), instructions: 1, diskReadBytes: 1,
                writeBytes: 1),
            resourceFee: 50))
}
