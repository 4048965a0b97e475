// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
package import Stellar
package import StellarXDR

/// The ledger as one call sees it: what it writes stays here until the call succeeds.
///
/// With a footprint, entries outside of it cannot be reached; without one, the entries that the call reaches become its
/// footprint, and those among them that are archived are restored.
struct Storage {
    enum Access: Int, Hashable, Comparable {
        case read, write

        static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }
    }

    private let ledger: HostLedger
    private let read: (LedgerKey) -> StoredEntry?
    private let allowed: [LedgerKey: Access]?
    private var reached: [LedgerKey: Access] = [:]
    private var originals: [LedgerKey: StoredEntry] = [:]
    private var entries: [LedgerKey: StoredEntry] = [:]
    /// The archived entries that are in the ledger again.
    private var restored: Set<LedgerKey> = []
    /// Those that are read from disk: the restored ones, and those that the transaction takes for archived.
    private var archived: Set<LedgerKey> = []

    /// - Parameters:
    ///   - read: an entry of the ledger.
    ///   - footprint: nil lets the call reach everything.
    ///   - archived: the entries that the transaction restores first; those that are not archived by then stay as they
    ///     are.
    init(
        ledger: HostLedger, footprint: LedgerFootprint?, restoring archived: [LedgerKey] = [],
        read: @escaping (LedgerKey) -> StoredEntry?
    ) {
        self.ledger = ledger
        self.read = read
        allowed = footprint.map { footprint in
            let reading = footprint.readOnly.map { ($0, Access.read) }
            let writing = footprint.readWrite.map { ($0, Access.write) }
            return Dictionary(reading + writing) { max($0, $1) }
        }
        self.archived = Set(archived)
        for key in archived {
            guard let entry = read(key), entry.isArchived(key, in: ledger.sequence) else { continue }
            restore(key, entry)
        }
    }

    /// The entry; nil if there is none or its lifetime is over.
    mutating func entry(_ key: LedgerKey) throws(HostError) -> StoredEntry? {
        try reach(key, .read)
        return entries[key]
    }

    /// Writes an entry; a new one lives as long as a new entry does.
    mutating func put(_ data: LedgerEntryData, at key: LedgerKey) throws(HostError) {
        let last = key.hasLifetime ? ledger.lastByDefault(isTemporary: key.isTemporary) : nil
        try put(data, at: key, untilAtLeast: last)
    }

    /// Writes an entry that lives until this ledger, or as long as it did before if that is longer.
    mutating func put(_ data: LedgerEntryData, at key: LedgerKey, untilAtLeast last: UInt32?) throws(HostError) {
        try reach(key, .write)
        let old = entries[key]
        let liveUntil = old == nil ? last : old?.liveUntil
        entries[key] = StoredEntry(
            data, liveUntil: liveUntil, modified: ledger.sequence, ext: old?.ext ?? .v0)
    }

    /// Treats an entry that the practice network has added as absent.
    mutating func overlookGiven(_ key: LedgerKey) throws(HostError) {
        try reach(key, .write)
        guard entries[key]?.isGiven == true else { return }
        (originals[key], entries[key]) = (nil, nil)
    }

    mutating func remove(_ key: LedgerKey) throws(HostError) {
        try reach(key, .write)
        entries[key] = nil
    }

    /// Extends the lifetime of an entry to so many ledgers from now if no more than `threshold` are left.
    mutating func extend(_ key: LedgerKey, ifWithin threshold: UInt32, to extent: UInt32) throws(HostError) {
        guard let entry = try entry(key), let last = entry.liveUntil else { return }
        let wanted = ledger.lastLedger(extendedTo: extent)
        let left = last > ledger.sequence ? last - ledger.sequence : 0
        if wanted > last, left <= threshold { entries[key]?.liveUntil = wanted }
    }

    /// Checks that the key may be reached, and reads its entry the first time.
    private mutating func reach(_ key: LedgerKey, _ access: Access) throws(HostError) {
        if let allowed {
            guard let granted = allowed[key] else {
                throw HostError(.storage(.exceededLimit), "trying to access a ledger entry outside of the footprint")
            }
            guard granted >= access else {
                throw HostError(
                    .storage(.invalidAction), "trying to write a ledger entry that the footprint only reads")
            }
        }
        if let known = reached[key] {
            reached[key] = max(known, access)
            return
        }
        reached[key] = access
        guard let entry = read(key) else { return }
        guard entry.isOver(in: ledger.sequence) else {
            originals[key] = entry
            entries[key] = entry
            return
        }
        guard entry.isArchived(key, in: ledger.sequence) else { return }
        guard allowed == nil else {
            throw HostError(.storage(.invalidAction), "trying to access an archived entry that is not restored")
        }
        restore(key, entry)
    }

    /// Brings an archived entry back, for as long as a new one lives. Restoring writes it.
    private mutating func restore(_ key: LedgerKey, _ entry: StoredEntry) {
        reached[key] = .write
        originals[key] = entry
        entries[key] = entry.restored(in: ledger)
        restored.insert(key)
        archived.insert(key)
    }

    // MARK: What the call did

    /// The footprint that was given, or that the call turned out to have, in the order of the keys' bytes.
    var footprint: LedgerFootprint {
        let all = (allowed ?? reached).map { (key: $0.key, bytes: $0.key.xdr, access: $0.value) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        return LedgerFootprint(
            readOnly: all.filter { $0.access == .read }.map(\.key),
            readWrite: all.filter { $0.access == .write }.map(\.key))
    }

    /// The changes, in the order of the keys' bytes.
    var changes: [EntryChange] {
        let changed = reached.keys.filter { entries[$0] != originals[$0] }
        return changed.map { ($0, $0.xdr) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }
            .map {
                EntryChange(
                    key: $0.0, before: originals[$0.0], after: entries[$0.0], isRestored: restored.contains($0.0))
            }
    }

    /// The places of the archived entries among those of the footprint that are written.
    var archivedPlaces: [UInt32] {
        footprint.readWrite.enumerated().filter { archived.contains($0.element) }.map { UInt32($0.offset) }
    }

    /// The bytes of accounts, trustlines and archived entries in the footprint before the call: other entries are in
    /// memory.
    var diskReadBytes: Int {
        let footprint = footprint
        return (footprint.readOnly + footprint.readWrite).filter { !$0.hasLifetime || archived.contains($0) }
            .reduce(0) { $0 + ((originals[$1] ?? read($1))?.entry.xdr.count ?? 0) }
    }

    /// The bytes of all entries that may be written, after the call.
    var writeBytes: Int {
        footprint.readWrite.reduce(0) { total, key in
            let entry = reached[key] == nil ? read(key) : entries[key]
            return total + (entry?.entry.xdr.count ?? 0)
        }
    }
}

/// An entry of the ledger with its lifetime.
package struct StoredEntry: Hashable, Sendable {
    package var data: LedgerEntryData
    /// The last ledger in which it lives; nil for entries without a lifetime.
    package var liveUntil: UInt32?
    /// The ledger of its last change.
    package var modified: UInt32
    package var ext: LedgerEntryExt

    /// Whether the practice network has added it, and no transaction: one can still create it.
    package var isGiven = false

    package init(_ data: LedgerEntryData, liveUntil: UInt32?, modified: UInt32, ext: LedgerEntryExt = .v0) {
        self.data = data
        self.liveUntil = liveUntil
        self.modified = modified
        self.ext = ext
    }

    /// The entry as the ledger writes it.
    package var entry: LedgerEntry { LedgerEntry(lastModifiedLedgerSeq: modified, data: data, ext: ext) }

    /// The value of an entry of a contract.
    package var value: SCVal? {
        if case .contractData(let entry) = data { entry.val } else { nil }
    }

    /// Whether its lifetime has ended.
    package func isOver(in ledger: UInt32) -> Bool { (liveUntil ?? .max) < ledger }

    /// Whether its lifetime has ended, and it waits to be restored; temporary entries are gone then.
    package func isArchived(_ key: LedgerKey, in ledger: UInt32) -> Bool { isOver(in: ledger) && !key.isTemporary }

    func restored(in ledger: HostLedger) -> StoredEntry {
        var copy = self
        copy.liveUntil = ledger.lastByDefault(isTemporary: false)
        copy.modified = ledger.sequence
        return copy
    }
}

/// What a call does to one entry of the ledger: its content, its lifetime, or both.
package struct EntryChange: Hashable, Sendable {
    package let key: LedgerKey
    /// Nil if the entry is new.
    package let before: StoredEntry?
    /// Nil if the entry is removed.
    package let after: StoredEntry?
    /// Whether the entry was archived before.
    package let isRestored: Bool

    package init(key: LedgerKey, before: StoredEntry?, after: StoredEntry?, isRestored: Bool = false) {
        self.key = key
        self.before = before
        self.after = after
        self.isRestored = isRestored
    }

    /// What the ledger had of it before; nil for an archived entry, too.
    package var live: StoredEntry? { isRestored ? nil : before }

    /// Whether only the lifetime changes.
    package var isExtension: Bool {
        guard let before, let after else { return false }
        return before.data == after.data
    }
}

/// What a contract call knows of the ledger in which it runs.
package struct HostLedger: Hashable, Sendable {
    package let network: Network
    /// The number of the ledger being closed.
    package let sequence: UInt32
    /// What every entry adds to an account's minimum balance, in stroops.
    package let baseReserve: Int64
    package let lifetimes: Lifetimes

    /// The lifetimes of entries, in ledgers, the current one included.
    package struct Lifetimes: Hashable, Sendable {
        package let leastTemporary: UInt32
        package let leastPersistent: UInt32
        package let longest: UInt32

        package init(leastTemporary: UInt32, leastPersistent: UInt32, longest: UInt32) {
            self.leastTemporary = leastTemporary
            self.leastPersistent = leastPersistent
            self.longest = longest
        }

        /// Whether an entry can live for so many ledgers after the current one.
        func allow(extensionTo extent: UInt32) -> Bool { extent < longest }

        /// An hour, a week and 180 days of ledgers.
        package static let usual = Lifetimes(leastTemporary: 720, leastPersistent: 120_960, longest: 3_110_400)
    }

    package init(network: Network, sequence: UInt32, baseReserve: Int64, lifetimes: Lifetimes = .usual) {
        self.network = network
        self.sequence = sequence
        self.baseReserve = baseReserve
        self.lifetimes = lifetimes
    }

    /// The last ledger in which an entry can live that is written now.
    var lastPossible: UInt32 { sequence + lifetimes.longest - 1 }

    /// The last ledger of an entry that is to live for so many ledgers after the current one.
    func lastLedger(extendedTo extent: UInt32) -> UInt32 {
        min(sequence + min(extent, lifetimes.longest), lastPossible)
    }

    /// The last ledger in which a new entry lives, unless its lifetime is extended.
    func lastByDefault(isTemporary: Bool) -> UInt32 {
        sequence + (isTemporary ? lifetimes.leastTemporary : lifetimes.leastPersistent) - 1
    }
}
