// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Vault

struct SignerJournalTests {
    private let scratch: TemporaryFolder
    private let journal: SignerJournal
    private let alice: KeyName
    private var path: String { scratch.path + "/vault/journal" }

    init() throws {
        scratch = TemporaryFolder()
        alice = try KeyName("alice")
        journal = SignerJournal(folder: scratch.path + "/vault")
    }

    private func bytes(_ number: UInt8) -> FixedOpaque<32> {
        guard let bytes = FixedOpaque<32>([UInt8](repeating: number, count: 32)) else {
            preconditionFailure("32 bytes")
        }
        return bytes
    }

    private func hash(_ number: UInt8) -> TransactionHash { TransactionHash(bytes(number)) }

    private func account(_ number: UInt8) -> AccountID { .ed25519(bytes(number)) }

    private func intent(
        _ number: UInt8, time: UInt64 = 100, kind: SignedKind = .transaction, network: Network? = .testnet,
        source: UInt8 = 1, sequence: Int64? = 101, summary: String = "Pay 10 XLM", destinations: [StrKey] = [],
        validUntil: UInt64? = nil, payments: [PaymentDigest] = []
    ) -> SigningIntent {
        SigningIntent(
            time: Timestamp(time), kind: kind, hash: hash(number), network: network, source: account(source),
            sequence: sequence, key: alice, summary: summary, review: hash(0).hash,
            findings: ["W-NOTB"], destinations: destinations, validUntil: validUntil.map { Timestamp($0) },
            payments: payments)
    }

    private func record(_ intents: SigningIntent...) throws {
        for intent in intents { try journal.record(intent, after: try journal.history()) }
    }

    private func record(_ number: UInt8, _ result: SigningOutcome.Result, time: UInt64 = 200) throws {
        try journal.record(SigningOutcome(time: Timestamp(time), hash: hash(number), result: result))
    }

    private func content() throws -> [UInt8] { try SafeFiles.read(path, limit: 1 << 24) }

    private func lines() throws -> [[UInt8]] {
        try content().split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }

    private func rewrite(_ bytes: [UInt8]) throws { try SafeFiles.write(bytes, to: path, replacing: true) }

    private func rewrite(_ lines: [[UInt8]]) throws { try rewrite(lines.flatMap { $0 + [UInt8(ascii: "\n")] }) }

    private func entries() throws -> [JournalEntry] {
        var entries: [JournalEntry] = []
        try journal.visit { (_, entry) throws(SignerJournalError) in entries.append(entry) }
        return entries
    }

    private func conflict(_ history: SignerHistory) -> EarlierSigning? {
        history.conflict(with: hash(9), source: account(1), sequence: 101, on: .testnet)
    }

    @Test func `of several transactions with a number, names the one that can be applied for the longest time`() throws
    {
        try record(intent(1, time: 300, validUntil: 500), intent(2, time: 100, validUntil: 900))
        #expect(try conflict(journal.history())?.validUntil == Timestamp(900))
        #expect(try conflict(journal.history())?.hash == hash(2))
        try record(intent(3, time: 50))
        #expect(try conflict(journal.history())?.hash == hash(3))
        #expect(try conflict(journal.history())?.validUntil == nil)
    }

    @Test func `an unproven line states no end of a transaction`() throws {
        var history = SignerHistory()
        history.add(raising: .intent(intent(1, validUntil: 500)))
        #expect(conflict(history)?.hash == hash(1) && conflict(history)?.validUntil == nil)
        // What a proven line says stays, and an unproven one does not change it.
        history.add(.intent(intent(1, validUntil: 900)))
        history.add(raising: .intent(intent(1, validUntil: 500)))
        #expect(conflict(history)?.validUntil == Timestamp(900))
        history.add(raising: .intent(intent(2, validUntil: 1)))
        #expect(conflict(history)?.hash == hash(2) && conflict(history)?.validUntil == nil)
    }

    @Test func `knows which transactions made a payment, and when`() throws {
        let (rent, other) = (PaymentDigest(bits: 0xffff_0000_1111_2222), PaymentDigest(bits: 1))
        func paying(_ number: UInt8, _ time: UInt64, _ sequence: Int64, _ payments: [PaymentDigest]) -> SigningIntent {
            intent(number, time: time, sequence: sequence, payments: payments)
        }
        func earlier(_ payment: PaymentDigest, _ hash: UInt8, _ sequence: Int64) throws -> [UInt64]? {
            try journal.history().earlier(
                payment, except: self.hash(hash), source: account(1), sequence: sequence, on: .testnet
            ).map { [UInt64($0.count), $0.last.seconds] }
        }
        try record(paying(1, 100, 101, [rent, rent, other]), paying(2, 200, 102, [rent]), paying(3, 300, 103, [rent]))
        try record(3, .failed)
        #expect(try entries().first == .intent(paying(1, 100, 101, [rent, rent, other])), "it reads back")
        #expect(try earlier(rent, 9, 109) == [2, 200], "what failed pays nothing")
        #expect(try earlier(other, 9, 109) == [1, 100])
        #expect(try earlier(rent, 2, 102) == [1, 100], "the transaction itself does not count")
        #expect(try earlier(rent, 9, 102) == [1, 100], "nor one with the same number")
        #expect(try earlier(PaymentDigest(bits: 2), 9, 109) == nil)
        try record(2, .signed, time: 250)
        #expect(try earlier(rent, 9, 109) == [2, 250])
    }

    @Test func `counts the payments of an unproven line`() throws {
        var history = SignerHistory()
        history.add(raising: .intent(intent(1, payments: [PaymentDigest(bits: 1)])))
        let found = history.earlier(
            PaymentDigest(bits: 1), except: hash(9), source: account(1), sequence: 109, on: .testnet)
        #expect(found?.count == 1)
    }

    @Test func `writes a batch as a whole and reads its lines like any others`() throws {
        let many = (1...200).map { intent($0, sequence: 100 + Int64($0), summary: String(repeating: "x", count: 900)) }
        try journal.record(many, after: try journal.history())
        #expect(try entries() == many.map { .intent($0) })
        #expect(try content().count > 2 * 65536)
        try journal.record((1...200).map { SigningOutcome(time: Timestamp(200), hash: hash($0), result: .signed) })
        let history = try journal.history()
        #expect(history.entries == 400)
        #expect(history.latestSequence(of: account(1), on: .testnet) == 300)
        try journal.record([SigningIntent](), after: history)
        #expect(try journal.history().entries == 400)
    }

    @Test func `writes nothing of a batch if one entry conflicts or is too large`() throws {
        let before = try journal.history()
        try record(intent(9, sequence: 102))
        #expect(throws: SignerJournalError.changedMeanwhile) {
            try journal.record([intent(1), intent(2, sequence: 102)], after: before)
        }
        let accounts = (0...255).map { StrKey.publicKey(account($0).key) }
        let large = intent(3, sequence: 103, destinations: accounts + accounts + accounts + accounts + accounts)
        #expect(throws: SignerJournalError.self) {
            try journal.record([intent(1), large], after: try journal.history())
        }
        #expect(try entries() == [.intent(intent(9, sequence: 102))])
    }

    @Test func `a missing journal reads as empty and is not created`() throws {
        #expect(try journal.history() == SignerHistory())
        #expect(throws: FileError.notFound(path: scratch.path + "/vault")) {
            try SafeFiles.names(in: scratch.path + "/vault")
        }
    }

    @Test func `reads entries back in order`() throws {
        let first = intent(
            1, summary: "Zahle 1 € an \u{202e}\"x\"\n",
            destinations: [.publicKey(account(8).key), .muxed(account(9).key, id: 5)])
        let message = SigningIntent(
            time: Timestamp(3), kind: .message, hash: hash(2), network: nil, source: nil, sequence: nil,
            key: try KeyName("b"), summary: "", review: hash(7).hash, findings: [], destinations: [])
        try record(first)
        try record(1, .signed)
        try record(message, intent(3, network: Network(passphrase: "réseau ☂"), sequence: .max))
        let outcome = SigningOutcome(time: Timestamp(200), hash: hash(1), result: .signed)
        #expect(
            try entries() == [
                .intent(first), .outcome(outcome), .intent(message),
                .intent(intent(3, network: Network(passphrase: "réseau ☂"), sequence: .max)),
            ])
        #expect(try journal.history().entries == 4)
    }

    @Test func `writes chained lines of ASCII with file mode 600`() throws {
        try record(intent(1, summary: "é\n\u{1b}[2J"), intent(2, sequence: 102))
        try record(2, .delivered)
        #expect(try content().allSatisfy { $0 == 10 || (0x20...0x7e).contains($0) })
        var previous = [UInt8](repeating: 0, count: 32)
        for line in try lines() {
            #expect(try JSON(parsing: line).string("previous") == Hex.encode(previous))
            previous = SHA256.hash(line)
        }
        for name in try SafeFiles.names(in: scratch.path + "/vault") {
            #expect(try mode(of: scratch.path + "/vault/" + name) == 0o600)
        }
    }

    @Test func `knows when a hash was signed`() throws {
        try record(intent(1, time: 5))
        #expect(try journal.history().signed(hash(1)) == Timestamp(5), "an intent alone may have been signed")
        try record(1, .signed, time: 6)
        #expect(try journal.history().signed(hash(1)) == Timestamp(6))
        #expect(try journal.history().signed(hash(2)) == nil)
    }

    @Test func `knows with which key a hash was signed`() throws {
        let (own, other) = (alice, try KeyName("bob"))
        try record(intent(1, time: 5))
        #expect(try journal.history().signed(hash(1), with: own) == Timestamp(5))
        #expect(try journal.history().signed(hash(1), with: other) == nil)
        try record(1, .signed, time: 6)
        #expect(try journal.history().signed(hash(1), with: own) == Timestamp(6))
        #expect(try journal.history().signed(hash(1), with: other) == nil)
        #expect(try journal.history().signed(hash(2), with: own) == nil)
    }

    @Test func `a failed intent does not count as signed`() throws {
        try record(intent(1))
        try record(1, .failed)
        let history = try journal.history()
        #expect(history.signed(hash(1)) == nil)
        #expect(history.latestSequence(of: account(1), on: .testnet) == nil)
        #expect(history.conflict(with: hash(2), source: account(1), sequence: 101, on: .testnet) == nil)
    }

    @Test func `a failed repetition does not undo an earlier signature`() throws {
        try record(intent(1))
        try record(1, .signed, time: 6)
        try record(intent(1, time: 7))
        try record(1, .failed)
        #expect(try journal.history().signed(hash(1)) == Timestamp(6))
    }

    @Test func `an undelivered signature may be made again`() throws {
        try record(intent(1))
        try record(1, .signed)
        try record(intent(1))
        #expect(try journal.history().entries == 3)
    }

    @Test func `finds another transaction with the same sequence number`() throws {
        try record(intent(1, summary: "the earlier one"))
        let history = try journal.history()
        let found = history.conflict(with: hash(2), source: account(1), sequence: 101, on: .testnet)
        let earlier = EarlierSigning(
            hash: hash(1), signed: Timestamp(100), summary: "the earlier one", validUntil: nil)
        #expect(found == earlier)
        #expect(history.conflict(with: hash(1), source: account(1), sequence: 101, on: .testnet) == nil)
        #expect(history.conflict(with: hash(2), source: account(1), sequence: 102, on: .testnet) == nil)
        #expect(history.conflict(with: hash(2), source: account(2), sequence: 101, on: .testnet) == nil)
        #expect(history.conflict(with: hash(2), source: account(1), sequence: 101, on: .public) == nil)
    }

    @Test func `treats networks with look-alike passphrases as distinct`() throws {
        try record(intent(1, network: Network(passphrase: "caf\u{e9}")))
        let other = Network(passphrase: "cafe\u{301}")
        #expect(try journal.history().latestSequence(of: account(1), on: other) == nil)
    }

    @Test(arguments: [SignedKind.feeBump, .challenge, .message]) func `only transactions use up a sequence number`(
        kind: SignedKind
    ) throws {
        try record(intent(1, kind: kind))
        #expect(try journal.history().latestSequence(of: account(1), on: .testnet) == nil)
        #expect(try journal.history().signed(hash(1)) != nil)
    }

    @Test func `a failed intent does not count for the highest sequence number`() throws {
        try record(intent(1, sequence: 103), intent(2, sequence: 104), intent(3, sequence: 104))
        try record(2, .failed)
        #expect(try journal.history().latestSequence(of: account(1), on: .testnet) == 104)
        try record(3, .failed)
        #expect(try journal.history().latestSequence(of: account(1), on: .testnet) == 103)
    }

    @Test func `returns the highest sequence number, not the last`() throws {
        try record(intent(1, sequence: 105), intent(2, sequence: 103), intent(3, network: .public, sequence: 900))
        #expect(try journal.history().latestSequence(of: account(1), on: .testnet) == 105)
        #expect(try journal.history().latestSequence(of: account(1), on: .public) == 900)
    }

    @Test func `keeps the latest time after the clock is set back`() throws {
        try record(intent(1, time: 900), intent(2, time: 5, sequence: 102))
        #expect(try journal.history().latestTime == Timestamp(900))
    }

    @Test(arguments: [
        (StrKey.publicKey(Uint256()), 20), (.muxed(Uint256(), id: 0), 4), (.muxed(Uint256(), id: 1 << 40), 30),
        (.contract(Hash()), 10),
    ]) func `finds paid addresses that look like another`(paid: StrKey, place: Int) throws {
        try record(intent(1, destinations: [paid, .publicKey(account(4).key)]))
        let history = try journal.history()
        #expect(history.destinations(like: paid).isEmpty)
        #expect(history.destinations(like: .publicKey(account(5).key)).isEmpty)
        let alike = try #require(lookAlike(of: paid, at: place))
        #expect(alike != paid && history.destinations(like: alike) == [paid])
    }

    /// Another address with the same first and last four characters, changed by a multiple of the checksum polynomial.
    private func lookAlike(of address: StrKey, at place: Int) -> StrKey? {
        func changed(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for (offset, bits) in [(0, 0x01), (1, 0x10), (2, 0x21)] as [(Int, UInt8)] { bytes[place + offset] ^= bits }
            return bytes
        }
        switch address {
        case .publicKey(let key): return Uint256(changed(key.bytes)).map { .publicKey($0) }
        case .contract(let hash): return Hash(changed(hash.bytes)).map { .contract($0) }
        case .muxed(let key, let id):
            let all = changed(key.bytes + (0..<8).reversed().map { UInt8(truncatingIfNeeded: id >> (8 * $0)) })
            return Uint256(Array(all.prefix(32))).map {
                .muxed($0, id: all.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
            }
        default: return nil
        }
    }

    @Test func `refuses an intent after a conflicting signature by another program`() throws {
        let before = try journal.history()
        try record(intent(1))
        #expect(throws: SignerJournalError.changedMeanwhile) { try journal.record(intent(2), after: before) }
        #expect(throws: SignerJournalError.changedMeanwhile) { try journal.record(intent(1), after: before) }
        #expect(try journal.history().entries == 1)
    }

    @Test func `accepts an intent after unrelated signatures by another program`() throws {
        let before = try journal.history()
        try record(intent(1))
        try journal.record(intent(2, sequence: 102), after: before)
        try journal.record(intent(3, source: 2), after: before)
        #expect(try journal.history().entries == 3)
    }

    @Test func `concurrent writers keep the chain intact and record one intent per sequence number`() async throws {
        let journal = journal
        let intents = (0..<24).map { intent(UInt8($0), sequence: Int64($0 % 4)) }
        await withTaskGroup { group in
            for intent in intents {
                group.addTask {
                    guard let history = try? journal.history() else { return }
                    guard history.concerning(intent).conflict == nil else { return }
                    try? journal.record(intent, after: history)
                    try? journal.record(SigningOutcome(time: intent.time, hash: intent.hash, result: .signed))
                }
            }
        }
        let history = try journal.history()
        var recorded: [JournalEntry] = []
        try journal.visit { (_, entry) throws(SignerJournalError) in if case .intent = entry { recorded.append(entry) }
        }
        #expect(recorded.count == 4)
        #expect(history.entries >= 8)
        #expect(history.torn == 0)
    }

    private func filled() throws -> [[UInt8]] {
        try record(intent(1), intent(2, sequence: 102), intent(3, sequence: 103))
        return try lines()
    }

    @Test func `detects a changed byte in any line`() throws {
        _ = try filled()
        let content = try content()
        for place in stride(from: 0, to: content.count - 1, by: 7) {
            var changed = content
            changed[place] ^= 1
            try rewrite(changed)
            #expect(throws: SignerJournalError.self, "byte \(place)") { try journal.history() }
        }
    }

    @Test func `counts spending once per hash and not for failed intents`() throws {
        func spending(_ number: UInt8, _ amounts: [String: Int64], time: UInt64) -> SigningIntent {
            SigningIntent(
                time: Timestamp(time), kind: .transaction, hash: hash(number), network: .testnet, source: account(1),
                sequence: Int64(number), key: alice, summary: "", review: hash(0).hash, findings: [], destinations: [],
                spent: amounts)
        }
        try record(spending(1, ["native": 5, "X:G": 7], time: 100), spending(2, ["native": 11], time: 200))
        try record(spending(2, ["native": 11], time: 201), spending(3, ["native": 100], time: 202))
        try record(3, .failed, time: 203)
        let history = try journal.history()
        #expect(history.spent(since: Timestamp(0), except: nil) == ["native": 16, "X:G": 7])
        #expect(history.spent(since: Timestamp(150), except: nil) == ["native": 11])
        #expect(history.spent(since: Timestamp(0), except: hash(1)) == ["native": 11])
        try record(spending(4, ["native": .max], time: 300))
        #expect(try journal.history().spent(since: Timestamp(0), except: nil)["native"] == .max)
    }

    @Test func `a clock set back neither hides nor adds spending`() throws {
        for (number, time) in [(1, 500), (2, 90), (3, 400), (4, 600)] {
            try record(
                SigningIntent(
                    time: Timestamp(UInt64(time)), kind: .transaction, hash: hash(UInt8(number)), network: .testnet,
                    source: account(1), sequence: Int64(number), key: alice, summary: "", review: hash(0).hash,
                    findings: [], destinations: [], spent: ["native": 1 << number]))
        }
        let history = try journal.history()
        for (since, spent) in [(0, 30), (91, 26), (450, 18), (501, 16)] {
            #expect(history.spent(since: Timestamp(UInt64(since)), except: nil) == ["native": Int64(spent)])
        }
        #expect(history.spent(since: Timestamp(601), except: nil).isEmpty)
    }

    @Test func `reports the position of a removed line`() throws {
        let whole = try filled()
        try rewrite([whole[0], whole[2]])
        #expect(throws: SignerJournalError.brokenChain(line: 2)) { try journal.history() }
        try rewrite([whole[1], whole[2]])
        #expect(throws: SignerJournalError.brokenChain(line: 1)) { try journal.history() }
    }

    @Test func `reports the position of reordered, repeated or inserted lines`() throws {
        let whole = try filled()
        try rewrite([whole[1], whole[0], whole[2]])
        #expect(throws: SignerJournalError.brokenChain(line: 1)) { try journal.history() }
        try rewrite([whole[0], whole[0], whole[1]])
        #expect(throws: SignerJournalError.brokenChain(line: 2)) { try journal.history() }
        try rewrite([whole[0], Array("{}".utf8), whole[1]])
        #expect(throws: SignerJournalError.brokenChain(line: 2)) { try journal.history() }
        try rewrite([whole[0], [], whole[1]])
        #expect(throws: SignerJournalError.brokenChain(line: 2)) { try journal.history() }
    }

    @Test func `records nothing in a tampered journal`() throws {
        let whole = try filled()
        let before = try journal.history()
        try rewrite([whole[0], whole[2]])
        #expect(throws: SignerJournalError.self) { try journal.record(intent(9, sequence: 109), after: before) }
        try rewrite([whole[0]])
        #expect(throws: SignerJournalError.shortened) { try journal.record(intent(9, sequence: 109), after: before) }
        #expect(try lines() == [whole[0]])
    }

    @Test(arguments: [
        (#""type":"intent""#, #""type":"other""#), (#""time":100"#, #""time":-1"#),
        (#""kind":"transaction""#, #""kind":"gift""#),
        (#""sequence":"101""#, #""sequence":"1e3""#), (#""source":"G"#, #""source":"S"#),
        (#""key":"alice""#, #""key":"../x""#),
        (#""findings":["W-NOTB"]"#, #""findings":[1]"#), (#""summary":"Pay"#, #""summary":null,"x":"Pay"#),
        (#""hash":"01"#, #""hash":"0""#), (#"}"#, #"}}"#), (#""network":"#, #""network":"x","network":"#),
    ]) func `reports a malformed last line as damage, not as torn`(old: String, new: String) throws {
        try record(intent(1))
        let text = String(decoding: try content(), as: UTF8.self)
        let place = try #require(text.firstRange(of: old))
        try rewrite(Array((text[..<place.lowerBound] + new + text[place.upperBound...]).utf8))
        let error = #expect(throws: SignerJournalError.self) { try journal.history() }
        guard case .damaged(1, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `ignores members that a later release adds`() throws {
        try record(intent(1))
        let text = String(decoding: try lines()[0], as: UTF8.self)
        let check = try #require(text.firstRange(of: #","check":"#))
        try rewrite([JournalCheck.adding(to: Array((text[..<check.lowerBound] + #","extra":7}"#).utf8))])
        #expect(try journal.history().signed(hash(1)) != nil)
    }

    @Test func `reports a torn last line, saves it and overwrites it`() throws {
        let whole = try filled()
        for length in [1, 20, whole[2].count - 1, whole[2].count] {
            let both: [UInt8] = whole[0] + [10] + whole[1] + [10]
            try rewrite(both + whole[2].prefix(length))
            let history = try journal.history()
            #expect((history.entries, history.torn) == (2, length))
            #expect(history.signed(hash(3)) == nil)
            try journal.record(intent(4, sequence: 104), after: history)
            #expect(try journal.history().torn == 0)
            #expect(try lines().count == 3)
            let torn = try SafeFiles.read(path + ".torn", limit: 1 << 16)
            #expect(torn.suffix(length + 1) == whole[2][..<length] + [10])
        }
    }

    @Test func `an outcome also overwrites a torn line`() throws {
        let whole = try filled()
        try rewrite(Array(whole[0] + [10] + whole[1][..<30]))
        try record(1, .delivered)
        #expect(try entries().count == 2)
    }

    @Test func `a torn first line leaves an empty journal`() throws {
        let whole = try filled()
        try rewrite(Array(whole[0][..<30]))
        #expect(try journal.history().entries == 0)
        try record(intent(1))
        #expect(try entries() == [.intent(intent(1))])
    }

    @Test func `treats zeros left by the file system as a torn line`() throws {
        let whole = try filled()
        for end in [[], [10]] as [[UInt8]] {
            try rewrite(Array(whole[0] + [10] + [UInt8](repeating: 0, count: 300) + end))
            #expect(try journal.history().torn == 300 + end.count)
            try record(intent(8, sequence: 108))
            #expect(try entries().count == 2)
        }
    }

    @Test func `fails on an unterminated last line longer than any entry`() throws {
        _ = try filled()
        let content = try content()
        try rewrite(content + [UInt8](repeating: 65, count: 300_000))
        #expect(throws: SignerJournalError.unreadableEnd) { try journal.history() }
        #expect(throws: SignerJournalError.unreadableEnd) { try record(1, .signed) }
        #expect(try self.content().count == content.count + 300_000)
    }

    @Test func `fails on a line that is too long`() throws {
        let whole = try filled()
        try rewrite([whole[0], [UInt8](repeating: 65, count: 70_000), whole[1]])
        #expect(throws: SignerJournalError.lineTooLong(line: 2)) { try journal.history() }
    }

    @Test func `refuses to write an entry that is too large`() throws {
        let network = Network(passphrase: String(repeating: "x", count: 70_000))
        #expect(throws: SignerJournalError.self) { try record(intent(1, network: network)) }
        #expect(try journal.history().entries == 0)
    }

    @Test func `truncates a long summary between characters`() throws {
        try record(intent(1, summary: String(repeating: "€", count: 1000)))
        guard case .intent(let intent) = try entries()[0] else { return }
        #expect(intent.summary == String(repeating: "€", count: 333))
    }

    @Test func `fails if the journal is not a regular file`() throws {
        try SafeFiles.createFolder(path)
        #expect(throws: SignerJournalError.file(.notRegular(path: path))) { try journal.history() }
        #expect(throws: SignerJournalError.self) { try record(1, .signed) }
    }
}
