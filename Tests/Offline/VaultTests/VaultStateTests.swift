// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Crypto
@testable import Vault

/// Detection of changed and rolled-back books, policies, journals, key files and seals.
struct VaultStateTests {
    private let scratch: TemporaryFolder
    private let vault: Vault
    private var folder: String { vault.folder }
    private let pin = "80412957"

    init() throws {
        scratch = TemporaryFolder()
        vault = Vault(folder: scratch.path + "/vault", limits: .test)
        try make("alice")
        try make("bob")
    }

    private func make(_ name: String) throws {
        _ = try vault.create(
            try KeyName(name), secret: KeySecret(try Mnemonic.generate(words: .twelve)), pin: try SecretBytes(pin),
            created: Timestamp(1), parameters: .cheap)
    }

    private func unlock(_ name: String, pin: String? = nil) throws -> UnlockedKey {
        try vault.unlock(try KeyName(name), pin: try SecretBytes(pin ?? self.pin))
    }

    private func state() throws -> VaultState { try VaultState(folder: folder) }

    @discardableResult
    private func write(_ kind: ListKind, _ text: String, by name: String = "alice") throws -> SignedList {
        let key = try unlock(name)
        let lock = try VaultLock(folder: folder)
        return try VaultState(folder: folder, holding: lock)
            .replace(kind, with: ["text": .string(text)], time: Timestamp(2), by: key, holding: lock)
    }

    private func verify(_ name: String, pin: String? = nil) throws -> Bool {
        let key = try unlock(name, pin: pin)
        return try state().verify(key)
    }

    private func reseal(_ name: String, accepting: Bool = false) throws {
        let key = try unlock(name)
        let lock = try VaultLock(folder: folder)
        let state = try VaultState(folder: folder, holding: lock)
        try state.reseal(key.record, holding: lock, believing: accepting ? state.listKey : nil)
    }

    private func accept(_ name: String) throws { try reseal(name, accepting: true) }

    /// A list signed with a key of the same name in another vault.
    private func forged(_ kind: ListKind, by name: String = "alice", after counter: UInt64 = 6) throws -> SignedList {
        let other = TemporaryFolder()
        let elsewhere = Vault(folder: other.path + "/vault", limits: .test)
        _ = try elsewhere.create(
            try KeyName(name), secret: KeySecret(try Mnemonic.generate(words: .twelve)), pin: try SecretBytes(pin),
            created: Timestamp(1), parameters: .cheap)
        let mallory = try elsewhere.unlock(try KeyName(name), pin: try SecretBytes(pin))
        return try SignedList(kind, content: ["text": "evil"], after: counter, time: Timestamp(9), by: mallory)
    }

    private func bytes(_ file: String) throws -> [UInt8] { try SafeFiles.read(folder + "/" + file, limit: 1 << 22) }

    private func put(_ bytes: [UInt8], _ file: String) throws {
        // Not through SafeFiles, which would sync to disk a thousand times.
        let stream = try #require(fopen(folder + "/" + file, "wb"))
        defer { fclose(stream) }
        #expect(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    }

    private func sign(_ number: UInt8, by name: String = "alice") throws {
        let hash = TransactionHash(try #require(Hash([UInt8](repeating: number, count: 32))))
        let key = try unlock(name)
        let lock = try VaultLock(folder: folder)
        let state = try VaultState(folder: folder, for: [key.info.name], holding: lock)
        let seal = try state.reseal(key.record, holding: lock).counter
        let intent = SigningIntent(
            time: Timestamp(3), kind: .message, hash: hash, network: nil, source: nil, sequence: nil,
            key: key.info.name, summary: "", review: hash.hash, findings: [], destinations: [],
            seal: seal)
        let journal = SignerJournal(folder: folder)
        try journal.record([intent], after: state.history, by: key.record)
        try state.refreshed(holding: lock).reseal(key.record, holding: lock)
    }

    @Test func `other keys treat a book as new until they accept its owner`() throws {
        try write(.book, "one")
        try write(.policy, "all")
        #expect(try state().book?.content == ["text": "one"])
        #expect(try state().owner?.text == "alice")
        #expect(try verify("alice") == false)
        #expect(try verify("bob"), "bob has not seen the book")
        #expect(try !state().isFamiliar(try KeyName("bob")))
        try reseal("bob")
        #expect(try verify("bob"), "resealing alone accepts no owner")
        try accept("bob")
        #expect(try verify("bob") == false)
        #expect(try state().isFamiliar(try KeyName("bob")))
        try make("carol")
        #expect(try verify("carol"), "a key created later is told as well")
        #expect(try state().seal(try KeyName("carol"))?.listKey == nil)
        #expect(try state().seal(try KeyName("carol"))?.lists == [:])
    }

    @Test(arguments: ["book", "policy", "journal", "alice.key", "seal.alice"])
    func `detects a changed bit in any file`(
        file: String
    ) throws {
        try write(.book, "one")
        try write(.policy, "all")
        try sign(7)
        let whole = try bytes(file)
        for place in stride(from: 0, to: whole.count, by: 3) {
            var changed = whole
            changed[place] ^= 1 << UInt8(place % 8)
            try put(changed, file)
            #expect(throws: (any Error).self, "\(file), byte \(place)") { try verify("alice") }
        }
        try put(whole, file)
        #expect(try verify("alice") == false)
    }

    @Test(arguments: ["book", "policy", "journal", "alice.key", "seal.alice"])
    func `detects an older version of any file`(
        file: String
    ) throws {
        try write(.book, "one")
        try write(.policy, "all")
        try sign(7)
        let older = try bytes(file)
        try write(.book, "two")
        try write(.policy, "none")
        let new = try SecretBytes("55667788")
        _ = try vault.changePIN(try KeyName("alice"), from: try SecretBytes(pin), to: new, parameters: .cheap)
        #expect(try verify("alice", pin: "55667788") == false)
        let newer = try bytes(file)
        try put(older, file)
        for pin in [pin, "55667788"] {
            #expect(throws: (any Error).self, "\(file)") { try verify("alice", pin: pin) }
        }
        try put(newer, file)
        #expect(try verify("alice", pin: "55667788") == false)
    }

    @Test(arguments: ["book", "policy", "journal", "seal.alice"]) func `detects a missing file`(file: String)
        throws
    {
        try write(.book, "one")
        try write(.policy, "all")
        try sign(7)
        try SafeFiles.remove(folder + "/" + file)
        #expect(throws: StateError.self) { try verify("alice") }
    }

    @Test func `detects a key without a seal, even if other files are missing too`() throws {
        try write(.book, "one")
        try write(.policy, "all")
        try sign(7)
        let name = try KeyName("alice")
        try SafeFiles.remove(folder + "/seal.alice")
        #expect(throws: StateError.missingSeal(name)) { try verify("alice") }
        #expect(try !state().isUnsealed(name))
        // The other key has seen the journal.
        let journal = try bytes("journal")
        try SafeFiles.remove(folder + "/journal")
        #expect(throws: StateError.self) { try state() }
        try put(journal, "journal")
        try SafeFiles.remove(folder + "/seal.bob")
        for file in ["journal", "policy", "book"] {
            try SafeFiles.remove(folder + "/" + file)
            #expect(try state().isUnsealed(name))
            #expect(throws: StateError.unsealed(name)) { try state().check(name) }
            #expect(throws: StateError.unsealed(name)) { try verify("alice") }
            #expect(throws: StateError.unsealed(name)) { try write(.book, "two") }
            #expect(throws: VaultError.state(.unsealed(name))) {
                _ = try vault.changePIN(
                    name, from: try SecretBytes(pin), to: try SecretBytes("55667788"), parameters: .cheap)
            }
        }
        #expect(throws: BackupError.state(.unsealed(name))) {
            _ = try VaultBackup.make(of: folder, time: Timestamp(3))
        }
        try reseal("alice")
        #expect(try verify("alice") == false)
    }

    @Test func `creates no key that could not be sealed`() throws {
        let older = try write(.book, "one")
        try write(.book, "two")
        try put(older.bytes, "book")
        #expect(throws: VaultError.self) { try make("carol") }
        #expect(try vault.list().map(\.name.text) == ["alice", "bob"])
    }

    @Test func `detects an older book with a key that never saw the newer one`() throws {
        let first = try write(.book, "one")
        try accept("bob")
        try write(.book, "two")
        try put(first.bytes, "book")
        #expect(throws: StateError.self) { try verify("bob") }
    }

    @Test func `a key that knows the owner refuses a forged book`() throws {
        try write(.book, "one")
        try put(try forged(.book).bytes, "book")
        #expect(throws: StateError.otherOwner(file: "book", owner: try KeyName("alice"))) { try verify("alice") }
        #expect(try verify("bob"), "bob has seen no book yet and is told that it is new")
    }

    @Test func `a planted book is not accepted and blocks writing lists`() throws {
        let planted = try forged(.book, after: 0)
        try put(planted.bytes, "book")
        #expect(try verify("alice"))
        #expect(throws: StateError.unknownOwner(file: "book", owner: try KeyName("alice"))) { try write(.book, "one") }
        #expect(throws: StateError.unknownOwner(file: "book", owner: try KeyName("alice"))) {
            try write(.policy, "all")
        }
        #expect(try bytes("book") == planted.bytes)
        try make("carol")
        try reseal("alice")
        for name in ["alice", "bob", "carol"] {
            #expect(try verify(name))
            #expect(try !state().isFamiliar(try KeyName(name)))
        }
        try SafeFiles.remove(folder + "/book")
        #expect(try write(.book, "one").counter == 1)
    }

    @Test func `rejects lists of two unknown owners, or of one beside the key's own`() throws {
        try put(try forged(.book, by: "mallory", after: 0).bytes, "book")
        try put(try forged(.policy, by: "oscar", after: 0).bytes, "policy")
        #expect(throws: StateError.otherOwner(file: "policy", owner: try KeyName("oscar"))) { try verify("alice") }
        try SafeFiles.remove(folder + "/book")
        #expect(try verify("alice"), "one unknown owner alone")
        let key = try unlock("alice")
        try put(try SignedList(.book, content: [:], after: 0, time: Timestamp(9), by: key).bytes, "book")
        #expect(throws: StateError.otherOwner(file: "policy", owner: try KeyName("oscar"))) { try verify("alice") }
    }

    @Test func `detects a list that was replaced since it was read`() throws {
        try write(.book, "one")
        let seen = try state()
        let lock = try VaultLock(folder: folder)
        #expect(throws: Never.self) { try seen.refreshed(holding: lock).checkLists(areThoseOf: seen) }
        let whole = try bytes("book")
        for kind in ListKind.allCases {
            try put(try forged(kind).bytes, kind.rawValue)
            #expect(throws: StateError.changedMeanwhile(file: kind.rawValue)) {
                try seen.refreshed(holding: lock).checkLists(areThoseOf: seen)
            }
            try put(whole, "book")
        }
    }

    @Test func `reads every file again under the lock, and parses again what has changed`() throws {
        try write(.book, "one")
        let alice = try KeyName("alice")
        let seen = try state()
        let lock = try VaultLock(folder: folder)
        #expect(try seen.refreshed(holding: lock).book == seen.book)
        for file in ["book", "seal.alice", "alice.key"] {
            let whole = try bytes(file)
            var changed = whole
            changed[whole.count / 2] ^= 1
            try put(changed, file)
            #expect(throws: StateError.self, "\(file)") { try seen.refreshed(holding: lock).check(alice) }
            try put(whole, file)
        }
        #expect(throws: Never.self) { try seen.refreshed(holding: lock).check(alice) }
    }

    @Test func `lists a key file that is a link to nothing`() throws {
        #expect(symlink("nothing", folder + "/carol.key") == 0)
        let carol = try KeyName("carol")
        let listed = try vault.list()
        #expect(listed.map(\.name.text) == ["alice", "bob", "carol"])
        #expect(try state().keys.map(\.name) == listed.map(\.name))
        #expect(throws: VaultError.noSuchKey(carol, closest: nil)) { try listed[2].info.get() }
    }

    @Test func `refuses to overwrite a seal that was replaced since the vault was read`() throws {
        try sign(7)
        let older = try bytes("seal.alice")
        try sign(8)
        let key = try unlock("alice")
        let lock = try VaultLock(folder: folder)
        let state = try VaultState(folder: folder, holding: lock)
        try put(older, "seal.alice")
        #expect(throws: StateError.self) { try state.reseal(key.record, holding: lock) }
        try SafeFiles.remove(folder + "/seal.alice")
        #expect(throws: StateError.missingSeal(try KeyName("alice"))) { try state.reseal(key.record, holding: lock) }
    }

    @Test func `rejects a seal that another key wrote`() throws {
        try reseal("bob")
        let seal = try KeySeal(parsing: try bytes("seal.alice"), key: try KeyName("alice"))
        let bob = try unlock("bob")
        try put(try seal.bytes(by: bob.record), "seal.alice")
        #expect(throws: StateError.forgedSeal(try KeyName("alice"))) { try verify("alice") }
        #expect(throws: StateError.forgedSeal(try KeyName("alice"))) { try reseal("alice") }
    }

    @Test func `a key that accepted the owner takes over both lists`() throws {
        try write(.book, "one")
        try write(.policy, "all")
        #expect(throws: StateError.unknownOwner(file: "book", owner: try KeyName("alice"))) {
            try write(.book, "two", by: "bob")
        }
        try accept("bob")
        try write(.book, "two", by: "bob")
        #expect(try state().owner?.text == "bob")
        #expect(try state().policy?.content == ["text": "all"])
        #expect(try verify("bob") == false)
        #expect(throws: StateError.otherOwner(file: "book", owner: try KeyName("bob"))) { try verify("alice") }
        try accept("alice")
        #expect(try verify("alice") == false)
    }

    @Test func `each list's counter increases by one`() throws {
        #expect(try write(.book, "one").counter == 1)
        #expect(try write(.book, "two").counter == 2)
        #expect(try write(.policy, "all").counter == 1)
    }

    @Test(arguments: [1 << 62 + 1, UInt64.max - 1, .max])
    func `rejects a counter over the limit in a list, a seal or the journal`(
        number: UInt64
    ) throws {
        let key = try unlock("alice")
        let huge = try SignedList(.book, content: [:], after: number - 1, time: Timestamp(9), by: key)
        let refusal = StateError.damaged(
            file: "book", reason: #"the number in the field "counter" is out of range"#)
        #expect(throws: refusal) { try SignedList(parsing: huge.bytes, kind: .book, file: "book") }
        var seal = KeySeal(try KeyName("alice"))
        seal.counter = number
        #expect(throws: StateError.self) { try KeySeal(parsing: try seal.bytes(by: key.record), key: key.info.name) }
        seal.counter = 1
        seal.lists[.policy] = [huge.mark]
        #expect(throws: StateError.self) { try KeySeal(parsing: try seal.bytes(by: key.record), key: key.info.name) }
        let journal = SignerJournal(folder: folder)
        try journal.record(
            ListChange(time: Timestamp(2), list: .book, mark: huge.mark, key: key.info.name, seal: 1))
        #expect(
            throws: SignerJournalError.damaged(line: 3, reason: #"the number in the field "counter" is out of range"#)
        ) {
            try journal.history()
        }
        try SafeFiles.remove(folder + "/journal")
        let mark = ListMark(counter: 1, digest: huge.mark.digest)
        try journal.record(ListChange(time: Timestamp(2), list: .book, mark: mark, key: key.info.name, seal: number))
        #expect(throws: SignerJournalError.damaged(line: 1, reason: #"the number in the field "seal" is out of range"#))
        {
            try journal.history()
        }
    }

    @Test func `refuses to write a list after the highest counter`() throws {
        try accept("alice")
        let key = try unlock("alice")
        let last = try SignedList(.book, content: ["text": "last"], after: 1 << 62 - 1, time: Timestamp(9), by: key)
        try put(last.bytes, "book")
        #expect(try state().book?.counter == 1 << 62)
        let refusal = StateError.damaged(
            file: "book", reason: "the counter 4611686018427387904 cannot be increased")
        #expect(throws: refusal) { try write(.book, "one") }
        #expect(try bytes("book") == last.bytes)
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1e400", "null"])
    func `a planted wrong-PIN count delays by at most 300 seconds`(number: String) throws {
        try put(Array(#"{"failed":\#(number),"last":18446744073709551615}"#.utf8), "tries.alice")
        var tries = PINTries(folder: folder, key: try KeyName("alice"))
        let before = tries.failed
        tries.fail(now: Timestamp(1))
        #expect(tries.failed >= before)
        #expect(PINTries(folder: folder, key: try KeyName("alice")).wait(now: Timestamp(1)) <= 300)
    }

    @Test func `both the old and the new list verify after an interrupted change`() throws {
        let old = try write(.book, "one")
        let key = try unlock("alice")
        let new = try SignedList(.book, content: ["text": "two"], after: 1, time: Timestamp(2), by: key)
        let lock = try VaultLock(folder: folder)
        let now = try VaultState(folder: folder, holding: lock)
        try now.reseal(key.record, holding: lock, changing: .list(.book, [old.mark, new.mark]))
        #expect(try verify("alice") == false)
        try put(new.bytes, "book")
        #expect(try verify("alice") == false)
    }

    @Test func `both the old and the new key file verify after an interrupted PIN change`() throws {
        let old = try bytes("alice.key")
        let name = try KeyName("alice")
        _ = try vault.changePIN(
            name, from: try SecretBytes(pin), to: try SecretBytes("55667788"), parameters: .cheap)
        let new = try bytes("alice.key")
        let key = try unlock("alice", pin: "55667788")
        let lock = try VaultLock(folder: folder)
        let now = try VaultState(folder: folder, holding: lock)
        try now.reseal(key.record, holding: lock, changing: .keyFiles([SHA256.hash(old), SHA256.hash(new)]))
        #expect(try verify("alice", pin: "55667788") == false)
        try put(old, "alice.key")
        #expect(try verify("alice") == false)
    }

    @Test func `reads key files again that do not agree with the rest`() throws {
        let name = try KeyName("alice")
        let before = try vault.keyFiles()
        #expect(try VaultState(folder: folder, for: [name], knowing: before).keyFiles == before.digests)
        _ = try vault.changePIN(
            name, from: try SecretBytes(pin), to: try SecretBytes("55667788"), parameters: .cheap)
        let key = try unlock("alice", pin: "55667788")
        let lock = try VaultLock(folder: folder)
        let new = SHA256.hash(try bytes("alice.key"))
        try VaultState(folder: folder, holding: lock).reseal(key.record, holding: lock, changing: .keyFiles([new]))
        _ = consume lock
        #expect(try VaultState(folder: folder, for: [name], knowing: before).keyFiles[name] == new)
    }

    @Test func `reads a consistent state while another program writes`() throws {
        try write(.book, "one")
        try sign(7)
        var isWritten = false
        // Runs between reading the seals and the journal, which then names newer seals and lists.
        let state = try VaultState(folder: folder) {
            isWritten = true
            #expect(throws: Never.self) {
                try sign(8)
                try write(.book, "two")
            }
        }
        #expect(isWritten)
        #expect(state.book?.content == ["text": "two"])
        #expect(try state.history == self.state().history)
    }

    @Test func `reads and verifies a read-only vault without a lock`() throws {
        try write(.book, "one")
        let older = try bytes("book")
        try write(.book, "two")
        try SafeFiles.remove(folder + "/state.lock")
        try SafeFiles.remove(folder + "/journal.lock")
        try #require(chmod(folder, 0o500) == 0)
        #expect(try state().book?.counter == 2)
        try #require(chmod(folder, 0o700) == 0)
        try put(older, "book")
        try #require(chmod(folder, 0o500) == 0)
        #expect(throws: StateError.self) { try state() }
        try #require(chmod(folder, 0o700) == 0)
    }

    @Test func `a removed key leaves only its seal and frees its name`() throws {
        try sign(7)
        try vault.remove(try KeyName("alice"))
        #expect(try SafeFiles.names(in: folder).filter { $0.contains("alice") } == ["seal.alice"])
        try make("alice")
        #expect(try verify("alice") == false)
    }

    @Test(arguments: [
        ("\n", ""), ("coldstar-book", "coldstar-policy"), ("\"version\":1", "\"version\":2"),
        ("\"counter\":1", "\"counter\":-1"), ("\"owner\":\"alice\"", "\"owner\":\"../x\""),
        ("{\"text\":\"one\"}", "[]"), ("{\"format\"", " {\"format\""),
    ]) func `rejects a list that is not in canonical form`(old: String, new: String) throws {
        let text = String(decoding: try write(.book, "one").bytes, as: UTF8.self)
        let place = try #require(text.firstRange(of: old))
        try put(Array((text[..<place.lowerBound] + new + text[place.upperBound...]).utf8), "book")
        #expect(throws: StateError.self) { try state() }
    }
}
