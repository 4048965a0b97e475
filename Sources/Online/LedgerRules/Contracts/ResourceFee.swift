// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
import Stellar
package import StellarXDR

/// The fee for a contract operation's resources, in stroops, at the rates of testnet with protocol 28.
///
/// - Source: rs-soroban-env fees.rs; stellar-rpc, testnet.p28.json.
package enum ResourceFee {
    private static let per10000Instructions = 25
    private static let perDiskReadEntry = 6_250
    private static let perWriteEntry = 10_000
    private static let perDiskReadKiB = 1_786
    private static let perWriteKiB = 3_500
    private static let perHistoricalKiB = 16_235
    private static let perEventKiB = 10_000
    private static let perTransactionKiB = 1_624
    /// For a ledger as small as this one.
    private static let perRentKiB = 1_000
    private static let persistentRentLedgers = 1_215
    private static let temporaryRentLedgers = 2_430
    /// The estimated size of a result.
    private static let resultBytes = 300
    private static let lifetimeEntryBytes = 48
    /// The rent of code is divided by this.
    private static let codeDiscount = 3

    /// The part that is charged in full, for the declared resources.
    ///
    /// - Parameter archived: how many of the entries are archived, and read from disk for that.
    package static func nonRefundable(
        _ resources: SorobanResources, archived: Int = 0, transactionSize: Int
    ) -> Int64 {
        let footprint = resources.footprint
        let fees = [
            share(Int(resources.instructions), per10000Instructions, of: 10_000),
            perDiskReadEntry * (footprint.diskReadEntries + archived), perWriteEntry * footprint.readWrite.count,
            share(Int(resources.diskReadBytes), perDiskReadKiB), share(Int(resources.writeBytes), perWriteKiB),
            share(transactionSize + resultBytes, perHistoricalKiB), share(transactionSize, perTransactionKiB),
        ]
        return Int64(fees.reduce(0, +))
    }

    /// The part for events.
    package static func events(bytes: Int) -> Int64 { Int64(share(bytes, perEventKiB)) }

    /// The part for keeping entries longer, or larger ones, in the ledger.
    package static func rent(_ changes: [EntryChange], in ledger: UInt32) -> Int64 {
        let extended = changes.count { ($0.live?.liveUntil ?? 0) < ($0.after?.liveUntil ?? 0) }
        let rents = changes.map { rent($0, in: Int(ledger)) }
        return Int64(
            rents.reduce(0, +) + perWriteEntry * extended + share(lifetimeEntryBytes * extended, perWriteKiB))
    }

    private static func rent(_ change: EntryChange, in ledger: Int) -> Int {
        guard let after = change.after, let last = after.liveUntil.map(Int.init) else { return 0 }
        let size = after.entry.xdr.count
        let oldSize = change.live?.entry.xdr.count ?? 0
        let oldLast = change.live?.liveUntil.map(Int.init)
        var fee = rent(size, ledgers: last - (oldLast ?? ledger - 1), of: change.key)
        if let oldLast { fee += rent(size - oldSize, ledgers: oldLast - ledger + 1, of: change.key) }
        if case .contractCode = change.key { return (fee + codeDiscount - 1) / codeDiscount }
        return fee
    }

    private static func rent(_ size: Int, ledgers: Int, of key: LedgerKey) -> Int {
        guard size > 0, ledgers > 0 else { return 0 }
        let period = key.isTemporary ? temporaryRentLedgers : persistentRentLedgers
        return share(size * ledgers, perRentKiB, of: 1024 * period)
    }

    /// The fee for an amount at a rate for each `unit` of it, rounded up.
    private static func share(_ amount: Int, _ rate: Int, of unit: Int = 1024) -> Int {
        (amount * rate + unit - 1) / unit
    }
}

extension Snapshot {
    /// A setting of the network's configuration; nil for those that the practice network does without.
    package func setting(_ id: ConfigSettingID) -> ConfigSettingEntry? {
        switch id {
        case .contractMaxSizeBytes: .contractMaxSizeBytes(ResourceLimits.contractBytes)
        case .contractLedgerCostV0: .contractLedgerCostV0(ResourceFee.ledgerCosts)
        case .stateArchival: .stateArchival(ResourceFee.archival(lifetimes))
        default: nil
        }
    }
}

extension ResourceFee {
    /// A ledger has one transaction here, so that its limits are those of the transaction.
    fileprivate static var ledgerCosts: ConfigSettingContractLedgerCostV0 {
        let (entries, written) = (UInt32(ResourceLimits.diskReadEntries), UInt32(ResourceLimits.writeEntries))
        return ConfigSettingContractLedgerCostV0(
            ledgerMaxDiskReadEntries: entries, ledgerMaxDiskReadBytes: ResourceLimits.diskReadBytes,
            ledgerMaxWriteLedgerEntries: written, ledgerMaxWriteBytes: ResourceLimits.writeBytes,
            txMaxDiskReadEntries: entries, txMaxDiskReadBytes: ResourceLimits.diskReadBytes,
            txMaxWriteLedgerEntries: written, txMaxWriteBytes: ResourceLimits.writeBytes,
            feeDiskReadLedgerEntry: Int64(perDiskReadEntry), feeWriteLedgerEntry: Int64(perWriteEntry),
            feeDiskRead1KB: Int64(perDiskReadKiB), sorobanStateTargetSizeBytes: 0,
            rentFee1KBSorobanStateSizeLow: Int64(perRentKiB), rentFee1KBSorobanStateSizeHigh: Int64(perRentKiB),
            sorobanStateRentFeeGrowthFactor: 1)
    }

    fileprivate static func archival(_ lifetimes: HostLedger.Lifetimes) -> StateArchivalSettings {
        StateArchivalSettings(
            maxEntryTTL: lifetimes.longest, minTemporaryTTL: lifetimes.leastTemporary,
            minPersistentTTL: lifetimes.leastPersistent, persistentRentRateDenominator: Int64(persistentRentLedgers),
            tempRentRateDenominator: Int64(temporaryRentLedgers), maxEntriesToArchive: 100,
            liveSorobanStateSizeWindowSampleSize: 1, liveSorobanStateSizeWindowSamplePeriod: 1, evictionScanSize: 0,
            startingEvictionScanLevel: 0)
    }
}

/// The limits of one contract operation, those of testnet with protocol 28.
///
/// - Source: stellar-rpc, testnet.p28.json.
package enum ResourceLimits {
    package static let instructions: UInt32 = 100_000_000
    package static let diskReadBytes: UInt32 = 200_000
    package static let writeBytes: UInt32 = 132_096
    package static let diskReadEntries = 100
    package static let writeEntries = 50
    package static let footprintEntries = 100
    package static let transactionBytes = 132_096
    package static let eventBytes = 16_384
    package static let keyBytes = 250

    /// The size of a contract's code.
    package static let contractBytes: UInt32 = 131_072

    /// Whether a transaction of this size may declare these resources.
    ///
    /// - Parameter archived: how many of the entries are archived, and read from disk for that.
    package static func allows(_ resources: SorobanResources, archived: Int = 0, transactionSize: Int) -> Bool {
        let footprint = resources.footprint
        let keys = footprint.readOnly + footprint.readWrite
        return resources.instructions <= instructions && resources.diskReadBytes <= diskReadBytes
            && resources.writeBytes <= writeBytes && footprint.diskReadEntries + archived <= diskReadEntries
            && footprint.readWrite.count <= writeEntries && keys.count <= footprintEntries
            && transactionSize <= transactionBytes && keys.allSatisfy { $0.xdr.count <= keyBytes }
    }
}

extension LedgerFootprint {
    /// The entries that are always read from disk: accounts and trustlines. Those of contracts are in memory unless
    /// they are archived.
    var diskReadEntries: Int { (readOnly + readWrite).count { !$0.hasLifetime } }
}

/// The instructions that a call is charged for: a fixed number for each function, since the practice network runs no
/// Wasm and meters nothing. The numbers are of the size that such calls have on the real network.
enum Instructions {
    /// Checking one Ed25519 signature.
    static let signature = 400_000
    /// Decoding a call and its authorization.
    static let base = 100_000
    /// Creating a contract.
    static let creation = 500_000

    /// Checking the code of a contract.
    static func upload(bytes: Int) -> Int { 1_000_000 + 300 * bytes }

    static func cost(of function: String, in code: NativeCode) -> Int {
        switch code {
        case .asset: assets[function] ?? 100_000
        case .contract(.counter): 800_000
        case .contract(.vault): 1_200_000
        case .contract(.simpleAccount), .contract(.delegatingAccount), .contract(.multisigAccount),
            .contract(.smartAccount),
            .contract(.boundAccount):
            600_000
        case .contract(.webAuth): 900_000
        case .contract(.hello): 400_000
        case .contract(.swap): 1_500_000
        }
    }

    private static let assets = [
        "transfer": 250_000, "transfer_from": 330_000, "approve": 230_000, "burn": 200_000, "burn_from": 280_000,
        "mint": 220_000, "clawback": 220_000, "set_authorized": 200_000, "set_admin": 180_000, "trust": 200_000,
    ]
}
