// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
import SafeFiles
package import Stellar

extension VaultState {
    /// Compares everything with what the seals and the journal have recorded.
    func compare() throws(StateError) {
        for (seal, _) in seals.values { try compareJournal(seal) }
        try compareLists()
        for view in records {
            for kind in ListKind.allCases {
                guard let seen = view.proven.lists[kind] else { continue }
                try compare(kind, with: [seen], by: "the journal has number \(seen.counter)")
            }
            for (key, counter) in view.proven.seals { try compareSeal(key, counter) }
            // In a vault from before lines were signed, all lines count, because none is proven.
            if let key = view.viewer, let seal = seals[key]?.seal, seal.recordKey == nil {
                try compareSeal(key, view.all.seals[key] ?? 0)
            }
        }
    }

    private func compareSeal(_ key: KeyName, _ counter: UInt64) throws(StateError) {
        guard let seal = seals[key]?.seal, seal.counter < counter else { return }
        throw .rolledBack(
            file: KeySeal.prefix + key.text, seen: "the journal has number \(counter), and this is \(seal.counter)")
    }

    /// Compares book and policy with what the seals have recorded.
    func compareLists() throws(StateError) {
        for (seal, _) in seals.values {
            for kind in ListKind.allCases { try compare(kind, seal) }
        }
    }

    private func compareJournal(_ seal: KeySeal) throws(StateError) {
        let seen = "key \(seal.key.text) saw \(seal.journalLines) lines of it, and now there are \(history.entries)"
        guard seal.journalLines <= history.entries else { throw .rolledBack(file: "journal", seen: seen) }
        guard seal.journalLines == 0 || mark(seal.journalLines) == seal.journalDigest else {
            throw .rolledBack(
                file: "journal",
                seen: "line \(seal.journalLines) differs from the one that key \(seal.key.text) recorded")
        }
    }

    private func compare(_ kind: ListKind, _ seal: KeySeal) throws(StateError) {
        guard let marks = seal.lists[kind], !marks.isEmpty else { return }
        try compare(kind, with: marks, by: "key \(seal.key.text) saw number \(marks.map(\.counter).max() ?? 0)")
    }

    /// Requires that a list is a recorded version or a newer one.
    private func compare(_ kind: ListKind, with marks: [ListMark], by witness: String) throws(StateError) {
        guard let oldest = marks.map(\.counter).min() else { return }
        guard let list = list(kind) else {
            // A first version whose write was interrupted does not exist yet.
            guard oldest > 0 else { return }
            throw .rolledBack(file: kind.rawValue, seen: "\(witness), and there is none")
        }
        let newest = marks.map(\.counter).max() ?? 0
        if list.counter > newest || marks.contains(list.mark) { return }
        throw .rolledBack(file: kind.rawValue, seen: "\(witness), and this is a different number \(list.counter)")
    }
}

extension VaultState {
    /// Writes the key's seal again. It then covers the journal of this state, including the lines that are unproven for the key, and
    /// the lists if their owner is the one that the key accepts. Lists of another owner are not recorded.
    ///
    /// - Parameters:
    ///   - listKey: the owner whose lists the key accepts from now on, because the user confirmed it; nil to leave it unchanged.
    ///   - others: keys whose journal lines it accepts from now on, because the user confirmed it or entered their PINs together with
    ///     this one's.
    ///   - clock: the clocks, when a signature is being made.
    ///   - settling: whether a user with the PIN has reviewed the lines that no key of the vault has written, and keeps them as
    ///     unproven lines.
    ///   - seeing: whether a user with the PIN has passed the findings about unproven lines that the vault's keys or an earlier release
    ///     have written. Otherwise those findings are shown again.
    ///   - change: other changes to the seal.
    /// - Returns: the seal as written.
    /// - Throws: `.foreignLine`; `.forgedSeal` when the seal on the disk is not the key's own; `.rolledBack`, `.missingSeal` when it is
    ///   neither that of this state nor newer; `.file`.
    @discardableResult
    package func reseal(
        _ key: borrowing RecordKey, holding lock: borrowing VaultLock, believing listKey: [UInt8]? = nil,
        accepting others: [AcceptedKey] = [], clock: ClockReading? = nil, settling: Bool = false, seeing: Bool = false,
        _ change: (inout KeySeal) -> Void = { _ in }
    ) throws(StateError) -> KeySeal {
        let name = key.name
        var seal = try current(key)
        let view = try view(of: name, recordKey: key.publicKey)
        if !settling, let line = view.fault { throw .foreignLine(line, seenBy: name) }
        let before = seal
        if seal.keyFiles.isEmpty, let file = keyFiles[name] { seal.keyFiles = [file] }
        seal.counter = try Counter.next(
            after: max(seal.counter, view.proven.seals[name] ?? 0), of: KeySeal.prefix + name.text)
        seal.recordKey = key.publicKey
        seal.accept(others.filter { $0 != key.identity })
        seal.journalLines = view.all.head.lines
        seal.journalDigest = view.all.head.digest
        seal.unproven = view.unproven
        // Lines that were reviewed when the seal on the disk was written stay reviewed; this state may be older.
        seal.unseen = seeing || settling ? LineRanges() : view.unseen.filter { !before.hasSettled($0) }
        seal.note(clock)
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
            guard bytes.count <= KeySeal.limit else {
                throw StateError.damaged(file: KeySeal.prefix + name.text, reason: "it would be too large")
            }
            try SafeFiles.createFolder(folder)
            try SafeFiles.write(bytes, to: Self.path(folder, name), replacing: true)
        } catch let error as FileError {
            throw .file(error)
        } catch let error as StateError {
            throw error
        } catch {
            throw .damaged(file: KeySeal.prefix + name.text, reason: "it cannot be made")
        }
        return seal
    }

    /// The key's own list key, if it has signed one of the lists.
    private func own(_ key: borrowing RecordKey) -> [UInt8]? {
        for kind in ListKind.allCases where list(kind)?.listKey == key.listKey { return key.listKey }
        return nil
    }

    static func path(_ folder: String, _ key: KeyName) -> String { folder + "/" + KeySeal.prefix + key.text }

    /// The seal on the disk, verified to be the key's own; the seal in this state is verified too.
    private func current(_ key: borrowing RecordKey) throws(StateError) -> KeySeal {
        let name = key.name
        guard SafeFiles.exists(Self.path(folder, name)) else {
            guard self.seal(name) == nil else { throw .missingSeal(name) }
            return KeySeal(name)
        }
        let bytes = try Self.read(folder, KeySeal.prefix + name.text, limit: KeySeal.limit)
        let seal = try KeySeal(parsing: bytes, key: name)
        guard (try? seal.isWritten(bytes, by: key)) == true else { throw .forgedSeal(name) }
        if let (read, bytes) = seals[name], (try? read.isWritten(bytes, by: key)) != true { throw .forgedSeal(name) }
        if let earlier = self.seal(name), seal.counter < earlier.counter {
            throw .rolledBack(file: KeySeal.prefix + name.text, seen: "it was number \(earlier.counter) a moment ago")
        }
        return seal
    }

    /// Replaces a list with a new version. An interruption at any moment leaves one of the two versions, and a seal that covers it.
    ///
    /// If another key has owned the lists until now, this key takes over both, but only lists that it accepts.
    ///
    /// - Returns: the list as written.
    /// - Throws: `.key` for a key of another chain; the errors of `verify`, and `.unknownOwner` for a list of an owner that the key does not know: nothing is written
    ///   then; the errors of `reseal`; `.journal`.
    package func replace(
        _ kind: ListKind, with content: JSON, time: Timestamp, by key: borrowing UnlockedKey,
        holding lock: borrowing VaultLock
    ) throws(StateError) -> SignedList {
        // Book and policy say what keys of Stellar may sign.
        guard key.info.chain == .stellar else {
            throw .key(.otherChain(key.info.name, key.info.chain, asked: .stellar))
        }
        if try verify(key) {
            let list = ListKind.allCases.lazy.compactMap { self.list($0) }.first { $0.listKey != key.listKey }
            throw .unknownOwner(file: (list?.kind ?? kind).rawValue, owner: list?.owner ?? key.info.name)
        }
        let written = try write(kind, content, time: time, by: key, holding: lock)
        for other in ListKind.allCases where other != kind {
            guard let list = list(other), list.listKey != key.listKey else { continue }
            let state = try VaultState(folder: folder, for: [key.info.name], holding: lock)
            _ = try state.write(other, list.content, time: time, by: key, holding: lock)
        }
        return written
    }

    private func write(
        _ kind: ListKind, _ content: JSON, time: Timestamp, by key: borrowing UnlockedKey,
        holding lock: borrowing VaultLock
    ) throws(StateError) -> SignedList {
        let new: SignedList
        let proven = try view(of: key.info.name).proven.lists[kind]
        let counter = max(list(kind)?.counter ?? 0, proven?.counter ?? 0)
        _ = try Counter.next(after: counter, of: kind.rawValue)
        do { new = try SignedList(kind, content: content, after: counter, time: time, by: key) } catch {
            throw .damaged(file: kind.rawValue, reason: error.message)
        }
        guard new.bytes.count <= SignedList.limit else {
            throw .damaged(file: kind.rawValue, reason: "it would be larger than \(SignedList.limit) bytes")
        }
        let old = list(kind)?.mark ?? ListMark(counter: 0, digest: [UInt8](repeating: 0, count: SHA256.length))
        let seal = try reseal(key.record, holding: lock, believing: new.listKey) { $0.lists[kind] = [old, new.mark] }
        try inState { () throws(FileError) in
            try SafeFiles.write(new.bytes, to: folder + "/" + kind.rawValue, replacing: true)
        }
        let name = key.info.name
        do {
            let change = ListChange(time: time, list: kind, mark: new.mark, key: name, seal: seal.counter)
            try SignerJournal(folder: folder).record([.change(change)], by: key.record)
        } catch {
            throw .journal(error)
        }
        let now = try VaultState(folder: folder, for: [name], holding: lock)
        try now.reseal(key.record, holding: lock, believing: new.listKey) { $0.lists[kind] = [new.mark] }
        return new
    }
}
