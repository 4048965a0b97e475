// SPDX-License-Identifier: Apache-2.0

import Crypto
import LedgerXDR
package import Stellar
package import StellarXDR

/// The contracts that every practice network has besides those of its assets.
package enum PracticeContract: String, Hashable, Sendable, CaseIterable {
    case counter
    case vault
    case simpleAccount = "simple account"
    case multisigAccount = "multisig account"
    case delegatingAccount = "delegating account"
    case smartAccount = "smart account"
    case boundAccount = "bound smart account"
    case webAuth = "web auth"
    case hello
    case swap = "atomic swap"

    /// The account that seems to have created the contracts. No one has its key: it is a hash.
    package static let deployer = AccountID.ed25519(Uint256(sha256: Array("coldstar-sandbox deployer".utf8)))

    /// The contract's address, which is the same on every practice network with this passphrase.
    package func id(on network: Network) -> ContractID {
        let salt = Uint256(sha256: Array("coldstar-sandbox \(rawValue)".utf8))
        return ContractIDPreimage.address(.init(address: .account(Self.deployer), salt: salt)).contract(on: network)
    }

    /// A valid Wasm module without code: it describes the contract, and says that its code is elsewhere.
    package var wasm: [UInt8] { Self.modules[self]?.wasm ?? [] }

    /// The module with the names of every function's arguments in reverse order, as a server could return it to mislead
    /// its clients.
    package var misleadingWasm: [UInt8] { NativeModule(spec: spec.map(\.withReversedNames)).bytes }

    /// The SHA-256 of `wasm`.
    package var hash: Hash { Self.modules[self]?.hash ?? Hash() }

    /// The contract whose module has this hash.
    package init?(hash: Hash) {
        guard let found = Self.allCases.first(where: { $0.hash == hash }) else { return nil }
        self = found
    }

    private static let modules: [PracticeContract: (wasm: [UInt8], hash: Hash)] = {
        let pairs = allCases.map { contract in
            let wasm = NativeModule(spec: contract.spec).bytes
            return (contract, (wasm: wasm, hash: Hash(sha256: wasm)))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    private var spec: [SCSpecEntry] {
        switch self {
        case .counter: CounterContract.spec
        case .vault: VaultContract.spec
        case .simpleAccount: SimpleAccountContract.spec
        case .multisigAccount: MultisigAccountContract.spec
        case .delegatingAccount: DelegatingAccountContract.spec
        case .smartAccount: SmartAccountContract(digest: .rules).spec
        case .boundAccount: SmartAccountContract(digest: .account).spec
        case .webAuth: WebAuthContract.spec
        case .hello: HelloContract.spec
        case .swap: SwapContract.spec
        }
    }

    /// The contract's instance and its code, as entries of a new ledger.
    package func entries(in ledger: HostLedger) -> [(key: LedgerKey, entry: StoredEntry)] {
        let instance = SCContractInstance(executable: .wasm(hash), storage: nil)
        let code = ContractCodeEntry(ext: .v0, hash: hash, code: Opaque(wasm) ?? Opaque())
        return [
            (.instance(id(on: ledger.network)), .instance(instance, of: id(on: ledger.network), in: ledger)),
            (
                .code(hash),
                StoredEntry(.contractCode(code), liveUntil: ledger.lastPossible, modified: ledger.sequence)
            ),
        ]
    }
}

extension StoredEntry {
    /// The entry of a contract's instance, with the longest life: no one is there to extend it.
    static func instance(
        _ instance: SCContractInstance, of contract: ContractID, in ledger: HostLedger
    ) -> StoredEntry {
        let entry = ContractDataEntry(
            ext: .v0, contract: .contract(contract), key: .ledgerKeyContractInstance, durability: .persistent,
            val: .contractInstance(instance))
        return StoredEntry(.contractData(entry), liveUntil: ledger.lastPossible, modified: ledger.sequence)
    }

    /// The entry of an asset's contract that is new.
    package static func instance(of asset: Asset, as contract: ContractID, in ledger: HostLedger) -> StoredEntry {
        var entry = instance(AssetInstance(asset).entry, of: contract, in: ledger)
        entry.isGiven = true
        return entry
    }
}

/// The code that runs for a contract. It is part of this program: the practice network runs no Wasm.
enum NativeCode: Hashable {
    case asset
    case contract(PracticeContract)

    func call(_ function: String, _ arguments: CallArguments, in host: inout Host) throws(HostError) -> SCVal {
        switch self {
        case .asset: try AssetContract.call(function, arguments, in: &host)
        case .contract(.counter): try CounterContract.call(function, arguments, in: &host)
        case .contract(.vault): try VaultContract.call(function, arguments, in: &host)
        case .contract(.simpleAccount): try SimpleAccountContract.call(function, arguments, in: &host)
        case .contract(.multisigAccount): try MultisigAccountContract.call(function, arguments, in: &host)
        case .contract(.delegatingAccount): try DelegatingAccountContract.call(function, arguments, in: &host)
        case .contract(.smartAccount):
            try SmartAccountContract(digest: .rules).call(function, arguments, in: &host)
        case .contract(.boundAccount):
            try SmartAccountContract(digest: .account).call(function, arguments, in: &host)
        case .contract(.webAuth): try WebAuthContract.call(function, arguments, in: &host)
        case .contract(.hello): try HelloContract.call(function, arguments, in: &host)
        case .contract(.swap): try SwapContract.call(function, arguments, in: &host)
        }
    }
}

extension HostError {
    /// A call of a function that the contract does not have.
    static let noSuchFunction = HostError(
        .wasmVm(.missingValue), "trying to invoke non-existent contract function")
}
