// SPDX-License-Identifier: Apache-2.0

import Crypto
import LedgerXDR
import Stellar
import StellarXDR

/// Code and contracts that transactions add.
///
/// - Source: rs-soroban-env, protocol 28; CAP-46-02, CAP-58.
extension Host {
    /// Stores the code of a contract and returns its hash. Code that is there already stays as it is.
    mutating func upload(_ code: [UInt8]) throws(HostError) -> SCVal {
        guard code.count <= ResourceLimits.contractBytes else {
            throw HostError(.wasmVm(.invalidInput), "the code is larger than the network allows")
        }
        instructions += Instructions.upload(bytes: code.count)
        _ = try Self.interface(of: code)
        let hash = Hash(sha256: code)
        let key = LedgerKey.code(hash)
        if try storage.entry(key) == nil {
            try storage.put(
                .contractCode(ContractCodeEntry(ext: .v0, hash: hash, code: Opaque(code) ?? Opaque())), at: key)
        }
        return .raw(hash.bytes)
    }

    /// Creates a contract and returns its address. The address from which it derives authorizes that; the contract of
    /// an asset may be created by anyone.
    ///
    /// - Parameter arguments: those of its constructor.
    mutating func create(
        _ preimage: ContractIDPreimage, _ executable: ContractExecutable, _ arguments: [SCVal],
        authorizedAs function: SorobanAuthorizedFunction
    ) throws(HostError) -> SCVal {
        enter(Frame(creating: function))
        instructions += Instructions.creation
        let contract = preimage.contract(on: ledger.network)
        let instance: SCContractInstance
        switch (preimage, executable) {
        case (.address(let origin), .wasm(let hash)):
            try requireAuthorization(of: origin.address)
            try checkConstructor(of: hash, arguments)
            instance = SCContractInstance(executable: executable, storage: nil)
        case (.asset(let asset), .stellarAsset):
            instance = AssetInstance(asset).entry
        case (.address, .externalRef), (.asset, .externalRef):
            throw HostError(.wasmVm(.invalidAction), "the practice network does not follow executables by reference")
        case (.address, .stellarAsset), (.asset, .wasm):
            throw HostError(.value(.invalidInput), "the executable does not fit what the address derives from")
        }
        let key = LedgerKey.instance(contract)
        try storage.overlookGiven(key)
        guard try storage.entry(key) == nil else {
            throw HostError(.storage(.existingValue), "the contract exists already", .address(.contract(contract)))
        }
        let entry = ContractDataEntry(
            ext: .v0, contract: .contract(contract), key: .ledgerKeyContractInstance, durability: .persistent,
            val: .contractInstance(instance))
        try storage.put(.contractData(entry), at: key)
        leave()
        return .address(.contract(contract))
    }

    /// The contracts of this network have no constructors, and those of other code cannot be run.
    private mutating func checkConstructor(of hash: Hash, _ arguments: [SCVal]) throws(HostError) {
        guard case .contractCode(let code)? = try storage.entry(.code(hash))?.data else {
            throw HostError(.storage(.missingValue), "the code of the contract is not on the ledger", .raw(hash.bytes))
        }
        let constructor = Array("__constructor".utf8)
        if try Self.interface(of: code.code.bytes)?.function(constructor) != nil {
            throw HostError(.wasmVm(.missingValue), "the practice network runs no Wasm, and so no constructor")
        }
        guard arguments.isEmpty else { throw Self.noConstructor }
    }

    /// What the code says of its functions; nil if it says nothing.
    private static func interface(of code: [UInt8]) throws(HostError) -> ContractSpec? {
        guard WasmModule.isModule(code) else {
            throw HostError(.wasmVm(.invalidInput), "the code is not a WebAssembly module")
        }
        do throws(ContractError) { return try ContractSpec(moduleOrSection: code) } catch {
            if case .noSpec = error { return nil }
            throw HostError(.wasmVm(.invalidInput), "the WebAssembly module or its description is damaged")
        }
    }

    private static let noConstructor = HostError(
        .context(.invalidInput), "there are arguments for a constructor that the contract does not have")
}
