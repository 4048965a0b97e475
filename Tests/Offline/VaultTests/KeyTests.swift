// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Crypto
@testable import Vault

/// Second factors, dice, other accounts, backups, and wrong PINs.
struct KeyTests {
    private let scratch: TemporaryFolder
    private let vault: Vault
    private let pin = "80412957"
    private let words = "illness spike retreat truth genius clock brain pass fit cave bargain toe"

    init() throws {
        scratch = TemporaryFolder()
        vault = Vault(folder: scratch.path + "/vault", limits: .test)
    }

    private func make(_ name: String, _ secret: consuming KeySecret, factor: String? = nil) throws -> KeyInfo {
        let factor = try factor.map { try SecretBytes($0) }
        return try vault.create(
            try KeyName(name), secret: secret, pin: try SecretBytes(pin), created: Timestamp(1), parameters: .cheap,
            secondFactor: factor
        ).info
    }

    private func opens(_ name: String, pin: String, factor: String?) throws -> Bool {
        let factor = try factor.map { try SecretBytes($0) }
        let key = try vault.unlock(try KeyName(name), pin: try SecretBytes(pin), secondFactor: factor)
        return key.info.name.text == name
    }

    @Test func `neither PIN nor second factor opens a key alone`() throws {
        let name = try KeyName("alice")
        let info = try make("alice", KeySecret(try Mnemonic.generate(words: .twelve)), factor: "a file on a stick")
        #expect(info.hasSecondFactor)
        #expect(try vault.info(name).hasSecondFactor)
        #expect(try opens("alice", pin: pin, factor: "a file on a stick"))
        #expect(throws: VaultError.secondFactor(name, wanted: true)) { try opens("alice", pin: pin, factor: nil) }
        #expect(throws: VaultError.cannotOpen(name, hasSecondFactor: true)) {
            try opens("alice", pin: pin, factor: "a file on a stock")
        }
        #expect(throws: VaultError.cannotOpen(name, hasSecondFactor: true)) {
            try opens("alice", pin: "80412958", factor: "a file on a stick")
        }
        _ = try make("bob", KeySecret(try Mnemonic.generate(words: .twelve)))
        #expect(throws: VaultError.secondFactor(try KeyName("bob"), wanted: false)) {
            try opens("bob", pin: pin, factor: "x")
        }
    }

    @Test func `a PIN change adds or removes a second factor`() throws {
        let name = try KeyName("alice")
        _ = try make("alice", KeySecret(try Mnemonic.generate(words: .twelve)))
        let factor: SecretBytes? = try SecretBytes("one")
        _ = try vault.changePIN(
            name, from: try SecretBytes(pin), to: try SecretBytes(pin), parameters: .cheap, newSecondFactor: factor)
        #expect(try opens("alice", pin: pin, factor: "one"))
        _ = try vault.changePIN(
            name, from: try SecretBytes(pin), to: try SecretBytes(pin), parameters: .cheap, secondFactor: factor)
        #expect(try opens("alice", pin: pin, factor: nil))
    }

    @Test func `rejects a header with a false second factor`() throws {
        _ = try make("alice", KeySecret(try Mnemonic.generate(words: .twelve)))
        let path = vault.folder + "/alice.key"
        let text = String(decoding: try SafeFiles.read(path, limit: 1 << 16), as: UTF8.self)
        let lie = text.replacing(#""second_factor":null"#, with: #""second_factor":"file""#)
        try SafeFiles.write(Array(lie.utf8), to: path, replacing: true)
        #expect(throws: VaultError.self) { try vault.info(try KeyName("alice")) }
    }

    @Test func `derives further accounts of a mnemonic as in SEP-5`() throws {
        _ = try make("words", KeySecret(reading: try SecretBytes(words)))
        let row = try #require(SEP5Row.english.first { $0.mnemonic == words })
        for account in row.accounts.prefix(3) {
            let secret = try vault.secret(try KeyName("words"), account: account.index, pin: try SecretBytes(pin))
            #expect(try make("a\(account.index)", secret).identity.text == account.address)
        }
        _ = try make("seed", KeySecret(reading: try SecretBytes(row.accounts[0].secret)))
        #expect(throws: VaultError.secret(.notAMnemonic)) {
            _ = try vault.secret(try KeyName("seed"), account: 1, pin: try SecretBytes(pin))
        }
    }

    @Test func `restores a backup only with its PIN and name, and never over a key`() throws {
        let name = try KeyName("alice")
        let info = try make("alice", KeySecret(reading: try SecretBytes(words)))
        let backup = try vault.backup(name)
        #expect(throws: VaultError.nameInUse(name)) { try vault.restore(name, from: backup, pin: try SecretBytes(pin)) }
        try vault.remove(name)
        #expect(throws: VaultError.cannotOpen(name)) {
            try vault.restore(name, from: backup, pin: try SecretBytes("00000001"))
        }
        #expect(throws: VaultError.misplaced(try KeyName("bob"), found: name)) {
            try vault.restore(try KeyName("bob"), from: backup, pin: try SecretBytes(pin))
        }
        #expect(throws: VaultError.self) {
            try vault.restore(name, from: Array(backup.dropLast(5)), pin: try SecretBytes(pin))
        }
        #expect(try vault.list().isEmpty)
        #expect(try vault.restore(name, from: backup, pin: try SecretBytes(pin)) == info)
        #expect(try opens("alice", pin: pin, factor: nil))
    }

    @Test func `a backup drill accepts only the key's own words`() throws {
        let name = try KeyName("alice")
        _ = try make("alice", KeySecret(reading: try SecretBytes(words), account: 2))
        #expect(try vault.isBackedUp(name, by: try SecretBytes(words.uppercased())))
        let others = try Mnemonic.generate(words: .twelve).text()
        #expect(try !vault.isBackedUp(name, by: others))
        let extra: SecretBytes? = try SecretBytes("x")
        #expect(try !vault.isBackedUp(name, by: try SecretBytes(words), passphrase: extra))
        #expect(throws: VaultError.secret(.mnemonicChecksum)) {
            try vault.isBackedUp(name, by: try SecretBytes(words.replacing("toe", with: "zoo")))
        }
    }

    @Test func `reads a BIP-39 seed back from its hexadecimal digits`() throws {
        let row = try #require(SEP5Row.all("valid").first { !$0.passphrase.isEmpty })
        let passphrase: SecretBytes? = try SecretBytes(row.passphrase)
        let secret = try KeySecret(reading: try SecretBytes(row.mnemonic), passphrase: passphrase)
        #expect(try secret.text().text == row.seed)
        let again = try KeySecret(reading: try secret.text(), account: 1)
        #expect(try again.signingSeed().equals(try secret.other(chain: .stellar, account: 1).signingSeed()))
        #expect(throws: SecretError.notASecret(.stellar)) {
            _ = try KeySecret(reading: try SecretBytes(String(row.seed.dropLast())))
        }
    }

    @Test func `dice rolls give reproducible entropy after a commitment`() throws {
        let dice = try Dice(randomness: Zeros())
        let machine = [UInt8](repeating: UInt8(ascii: "0"), count: 64)
        #expect(dice.commitment == SHA256.hash(machine))
        let typed = String(repeating: "12345 6", count: 9)
        let expected = SHA256.hash(machine + Array(typed.utf8).filter { $0 != 0x20 })
        for lines in [[typed], [String(typed.prefix(30)), "", " ", String(typed.dropFirst(30))]] {
            var rolls = try Dice.Rolls()
            for line in lines { try rolls.add(try SecretBytes(line)) }
            let made = try dice.mnemonic(words: .twelve, rolls: rolls)
            #expect(made.entropy.exposed == Array(expected.prefix(16)))
            #expect(made.source == .rolls(54))
        }
        #expect(try Mnemonic.generate(words: .twelve).source == .generator)
        let made = try Mnemonic.generate(words: .twelve)
        #expect(try Mnemonic(reading: try made.text()).source == nil)
    }

    @Test(arguments: [("1,2", 2), ("x", 1), ("12 3 4a", 7), ("12٣", 3), ("1\t", 2)])
    func `a line with something else than digits adds no roll`(line: String, position: Int) throws {
        var rolls = try Dice.Rolls()
        try rolls.add(try SecretBytes("123"))
        #expect(throws: SecretError.rolls(.notADigit(position: position))) { try rolls.add(try SecretBytes(line)) }
        #expect(rolls.count == 3 && rolls.missing == 47)
    }

    @Test(arguments: [
        ("", RollsFault.tooFew(0)), (String(repeating: "16", count: 24) + "1", .tooFew(49)),
        (String(repeating: "6", count: 50), .allTheSame), (String(repeating: "0", count: 300), .allTheSame),
    ])
    func `rejects too few rolls, and rolls that are all the same`(line: String, fault: RollsFault) throws {
        var rolls = try Dice.Rolls()
        try rolls.add(try SecretBytes(line))
        #expect(throws: SecretError.rolls(fault)) { _ = try Dice().mnemonic(words: .twelve, rolls: rolls) }
    }

    @Test func `wrong PINs double the delay up to 300 seconds until the right PIN resets it`() throws {
        let name = try KeyName("alice")
        try SafeFiles.createFolder(vault.folder)
        var tries = PINTries(folder: vault.folder, key: name)
        var waits: [UInt64] = []
        for _ in 0..<14 {
            waits.append(tries.wait(now: Timestamp(1000)))
            tries.fail(now: Timestamp(1000))
        }
        #expect(waits == [0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
        let read = PINTries(folder: vault.folder, key: name)
        #expect((read.failed, read.wait(now: Timestamp(1100))) == (14, 200))
        #expect(read.wait(now: Timestamp(1300)) == 0)
        #expect(read.wait(now: Timestamp(10)) == 300, "a clock set back does not shorten the delay")
        read.succeed()
        #expect(PINTries(folder: vault.folder, key: name).failed == 0)
        try SafeFiles.write(Array("rubbish".utf8), to: vault.folder + "/tries.alice", replacing: true)
        #expect(PINTries(folder: vault.folder, key: name).failed == 0)
    }
}

/// Predictable randomness.
private struct Zeros: Randomness {
    func fill(_ buffer: UnsafeMutableRawBufferPointer) { for index in buffer.indices { buffer[index] = 0 } }
}
