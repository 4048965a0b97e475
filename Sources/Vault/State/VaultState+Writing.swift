// SPDX-License-Identifier: Apache-2.0

import SafeFiles
import SodiumKit
package import Stellar
package import TextCodec

extension VaultState {
    /// Writes the key's seal anew: it now knows the journal up to `history`, and the lists as they are, if they are by whom it
    /// believes. Whoever else's lists lie on the disk, it goes on not knowing them.
    ///
    /// - Parameters:
    ///   - history: the journal as it is now; nil for that of this state.
    ///   - listKey: whose lists the key believes from now on, because its owner said so; nil to leave that as it is.
    ///   - change: whatever else becomes different.
    /// - Returns: the seal as written.
    /// - Throws: `.forgedSeal` when the one that is there is not the key's own; `.rolledBack`, `.missingSeal` when it is not
    ///   that of this state, or newer; `.file`.
    @discardableResult
    package func reseal(
        _ key: borrowing UnlockedKey, holding lock: borrowing VaultLock, history: SignerHistory? = nil,
        believing listKey: [UInt8]? = nil, _ change: (inout KeySeal) -> Void = { _ in }
    ) throws(StateError) -> KeySeal {
        let name = key.info.name
        var seal = try current(key)
        if seal.keyFiles.isEmpty, let file = keyFiles[name] { seal.keyFiles = [file] }
        seal.counter = try nextSeal(after: seal)
        let head = (history ?? self.history).head
        seal.journalLines = head.lines
        seal.journalDigest = head.digest
        seal.listKey = listKey ?? seal.listKey ?? own(key)
        for kind in ListKind.allCases {
            guard let list = list(kind) else {
                seal.lists[kind] = nil
                continue
            }
            if list.listKey == seal.listKey { seal.lists[kind] = [list.mark] }
        }
        change(&seal)
        do {
            let bytes = try seal.bytes(by: key)
            try SafeFiles.createFolder(folder)
            try SafeFiles.write(bytes, to: Self.path(folder, name), replacing: true)
        } catch let error as FileError {
            throw .file(error)
        } catch {
            throw .damaged(file: KeySeal.prefix + name.text, reason: "it cannot be made")
        }
        return seal
    }

    /// The key's own list key, when there is a list by it.
    private func own(_ key: borrowing UnlockedKey) -> [UInt8]? {
        for kind in ListKind.allCases where list(kind)?.listKey == key.listKey { return key.listKey }
        return nil
    }

    private func nextSeal(after seal: KeySeal) throws(StateError) -> UInt64 {
        try Counter.next(
            after: max(seal.counter, history.seals[seal.key] ?? 0), of: KeySeal.prefix + seal.key.text)
    }

    static func path(_ folder: String, _ key: KeyName) -> String { folder + "/" + KeySeal.prefix + key.text }

    /// The key's seal as it is on the disk now, proven to be its own.
    private func current(_ key: borrowing UnlockedKey) throws(StateError) -> KeySeal {
        let name = key.info.name
        guard SafeFiles.exists(Self.path(folder, name)) else {
            guard self.seal(name) == nil else { throw .missingSeal(name) }
            return KeySeal(name)
        }
        let bytes = try Self.read(folder, KeySeal.prefix + name.text, limit: KeySeal.limit)
        let seal = try KeySeal(parsing: bytes, key: name)
        guard (try? seal.isWritten(bytes, by: key)) == true else { throw .forgedSeal(name) }
        if let earlier = self.seal(name), seal.counter < earlier.counter {
            throw .rolledBack(file: KeySeal.prefix + name.text, seen: "it was number \(earlier.counter) a moment ago")
        }
        return seal
    }

    /// Puts a new version of a list in the place of the old one. A kill at any moment leaves one of the two, and a seal that knows
    /// it.
    ///
    /// When another key has owned the lists until now, this one takes over both; but only lists that it believes.
    ///
    /// - Returns: the list as written.
    /// - Throws: what `verify` throws, and `.unknownOwner` for a list of somebody whom the key does not know: nothing is written
    ///   then; what `reseal` throws; `.journal`.
    package func replace(
        _ kind: ListKind, with content: JSON, time: Timestamp, by key: borrowing UnlockedKey,
        holding lock: borrowing VaultLock
    ) throws(StateError) -> SignedList {
        if try verify(key) {
            let list = ListKind.allCases.lazy.compactMap { self.list($0) }.first { $0.listKey != key.listKey }
            throw .unknownOwner(file: (list?.kind ?? kind).rawValue, owner: list?.owner ?? key.info.name)
        }
        let written = try write(kind, content, time: time, by: key, holding: lock)
        for other in ListKind.allCases where other != kind {
            guard let list = list(other), list.listKey != key.listKey else { continue }
            let state = try VaultState(folder: folder, holding: lock)
            _ = try state.write(other, list.content, time: time, by: key, holding: lock)
        }
        return written
    }

    private func write(
        _ kind: ListKind, _ content: JSON, time: Timestamp, by key: borrowing UnlockedKey,
        holding lock: borrowing VaultLock
    ) throws(StateError) -> SignedList {
        let new: SignedList
        let counter = max(list(kind)?.counter ?? 0, history.lists[kind]?.counter ?? 0)
        _ = try Counter.next(after: counter, of: kind.rawValue)
        do { new = try SignedList(kind, content: content, after: counter, time: time, by: key) } catch {
            throw .damaged(file: kind.rawValue, reason: error.message)
        }
        guard new.bytes.count <= SignedList.limit else {
            throw .damaged(file: kind.rawValue, reason: "it would be larger than \(SignedList.limit) bytes")
        }
        let old = list(kind)?.mark ?? ListMark(counter: 0, digest: [UInt8](repeating: 0, count: SHA256.length))
        let seal = try reseal(key, holding: lock, believing: new.listKey) { $0.lists[kind] = [old, new.mark] }
        try inState { () throws(FileError) in
            try SafeFiles.write(new.bytes, to: folder + "/" + kind.rawValue, replacing: true)
        }
        let journal = SignerJournal(folder: folder)
        let now: SignerHistory
        do {
            try journal.record(
                ListChange(time: time, list: kind, mark: new.mark, key: key.info.name, seal: seal.counter))
            now = try journal.history(after: history)
        } catch {
            throw .journal(error)
        }
        try reseal(key, holding: lock, history: now, believing: new.listKey) { $0.lists[kind] = [new.mark] }
        return new
    }
}
