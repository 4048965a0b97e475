// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

@testable import Crypto
@testable import Signing
@testable import Vault

/// Shares as they are collected, and the jobs that make and restore keys with them.
struct ShareTests {
    private let vault: TestVault
    private var store: KeyStore { KeyStore(vault.vault) }

    init() throws { vault = try TestVault("alice") }

    // The official vectors, sets 4 and 17 (a group of 1, one of 2, and one of 3; two groups are needed).
    private static let two = [
        "shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist rescue view short owner flip making coding armed",
        "shadow pistol academic acid actress prayer class unknown daughter sweater depict flip twice unkind craft early superior advocate guest smoking",
    ]
    private static let single =
        "duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard"

    private func collected(_ lines: [String]) throws -> CollectedShares {
        var shares = CollectedShares()
        try shares.take(linesOf: try SecretBytes(lines.joined(separator: "\n")), from: "shares.txt")
        return shares
    }

    private func problem(in lines: [String]) throws -> Failure {
        let shares = try collected(lines)
        return try failure { _ = try shares.combined() }
    }

    // MARK: collecting

    @Test func `leaves out empty lines, remarks and a byte order mark`() throws {
        let lines = [
            "\u{feff}# share 1 of 3", Self.two[0] + "\r", "", "  ", " # share 2", Self.two[1].uppercased(), "",
        ]
        let shares = try collected(lines)
        #expect(shares.isComplete && shares.status == "2 of 2 shares read")
        #expect(try shares.combined().decrypted(with: try SecretBytes("TREZOR")).count == 16)
    }

    @Test func `says how many shares are missing`() throws {
        #expect(try problem(in: [Self.two[0]]).message == "1 of 2 shares read; one more is needed")
        #expect(try problem(in: []).message == "no share was given")
        #expect(try problem(in: ["# nothing"]).kind == .badInput)
    }

    @Test func `names everything that is wrong at once, with its line and without its words`() throws {
        let words = Self.two[1].split(separator: " ")
        let failure = try problem(in: [
            Self.two[0], Self.single, (["coldstar"] + words.dropFirst()).joined(separator: " "),
            words.dropLast().joined(separator: " "), (words.dropLast() + ["academic"]).joined(separator: " "),
            Self.two[0], "illness spike retreat truth genius clock brain pass fit cave bargain toe",
        ])
        #expect(failure.message == "6 of 7 shares cannot be used; 1 of 2 shares read; one more is needed")
        #expect(
            failure.details.map(\.wording.plain) == [
                "shares.txt:2: it is of another set than shares.txt:1: it begins with \"duckling enlarge\", not with \"shadow pistol\"",
                "shares.txt:3: word 1 is not in the word list of SLIP-39",
                "shares.txt:4: a share has 20 words, 33 words, or another number of SLIP-39 from 20 to 59, not 19",
                "shares.txt:5: the checksum is wrong: a word is wrong, or two are swapped",
                "shares.txt:6: it is the same share as shares.txt:1",
                "shares.txt:7: these are the words of a key, not a share",
            ])
    }

    @Test func `a file of other text does not fill the screen`() throws {
        let failure = try problem(in: Array(repeating: "some other text", count: 1000))
        #expect(failure.details.count == 21 && failure.details[20].wording.plain == "... and 980 more")
        #expect(failure.message == "1000 of 1000 shares cannot be used; no share read")
    }

    @Test func `a typed share that is wrong is not taken`() throws {
        var shares = CollectedShares()
        #expect(try shares.take(typed: try SecretBytes(Self.two[0])) == nil)
        #expect(shares.status == "1 of 2 shares read; one more is needed" && shares.wordCount == 20)
        #expect(try shares.take(typed: try SecretBytes(Self.two[0])) == "it is the same share as share 1")
        #expect(try shares.take(typed: try SecretBytes(Self.single)) != nil)
        #expect(try shares.take(typed: try SecretBytes(Self.two[1])) == nil)
        #expect(shares.isComplete)
        _ = try shares.combined()
    }

    // MARK: jobs

    private struct Seal: NewSealSource {
        let asksForPIN = true

        func newPIN(of key: KeyName) throws(Failure) -> SecretBytes {
            do { return try SecretBytes(TestVault.pin) } catch { throw Failure(any: error) }
        }
        func parameters(usual: PasswordHash.Parameters) throws(Failure) -> PasswordHash.Parameters { .cheap }
        func newFactor(ofOneWith old: Bool) throws(Failure) -> SecretBytes? { nil }
    }

    private func sheets(_ name: String = "alice", _ threshold: Int = 2, _ count: Int = 3) throws -> ShareSheets {
        try store.makeShares(
            of: try KeyName(name), by: try #require(ShareScheme(threshold: threshold, count: count)),
            pin: Script())
    }

    private static func lines(_ shares: some Sequence<Share>) throws -> [String] {
        try shares.map { try $0.text().withBytes { String(decoding: $0, as: UTF8.self) } }
    }

    private func restore(
        _ name: String, _ lines: [String], terms: ShareTerms, passphrase: String? = nil,
        choose: ([SharedAccount]) throws(Failure) -> SharedAccount = { _ throws(Failure) in
            throw Failure(.refused, "asked")
        }
    ) throws -> (key: StoredKey, account: SharedAccount) {
        let shares = try collected(lines)
        return try store.restoreKey(
            try KeyName(name), terms: terms, now: now, sealedBy: Seal()
        ) { () throws(Failure) in
            try shares.combined()
        } passphrase: { () throws(Failure) in
            guard let passphrase else { return nil }
            do { return try SecretBytes(passphrase) } catch { throw Failure(any: error) }
        } choose: { accounts throws(Failure) in
            try choose(accounts)
        }
    }

    private func isFree(_ name: String) throws -> Bool { (try? vault.vault.info(try KeyName(name))) == nil }

    @Test func `the account tells how the shares are to be read`() throws {
        let key = try vault.vault.info(try KeyName("alice"))
        let lines = try Self.lines(try sheets().shares[1...])
        let restored = try restore("again", lines, terms: ShareTerms(account: nil, expected: key.identity))
        #expect(
            restored.key.info.identity == key.identity
                && restored.account.text == "the words of a mnemonic, m/44'/148'/0'")
        #expect(restored.key.info.kind == .mnemonic && restored.key.info.account == 0)
    }

    @Test func `the account tells its number`() throws {
        let alice = try vault.vault.info(try KeyName("alice"))
        let derived = try store.derive(
            try KeyName("alice-7"), account: 7, of: alice, pin: try SecretBytes(TestVault.pin), secondFactor: nil,
            now: now)
        let sheets = try sheets("alice-7")
        let restored = try restore(
            "again", try Self.lines(sheets.shares), terms: ShareTerms(account: nil, expected: derived.info.identity))
        #expect(restored.key.info.identity == derived.info.identity && restored.key.info.account == 7)
        let step = NextStep.sign(
            .restoreShares(key: "alice-7", account: derived.info.identity.text, number: 7, chain: nil))
        for text in [sheets.summary, sheets.heading(of: 0), sheets.instruction(of: 2)] { #expect(text.steps == [step]) }
    }

    @Test func `shares of another account store nothing`() throws {
        let other = try KeyIdentity(typed: "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6", on: .stellar)
        let lines = try Self.lines(try sheets().shares)
        let failure = try failure {
            _ = try restore("again", lines, terms: ShareTerms(account: nil, expected: other))
        }
        #expect(failure.kind == .badInput && failure.field == ShareTerms.verify && failure.details.count == 2)
        #expect(try isFree("again"))
    }

    @Test func `without an account the user chooses`() throws {
        let lines = try Self.lines(try sheets().shares)
        let refused = try failure { _ = try restore("again", lines, terms: ShareTerms(account: nil, expected: nil)) }
        #expect(refused.message == "asked")
        #expect(try isFree("again"))
        let restored = try restore("again", lines, terms: ShareTerms(account: 3, expected: nil)) { accounts in
            #expect(accounts.map(\.reading) == [.words, .seed] && accounts.map(\.account) == [3, 3])
            return accounts[1]
        }
        #expect(restored.account.path == "m/44'/148'/3'" && restored.key.info.kind == .seed)
    }

    @Test func `shares of 32 bytes fit three accounts, and only the user can say which`() throws {
        let seed = "SCEPFFWGAG5P2VX5DHIYK3XEMZYLTYWIPWYEKXFHSK25RVMIUNJ7CTIS"
        _ = try store.importKey(try KeyName("key"), now: now, sealedBy: Seal()) { () throws(Failure) in
            do { return try KeyStore.secret(in: try SecretBytes(seed), account: 0, passphrase: nil) } catch {
                throw Failure(any: error)
            }
        }
        let lines = try Self.lines(try sheets("key", 3, 4).shares[..<3])
        let identity = try vault.vault.info(try KeyName("key")).identity
        let chosen = try restore("chosen", lines, terms: ShareTerms(account: nil, expected: nil)) { accounts in
            #expect(accounts.map(\.reading) == [.words, .key, .seed] && Set(accounts.map(\.identity)).count == 3)
            return accounts[1]
        }
        let named = try restore("named", lines, terms: ShareTerms(account: nil, reading: .key, expected: nil))
        let verified = try restore("verified", lines, terms: ShareTerms(account: nil, expected: identity))
        for restored in [chosen, named, verified] { #expect(restored.key.info.identity == identity) }
        let words = try restore("words", lines, terms: ShareTerms(account: nil, reading: .words, expected: nil))
        #expect(words.key.info.identity != identity)
        let failure = try failure {
            _ = try restore(
                "again", lines, terms: ShareTerms(account: nil, reading: .words, expected: identity))
        }
        #expect(failure.field == ShareTerms.verify)
        #expect(try isFree("again"))
    }

    @Test func `a reading that the length excludes is refused`() throws {
        let lines = try Self.lines(try sheets().shares)
        let failure = try failure {
            _ = try restore("again", lines, terms: ShareTerms(account: nil, reading: .key, expected: nil))
        }
        #expect(failure.field == ShareTerms.readAs && failure.kind == .badInput)
    }

    @Test func `the passphrase of shares has only printable ASCII`() throws {
        for text in ["\u{e9}", "tab\t"] {
            let failure = try failure {
                _ = try restore("again", Self.two, terms: ShareTerms(account: nil, expected: nil), passphrase: text)
            }
            #expect(failure.kind == .badInput)
        }
        let terms = ShareTerms(account: nil, reading: .words, expected: nil)
        let right = try restore("one", Self.two, terms: terms, passphrase: "TREZOR").key.info.identity
        let none = try restore("two", Self.two, terms: terms).key.info.identity
        #expect(right != none)
    }

    @Test func `a drill tells the shares of the key from those of others, and writes nothing`() throws {
        try vault.make("bob")
        let (alice, bob) = (try Self.lines(try sheets("alice").shares), try Self.lines(try sheets("bob").shares))
        func drill(_ lines: [String]) throws -> KeyInfo {
            let shares = try collected(lines)
            return try store.drillShares(of: try KeyName("alice")) { () throws(Failure) in
                try shares.combined()
            } passphrase: { () throws(Failure) in
                nil
            }
        }
        #expect(try drill(Array(alice[1...])).name.text == "alice")
        let failure = try failure { _ = try drill(bob) }
        #expect(failure.message == "the shares are complete, but of another key than alice" && failure.hint != nil)
        #expect(try problem(in: [alice[0], bob[0]]).details.count == 1)
    }

    // MARK: sheets

    /// Shows all shares; returns what was shown and told.
    private func handOut(
        _ sheets: ShareSheets, answer: (Int, Int) throws(Failure) -> String
    ) throws -> (shown: [String], told: [String]) {
        var generator = SystemRandomNumberGenerator()
        var (shown, told) = ([String](), [String]())
        try sheets.handOut(using: &generator) { heading, words throws(Failure) in
            shown.append(heading.plain + "\n" + words.withBytes { String(decoding: $0, as: UTF8.self) })
        } ask: { position, share throws(Failure) in
            let text = try answer(position, share)
            do { return try SecretBytes(text) } catch { throw Failure(any: error) }
        } tell: {
            told.append($0.plain)
        }
        return (shown, told)
    }

    @Test func `shows each share alone, with its number and the account, and asks for words that differ`() throws {
        let sheets = try sheets()
        let lines = try Self.lines(sheets.shares)
        let words = lines.map { $0.split(separator: " ").map(String.init) }
        let (shown, told) = try handOut(sheets) { position, share throws(Failure) in
            #expect((5...20).contains(position))
            return words[share][position - 1]
        }
        #expect(shown.count == 3 && told.isEmpty)
        for (index, text) in shown.enumerated() {
            #expect(text == sheets.instruction(of: index).plain + "\n" + lines[index])
            #expect(text.contains("order, and this: Share \(index + 1) of 3 of the key alice; any 2 restore it: "))
        }
    }

    @Test func `a wrong word shows the share again, and after three times goes on`() throws {
        let (shown, told) = try handOut(try sheets()) { _, _ throws(Failure) in "coldstar" }
        #expect(shown.count == 9 && told.count == 12)
    }

    @Test func `a person who leaves is told that the set is void`() throws {
        let sheets = try sheets()
        let failure = try failure {
            _ = try handOut(sheets) { _, share throws(Failure) in
                guard share == 0 else { throw Failure(.refused, "nothing was entered") }
                return "coldstar"
            }
        }
        #expect(failure.message == "ended at share 2 of 3: the others cannot be shown again")
        #expect(failure.hint?.plain.hasPrefix("destroy what was written down") == true)
    }

    // MARK: typing

    private static func screen(_ words: borrowing WordByWord, columns: Int = 90, rows: Int = 40) -> String {
        var bytes: [UInt8] = []
        words.draw(columns: columns, rows: rows) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `types a share with the words of its list`() throws {
        var words = try WordByWord(shareUnder: ["A share.", "1 of 2 shares read"], count: nil)
        #expect(Self.screen(words).hasPrefix("A share.\n1 of 2 shares read\n\nnumber of words: 20, 33,"))
        for byte in "20\nabandon".utf8 { #expect(try !words.press(byte)) }
        #expect(Self.screen(words).contains("no word of SLIP-39 begins like this; nearest: "))
        #expect(Self.screen(words).hasPrefix("A share.\n"))
        #expect(try !words.press(0x15))
        for byte in Self.two[0].split(separator: " ").map({ $0.prefix(4) }).joined(separator: " ").utf8 {
            #expect(try !words.press(byte))
        }
        #expect(try !words.press(0x0a))
        #expect(Self.screen(words).contains("The checksum is right."))
        #expect(try words.press(0x0a))
        #expect(try words.words().withBytes { String(decoding: $0, as: UTF8.self) } == Self.two[0])
    }

    @Test(arguments: [(20, 10), (40, 12), (80, 24), (14, 4)]) func `fits the terminal`(columns: Int, rows: Int) throws {
        let heading = [
            "Not taken: it is of another set than share 1: it begins with two other words.", "The next share.",
        ]
        var words = try WordByWord(shareUnder: heading, count: 33)
        for byte in "acad acid ".utf8 { #expect(try !words.press(byte)) }
        let lines = Self.screen(words, columns: columns, rows: rows).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= rows && lines.allSatisfy { $0.count <= max(columns, 22) })
    }
}
