// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
import Stellar
package import StellarXDR

/// The entries that exist of those that were asked for, from `getLedgerEntries`; each was asked for, and none occurs
/// twice.
package struct LedgerEntries: Hashable, Sendable {
    /// By key. A key that is missing has no entry in the ledger.
    package let entries: [LedgerKey: LedgerEntryRecord]
    /// The ledgers of the answers, the earliest and the latest; nil if nothing was asked.
    package let ledgers: ClosedRange<UInt32>?

    static let none = LedgerEntries(entries: [:], ledgers: nil)

    private init(entries: [LedgerKey: LedgerEntryRecord], ledgers: ClosedRange<UInt32>?) {
        self.entries = entries
        self.ledgers = ledgers
    }

    /// The latest ledger when the server answered; the earliest of several answers, 0 if nothing was asked.
    package var latestLedger: UInt32 { ledgers?.lowerBound ?? 0 }

    /// Whether what moved between two entries cannot be in both, or in neither.
    package var isOfOneLedger: Bool { ledgers.map { $0.count == 1 } ?? true }

    /// The entries of two answers to different keys.
    func merging(_ more: LedgerEntries) -> LedgerEntries {
        let bounds = [ledgers, more.ledgers].compactMap(\.self)
        let ledgers = bounds.first.map { first in
            bounds.reduce(first) { min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound) }
        }
        return LedgerEntries(entries: entries.merging(more.entries) { first, _ in first }, ledgers: ledgers)
    }

    init(_ json: JSON, asked: Set<LedgerKey>) throws(JSONError) {
        var entries: [LedgerKey: LedgerEntryRecord] = [:]
        let latest = try json.ledger("latestLedger")
        ledgers = latest...latest
        for (index, record) in try json.optionalElements("entries", LedgerEntryRecord.init).enumerated() {
            guard asked.contains(record.key) else {
                throw .wrongType(field: "entries[\(index)].key", expected: "a key that was asked for")
            }
            guard entries.updateValue(record, forKey: record.key) == nil else {
                throw .wrongType(field: "entries[\(index)].key", expected: "different from the other keys")
            }
        }
        self.entries = entries
    }

    package subscript(_ key: LedgerKey) -> LedgerEntryRecord? { entries[key] }
}

/// One ledger entry, from `getLedgerEntries`. Its key is that of its data, and the code of a contract has the hash in
/// its key.
package struct LedgerEntryRecord: Hashable, Sendable {
    package let key: LedgerKey
    package let data: LedgerEntryData
    package let lastModifiedLedger: UInt32
    /// The last ledger in which a contract's entry is live; 0 if it is archived, nil if the server does not state it or
    /// the entry does not expire.
    package let liveUntilLedger: UInt32?
    /// The sponsor of its reserve; nil if not sponsored, and if a later protocol tells it in another form.
    package let sponsor: AccountID?

    init(_ json: JSON) throws(JSONError) {
        key = try json.xdr("key")
        data = try json.xdr("xdr")
        lastModifiedLedger = try json.ledger("lastModifiedLedgerSeq")
        liveUntilLedger = try json.optionalLedger("liveUntilLedgerSeq")
        sponsor = try Self.sponsor(json)
        guard data.key == key else { throw .wrongType(field: "xdr", expected: "the entry with this key") }
        guard liveUntilLedger == nil || data.expires else {
            throw .wrongType(field: "liveUntilLedgerSeq", expected: "absent from an entry that does not expire")
        }
        if case .contractCode(let entry) = data, Hash(sha256: entry.code.bytes) != entry.hash {
            throw .wrongType(field: "xdr", expected: "code with the hash in its key")
        }
    }

    private static func sponsor(_ json: JSON) throws(JSONError) -> AccountID? {
        let ext: LedgerEntryExt?
        do throws(JSONError) { ext = try json.optionalXDR("extXdr") } catch {
            guard case .unknownValue = error else { throw error }
            return nil
        }
        return if case .v1(let extension1) = ext { extension1.sponsoringID } else { nil }
    }
}

/// A contract's instance: what it runs, and its instance storage.
package struct ContractInstance: Hashable, Sendable {
    package let contract: ContractID
    package let executable: ContractExecutable
    package let storage: SCMap
    /// See `LedgerEntryRecord.liveUntilLedger`.
    package let liveUntilLedger: UInt32?
    package let latestLedger: UInt32
}

/// The code of contracts: a Wasm module whose SHA-256 is the hash.
package struct ContractCode: Hashable, Sendable {
    package let hash: Hash
    package let bytes: [UInt8]
    /// See `LedgerEntryRecord.liveUntilLedger`.
    package let liveUntilLedger: UInt32?
}

/// The value of a contract's data entry.
package struct ContractData: Hashable, Sendable {
    package let value: SCVal
    /// See `LedgerEntryRecord.liveUntilLedger`.
    package let liveUntilLedger: UInt32?
}

extension LedgerKey {
    /// The key of a contract's instance.
    package static func contractInstance(_ contract: ContractID) -> LedgerKey {
        .contractData(
            LedgerKeyContractData(
                contract: .contract(contract), key: .ledgerKeyContractInstance, durability: .persistent))
    }
}
