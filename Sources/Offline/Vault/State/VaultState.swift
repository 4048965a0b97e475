// SPDX-License-Identifier: Apache-2.0

import Crypto
import SafeFiles
import Stellar
import StellarXDR

/// Everything in a vault except the secrets, read together and compared: book, policy, journal, seals and key files.
///
/// Reading needs no PIN, and detects anything that contradicts a seal or a proven line of the journal. Only `verify`
/// proves who wrote them.
package struct VaultState: Sendable {
    package let folder: String
    /// All keys, sorted by name; a damaged key file is listed with its error.
    package let keys: [ListedKey]
    /// SHA-256 of the key files that can be read, from the same bytes as `keys`.
    let keyFiles: [KeyName: [UInt8]]
    private let lists: [ListKind: (list: SignedList, digest: [UInt8])]
    let seals: [KeyName: (seal: KeySeal, bytes: [UInt8])]
    /// The journal as seen by each key for which the vault was read; one anonymous view if there were none.
    private let views: [RecordView]
    /// The journal with only those lines proven that every key of the vault can prove; only in a vault read with
    /// `readOnly`.
    private let common: RecordView?
    /// SHA-256 of the lines that the seals name.
    private let marks: [Int: [UInt8]]

    /// Reads the vault without holding its lock. Code that holds the lock must use `init(folder:for:holding:)`: this
    /// one may wait for it.
    ///
    /// Files are read one after the other. If they contradict each other, another program may have written them
    /// meanwhile, so they are read again under the lock, and only an error that remains is thrown.
    ///
    /// - Parameters:
    ///   - keys: the keys whose views of the journal are needed; empty for display.
    ///   - files: the key files, if they were read to choose these keys. They are read again only if they do not agree
    ///     with the rest.
    /// - Throws: `StateError` for files that are malformed, altered, or older than recorded elsewhere.
    package init(folder: String, for keys: [KeyName] = [], knowing files: KeyFiles? = nil) throws(StateError) {
        try self.init(folder: folder, for: keys, knowing: files, meanwhile: {})
    }

    /// - Parameter meanwhile: for tests: runs between reading the first file and the last.
    init(
        folder: String, for keys: [KeyName] = [], knowing files: KeyFiles? = nil, meanwhile: () -> Void
    ) throws(StateError) {
        if let first = try? VaultState(folder: folder, keys, after: nil, knowing: files, meanwhile), first.isSettled {
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
    /// - Returns: the vault with the journal as seen by each key, and the error of its journal; with an error, the
    ///   history is empty.
    package static func readOnly(folder: String) throws(StateError) -> (state: VaultState, fault: StateError?) {
        let lock = try? VaultLock(reading: folder)
        defer { withExtendedLifetime(lock) {} }
        do {
            return (try VaultState(folder: folder, [], after: nil, isLook: true), nil)
        } catch .journal(let error) {
            return (try VaultState(folder: folder, [], after: nil, withJournal: false), .journal(error))
        } catch .rolledBack("journal", let seen) {
            return (
                try VaultState(folder: folder, [], after: nil, withJournal: false),
                .rolledBack(file: "journal", seen: seen)
            )
        }
    }

    /// The current state, read under the lock. Every file is read again, because only the programs of the vault respect
    /// its lock; of the journal, only new lines are. What has not changed, byte for byte, is not parsed again.
    package func refreshed(holding lock: borrowing VaultLock) throws(StateError) -> VaultState {
        try VaultState(folder: folder, viewers, after: self)
    }

    private var viewers: [KeyName] { views.compactMap(\.viewer) }

    /// Whether every key's file and seal agree. If not, code that uses the key reports it (`check`).
    private var isSettled: Bool {
        keyFiles.keys.allSatisfy { key in (try? check(key)) != nil }
    }

    private init(
        folder: String, _ keys: [KeyName], after earlier: VaultState?, knowing files: KeyFiles? = nil,
        withJournal: Bool = true, isLook: Bool = false, _ meanwhile: () -> Void = {}
    ) throws(StateError) {
        self.folder = folder
        let names: [String]
        do { names = try SafeFiles.names(in: folder) } catch .notFound { names = [] } catch { throw .file(error) }
        var lists: [ListKind: (list: SignedList, digest: [UInt8])] = [:]
        for kind in ListKind.allCases where names.contains(kind.rawValue) {
            let bytes = try Self.read(folder, kind.rawValue, limit: SignedList.limit)
            let digest = SHA256.hash(bytes)
            if let known = earlier?.lists[kind], known.digest == digest {
                lists[kind] = known
            } else {
                lists[kind] = (try SignedList(parsing: bytes, kind: kind, file: kind.rawValue), digest)
            }
        }
        self.lists = lists
        seals = try Self.seals(names, folder, known: earlier?.seals ?? [:])
        let owners = Vault.names(amongFiles: names)
        let read = files.flatMap { $0.keys.map(\.name) == owners ? $0 : nil } ?? Vault(folder: folder).keyFiles(owners)
        (self.keys, keyFiles) = (read.keys, read.digests)
        meanwhile()
        let viewers = isLook ? self.keys.map(\.name) : keys
        var views =
            earlier?.views ?? (keys.isEmpty ? [RecordView(viewer: nil)] : []) + viewers.map { RecordView(viewer: $0) }
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

    private static func seals(
        _ names: [String], _ folder: String, known: [KeyName: (seal: KeySeal, bytes: [UInt8])]
    ) throws(StateError) -> [KeyName: (seal: KeySeal, bytes: [UInt8])] {
        var seals: [KeyName: (seal: KeySeal, bytes: [UInt8])] = [:]
        for name in names where name.hasPrefix(KeySeal.prefix) {
            guard let key = try? KeyName(String(name.dropFirst(KeySeal.prefix.count))) else { continue }
            let bytes = try read(folder, name, limit: KeySeal.limit)
            if let same = known[key], same.bytes == bytes {
                seals[key] = same
            } else {
                seals[key] = (try KeySeal(parsing: bytes, key: key), bytes)
            }
        }
        return seals
    }

    /// All lines of the journal, proven or not: their number, and their content where it makes a review stricter.
    package var history: SignerHistory { views[0].all }

    /// The journal as seen by a key; the anonymous view for nil, or for a key for which the vault was not read.
    package func record(for key: KeyName?) -> RecordView { views.first { $0.viewer == key } ?? views[0] }

    /// The journal for a review that does not know which key will sign: only lines that every key of the vault can
    /// prove are proven.
    package var commonRecord: RecordView { common ?? record(for: nil) }

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

    package var book: SignedList? { list(.book) }
    package var policy: SignedList? { list(.policy) }
    package func list(_ kind: ListKind) -> SignedList? { lists[kind]?.list }

    /// The owner of the lists according to the lists themselves; nil if there are none.
    package var owner: KeyName? { (book ?? policy)?.owner }

    /// The keys whose seals the vault was compared with, sorted by name.
    package var witnesses: [KeyName] { seals.keys.sorted() }

    /// The key's seal; nil if it has none.
    package func seal(_ key: KeyName) -> KeySeal? { seals[key]?.seal }

    /// Whether the key has no seal and nothing else shows that it ever had one. Either the vault is from before seals
    /// existed, or someone removed seal, journal, book and policy together: only the user can tell.
    package func isUnsealed(_ key: KeyName) -> Bool { seals[key] == nil && history.seals[key] == nil }

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
            guard let list = list(kind), list.listKey != own, list.listKey != known else { continue }
            // Two unknown owners at once are rejected, and so is one next to a list of the key's own.
            let isFirst =
                known == nil && !lists.values.contains { $0.list.listKey == own }
                && stranger ?? list.listKey == list.listKey
            guard isFirst else { throw .otherOwner(file: kind.rawValue, owner: list.owner) }
            stranger = list.listKey
        }
        return stranger != nil
    }

    /// Detects a seal that was restored together with the journal: it does not cover a list that this key has signed
    /// since.
    private func checkNewest(_ seal: KeySeal, _ key: borrowing UnlockedKey) throws(StateError) {
        let file = KeySeal.prefix + key.info.name.text
        for (list, _) in lists.values where list.listKey == key.listKey && seal.listKey == key.listKey {
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

    /// Compares everything with what the seals and the journal have recorded.
    private func compare() throws(StateError) {
        for (seal, _) in seals.values { try compareJournal(seal) }
        try compareLists()
        for view in views {
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
    private func compareLists() throws(StateError) {
        for (seal, _) in seals.values {
            for kind in ListKind.allCases { try compare(kind, seal) }
        }
    }

    private func compareJournal(_ seal: KeySeal) throws(StateError) {
        let seen = "key \(seal.key.text) saw \(seal.journalLines) lines of it, and now there are \(history.entries)"
        guard seal.journalLines <= history.entries else { throw .rolledBack(file: "journal", seen: seen) }
        guard seal.journalLines == 0 || marks[seal.journalLines] == seal.journalDigest else {
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

extension VaultState {
    /// Writes the key's seal again. It then covers the journal of this state, including the lines that are unproven for
    /// the key, and the lists if their owner is the one that the key accepts. Lists of another owner are not recorded.
    ///
    /// - Parameters:
    ///   - listKey: the owner whose lists the key accepts from now on, because the user confirmed it; nil to leave it
    ///     unchanged.
    ///   - others: keys whose journal lines it accepts from now on, because the user confirmed it or entered their PINs
    ///     together with this one's.
    ///   - clock: the clocks, when a signature is being made.
    ///   - settling: whether a user with the PIN has reviewed the lines that no key of the vault has written, and keeps
    ///     them as unproven lines.
    ///   - seeing: whether a user with the PIN has passed the findings about unproven lines that the vault's keys or an
    ///     earlier release have written. Otherwise those findings are shown again.
    ///   - change: a change that does not follow from this state.
    /// - Returns: the seal as written.
    /// - Throws: `.foreignLine`; `.forgedSeal` when the seal on the disk is not the key's own; `.rolledBack`,
    ///   `.missingSeal` when it is neither that of this state nor newer; `.file`.
    @discardableResult
    package func reseal(
        _ key: borrowing RecordKey, holding lock: borrowing VaultLock, believing listKey: [UInt8]? = nil,
        accepting others: [AcceptedKey] = [], clock: ClockReading? = nil, settling: Bool = false, seeing: Bool = false,
        changing change: KeySeal.Change? = nil
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
        if let change { seal.apply(change) }
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
}
