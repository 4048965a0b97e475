// SPDX-License-Identifier: Apache-2.0

/// The methods of Stellar RPC.
enum RPCMethod: String, CaseIterable {
    case getHealth, getNetwork, getVersionInfo, getLatestLedger, getFeeStats, getLedgerEntries, getLedgers
    case simulateTransaction, sendTransaction, getTransaction, getTransactions, getEvents
}
