// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Vault

struct VaultTests {
    private let scratch: TemporaryFolder
    private let vault: Vault
    private let pin = "80412957"
    private let words = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
    private let address = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"
    private let seed = "SCEPFFWGAG5P2VX5DHIYK3XEMZYLTYWIPWYEKXFHSK25RVMIUNJ7CTIS"
    private let seedAddress = "GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX"

    init() throws {
        scratch = TemporaryFolder()
        vault = Vault(folder: scratch.path + "/home/vault", limits: .test)
    }

    private func make(_ name: String, _ secret: String, pin: String? = nil) throws -> KeyInfo {
        try vault.create(
            try KeyName(name), secret: try KeySecret(reading: try SecretBytes(secret)),
            pin: try SecretBytes(pin ?? self.pin), created: Timestamp(1_790_000_000), parameters: .cheap
        ).info
    }

    private func path(_ name: String) -> String { scratch.path + "/home/vault/" + name + ".key" }

    private func content(_ name: String) throws -> [UInt8] { try SafeFiles.read(path(name), limit: 1 << 20) }

    /// Overwrites a file without syncing, because some tests do it ten thousand times.
    private func replace(_ name: String, _ bytes: [UInt8]) throws {
        let file = try #require(fopen(path(name), "w"))
        defer { fclose(file) }
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    private func publicKey(unlocking name: String, pin: String? = nil) throws -> PublicKey {
        try vault.unlock(try KeyName(name), pin: try SecretBytes(pin ?? self.pin)).info.stellarAccount()
    }

    @Test func `stores a mnemonic and signs with its first account`() throws {
        let info = try make("words", words)
        #expect((info.identity.text, info.account, info.kind) == (address, 0, .mnemonic))
        let key = try vault.unlock(try KeyName("words"), pin: try SecretBytes(pin))
        let signature = try key.sign(try #require(Hash([UInt8](repeating: 7, count: 32))))
        #expect(
            Ed25519.verify(
                signature, message: [UInt8](repeating: 7, count: 32), publicKey: try info.stellarAccount().key.bytes))
    }

    @Test func `after a PIN change only the new PIN opens the key`() throws {
        let info = try make("words", words)
        let changed = try vault.changePIN(
            try KeyName("words"), from: try SecretBytes(pin), to: try SecretBytes("55667788"), parameters: .cheap)
        #expect(changed.info == info)
        #expect(try publicKey(unlocking: "words", pin: "55667788") == info.publicKey)
        #expect(throws: VaultError.cannotOpen(try KeyName("words"))) { try publicKey(unlocking: "words") }
    }

    @Test func `refuses a PIN change with a wrong or a weak PIN and keeps the file`() throws {
        _ = try make("words", words)
        let before = try content("words")
        let name = try KeyName("words")
        #expect(throws: VaultError.cannotOpen(name)) {
            _ = try vault.changePIN(
                name, from: try SecretBytes("00000001"), to: try SecretBytes("55667788"), parameters: .cheap)
        }
        #expect(throws: VaultError.weakPIN(.fewDigits)) {
            _ = try vault.changePIN(name, from: try SecretBytes(pin), to: try SecretBytes("123"), parameters: .cheap)
        }
        #expect(throws: VaultError.noSuchKey(try KeyName("other"))) {
            _ = try vault.changePIN(
                try KeyName("other"), from: try SecretBytes(pin), to: try SecretBytes("55667788"), parameters: .cheap)
        }
        #expect(try content("words") == before)
    }

    @Test func `returns the imported secret only for the right PIN`() throws {
        _ = try make("words", words)
        _ = try make("alice", seed)
        for (name, secret) in [("words", words), ("alice", seed)] {
            let text = try vault.secretText(try KeyName(name), pin: try SecretBytes(pin))
            #expect(text.withBytes { Array($0) } == Array(secret.utf8))
            #expect(throws: VaultError.self) {
                _ = try vault.secretText(try KeyName(name), pin: try SecretBytes("00000001"))
            }
        }
    }

    @Test func `stores a seed and opens it`() throws {
        let info = try make("alice", seed)
        #expect((info.identity.text, info.account, info.kind) == (seedAddress, nil, .seed))
        #expect(try publicKey(unlocking: "alice") == info.publicKey)
    }

    @Test(arguments: ["80412958", "8041295", "804129570", "", "80412957 "]) func `does not open with another PIN`(
        other: String
    ) throws {
        _ = try make("alice", seed)
        #expect(throws: VaultError.cannotOpen(try KeyName("alice"))) { try publicKey(unlocking: "alice", pin: other) }
        #expect(throws: Never.self, "the right PIN still opens it") { try publicKey(unlocking: "alice") }
    }

    @Test func `compares a passphrase byte for byte`() throws {
        let phrase = "Grüße  vom Pferd, korrekt!"
        _ = try make("alice", seed, pin: phrase)
        #expect(throws: Never.self) { try publicKey(unlocking: "alice", pin: phrase) }
        for other in ["Grüße vom Pferd, korrekt!", "Gru\u{308}ße  vom Pferd, korrekt!", phrase + " "] {
            #expect(throws: VaultError.self) { try publicKey(unlocking: "alice", pin: other) }
        }
    }

    @Test(arguments: ["", "1", "12345", "123456", "aaaaaaaa"]) func `creates no key with a weak PIN`(weak: String)
        throws
    {
        #expect(throws: VaultError.self) { try make("alice", seed, pin: weak) }
        #expect(try vault.list().isEmpty)
    }

    @Test func `never replaces a key`() throws {
        _ = try make("alice", seed)
        let before = try content("alice")
        #expect(throws: VaultError.nameInUse(try KeyName("alice"))) { try make("alice", words) }
        #expect(try content("alice") == before)
    }

    @Test func `never replaces a file that is not a key file`() throws {
        _ = try make("other", seed)
        try replace("alice", [1, 2, 3])
        #expect(throws: VaultError.nameInUse(try KeyName("alice"))) { try make("alice", seed) }
        #expect(try content("alice") == [1, 2, 3])
    }

    @Test func `exactly one of several concurrent creations under one name succeeds`() async throws {
        let (vault, pin) = (vault, pin)
        let made = await withTaskGroup(of: PublicKey?.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try? vault.create(
                        try KeyName("alice"), secret: KeySecret(try Mnemonic.generate(words: .twelve)),
                        pin: try SecretBytes(pin), created: Timestamp(0), parameters: .cheap
                    ).info.publicKey
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
        }
        #expect(made.count == 1)
        #expect(try publicKey(unlocking: "alice") == made.first)
        #expect(
            try SafeFiles.names(in: vault.folder).sorted() == [
                "alice.key", "journal", "journal.lock", "seal.alice", "state.lock",
            ])
        #expect(try SignerJournal(folder: vault.folder).history().entries == 1)
    }

    @Test func `only the owner can read the folder and its files`() throws {
        _ = try make("alice", seed)
        #expect(try mode(of: path("alice")) == 0o600)
        #expect(try mode(of: vault.folder) == 0o700)
        #expect(try mode(of: scratch.path + "/home") == 0o700)
    }

    @Test func `removing a key deletes its file, and its seal if there is no journal that it witnesses`() throws {
        _ = try make("alice", seed)
        _ = try make("bob", words)
        try vault.remove(try KeyName("alice"))
        #expect(
            try SafeFiles.names(in: vault.folder).sorted() == [
                "bob.key", "journal", "journal.lock", "seal.alice", "seal.bob", "state.lock",
            ])
        #expect(throws: VaultError.noSuchKey(try KeyName("alice"))) { try vault.remove(try KeyName("alice")) }
        try SafeFiles.remove(vault.folder + "/journal")
        try vault.remove(try KeyName("bob"))
        #expect(try !SafeFiles.names(in: vault.folder).contains("seal.bob"))
    }

    @Test func `reports an unknown key`() throws {
        #expect(throws: VaultError.noSuchKey(try KeyName("nobody"))) { try vault.info(try KeyName("nobody")) }
        #expect(throws: VaultError.noSuchKey(try KeyName("nobody"))) { try publicKey(unlocking: "nobody") }
        #expect(throws: VaultError.noSuchKey(try KeyName("nobody"))) { try vault.remove(try KeyName("nobody")) }
    }

    @Test func `a vault that was never used has no keys`() throws {
        #expect(try vault.list().isEmpty)
    }

    @Test func `lists keys in order, skips foreign files and includes damaged ones`() throws {
        for name in ["zoe", "alice", "broken"] { _ = try make(name, seed) }
        try replace("broken", Array("rubbish".utf8))
        for foreign in ["notes.txt", ".coldstar-1.tmp", "no name.key", ".key", "alice.key.bak"] {
            try SafeFiles.write([1], to: vault.folder + "/" + foreign, replacing: false)
        }
        mkdir(vault.folder + "/folder.key", 0o700)
        let listed = try vault.list()
        #expect(listed.map(\.name.text) == ["alice", "broken", "folder", "zoe"])
        #expect(listed.map { (try? $0.info.get()) != nil } == [true, false, false, true])
    }

    @Test func `a sealed key holds neither seed nor words nor PIN`() throws {
        _ = try make("alice", seed)
        _ = try make("words", words)
        for name in ["alice", "words"] {
            let text = String(decoding: try content(name), as: UTF8.self).lowercased()
            for secret in [seed.lowercased(), "illness", "retreat", pin] { #expect(!text.contains(secret)) }
        }
    }

    @Test func `does not open a key file with any bit changed`() throws {
        for (name, secret) in [("alice", seed), ("words", words)] {
            _ = try make(name, secret)
            let whole = try content(name)
            for bit in stride(from: 0, to: whole.count * 8, by: name == "alice" ? 1 : 5) {
                var changed = whole
                changed[bit / 8] ^= 1 << (bit % 8)
                try replace(name, changed)
                #expect(throws: VaultError.self, "bit \(bit)") { try publicKey(unlocking: name) }
            }
        }
    }

    @Test func `does not open a truncated or extended key file`() throws {
        _ = try make("alice", seed)
        let whole = try content("alice")
        for length in 0..<whole.count {
            try replace("alice", Array(whole[..<length]))
            #expect(throws: VaultError.self, "\(length) bytes") { try publicKey(unlocking: "alice") }
        }
        for more in ["\n", " ", "\0", "AAAA", "\n{}"] {
            try replace("alice", whole + Array(more.utf8))
            #expect(throws: VaultError.self) { try publicKey(unlocking: "alice") }
        }
    }

    @Test func `a key file in place of another does not open`() throws {
        _ = try make("alice", seed)
        _ = try make("words", words)
        try replace("alice", try content("words"))
        let error = VaultError.misplaced(try KeyName("alice"), found: try KeyName("words"))
        #expect(throws: error) { try vault.info(try KeyName("alice")) }
        #expect(throws: error) { try publicKey(unlocking: "alice") }
    }

    @Test func `a key file with a changed name in its header does not open`() throws {
        _ = try make("alice", seed)
        let text = String(decoding: try content("alice"), as: UTF8.self)
        let changed = text.split(separator: "alice", omittingEmptySubsequences: false).joined(separator: "mallo")
        try replace("mallo", Array(changed.utf8))
        #expect(
            try vault.info(try KeyName("mallo")).identity.text == seedAddress,
            "the header alone is unauthenticated")
        #expect(throws: VaultError.cannotOpen(try KeyName("mallo"))) { try publicKey(unlocking: "mallo") }
    }

    @Test func `rejects a key file over the size limit`() throws {
        _ = try make("alice", seed)
        try replace("alice", [UInt8](repeating: 0x41, count: 1 << 20))
        #expect(throws: VaultError.damaged(try KeyName("alice"), reason: "it is larger than any key file")) {
            try vault.info(try KeyName("alice"))
        }
    }

    @Test func `the default limits neither create nor open a key with weak parameters`() throws {
        _ = try make("alice", seed)
        let strict = Vault(folder: vault.folder)
        #expect(throws: VaultError.sodium(.weakParameters(.cheap))) {
            _ = try strict.unlock(try KeyName("alice"), pin: try SecretBytes(pin))
        }
        #expect(throws: VaultError.sodium(.weakParameters(.cheap))) {
            _ = try strict.create(
                try KeyName("bob"), secret: try KeySecret(reading: try SecretBytes(seed)), pin: try SecretBytes(pin),
                created: Timestamp(0), parameters: .cheap)
        }
    }

    @Test func `creates, times and opens a key with the default parameters`() throws {
        let strict = Vault(folder: vault.folder)
        let name = try KeyName("alice")
        let made = try strict.create(
            name, secret: try KeySecret(reading: try SecretBytes(seed)), pin: try SecretBytes(pin),
            created: Timestamp(5))
        #expect(made.sealing > .milliseconds(20))
        #expect(try strict.info(name) == made.info)
        #expect(made.info.parameters == .moderate)
        #expect(try strict.unlock(name, pin: try SecretBytes(pin)).info.identity.text == seedAddress)
    }
}
