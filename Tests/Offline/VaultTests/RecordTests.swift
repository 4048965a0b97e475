// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Crypto
@testable import Vault

/// A journal modified without a PIN: unproven lines may raise findings but lower none.
struct RecordTests {
    private let scratch: TemporaryFolder
    private let vault: Vault
    private var folder: String { vault.folder }
    private var journal: SignerJournal { SignerJournal(folder: folder) }
    private let pin = "80412957"
    private let alice: KeyName
    private let source: AccountID

    init() throws {
        scratch = TemporaryFolder()
        vault = Vault(folder: scratch.path + "/vault", limits: .test)
        alice = try KeyName("alice")
        source = .ed25519(try #require(Hash([UInt8](repeating: 7, count: 32))))
        try make("alice")
    }

    private func make(_ name: String) throws {
        _ = try vault.create(
            try KeyName(name), secret: KeySecret(try Mnemonic.generate(words: .twelve)), pin: try SecretBytes(pin),
            created: Timestamp(1), parameters: .cheap)
    }

    private func unlock(_ name: String) throws -> UnlockedKey {
        try vault.unlock(try KeyName(name), pin: try SecretBytes(pin))
    }

    private func identity(_ name: String) throws -> AcceptedKey {
        let key = try unlock(name)
        return key.record.identity
    }

    private func view(_ name: String = "alice") throws -> RecordView {
        try VaultState(folder: folder, for: [try KeyName(name)]).record(for: try KeyName(name))
    }

    private func hash(_ number: UInt8) throws -> TransactionHash {
        TransactionHash(try #require(Hash([UInt8](repeating: number, count: 32))))
    }

    private func intent(
        _ number: UInt8, sequence: Int64, by name: String = "alice", spent: Int64 = 100, time: UInt64 = 1000,
        seal: UInt64 = 0
    ) throws -> SigningIntent {
        SigningIntent(
            time: Timestamp(time), kind: .transaction, hash: try hash(number), network: .testnet, source: source,
            sequence: sequence, key: try KeyName(name), summary: "Pay", review: try hash(0).hash, findings: [],
            destinations: [], spent: spent == 0 ? [:] : ["native": spent], seal: seal)
    }

    private func outcome(_ number: UInt8, _ result: SigningOutcome.Result, time: UInt64 = 1000) throws -> JournalEntry {
        .outcome(SigningOutcome(time: Timestamp(time), hash: try hash(number), result: result))
    }

    /// Signs as the signer does.
    private func sign(
        _ number: UInt8, sequence: Int64, by name: String = "alice", spent: Int64 = 100, time: UInt64 = 1000,
        accepting: [AcceptedKey] = []
    ) throws {
        let key = try unlock(name)
        let lock = try VaultLock(folder: folder)
        let state = try VaultState(folder: folder, for: [key.info.name], holding: lock)
        _ = try state.verify(key)
        let seal = try state.reseal(key.record, holding: lock, accepting: accepting).counter
        let intent = try intent(number, sequence: sequence, by: name, spent: spent, time: time, seal: seal)
        try journal.record([intent], after: state.record(for: key.info.name).all, by: key.record)
        try state.refreshed(holding: lock).reseal(key.record, holding: lock)
        try journal.record([try outcome(number, .signed, time: time)], by: key.record)
        try state.refreshed(holding: lock).reseal(key.record, holding: lock)
    }

    private func settle(_ name: String = "alice") throws {
        let key = try unlock(name)
        let lock = try VaultLock(folder: folder)
        let state = try VaultState(folder: folder, for: [key.info.name], holding: lock)
        try state.reseal(key.record, holding: lock, settling: true)
    }

    private func bytes(_ file: String) throws -> [UInt8] { try SafeFiles.read(folder + "/" + file, limit: 1 << 22) }

    private func put(_ bytes: [UInt8], _ file: String) throws {
        try SafeFiles.write(bytes, to: folder + "/" + file, replacing: true)
    }

    private func lines() throws -> [[UInt8]] { try bytes("journal").split(separator: 10).map { Array($0) } }

    /// Writes lines with a recomputed chain and checks, which needs no key.
    private func rechain(_ lines: [[UInt8]]) throws {
        var digest = JournalHead().digest
        var all: [UInt8] = []
        for line in lines {
            let body = line.dropFirst(JournalEntry.beginning.count + 64).dropLast(JournalCheck.length)
            let document = JournalEntry.beginning + Array(Hex.encode(digest).utf8) + body + [UInt8(ascii: "}")]
            let fixed = JournalCheck.adding(to: document)
            digest = SHA256.hash(fixed)
            all += fixed + [10]
        }
        try put(all, "journal")
    }

    private func refuses(_ line: Int, _ comment: Comment? = nil) throws {
        #expect(throws: StateError.foreignLine(line, seenBy: alice), comment) {
            try VaultState(folder: folder, for: [alice]).checkRecord(of: alice)
        }
        #expect(throws: StateError.foreignLine(line, seenBy: alice), comment) {
            let key = try unlock("alice")
            let lock = try VaultLock(folder: folder)
            try VaultState(folder: folder, for: [alice], holding: lock).reseal(key.record, holding: lock)
        }
    }

    private func latest(_ view: RecordView) -> Int64? { view.proven.latestSequence(of: source, on: .testnet) }

    @Test func `the key's own lines are proven even before its seal covers them`() throws {
        try sign(1, sequence: 9)
        let key = try unlock("alice")
        try journal.record([try outcome(1, .delivered)], by: key.record)
        let view = try view()
        #expect(view.isSettled && view.unproven.isEmpty && view.all == view.proven)
        #expect(view.proven.signed(try hash(1)) != nil)
        #expect(latest(view) == 9)
    }

    @Test(arguments: 0..<7) func `an appended unsigned line is reported and lowers no finding`(kind: Int) throws {
        try sign(1, sequence: 9, spent: 500)
        let entry: JournalEntry =
            switch kind {
            case 0: .intent(try intent(2, sequence: 10))
            case 1: .intent(try intent(1, sequence: 9, spent: 0))
            case 2: .intent(try intent(1, sequence: 9, time: 4_000_000_000))
            case 3: try outcome(1, .failed)
            case 4: try outcome(1, .delivered, time: 4_000_000_000)
            case 5:
                .change(
                    ListChange(
                        time: Timestamp(4_000_000_000), list: .policy,
                        mark: ListMark(counter: 99, digest: [UInt8](repeating: 1, count: 32)), key: alice, seal: 1 << 61
                    ))
            default:
                .seen(
                    SeenNumber(
                        time: Timestamp(1000), hash: try hash(3), network: .testnet, source: source, sequence: 99,
                        signer: source, key: alice, summary: ""))
            }
        try journal.record(unsigned: [entry])
        try refuses(4)
        for isSettled in [false, true] {
            if isSettled { try settle() }
            let view = try view()
            #expect(view.isSettled == isSettled)
            #expect(view.proven.signed(try hash(2)) == nil)
            #expect(view.proven.signed(try hash(1)) == Timestamp(1000))
            #expect(latest(view) == 9)
            #expect(view.proven.latestTime == Timestamp(1000))
            #expect(try #require(view.spent(since: Timestamp(900), except: nil)["native"]) >= 500)
            #expect(view.all.conflict(with: try hash(8), source: source, sequence: 9, on: .testnet) != nil)
        }
        try sign(5, sequence: 10)
        #expect(latest(try view()) == 10)
    }

    @Test func `unproven amounts count in addition to proven ones`() throws {
        try sign(1, sequence: 9, spent: 500)
        try journal.record(unsigned: [
            .intent(try intent(1, sequence: 9, spent: 0)), .intent(try intent(2, sequence: 10, spent: 70)),
            try outcome(2, .failed), try outcome(1, .failed),
        ])
        try settle()
        #expect(try view().spent(since: Timestamp(900), except: nil) == ["native": 570])
        try sign(3, sequence: 10, spent: 5)
        #expect(try view().spent(since: Timestamp(900), except: nil) == ["native": 575])
        #expect(try view().spent(since: Timestamp(900), except: try hash(3)) == ["native": 570])
    }

    @Test(arguments: ["changed", "reordered", "replayed", "cut", "inserted", "emptied"])
    func `detects a rewritten journal with a valid chain`(way: String) throws {
        for number in 1...3 { try sign(UInt8(number), sequence: Int64(number)) }
        let whole = try lines()
        var lines = whole
        switch way {
        case "changed":
            lines[3] = Array(
                String(decoding: lines[3], as: UTF8.self).replacing(#""native":"100""#, with: #""native":"1""#).utf8)
        case "reordered": lines.swapAt(1, 3)
        case "replayed": lines.append(lines[2])
        case "cut": lines.removeLast()
        case "inserted": lines.insert(lines[1], at: 4)
        default: lines = []
        }
        try rechain(lines)
        #expect(throws: StateError.self, "\(way)") {
            let state = try VaultState(folder: folder, for: [alice])
            try state.checkRecord(of: alice)
        }
        try rechain(whole)
        #expect(try view().unproven.isEmpty)
    }

    @Test func `rejects a line signed by another record key or for another position`() throws {
        try sign(1, sequence: 9)
        let other = TemporaryFolder()
        let elsewhere = Vault(folder: other.path + "/vault", limits: .test)
        _ = try elsewhere.create(
            alice, secret: KeySecret(try Mnemonic.generate(words: .twelve)), pin: try SecretBytes(pin),
            created: Timestamp(1), parameters: .cheap)
        let mallory = try elsewhere.unlock(alice, pin: try SecretBytes(pin))
        let before = try bytes("journal")
        try journal.record([.intent(try intent(2, sequence: 10))], by: mallory.record)
        try refuses(4, "signed by a key of the same name")
        try put(before, "journal")
        try rechain(try lines() + [try lines()[1]])
        try refuses(4, "signed by the key itself, for another position")
    }

    @Test func `lines of a new key are unproven for another until it accepts that key`() throws {
        try sign(1, sequence: 9)
        try make("mallory")
        try sign(2, sequence: 10, by: "mallory")
        let before = try view()
        #expect(before.fault == nil && !before.isSettled)
        #expect(before.strangers.map(\.name.text) == ["mallory"])
        #expect(before.proven.signed(try hash(2)) == nil)
        #expect(latest(before) == 9)
        #expect(before.signedByStranger(try hash(2)) != nil)
        #expect(before.spent(since: Timestamp(900), except: nil) == ["native": 200])
        try sign(3, sequence: 10)
        // No one has confirmed the review's finding about them.
        #expect(try !view().isSettled && view().strangers == before.strangers)
        #expect(latest(try view()) == 10)
        try sign(4, sequence: 11, by: "mallory")
        try sign(5, sequence: 12, accepting: try view().strangers)
        let after = try view()
        #expect(after.unproven.isEmpty && after.strangers.isEmpty)
        #expect(after.proven.signed(try hash(4)) != nil)
    }

    @Test func `two keys that accepted each other follow each other's sequence numbers`() throws {
        try make("bob")
        try sign(1, sequence: 1, accepting: [try identity("bob")])
        try sign(2, sequence: 2, by: "bob", accepting: [try identity("alice")])
        for number in 3...8 {
            let name = number % 2 == 1 ? "alice" : "bob"
            #expect(latest(try view(name)) == Int64(number) - 1)
            try sign(UInt8(number), sequence: Int64(number), by: name)
        }
        #expect(try view().unproven.isEmpty)
    }

    @Test func `a key created later treats earlier lines as unproven but settled`() throws {
        try sign(1, sequence: 9)
        try make("bob")
        let view = try view("bob")
        #expect(view.isSettled && view.unproven.ranges == [2...3] && latest(view) == nil)
    }

    @Test func `detects a seal written by another key when the PIN is entered`() throws {
        try sign(1, sequence: 9)
        try journal.record(unsigned: [.intent(try intent(2, sequence: 10))])
        var seal = try KeySeal(parsing: try bytes("seal.alice"), key: alice)
        let head = try journal.history().head
        seal.journalLines = head.lines
        seal.journalDigest = head.digest
        try make("mallory")
        let mallory = try unlock("mallory")
        try put(try seal.bytes(by: mallory.record), "seal.alice")
        #expect(throws: StateError.forgedSeal(alice)) { try VaultState(folder: folder).verify(try unlock("alice")) }
    }

    // MARK: lines about keys

    /// The unproven lines about keys.
    private func unproven() throws -> [Int] {
        try VaultState(folder: folder, for: [alice]).unprovenLinesForReading().map(\.line)
    }

    private func events() throws -> [KeyEvent] {
        var events: [KeyEvent] = []
        try journal.visit { (_: Int, entry: JournalEntry) in if case .key(let event) = entry { events.append(event) } }
        return events
    }

    @Test func `a line about a key is signed, covered by its seal, and read back`() throws {
        let key = try unlock("alice")
        for kind in KeyEvent.Kind.allCases { try vault.note(kind, by: key, at: Timestamp(7)) }
        let events = try events()
        #expect(events.map(\.kind) == [.imported] + KeyEvent.Kind.allCases)
        #expect(events.allSatisfy { $0.key == alice && $0.address == key.info.identity.text })
        let state = try VaultState(folder: folder, for: [alice])
        #expect(try state.seal(alice)?.journalLines == events.count && unproven().isEmpty)
        // Its time is not that of a signature.
        #expect(state.history.latestTime == nil && state.history.hasNoSignatures)
    }

    @Test(arguments: KeyEvent.Kind.allCases)
    func `a line about a key without its PIN is unproven, and blocks no key`(kind: KeyEvent.Kind) throws {
        try make("bob")
        try vault.note(unproven: kind, of: alice, at: Timestamp(4_000_000_000))
        #expect(try unproven() == [3])
        for name in ["alice", "bob"] {
            let view = try view(name)
            #expect(view.isSettled && view.unproven.isEmpty && view.all.latestTime == nil)
        }
        try sign(1, sequence: 9)
        try sign(2, sequence: 9, by: "bob")
        #expect(try unproven() == [3])
    }

    @Test(arguments: [VaultEvent.Kind.backedUp, .restored(made: Timestamp(5)), .restored(made: Timestamp(.max))])
    func `a line about the whole vault is read back, and blocks no key`(kind: VaultEvent.Kind) throws {
        let event = VaultEvent(kind, at: Timestamp(4_000_000_000))
        try vault.note(unproven: event)
        var events: [VaultEvent] = []
        try journal.visit { (_: Int, entry: JournalEntry) in
            if case .vault(let event) = entry { events.append(event) }
        }
        #expect(try events == [event] && unproven() == [2])
        let view = try view()
        #expect(view.isSettled && view.unproven.isEmpty && view.all.latestTime == nil)
        try sign(1, sequence: 9)
    }

    @Test(arguments: [
        #"{"time":1,"event":"backed-up","made":1}"#, #"{"time":1,"event":"backed-up"}"#,
        #"{"time":1,"event":"restored","made":null}"#, #"{"time":1,"event":"restored","made":"1"}"#,
        #"{"time":1,"event":"restored","made":-1}"#, #"{"time":1,"event":"removed","made":null}"#,
        #"{"time":1,"made":null}"#, #"{"event":"backed-up","made":null}"#,
        #"{"time":"1","event":"backed-up","made":null}"#,
    ]) func `rejects a malformed line about the whole vault`(text: String) throws {
        let fields = try JSON(parsing: Array(text.utf8))
        #expect(throws: JSONError.self) { try VaultEvent(fields) }
    }

    @Test func `lines of a removed key, and of one that took its name, block no other key`() throws {
        try make("bob")
        let bob = try KeyName("bob")
        for _ in 0..<2 {
            do {
                let key = try unlock("bob")
                try vault.note(.removed, by: key, at: Timestamp(9))
            }
            try vault.remove(bob)
            #expect(try view().isSettled)
            try make("bob")
        }
        #expect(try view().isSettled && view("bob").isSettled)
        try sign(1, sequence: 9)
        // What the keys of that name signed that are gone.
        #expect(try unproven() == [2, 3, 4, 5])
    }

    @Test func `a forged line about a key is unproven, and a changed one is found`() throws {
        try sign(1, sequence: 9)
        let mallory = Vault(folder: TemporaryFolder().path + "/vault", limits: .test)
        _ = try mallory.create(
            alice, secret: KeySecret(try Mnemonic.generate(words: .twelve)), pin: try SecretBytes(pin),
            created: Timestamp(1), parameters: .cheap)
        let other = try mallory.unlock(alice, pin: try SecretBytes(pin))
        try journal.record([.key(KeyEvent(.exported, of: other.info, at: Timestamp(5)))], by: other.record)
        #expect(try unproven() == [4] && view().isSettled)
        var lines = try lines()
        lines[0] = Array(
            String(decoding: lines[0], as: UTF8.self).replacing("imported", with: "restored").utf8)
        try rechain(lines)
        #expect(throws: StateError.self) { try VaultState(folder: folder, for: [alice]) }
    }

    @Test func `a change of the PIN, a restored backup and an import are lines of their own`() throws {
        let backup = try vault.backup(alice)
        _ = try vault.changePIN(alice, from: try SecretBytes(pin), to: try SecretBytes("55667788"), parameters: .cheap)
        try vault.remove(alice)
        _ = try vault.restore(alice, from: backup, pin: try SecretBytes(pin))
        #expect(try events().map(\.kind) == [.imported, .pinChanged, .restored])
        #expect(throws: VaultError.self) {
            _ = try vault.changePIN(alice, from: try SecretBytes(pin), to: try SecretBytes("1"), parameters: .cheap)
        }
        #expect(try events().count == 3 && unproven().isEmpty)
    }

    @Test func `rejects a line about a key with an event that it does not know`() throws {
        try rechain(
            try lines().map { line in
                Array(String(decoding: line, as: UTF8.self).replacing(#""imported""#, with: #""stolen""#).utf8)
            })
        #expect(throws: SignerJournalError.self) { try journal.history() }
    }

    // MARK: journals of releases without signed lines

    /// The state of an earlier release: unsigned lines and a seal that covers all but the last.
    private func legacy(_ more: [JournalEntry] = []) throws {
        try journal.record(unsigned: [.intent(try intent(1, sequence: 9)), try outcome(1, .signed)])
        var seal = try KeySeal(parsing: try bytes("seal.alice"), key: alice)
        let head = try journal.history().head
        seal.recordKey = nil
        seal.counter += 3
        seal.journalLines = head.lines
        seal.journalDigest = head.digest
        let key = try unlock("alice")
        try put(try seal.bytes(by: key.record), "seal.alice")
        try journal.record(unsigned: [try outcome(1, .delivered)] + more)
    }

    @Test func `a journal of an earlier release is proven up to its seal`() throws {
        try legacy()
        #expect(String(decoding: try bytes("seal.alice"), as: UTF8.self).contains(#""version":1"#))
        let before = try view()
        #expect(before.isSettled && before.unproven.ranges == [4...4] && before.all == before.proven)
        #expect(before.proven.signed(try hash(1)) != nil)
        #expect(latest(before) == 9)
        try sign(2, sequence: 10)
        try sign(2, sequence: 10)
        #expect(latest(try view()) == 10)
        #expect(String(decoding: try bytes("seal.alice"), as: UTF8.self).contains(#""version":2"#))
        #expect(try view().unproven.ranges == [4...4])
    }

    @Test func `lines beyond an old seal raise findings but do not block signing`() throws {
        try legacy([.intent(try intent(2, sequence: 10, spent: 30)), try outcome(2, .signed)])
        let before = try view()
        #expect(before.fault == nil && before.uncovered == 2 && !before.isSettled && latest(before) == 9)
        #expect(before.spent(since: Timestamp(900), except: nil) == ["native": 130])
        try sign(3, sequence: 10)
        let after = try view()
        #expect(!after.isSettled && after.uncovered == 2 && after.unproven.ranges == [4...6])
        try settle()
        #expect(try view().isSettled && view().unproven.ranges == [4...6])
        #expect(after.proven.signed(try hash(2)) == nil)
        try journal.record(unsigned: [.intent(try intent(4, sequence: 11))])
        try refuses(9, "lines must be signed from now on")
    }

    @Test(arguments: [false, true]) func `detects an old seal in place of a new one`(isStripped: Bool) throws {
        try legacy()
        let old = try bytes("seal.alice")
        try sign(2, sequence: 10)
        try put(old, "seal.alice")
        if isStripped {
            let bare = try lines().map { line in
                let text = String(decoding: line, as: UTF8.self)
                guard let cut = text.firstRange(of: #","by":"#) else { return line }
                return JournalCheck.adding(to: Array((text[..<cut.lowerBound] + "}").utf8))
            }
            try rechain(bare)
        }
        #expect(throws: StateError.self) { try VaultState(folder: folder, for: [alice]) }
    }

    @Test func `detects a rolled-back seal and journal by a list signed since`() throws {
        try sign(1, sequence: 9)
        let key = try unlock("alice")
        do {
            let lock = try VaultLock(folder: folder)
            let state = try VaultState(folder: folder, for: [alice], holding: lock)
            _ = try state.replace(.book, with: ["a": 1], time: Timestamp(5), by: key, holding: lock)
        }
        let middle = (seal: try bytes("seal.alice"), journal: try bytes("journal"))
        do {
            let lock = try VaultLock(folder: folder)
            let state = try VaultState(folder: folder, for: [alice], holding: lock)
            _ = try state.replace(.book, with: ["a": 2], time: Timestamp(5), by: key, holding: lock)
        }
        try put(middle.seal, "seal.alice")
        try put(middle.journal, "journal")
        #expect(throws: StateError.self) { try VaultState(folder: folder, for: [alice]).verify(key) }
    }

    // MARK: parts

    @Test func `line ranges merge and are limited to 400`() throws {
        var ranges = LineRanges()
        for line in [1, 2, 3, 7, 9, 10] { ranges.append(line) }
        #expect(ranges.ranges == [1...3, 7...7, 9...10] && ranges.count == 6)
        #expect([1, 3, 7, 10].allSatisfy(ranges.contains) && ![0, 4, 8, 11].contains(where: ranges.contains))
        #expect(try LineRanges(["x": ranges.json], "x", upTo: 10) == ranges)
        for bad in ["[[0,1]]", "[[3,2]]", "[[1,2],[2,3]]", "[[1,11]]", "[1]", "[[1]]", "{}"] {
            #expect(throws: JSONError.self, "\(bad)") {
                try LineRanges(["x": try JSON(parsing: Array(bad.utf8))], "x", upTo: 10)
            }
        }
        for line in stride(from: 20, to: 4000, by: 2) { ranges.append(line) }
        #expect(ranges.ranges.count == 400 && ranges.contains(3998))
    }

    @Test func `a wall clock far ahead of the boot clock counts as the boot clock's time`() throws {
        let boot = "0123abcd-0123-0123-0123-0123456789ab"
        let anchor = try #require(ClockReading(wall: Timestamp(1000), boot: boot, sinceBoot: 50))
        func time(_ wall: UInt64, _ sinceBoot: UInt64, _ other: String? = nil) -> UInt64 {
            let now = ClockReading(wall: Timestamp(wall), boot: other ?? boot, sinceBoot: sinceBoot)
            return anchor.time(at: now, wall: Timestamp(wall)).seconds
        }
        #expect(time(1100, 150) == 1100)
        #expect(time(1399, 150) == 1399, "clocks may differ by a few minutes")
        #expect(time(90_000, 150) == 1100)
        #expect(time(500, 150) == 1100, "clock set back")
        #expect(time(90_000, 150, "ffffabcd-0123-0123-0123-0123456789ab") == 90_000, "after a reboot")
        #expect(time(90_000, 10) == 90_000)
        #expect(anchor.time(at: nil, wall: Timestamp(90_000)).seconds == 90_000)
        #expect(ClockReading(wall: Timestamp(1), boot: "x", sinceBoot: 1) == nil)
        #expect(try ClockReading(anchor.json) == anchor)
        var seal = KeySeal(alice)
        seal.note(anchor)
        seal.note(ClockReading(wall: Timestamp(1299), boot: boot, sinceBoot: 51))
        #expect(seal.clock == anchor, "otherwise every signature could advance it a little")
    }
}
