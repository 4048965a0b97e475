// SPDX-License-Identifier: Apache-2.0

import Crypto
package import SafeFiles
import Stellar
import StellarXDR

/// Everything in a vault except the secrets, read together and compared: book, policy, journal, seals and key files.
///
/// Reading needs no PIN, and detects anything that contradicts a seal or a proven line of the journal. Only `verify` proves who wrote
/// them.
package struct VaultState: Sendable {
    package let folder: String
    private let lists: [ListKind: SignedList]
    let seals: [KeyName: (seal: KeySeal, bytes: [UInt8])]
    let keyFiles: [KeyName: [UInt8]]
    /// The journal as seen by each key for which the vault was read; one anonymous view if there were none.
    private let views: [RecordView]
    /// The journal with only those lines proven that every key of the vault can prove; only in a vault read with `readOnly`.
    private let common: RecordView?
    /// SHA-256 of the lines that the seals name.
    private let marks: [Int: [UInt8]]

    /// Reads the vault without holding its lock. Code that holds the lock must use `init(folder:for:holding:)`: this one may wait for it.
    ///
    /// Files are read one after the other. If they contradict each other, another program may have written them meanwhile, so they are
    /// read again under the lock, and only an error that remains is thrown.
    ///
    /// - Parameter keys: the keys whose views of the journal are needed; empty for display.
    /// - Throws: `StateError` for files that are malformed, altered, or older than recorded elsewhere.
    package init(folder: String, for keys: [KeyName] = []) throws(StateError) {
        try self.init(folder: folder, for: keys, meanwhile: {})
    }

    /// - Parameter meanwhile: for tests: runs between reading the first file and the last.
    init(folder: String, for keys: [KeyName] = [], meanwhile: () -> Void) throws(StateError) {
        if let first = try? VaultState(folder: folder, keys, after: nil, meanwhile), first.isSettled {
            self = first
            return
        }
        // If not even a reader can lock the vault, no program writes to it.
        let lock = try? VaultLock(reading: folder)
        defer { withExtendedLifetime(lock) {} }
        try self.init(folder: folder, keys, after: nil)
    }

    /// Reads the vault under its lock.
    package init(folder: String, for keys: [KeyName] = [], holding lock: borrowing VaultLock) throws(StateError) {
        try self.init(folder: folder, keys, after: nil)
    }

    /// Reads the vault for a caller that holds the lock as a reader, or knows that none exists.
    init(folderOfLocked folder: String) throws(StateError) { try self.init(folder: folder, [], after: nil) }

    /// Reads the vault for display only, even if its journal cannot be read or is not the one that the seals cover.
    ///
    /// - Parameter keys: the keys whose views of the journal are needed too.
    /// - Returns: the vault, and the error of its journal; with an error, the history is empty.
    package static func readOnly(
        folder: String, for keys: [KeyName] = []
    ) throws(StateError) -> (state: VaultState, fault: StateError?) {
        let lock = try? VaultLock(reading: folder)
        defer { withExtendedLifetime(lock) {} }
        do {
            return (try VaultState(folder: folder, keys, after: nil, isLook: true), nil)
        } catch .journal(let error) {
            return (try VaultState(folder: folder, [], after: nil, withJournal: false), .journal(error))
        } catch .rolledBack("journal", let seen) {
            return (
                try VaultState(folder: folder, [], after: nil, withJournal: false),
                .rolledBack(file: "journal", seen: seen)
            )
        }
    }

    /// The current state, read under the lock; of the journal, only new lines are read.
    package func refreshed(holding lock: borrowing VaultLock) throws(StateError) -> VaultState {
        try VaultState(folder: folder, viewers, after: self)
    }

    private var viewers: [KeyName] { views.compactMap(\.viewer) }

    /// Whether every key's file and seal agree. If not, code that uses the key reports it (`check`).
    private var isSettled: Bool {
        keyFiles.keys.allSatisfy { key in (try? check(key)) != nil }
    }

    private init(
        folder: String, _ keys: [KeyName], after earlier: VaultState?, withJournal: Bool = true, isLook: Bool = false,
        _ meanwhile: () -> Void = {}
    ) throws(StateError) {
        self.folder = folder
        let names: [String]
        do { names = try SafeFiles.names(in: folder) } catch .notFound { names = [] } catch { throw .file(error) }
        var lists: [ListKind: SignedList] = [:]
        for kind in ListKind.allCases where names.contains(kind.rawValue) {
            let bytes = try Self.read(folder, kind.rawValue, limit: SignedList.limit)
            lists[kind] = try SignedList(parsing: bytes, kind: kind, file: kind.rawValue)
        }
        (seals, keyFiles) = try Self.sealsAndKeys(names, folder)
        self.lists = lists
        meanwhile()
        var views =
            earlier?.views ?? (keys.isEmpty || isLook ? [RecordView(viewer: nil)] : [])
            + keys.map { RecordView(viewer: $0) }
        guard withJournal else {
            self.views = views
            common = nil
            marks = [:]
            try compareLists()
            return
        }
        var common = isLook ? RecordView(viewer: nil) : nil
        let head = views[0].all.head
        var marks = earlier?.marks ?? [:]
        marks[head.lines] = head.digest
        do {
            let seals = self.seals.mapValues(\.seal)
            // A seal without a key file may be anyone's.
            let holders = keyFiles.keys.sorted()
            let own = seals.filter { holders.contains($0.key) }
            let trusts = views.map { view in
                view.viewer.map { LineTrust(of: $0, in: seals) } ?? LineTrust(forLooking: own)
            }
            let everyone = isLook ? holders.map { LineTrust(of: $0, in: seals) } : []
            let end = try SignerJournal(folder: folder)
                .read(after: head, marking: Set(seals.values.map(\.journalLines))) {
                    (line) throws(SignerJournalError) in
                    for index in views.indices { views[index].add(line, trusts[index].standing(of: line)) }
                    common?.add(line, LineTrust.standing(of: line, by: everyone))
                }
            for index in views.indices { views[index].finish(end.head, torn: end.torn) }
            common?.finish(end.head, torn: end.torn)
            marks.merge(end.marks) { $1 }
        } catch {
            throw .journal(error)
        }
        self.views = views
        self.common = common
        self.marks = marks
        try compare()
    }

    private static func sealsAndKeys(
        _ names: [String], _ folder: String
    ) throws(StateError) -> ([KeyName: (seal: KeySeal, bytes: [UInt8])], [KeyName: [UInt8]]) {
        var seals: [KeyName: (seal: KeySeal, bytes: [UInt8])] = [:]
        var keyFiles: [KeyName: [UInt8]] = [:]
        for name in names {
            if name.hasPrefix(KeySeal.prefix), let key = try? KeyName(String(name.dropFirst(KeySeal.prefix.count))) {
                let bytes = try read(folder, name, limit: KeySeal.limit)
                seals[key] = (try KeySeal(parsing: bytes, key: key), bytes)
            } else if name.hasSuffix(Vault.suffix), let key = try? KeyName(String(name.dropLast(Vault.suffix.count))),
                let bytes = try? read(folder, name, limit: KeyFile.limit)
            {
                keyFiles[key] = SHA256.hash(bytes)
            }
        }
        return (seals, keyFiles)
    }

    /// All lines of the journal, proven or not: their number, and their content where it makes a review stricter.
    package var history: SignerHistory { views[0].all }

    /// The journal as seen by a key; the anonymous view for nil, or for a key for which the vault was not read.
    package func record(for key: KeyName?) -> RecordView { views.first { $0.viewer == key } ?? views[0] }

    /// The journal for a review that does not know which key will sign: only lines that every key of the vault can prove are proven.
    package var commonRecord: RecordView { common ?? record(for: nil) }

    /// Other keys of the vault that have signed lines listed in the key's seal as unproven. Accepting one makes its lines proven.
    package func settledWriters(seenBy key: KeyName) throws(StateError) -> [AcceptedKey] {
        let view = record(for: key)
        var found: [AcceptedKey] = []
        do {
            _ = try SignerJournal(folder: folder).read { (line) throws(SignerJournalError) in
                guard view.unproven.contains(line.number), let writer = line.writer,
                    let recordKey = seals[writer]?.seal.recordKey, !found.contains(where: { $0.name == writer }),
                    line.isSigned(by: recordKey)
                else { return }
                found.append(AcceptedKey(name: writer, recordKey: recordKey))
            }
        } catch {
            throw .journal(error)
        }
        return found
    }

    /// The journal as seen by a key; read again if the vault was not read for this key.
    ///
    /// - Parameter recordKey: the key's own, which lets a key without a seal recognise its own lines.
    func view(of key: KeyName, recordKey: [UInt8]? = nil) throws(StateError) -> RecordView {
        let isSealed = seals[key] != nil
        if isSealed || recordKey == nil, let view = views.first(where: { $0.viewer == key }) { return view }
        let trust = LineTrust(of: key, in: seals.mapValues(\.seal), recordKey: recordKey)
        var view = RecordView(viewer: key)
        do {
            let end = try SignerJournal(folder: folder).read { (line) throws(SignerJournalError) in
                view.add(line, trust.standing(of: line))
            }
            view.finish(end.head, torn: end.torn)
        } catch {
            throw .journal(error)
        }
        return view
    }

    /// Checks, before the PIN is entered, that a key of this vault wrote every line that the key's seal does not cover.
    ///
    /// - Throws: `.foreignLine` for the first line that fails.
    package func checkRecord(of key: KeyName) throws(StateError) {
        if let line = try view(of: key).fault { throw .foreignLine(line, seenBy: key) }
    }

    package var book: SignedList? { lists[.book] }
    package var policy: SignedList? { lists[.policy] }
    package func list(_ kind: ListKind) -> SignedList? { lists[kind] }

    /// The owner of the lists according to the lists themselves; nil if there are none.
    package var owner: KeyName? { (book ?? policy)?.owner }

    /// The keys whose seals the vault was compared with, sorted by name.
    package var witnesses: [KeyName] { seals.keys.sorted() }

    /// The key's seal; nil if it has none.
    package func seal(_ key: KeyName) -> KeySeal? { seals[key]?.seal }

    /// Whether the key has no seal and nothing else shows that it ever had one. Either the vault is from before seals existed, or someone
    /// removed seal, journal, book and policy together: only the user can tell.
    package func isUnsealed(_ key: KeyName) -> Bool { seals[key] == nil && history.seals[key] == nil }

    /// SHA-256 of a line that a seal names; nil for other lines.
    func mark(_ line: Int) -> [UInt8]? { marks[line] }

    var records: [RecordView] { views }

    /// Compares a key's file with its seal before the PIN is entered.
    ///
    /// - Throws: `.rolledBack` if the key's seal does not name this file, `.missingSeal`, `.unsealed`.
    package func check(_ key: KeyName) throws(StateError) {
        guard let seal = seals[key]?.seal else { throw isUnsealed(key) ? .unsealed(key) : .missingSeal(key) }
        if let file = keyFiles[key], !seal.keyFiles.contains(file) {
            throw .rolledBack(file: key.text + Vault.suffix, seen: "its seal names another file of this key")
        }
    }

    /// Verifies with an opened key that its seal is its own and that the lists are signed by an owner it accepts.
    ///
    /// - Returns: whether this key sees lists of another owner for the first time.
    /// - Throws: the errors of `check`; `.forgedSeal`, `.rolledBack`, `.otherOwner`.
    package func verify(_ key: borrowing UnlockedKey) throws(StateError) -> Bool {
        try check(key.info.name)
        var known: [UInt8]?
        if let (seal, bytes) = seals[key.info.name] {
            let isOwn: Bool
            do { isOwn = try seal.isWritten(bytes, by: key.record) } catch {
                throw .damaged(file: KeySeal.prefix + key.info.name.text, reason: error.message)
            }
            guard isOwn, seal.recordKey ?? key.record.publicKey == key.record.publicKey else {
                throw .forgedSeal(key.info.name)
            }
            try checkNewest(seal, key)
            known = seal.listKey
        }
        let own = key.listKey
        var stranger: [UInt8]?
        for kind in ListKind.allCases {
            guard let list = lists[kind], list.listKey != own, list.listKey != known else { continue }
            // Two unknown owners at once are rejected, and so is one next to a list of the key's own.
            let isFirst =
                known == nil && !lists.values.contains { $0.listKey == own } && stranger ?? list.listKey == list.listKey
            guard isFirst else { throw .otherOwner(file: kind.rawValue, owner: list.owner) }
            stranger = list.listKey
        }
        return stranger != nil
    }

    /// Detects a seal that was restored together with the journal: it does not cover a list that this key has signed since.
    private func checkNewest(_ seal: KeySeal, _ key: borrowing UnlockedKey) throws(StateError) {
        let file = KeySeal.prefix + key.info.name.text
        for list in lists.values where list.listKey == key.listKey && seal.listKey == key.listKey {
            guard let newest = seal.lists[list.kind]?.map(\.counter).max(), newest < list.counter else { continue }
            throw .rolledBack(
                file: file,
                seen: "it knows number \(newest) of vault/\(list.kind.rawValue), and this is \(list.counter)")
        }
    }

    /// Whether the key's seal names the owner of the lists, without verifying the seal.
    package func isFamiliar(_ key: KeyName) -> Bool {
        guard let listKey else { return true }
        return seals[key]?.seal.listKey == listKey
    }

    /// The list key of the owner according to the lists themselves; nil if there are none.
    package var listKey: [UInt8]? { (book ?? policy)?.listKey }

    /// Verifies that the lists are those that the user reviewed.
    ///
    /// - Throws: `.changedMeanwhile` if a list has another version or another owner.
    package func checkLists(areThoseOf seen: VaultState) throws(StateError) {
        for kind in ListKind.allCases where list(kind)?.mark != seen.list(kind)?.mark {
            throw .changedMeanwhile(file: kind.rawValue)
        }
    }

    static func read(_ folder: String, _ name: String, limit: Int) throws(StateError) -> [UInt8] {
        do {
            return try SafeFiles.read(folder + "/" + name, limit: limit)
        } catch .tooLarge {
            throw .damaged(file: name, reason: "it exceeds the maximum size")
        } catch {
            throw .file(error)
        }
    }
}

/// A lock held while lists and seals are changed, so that two programs do not change them at once.
package struct VaultLock: ~Copyable {
    private let lock: FileLock

    /// Waits for the lock of a vault, and creates the folder if necessary.
    package init(folder: String) throws(FileError) {
        try SafeFiles.createFolder(folder)
        lock = try FileLock(path: Self.path(folder))
    }

    /// Waits until no program is changing the vault, and prevents changes while the lock is held. For readers.
    init(reading folder: String) throws(FileError) { lock = try FileLock(reading: Self.path(folder)) }

    static func path(_ folder: String) -> String { folder + "/state.lock" }
}
