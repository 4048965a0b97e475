// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import SafeFiles
import Stellar
import StellarXDR
import Testing

@testable import Crypto
@testable import Signing
@testable import Vault

/// Creating, deriving, changing and testing keys, and entering their PINs.
struct KeyTests {
    private let vault: TestVault
    private var store: KeyStore { KeyStore(vault.vault) }

    init() throws { vault = try TestVault("alice") }

    private func secret(_ text: String) throws -> SecretBytes { try SecretBytes(text) }

    @Test(arguments: ["", "two words", "-x", "a/b", String(repeating: "a", count: 65)])
    func `rejects an invalid key name`(_ text: String) throws {
        #expect(throws: Failure.self) { try KeyName(typed: text) }
    }

    @Test func `rejects a secret key given as a name without repeating it`() throws {
        let seed = "SBKRNPY7SMKFSNMEEAZVJHB3LMTXPI5DOVSGAPXJ2CQYBFWTVFVWCRPC"
        let failure = try failure { _ = try KeyName(typed: seed) }
        #expect(failure.kind == .usage && !failure.message.contains(seed))
    }

    @Test func `stores a key under a free name and refuses a weak PIN`() throws {
        let words = try Mnemonic.generate(words: .twelve).text()
        let stored = try store.create(
            try KeyName("carol"), try KeySecret(reading: words), pin: try secret(TestVault.pin), now: now,
            parameters: .cheap, secondFactor: nil, as: .imported)
        #expect(stored.info.created == now && stored.lines[0] == "key       carol")
        #expect(try failure { try store.checkIsFree(try KeyName("carol")) }.kind == .cannotCreate)
        let weak = try failure {
            _ = try store.create(
                try KeyName("dave"), try KeySecret(reading: words), pin: try secret("1234"), now: now,
                parameters: .cheap, secondFactor: nil, as: .imported)
        }
        #expect(weak.kind == .badInput || weak.kind == .refused)
        #expect(throws: Failure.self) { try store.info(try KeyName("dave")) }
    }

    @Test func `derives another account of the same words under the same PIN`() throws {
        let alice = try store.info(try KeyName("alice"))
        let derived = try store.derive(
            try KeyName("alice-1"), account: 1, of: alice, pin: try secret(TestVault.pin), secondFactor: nil, now: now)
        #expect(derived.info.account == 1 && derived.info.publicKey != alice.publicKey)
        #expect(throws: VaultError.cannotOpen(try KeyName("alice"))) {
            try store.derive(
                try KeyName("alice-2"), account: 2, of: alice, pin: try secret("99999999"), secondFactor: nil, now: now)
        }
    }

    @Test func `restores a backup under its own name only`() throws {
        let name = try KeyName("alice")
        let bytes = try vault.vault.backup(name)
        let other = try TestVault()
        let store = KeyStore(other.vault)
        let pin = try secret(TestVault.pin)
        let misplaced = try failure {
            _ = try store.restore(
                try KeyName("bob"), from: bytes, origin: "paper", argument: "paper", pin: pin, secondFactor: nil,
                now: now)
        }
        #expect(misplaced.hint?.steps == [.sign(.restoreKey(key: "alice", from: "paper"))])
        let damaged = try failure {
            _ = try store.restore(
                name, from: Array("hello".utf8), origin: "paper", argument: "paper", pin: pin, secondFactor: nil,
                now: now)
        }
        #expect(damaged.kind == .badInput && damaged.message.hasPrefix("paper is not a key backup"))
        let wrong = try failure {
            _ = try store.restore(
                name, from: bytes, origin: "paper", argument: "paper", pin: try secret("99999999"), secondFactor: nil,
                now: now)
        }
        #expect(wrong.kind == .refused)
        // A backup without its last line feed is valid, too.
        let info = try store.restore(
            name, from: Array(bytes.dropLast()), origin: "paper", argument: "paper", pin: pin, secondFactor: nil,
            now: now)
        #expect(try info.publicKey == vault.account("alice"))
    }

    @Test func `a backup drill accepts only the key's own words and records its time`() throws {
        let words = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
        let name = try KeyName("paper")
        _ = try store.create(
            name, try KeySecret(reading: try secret(words)), pin: try secret(TestVault.pin), now: now,
            parameters: .cheap, secondFactor: nil, as: .imported)
        let drill = try BackupDrill(of: name, in: vault.vault)
        let other = try Mnemonic.generate(words: .twelve).text()
        #expect(try failure { try drill.check(other, passphrase: nil) }.message.contains("of another key"))
        #expect(throws: Failure.self) { try drill.check(try secret("no words at all"), passphrase: nil) }
        try drill.check(try secret(words), passphrase: nil)
        let at = try drill.record(at: GivenTime(now), machine: StoppedClock(), unlock: vault.unlock)
        #expect(at == now)
        #expect(try VaultState(folder: vault.folder).seal(name)?.drilled == now)
    }

    @Test func `compares a typed account with the key's in full`() throws {
        let info = try store.info(try KeyName("alice"))
        let address = info.identity.text
        try info.check(isAccount: address)
        try info.check(isAccount: "\(address.prefix(4)) \(address.dropFirst(4))")
        let last = address.last == "A" ? "B" : "A"
        let changed = String(address.dropLast()) + last
        #expect(try failure { try info.check(isAccount: changed) }.message.hasSuffix("differ at character 56"))
        #expect(try failure { try info.check(isAccount: "") }.message.hasSuffix("differ at character 1"))
    }

    @Test func `refuses LumenSigner's address format for an imported seed`() throws {
        let info = try store.info(try KeyName("alice"))
        #expect(try AccountExport.address(info).hasSuffix(";m/44'/148'/0';" + info.identity.text))
        let seed = try SecretBytes(SHA256.hash(Array("seed".utf8)))
        _ = try store.create(
            try KeyName("seed"), KeySecret(kind: .seed, account: nil, bytes: seed), pin: try secret(TestVault.pin),
            now: now, parameters: .cheap, secondFactor: nil, as: .imported)
        let imported = try store.info(try KeyName("seed"))
        #expect(try failure { _ = try AccountExport.address(imported) }.hint?.plain == "use dialect keystone")
    }

    @Test func `selects the only key or the required signer's, and never guesses`() throws {
        #expect(try KeySelection(one: nil, in: vault.vault).names.map(\.text) == ["alice"])
        try vault.make("bob")
        let keys = try vault.vault.keys()
        #expect(try KeySelection(among: keys, for: [.stellar(vault.account("bob"))]).names.map(\.text) == ["bob"])
        #expect(try failure { _ = try KeySelection(among: keys, for: []) }.kind == .usage)
        #expect(try failure { _ = try KeySelection(among: [], for: []) }.hint?.steps == [.sign(.newKey)])
        #expect(try KeySelection(named: ["bob", "alice"]).names.map(\.text) == ["bob", "alice"])
        #expect(try failure { _ = try KeySelection(named: ["bob", "bob"]) }.message == "key bob is given twice")
    }

    /// A new PIN as a script has it, with the cheapest parameters.
    private struct Seal: NewSealSource {
        var pin = TestVault.pin
        let script: Script

        let asksForPIN = true

        func newPIN(of key: KeyName) throws(Failure) -> SecretBytes {
            script.hear(.note("new"))
            do { return try SecretBytes(pin) } catch { throw Failure(any: error) }
        }

        func parameters(usual: PasswordHash.Parameters) -> PasswordHash.Parameters { .cheap }
        func newFactor(ofOneWith old: Bool) -> SecretBytes? { nil }
    }

    @Test func `shows the words of a new key only once it is stored`() throws {
        let script = Script()
        var shown = 0
        let name = try KeyName("carol")
        let stored = try store.makeKey(name, now: now, sealedBy: Seal(script: script)) { () throws(Failure) in
            do { return try Mnemonic.generate(words: .twelve) } catch { throw Failure(any: error) }
        } show: { words, _ throws(Failure) in
            shown += 1
            #expect((try? vault.vault.info(name)) != nil)
            do { #expect(try vault.vault.isBackedUp(name, by: words)) } catch { throw Failure(any: error) }
        }
        #expect(shown == 1 && stored.info.name == name)
        for (name, pin, kind) in [("carol", TestVault.pin, FaultKind.cannotCreate), ("dave", "1234", .refused)] {
            let failure = try failure {
                _ = try store.makeKey(try KeyName(name), now: now, sealedBy: Seal(pin: pin, script: script)) {
                    () throws(Failure) in
                    do { return try Mnemonic.generate(words: .twelve) } catch { throw Failure(any: error) }
                } show: { _, _ in
                    Issue.record("showed the words of a key that was not stored")
                }
            }
            #expect(failure.kind == kind)
        }
    }

    @Test func `asks for no secret under a name in use`() throws {
        let failure = try failure {
            _ = try store.importKey(try KeyName("alice"), now: now, sealedBy: Seal(script: Script())) {
                () throws(Failure) in throw Failure(.bug, "asked")
            }
        }
        #expect(failure.kind == .cannotCreate)
    }

    @Test func `asks for the new PIN only once the old one has opened the key`() throws {
        let name = try KeyName("alice")
        let wrong = Script(pins: ["111222", "111222", "111222"])
        #expect(throws: Failure.self) {
            try store.changePIN(of: name, pin: wrong, sealedBy: Seal(pin: "70514826", script: wrong))
        }
        #expect(wrong.events == ["PIN of alice", "effort", "again", "effort", "again", "effort"])
        let script = Script()
        script.tries = 1
        _ = try store.changePIN(of: name, pin: script, sealedBy: Seal(pin: "70514826", script: script))
        #expect(script.events.prefix(4) == ["PIN of alice", "effort", "note", "effort"])
        _ = try vault.vault.unlock(name, pin: try secret("70514826"))
        #expect(throws: Failure.self) { _ = try vault.unlock("alice") }
    }

    @Test func `exports and removes a key only after its name was typed`() throws {
        let name = try KeyName("alice")
        let wrong = Script(answers: ["alic"])
        #expect(
            try failure { _ = try store.exportSecret(of: name, isConfirmed: false, at: wrong, pin: wrong) }.message
                == "nothing was exported")
        #expect(
            try failure { try store.removeKey(name, at: now, isConfirmed: false, at: wrong) { _ in nil } }.kind
                == .refused)
        #expect(wrong.events == ["asked", "asked"])
        let alone = Script()
        alone.hasTerminal = false
        #expect(
            try failure { try store.removeKey(name, at: now, isConfirmed: false, at: alone) { _ in nil } }.kind
                == .refused)
        let proof = Failure(.refused, "wrong PIN")
        #expect(throws: proof) {
            try store.removeKey(name, at: now, isConfirmed: true, at: alone) { _ throws(Failure) in throw proof }
        }
        let script = Script()
        let text = try store.exportSecret(of: name, isConfirmed: false, at: script, pin: script)
        #expect(try vault.vault.isBackedUp(name, by: text) && script.events == ["asked", "PIN of alice"])
        try store.removeKey(name, at: now, isConfirmed: false, at: script) { _ in nil }
        #expect(throws: Failure.self) { try store.info(name) }
    }

    @Test func `derives a key under a free name, with the PIN of the other`() throws {
        let script = Script()
        let derived = try store.deriveKey(
            try KeyName("alice-1"), from: try KeyName("alice"), chain: nil, account: 1, now: now, pin: script)
        #expect(derived.info.account == 1 && script.events == ["PIN of alice"])
        let taken = try failure {
            _ = try store.deriveKey(
                try KeyName("alice-1"), from: try KeyName("alice"), chain: nil, account: 2, now: now, pin: script)
        }
        #expect(taken.kind == .cannotCreate && script.events.count == 1)
    }
}
