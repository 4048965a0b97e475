// SPDX-License-Identifier: Apache-2.0

import Codec
import Signing
import Stellar
import Testing

@testable import Crypto
@testable import Vault

struct PINEntryTests {
    private let vault: TestVault
    private let name: KeyName
    private let key: KeyInfo

    init() throws {
        vault = try TestVault("alice")
        name = try KeyName("alice")
        key = try vault.vault.info(name)
    }

    /// Whether a PIN opens the key; the message of a wrong one.
    private func attempt(_ entry: inout PINEntry, _ pin: String) throws -> String? {
        let outcome = try entry.attempt(try SecretBytes(pin), clock: { now }) { pin in
            try vault.vault.unlock(name, pin: pin).info.stellarAccount()
        }
        switch consume outcome {
        case .opened(let account, _):
            #expect(try account == vault.account("alice"))
            return nil
        case .wrong(let message): return message
        }
    }

    @Test func `fails after the third wrong PIN`() throws {
        var entry = try PINEntry(for: key, in: vault.vault, hasSecondFactor: false)
        #expect(try attempt(&entry, "11111111")?.hasSuffix("2 tries left") == true)
        #expect(try attempt(&entry, "22222222")?.hasSuffix("1 try left") == true)
        #expect(try failure { _ = try attempt(&entry, "33333333") }.kind == .refused)
    }

    @Test func `an empty line is not counted as a wrong PIN`() throws {
        var entry = try PINEntry(for: key, in: vault.vault, hasSecondFactor: false)
        #expect(try attempt(&entry, "") == "nothing was entered; 2 tries left")
        #expect(PINTries(folder: vault.folder, key: name).failed == 0)
        #expect(try attempt(&entry, TestVault.pin) == nil)
    }

    @Test func `wrong PINs delay the next attempt until the right PIN resets the count`() throws {
        for _ in 0..<4 {
            var entry = try PINEntry(for: key, in: vault.vault, tries: 1, hasSecondFactor: false)
            #expect(throws: Failure.self) { try attempt(&entry, "11111111") }
        }
        var entry = try PINEntry(for: key, in: vault.vault, hasSecondFactor: false)
        let pause = entry.pause(now: now)
        #expect(pause.seconds == 2 && pause.reason == "4 wrong PINs were entered for alice")
        #expect(entry.pause(now: Timestamp(now.seconds + 2)).seconds == 0)
        #expect(try attempt(&entry, TestVault.pin) == nil)
        #expect(entry.pause(now: now).seconds == 0)
    }

    @Test func `notes that a key without a second factor does not use one`() throws {
        let entry = try PINEntry(for: key, in: vault.vault, hasSecondFactor: true)
        #expect(entry.note?.plain.contains("second factor is not used") == true)
    }

    @Test func `fails before asking for a PIN if the second factor is missing`() throws {
        let factor: SecretBytes? = try SecretBytes(Array(repeating: 7, count: 32))
        _ = try vault.vault.create(
            try KeyName("bob"), secret: KeySecret(try Mnemonic.generate(words: .twelve)),
            pin: try SecretBytes(TestVault.pin), created: now, parameters: .cheap, secondFactor: factor)
        #expect(throws: Failure.self) {
            try PINEntry(for: try vault.vault.info(try KeyName("bob")), in: vault.vault, hasSecondFactor: false)
        }
        #expect(
            try PINEntry(for: try vault.vault.info(try KeyName("bob")), in: vault.vault, hasSecondFactor: true).note
                == nil)
    }

    @Test func `reports a missing key before asking for a PIN`() throws {
        let failure = try failure { _ = try vault.vault.key(try KeyName("carol")) }
        #expect(failure.kind == .noInput)
    }
}
