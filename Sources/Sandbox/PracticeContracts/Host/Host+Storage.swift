// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR

/// What contracts store. Reading or writing an entry puts it into the call's footprint.
extension Host {
    /// The value of an entry of the contract that runs; nil if there is none.
    mutating func value(_ key: LedgerKey) throws(HostError) -> SCVal? {
        try storage.entry(key)?.value
    }

    /// Writes an entry of a contract.
    mutating func put(_ value: SCVal, at key: LedgerKey) throws(HostError) {
        guard case .contractData(let name) = key else { return }
        let entry = ContractDataEntry(
            ext: .v0, contract: name.contract, key: name.key, durability: name.durability, val: value)
        try storage.put(.contractData(entry), at: key)
    }

    /// A persistent entry's key, of the contract that runs.
    func persistent(_ key: SCVal) -> LedgerKey { .persistent(.contract(contract), key) }

    /// A temporary entry's key, of the contract that runs.
    func temporary(_ key: SCVal) -> LedgerKey { .temporary(.contract(contract), key) }

    // MARK: Instances

    /// A contract's executable and what is stored with it.
    mutating func instance(of contract: ContractID) throws(HostError) -> SCContractInstance {
        guard case .contractInstance(let instance)? = try value(.instance(contract)) else {
            throw HostError(
                .storage(.missingValue), "there is no contract at this address", .address(.contract(contract)))
        }
        return instance
    }

    /// A value stored with the contract that runs.
    mutating func stored(_ key: SCVal) throws(HostError) -> SCVal? {
        try instance(of: contract).storage?.first { $0.key == key }?.val
    }

    /// Stores a value with the contract that runs.
    mutating func store(_ value: SCVal, at key: SCVal) throws(HostError) {
        var instance = try instance(of: contract)
        var entries = (instance.storage ?? []).filter { $0.key != key }
        entries.append(SCMapEntry(key: key, val: value))
        instance.storage = entries.sorted { $0.key.precedes($1.key) }
        try put(.contractInstance(instance), at: .instance(contract))
    }

    /// The native code of a contract, which its instance names: the built-in one of assets, or by the hash of its Wasm.
    mutating func code(of contract: ContractID) throws(HostError) -> NativeCode {
        switch try instance(of: contract).executable {
        case .stellarAsset: return .asset
        case .wasm(let hash):
            guard try storage.entry(.code(hash)) != nil, let contract = PracticeContract(hash: hash) else {
                throw HostError(.wasmVm(.missingValue), "the practice network runs only the contracts that it has")
            }
            return .contract(contract)
        case .externalRef:
            throw HostError(.wasmVm(.invalidAction), "the practice network does not follow executables by reference")
        }
    }

    // MARK: Accounts

    mutating func account(_ id: AccountID) throws(HostError) -> AccountEntry? {
        guard case .account(let entry)? = try storage.entry(.account(id))?.data else { return nil }
        return entry
    }
}
