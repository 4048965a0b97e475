// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// The contracts that are there without having been created by a transaction.
extension LedgerState {
    /// Adds the practice contracts and the contract of the native asset.
    mutating func addContracts(_ ledger: HostLedger) {
        for contract in PracticeContract.allCases {
            for (key, entry) in contract.entries(in: ledger) { contractEntries[key] = entry }
        }
        addContract(of: .native, ledger)
        for account in accounts.values { addContracts(of: account.trustlines.keys, ledger) }
    }

    /// Adds the contracts of assets that have none yet.
    mutating func addContracts(of assets: some Sequence<Asset>, _ ledger: HostLedger) {
        for asset in assets where !assetsWithContract.contains(asset) { addContract(of: asset, ledger) }
    }

    private mutating func addContract(of asset: Asset, _ ledger: HostLedger) {
        assetsWithContract.insert(asset)
        let contract = asset.contract(on: ledger.network)
        contractEntries[.instance(contract)] = .instance(of: asset, as: contract, in: ledger)
    }
}

extension HostLedger {
    init(_ settings: Settings) {
        self.init(
            network: settings.network, sequence: settings.moment.ledger, baseReserve: LedgerState.baseReserve)
    }
}
