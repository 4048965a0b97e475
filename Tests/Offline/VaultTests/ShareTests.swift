// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Crypto
@testable import Vault

/// Random bytes that are the same in every run.
private final class SeededRandomness: Randomness {
    private var numbers: Seeded

    init(_ seed: UInt64) { numbers = Seeded(seed) }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: numbers.next()) }
    }

    /// Public bytes, for test data.
    func data(_ count: Int) -> [UInt8] { bytes(count) }
}

extension Share {
    /// The share with other properties.
    fileprivate func with(index: Int? = nil, groupIndex: Int? = nil, value: [UInt8]? = nil) throws -> Share {
        Share(
            header, groupIndex: groupIndex ?? self.groupIndex, threshold: threshold, index: index ?? self.index,
            value: try value.map { try SecretBytes($0) } ?? self.value.copy())
    }
}

extension ShareSet {
    fileprivate init(_ shares: [Share]) {
        self.init()
        for share in shares { #expect(add(share) == nil) }
    }

    fileprivate func secret() throws -> [UInt8] { try combine().decrypted(with: try SecretBytes("")).exposed }
}

/// Shares of secrets: made, combined, altered and mixed.
struct ShareTests {
    private static func make(
        _ secret: [UInt8], _ threshold: Int, _ count: Int, seed: UInt64 = 1
    ) throws -> [Share] {
        let scheme = try #require(ShareScheme(threshold: threshold, count: count))
        return try ShareSet.make(
            of: try SecretBytes(secret), by: scheme, randomness: SeededRandomness(seed)
        ).shares
    }

    /// All choices of some of the numbers below `count`.
    private static func choices(_ some: Int, of count: Int) -> [[Int]] {
        guard some > 0 else { return [[]] }
        guard count >= some else { return [] }
        return choices(some, of: count - 1) + choices(some - 1, of: count - 1).map { $0 + [count - 1] }
    }

    // MARK: field and words

    @Test func `multiplies as AES does`() {
        #expect(ShareField.multiply(0x57, 0x83) == 0xc1 && ShareField.multiply(0x57, 0x13) == 0xfe)
        for element in UInt8.min...UInt8.max {
            #expect(ShareField.multiply(element, ShareField.inverse(element)) == (element == 0 ? 0 : 1))
            #expect(ShareField.multiply(element, 1) == element && ShareField.multiply(0, element) == 0)
        }
    }

    @Test func `has the list of the standard`() {
        let words = (0..<ShareWords.count).map { String(decoding: ShareWords.bytes(at: $0), as: UTF8.self) }
        let hash = SHA256.hash(Array((words.joined(separator: "\n") + "\n").utf8))
        #expect(Hex.encode(hash) == "bcc4555340332d169718aed8bf31dd9d5248cb7da6e5d355140ef4f1e601eec3")
    }

    @Test func `finds words by their first four letters, and nothing else`() {
        func index(_ text: String) -> Int? { Array(text.utf8).withUnsafeBytes { ShareWords.index(of: $0) } }
        for place in 0..<ShareWords.count {
            let word = String(decoding: ShareWords.bytes(at: place), as: UTF8.self)
            #expect(index(word) == place && index(String(word.prefix(4))) == place)
            #expect(index(String(word.prefix(3))) == nil && index(word + "s") == nil)
        }
        for text in ["", "zzzz", "aaaa", "abandon", "acad mic"] { #expect(index(text) == nil, "\(text)") }
    }

    // MARK: round trips

    @Test(arguments: Array(stride(from: 16, through: 64, by: 2)))
    func `every choice of enough shares gives the secret, of every length`(length: Int) throws {
        let random = SeededRandomness(UInt64(length))
        for (threshold, count) in [(2, 3), (3, 5)] {
            let secret = random.data(length)
            let shares = try Self.make(secret, threshold, count, seed: UInt64(length * 100 + threshold))
            #expect(Set(try shares.map { try $0.text().text }).count == count)
            let encrypted = try ShareSet(shares).combine().bytes.exposed
            #expect(try ShareSet(shares).secret() == secret)
            for choice in Self.choices(threshold, of: count) {
                let texts = try choice.map { try shares[$0].text().text }.reversed()
                let read = try texts.map { try Share(reading: try SecretBytes($0)) }
                #expect(try ShareSet(read).combine().bytes.exposed == encrypted)
            }
            for choice in Self.choices(threshold - 1, of: count) {
                let set = ShareSet(choice.map { shares[$0] })
                #expect(!set.isComplete)
                #expect(throws: ShareSetError.incomplete) { try set.secret() }
            }
        }
    }

    @Test func `sixteen of sixteen shares give the secret`() throws {
        let secret = SeededRandomness(5).data(32)
        #expect(try ShareSet(Self.make(secret, 16, 16)).secret() == secret)
    }

    @Test func `makes only schemes that protect something`() {
        for (threshold, count) in [(0, 3), (1, 1), (1, 3), (3, 2), (2, 17), (17, 17), (-1, 2)] {
            #expect(ShareScheme(threshold: threshold, count: count) == nil, "\(threshold) of \(count)")
        }
        #expect(ShareScheme(threshold: 2, count: 16) != nil)
    }

    @Test func `two sets of one secret do not fit together`() throws {
        let secret = SeededRandomness(6).data(16)
        let (one, other) = (try Self.make(secret, 2, 3, seed: 1), try Self.make(secret, 2, 3, seed: 2))
        #expect(one[0].header.words != other[0].header.words)
        var set = ShareSet([one[0]])
        #expect(set.add(other[1]) == .otherSet(of: 0) && set.shares.count == 1)
    }

    // MARK: shares that are wrong

    @Test func `notices every wrong word`() throws {
        let words = try Self.make(SeededRandomness(7).data(16), 2, 3)[1].text().text.split(separator: " ")
        var numbers = Seeded(8)
        for place in words.indices {
            for _ in 0..<20 {
                var changed = words
                let other = Int.random(in: 0..<ShareWords.count, using: &numbers)
                changed[place] = Substring(String(decoding: ShareWords.bytes(at: other), as: UTF8.self))
                guard changed != words else { continue }
                #expect(throws: ShareError.checksum) {
                    _ = try Share(reading: try SecretBytes(changed.joined(separator: " ")))
                }
            }
        }
    }

    @Test func `notices words that are swapped, missing, added or unknown`() throws {
        let words = try Self.make(SeededRandomness(9).data(32), 2, 3)[0].text().text.split(separator: " ")
        func error(_ words: [Substring]) throws -> ShareError? {
            #expect(throws: ShareError.self) { _ = try Share(reading: try SecretBytes(words.joined(separator: " "))) }
        }
        for place in words.indices.dropLast() where words[place] != words[place + 1] {
            var swapped = words
            swapped.swapAt(place, place + 1)
            #expect(try error(swapped) == .checksum)
        }
        for count in 1..<words.count {
            let found = try error(Array(words.prefix(count)))
            let isLength = ShareHeader.wordCounts.contains(count)
            #expect(isLength ? found == .checksum : found == .wordCount(count))
        }
        #expect(try error(words + ["academic"]) == .wordCount(34))
        for unknown in ["coldstar", "aca", "academics", "überraschung", "1."] {
            var changed = words
            changed[16] = Substring(unknown)
            #expect(try error(changed) == .unknownWord(position: 17), "\(unknown)")
        }
        #expect(throws: ShareError.empty) { _ = try Share(reading: try SecretBytes(" \t\r")) }
    }

    @Test func `a made-up share gives nothing`() throws {
        let shares = try Self.make(SeededRandomness(10).data(16), 2, 3)
        let forged = try shares[1].with(value: SeededRandomness(11).data(16))
        #expect(throws: ShareSetError.digest(shares: [])) { try ShareSet([shares[0], forged]).secret() }
    }

    @Test func `of more shares than needed, the only one that does not fit is named`() throws {
        let secret = SeededRandomness(12).data(32)
        let shares = try Self.make(secret, 3, 5)
        #expect(try ShareSet(shares).secret() == secret)
        for place in shares.indices {
            var mixed = shares
            var value = shares[place].value.exposed
            value[place] ^= 1
            mixed[place] = try shares[place].with(value: value)
            #expect(throws: ShareSetError.digest(shares: [place])) { try ShareSet(mixed).secret() }
            let four = Array(mixed[..<4])
            if place < 4 { #expect(throws: ShareSetError.digest(shares: [place])) { try ShareSet(four).secret() } }
        }
        // Two of five: no single one is to blame.
        var mixed = shares
        for place in [0, 4] { mixed[place] = try shares[place].with(value: SeededRandomness(13).data(32)) }
        #expect(throws: ShareSetError.digest(shares: [])) { try ShareSet(mixed).secret() }
    }

    @Test func `a share twice, and another share of the same number, are told apart`() throws {
        let shares = try Self.make(SeededRandomness(14).data(16), 2, 3)
        var set = ShareSet([shares[2], shares[0]])
        #expect(set.add(shares[0]) == .same(as: 1))
        #expect(set.add(try shares[1].with(index: 2)) == .contradicts(0))
        #expect(set.shares.count == 2)
    }

    // MARK: groups

    /// Groups of thresholds and counts, of which `threshold` are needed.
    private static func groups(_ secret: [UInt8], _ threshold: Int, _ sizes: [(Int, Int)]) throws -> [[Share]] {
        let random = SeededRandomness(15)
        let header = ShareHeader(
            identifier: 77, isExtendable: false, exponent: 0, groupThreshold: threshold, groupCount: sizes.count,
            length: secret.count)
        let encrypted = try ShareCipher.encrypt(
            try SecretBytes(secret), header, passphrase: try SecretBytes(""))
        let groups = try ShareSplit.split(encrypted, threshold: threshold, count: sizes.count, randomness: random)
        return try zip(groups, sizes).map { group, size in
            let members =
                size.0 == 1
                ? [SharePoint(x: 0, value: try group.value.copy())]
                : try ShareSplit.split(group.value, threshold: size.0, count: size.1, randomness: random)
            return try members.map {
                Share(
                    header, groupIndex: Int(group.x), threshold: size.0, index: Int($0.x), value: try $0.value.copy())
            }
        }
    }

    @Test func `groups give the secret when enough of them are complete`() throws {
        let secret = SeededRandomness(16).data(20)
        let groups = try Self.groups(secret, 2, [(1, 1), (2, 3), (3, 5)])
        #expect(try ShareSet([groups[0][0], groups[1][2], groups[1][0]]).secret() == secret)
        #expect(try ShareSet(Array(groups[2][1...3]) + groups[1][1...2]).secret() == secret)
        #expect(try ShareSet(groups.flatMap { $0 }).secret() == secret)
        let one = ShareSet([groups[1][0], groups[1][1], groups[2][0]])
        #expect(one.groups.map(\.isComplete) == [true, false] && !one.isComplete)
        #expect(throws: ShareSetError.incomplete) { try one.secret() }
    }

    @Test func `shares of a group that cannot be checked are not taken along`() throws {
        let groups = try Self.groups(SeededRandomness(17).data(16), 2, [(1, 1), (2, 3), (3, 5)])
        let set = ShareSet([groups[0][0], groups[1][0], groups[1][1], groups[2][4]])
        #expect(throws: ShareSetError.unchecked(group: 2)) { try set.secret() }
    }

    @Test func `the group that does not fit is noticed`() throws {
        let groups = try Self.groups(SeededRandomness(18).data(16), 2, [(1, 1), (1, 1), (1, 1)])
        let forged = try groups[2][0].with(value: SeededRandomness(19).data(16))
        #expect(throws: ShareSetError.digest(shares: [2])) {
            try ShareSet([groups[0][0], groups[1][0], forged]).secret()
        }
    }

    // MARK: randomness

    @Test(arguments: [16, 32, 64])
    func `the first shares and the key of the digest are the random bytes, unchanged`(length: Int) throws {
        let shares = try Self.make(SeededRandomness(20).data(length), 4, 6, seed: 21)
        let drawn = SeededRandomness(21)
        #expect(shares[0].header.identifier == drawn.data(2).reduce(0) { $0 << 8 | UInt16($1) } & 0x7fff)
        for share in shares[..<2] { #expect(share.value.exposed == drawn.data(length)) }
        let points = try shares[..<4].map { SharePoint(x: UInt8($0.index), value: try $0.value.copy()) }
        let digest = try ShareField.interpolate(points, at: ShareSplit.digestPlace).exposed
        let random = drawn.data(length - 4)
        #expect(Array(digest[4...]) == random)
        let encrypted = try ShareSet(shares).combine().bytes.exposed
        let expected = try encrypted.withUnsafeBytes { message in
            try random.withUnsafeBytes { try HMACSHA256.authenticate(secret: message, key: $0).exposed }
        }
        #expect(digest[..<4] == expected[..<4])
    }

    // MARK: keys

    @Test func `the length of a secret says only what it cannot be`() {
        #expect(SharedReading.possible(ofLength: 16) == [.words, .seed])
        #expect(SharedReading.possible(ofLength: 18) == [.seed] && SharedReading.possible(ofLength: 64) == [.seed])
        #expect(SharedReading.possible(ofLength: 32) == [.words, .key, .seed])
    }

    private static let words = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
    private static let pin = "80412957"

    private static func shares(of secret: borrowing KeySecret, in vault: Vault) throws -> [Share] {
        let name = try KeyName("shared")
        let entered = try SecretBytes(Self.pin)
        _ = try vault.create(
            name, secret: secret, pin: entered, created: Timestamp(1_790_000_000), parameters: .cheap)
        return try vault.shares(of: name, by: try #require(ShareScheme(threshold: 2, count: 3)), pin: entered)
    }

    private static func identity(of shares: [Share], as reading: SharedReading, account: UInt32 = 0) throws -> String {
        let shared = try ShareSet(shares).combine().decrypted(with: try SecretBytes(""))
        return try SharedAccount(of: shared, as: reading, chain: .stellar, account: account).identity.text
    }

    @Test(arguments: [UInt32(0), 7]) func `the shares of words give their accounts`(account: UInt32) throws {
        let scratch = TemporaryFolder()
        let secret = try KeySecret(reading: try SecretBytes(Self.words), account: account)
        let expected = try secret.identity().text
        let shares = try Self.shares(of: secret, in: Vault(folder: scratch.path + "/v", limits: .test))
        #expect(shares.count == 3 && shares[0].header.wordCount == 20)
        #expect(try Self.identity(of: Array(shares[1...]), as: .words, account: account) == expected)
        #expect(try Self.identity(of: Array(shares[1...]), as: .seed, account: account) != expected)
    }

    @Test func `the shares of words with a passphrase give their seed, and with it the account`() throws {
        let scratch = TemporaryFolder()
        let passphrase: SecretBytes? = try SecretBytes("TREZOR")
        let secret = try KeySecret(reading: try SecretBytes(Self.words), account: 1, passphrase: passphrase)
        let expected = try secret.identity().text
        let shares = try Self.shares(of: secret, in: Vault(folder: scratch.path + "/v", limits: .test))
        #expect(shares[0].header.wordCount == 59)
        #expect(try Self.identity(of: Array(shares[..<2]), as: .seed, account: 1) == expected)
    }

    @Test func `the shares of a secret key give that key`() throws {
        let scratch = TemporaryFolder()
        let secret = try KeySecret(
            reading: try SecretBytes("SCEPFFWGAG5P2VX5DHIYK3XEMZYLTYWIPWYEKXFHSK25RVMIUNJ7CTIS"))
        let expected = try secret.identity().text
        let shares = try Self.shares(of: secret, in: Vault(folder: scratch.path + "/v", limits: .test))
        #expect(shares[0].header.wordCount == 33)
        #expect(try Self.identity(of: Array(shares[..<2]), as: .key) == expected)
    }

    @Test func `a wrong PIN gives no shares`() throws {
        let scratch = TemporaryFolder()
        let vault = Vault(folder: scratch.path + "/v", limits: .test)
        _ = try Self.shares(of: try KeySecret(reading: try SecretBytes(Self.words)), in: vault)
        let scheme = try #require(ShareScheme(threshold: 2, count: 3))
        #expect(throws: VaultError.cannotOpen(try KeyName("shared"))) {
            _ = try vault.shares(of: try KeyName("shared"), by: scheme, pin: try SecretBytes("80412958"))
        }
    }

    @Test func `a wallet's seed of 16 bytes gives the account that the wallet derives`() throws {
        // The seed of SLIP-10's first vector; the account is calculated with Python's hmac and the Python SDK.
        let seed = try Hex.decode("000102030405060708090a0b0c0d0e0f")
        let account = try SharedAccount(of: try SecretBytes(seed), as: .seed, chain: .stellar, account: 0)
        #expect(account.identity.text == "GCWSJRG6YZSA374IY7LF53PIGTO6JD6BP5CNMUAVNWL3YYE636F3APML")
        #expect(account.path == "m/44'/148'/0'")
    }

    // MARK: typing

    @Test func `takes a share that is typed word by word`() throws {
        let text = try Self.make(SeededRandomness(22).data(16), 2, 3)[0].text().text
        var entry = try MnemonicEntry(count: 20, of: .shares)
        for word in text.split(separator: " ") {
            for byte in word.prefix(4).utf8 { entry.type(byte) }
            entry.accept()
        }
        let isRight = entry.isRight
        #expect(isRight)
        #expect(try entry.text().text == text)
        entry.back()
        entry.clear()
        for byte in "academi".utf8 { entry.type(byte) }
        entry.accept()
        let note = entry.note
        #expect(note == .checksum(isRight: text.hasSuffix("academic")))
    }
}
