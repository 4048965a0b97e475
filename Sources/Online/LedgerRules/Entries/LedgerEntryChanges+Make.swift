// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

extension LedgerEntryChanges {
    /// The changes as a transaction's meta lists them, those of lifetimes included.
    ///
    /// - Parameter ledger: the ledger in which they are made.
    init(_ changes: [EntryChange], in ledger: UInt32) {
        self = changes.flatMap { change in
            let content =
                change.isExtension ? [] : Self.list(change.key, change.before?.entry, change.after?.entry, ledger)
            let (before, after) = (change.before?.lifetime(change.key), change.after?.lifetime(change.key))
            guard before?.data != after?.data else { return content }
            let key = LedgerKey.ttl(LedgerKeyTtl(keyHash: Hash(sha256: change.key.xdr)))
            return content + Self.list(key, before, after, ledger)
        }
    }

    private static func list(
        _ key: LedgerKey, _ before: LedgerEntry?, _ after: LedgerEntry?, _ ledger: UInt32
    ) -> LedgerEntryChanges {
        var new = after
        new?.lastModifiedLedgerSeq = ledger
        return switch (before, new) {
        case (nil, let new?): [.created(new)]
        case (let old?, let new?): [.state(old), .updated(new)]
        case (let old?, nil): [.state(old), .removed(key)]
        case (nil, nil): []
        }
    }
}

extension StoredEntry {
    /// The entry that says how long this one lives; nil if it has no lifetime.
    fileprivate func lifetime(_ key: LedgerKey) -> LedgerEntry? {
        liveUntil.map { last in
            let entry = TTLEntry(keyHash: Hash(sha256: key.xdr), liveUntilLedgerSeq: last)
            return LedgerEntry(lastModifiedLedgerSeq: modified, data: .ttl(entry), ext: .v0)
        }
    }
}
