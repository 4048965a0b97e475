// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
package import StellarXDR
import TextCodec
import XDR

/// Contracts: instances, code and data.
extension RPCClient {
    /// A contract's instance; nil when the contract does not exist.
    package func contractInstance(_ contract: ContractID) throws(RPCError) -> ContractInstance? {
        let key = LedgerKey.contractInstance(contract)
        let found = try ledgerEntries([key])
        guard let record = found[key], case .contractData(let entry) = record.data else { return nil }
        guard case .contractInstance(let instance) = entry.val else {
            throw .protocolBroken(
                RPCCall("getLedgerEntries", at: bases[0]),
                what: "the entry of the contract's instance has another value")
        }
        return ContractInstance(
            contract: contract, executable: instance.executable, storage: instance.storage ?? [],
            liveUntilLedger: record.liveUntilLedger, latestLedger: found.latestLedger)
    }

    /// The code with this SHA-256; nil when the ledger does not have it.
    package func contractCode(_ hash: Hash) throws(RPCError) -> ContractCode? {
        guard let record = try ledgerEntry(.contractCode(LedgerKeyContractCode(hash: hash))),
            case .contractCode(let entry) = record.data
        else { return nil }
        return ContractCode(hash: hash, bytes: entry.code.bytes, liveUntilLedger: record.liveUntilLedger)
    }

    /// The value of a contract's data entry; nil when there is none.
    package func contractData(
        of contract: SCAddress, _ key: SCVal, _ durability: ContractDataDurability = .persistent
    ) throws(RPCError) -> ContractData? {
        let key = LedgerKey.contractData(LedgerKeyContractData(contract: contract, key: key, durability: durability))
        guard let record = try ledgerEntry(key), case .contractData(let entry) = record.data else { return nil }
        return ContractData(value: entry.val, liveUntilLedger: record.liveUntilLedger)
    }

    /// The hash of the code that an executable runs now; nil for an asset's contract and for a tag that does not exist.
    ///
    /// - Source: CAP-85, whose tag the owner can point at other code at any time.
    package func codeHash(of executable: ContractExecutable) throws(RPCError) -> Hash? {
        switch executable {
        case .wasm(let hash): hash
        case .stellarAsset: nil
        case .externalRef(let reference):
            if case .bytes(let bytes)? = try contractData(
                of: reference.executable_owner, .executableTag(reference.tag))?.value
            {
                Hash(bytes.bytes)
            } else {
                nil
            }
        }
    }
}

extension LedgerKey {
    /// The key of a contract's instance.
    package static func contractInstance(_ contract: ContractID) -> LedgerKey {
        .contractData(
            LedgerKeyContractData(
                contract: .contract(contract), key: .ledgerKeyContractInstance, durability: .persistent))
    }
}
