// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

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
        case .contract(.smartAccount):
            try SmartAccountContract(digest: .rules).call(function, arguments, in: &host)
        case .contract(.boundAccount):
            try SmartAccountContract(digest: .account).call(function, arguments, in: &host)
        case .contract(.webAuth): try WebAuthContract.call(function, arguments, in: &host)
        }
    }
}

extension HostError {
    /// A call of a function that the contract does not have.
    static let noSuchFunction = HostError(
        .wasmVm(.missingValue), "trying to invoke non-existent contract function")
}
