// SPDX-License-Identifier: Apache-2.0

import Codec
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Crypto
@testable import Vault

#if EIP155
    import Secp256k1Kit
#endif

/// Keys of other chains in the vault: what they sign, and what they refuse.
struct ChainKeyTests {
    private let scratch: TemporaryFolder
    private let vault: Vault
    private let pin = "80412957"
    private static let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
    private static let others = [Chain.solana, .eip155].filter(KeySecret.supports)

    init() throws {
        scratch = TemporaryFolder()
        vault = Vault(folder: scratch.path + "/vault", limits: .test)
    }

    @discardableResult
    private func make(_ name: String, _ chain: Chain, from text: String = words) throws -> KeyInfo {
        try vault.create(
            try KeyName(name), secret: try KeySecret(reading: try SecretBytes(text), chain: chain),
            pin: try SecretBytes(pin), created: Timestamp(1_790_000_000), parameters: .cheap
        ).info
    }

    private func unlock(_ name: String, pin: String? = nil) throws -> UnlockedKey {
        try vault.unlock(try KeyName(name), pin: try SecretBytes(pin ?? self.pin))
    }

    private func network(_ chain: Chain) -> ChainNetwork { chain == .solana ? .solana : .ethereum }

    private func message(_ bytes: [UInt8], to info: KeyInfo) throws -> ChainMessage {
        let address = try #require(info.address)
        return ChainMessage(
            network: network(address.chain), address: address,
            scheme: try #require(MessageScheme(of: address.chain)), origin: "https://example.com", purpose: "test",
            bytes: bytes)
    }

    private func file(_ name: String) -> String { vault.folder + "/\(name).key" }

    private func content(_ name: String) throws -> String {
        String(decoding: try SafeFiles.read(file(name), limit: 1 << 14), as: UTF8.self)
    }

    // MARK: signing

    @Test(arguments: others) func `signs messages as in the vectors`(chain: Chain) throws {
        let info = try make("coins", chain)
        let row = try vector("ramp-keys.json").object(chain.rawValue)
        #expect(try info.identity.text == row.string("address"))
        #expect(try info.path == row.string("path"))
        let key = try unlock("coins")
        for test in try row.array("messages") {
            let bytes = Array(try test.string("message").utf8)
            let expected = try chain == .solana ? test.string("signature_hex") : test.string("signature")
            let signature = try key.sign(try message(bytes, to: info))
            #expect(Hex.encode(signature) == expected)
        }
    }

    @Test(arguments: others) func `a key of another chain signs nothing of Stellar`(chain: Chain) throws {
        try make("coins", chain)
        let key = try unlock("coins")
        let refusal = KeyUseError.otherChain(try KeyName("coins"), chain, asked: .stellar)
        let hash = try #require(Hash([UInt8](repeating: 7, count: 32)))
        #expect(throws: refusal) { _ = try key.sign(hash) }
        #expect(throws: refusal) { _ = try key.sign(payload: [1, 2, 3]) }
        #expect(throws: refusal) { _ = try key.sign(payload: [UInt8](repeating: 1, count: 64)) }
        #expect(throws: refusal) {
            _ = try key.sign(comment: [1], after: [UInt8](repeating: 1, count: 64))
        }
        #expect(throws: refusal) { _ = try key.signature(list: [1, 2, 3]) }
    }

    @Test(arguments: others) func `a key of Stellar signs no message of another chain`(chain: Chain) throws {
        try make("lumens", .stellar)
        let other = try make("coins", chain)
        let key = try unlock("lumens")
        #expect(throws: KeyUseError.otherChain(try KeyName("lumens"), .stellar, asked: chain)) {
            _ = try key.sign(try message(Array("Hello".utf8), to: other))
        }
    }

    @Test func `a key of Stellar signs no message for the Solana address of its public key`() throws {
        let info = try make("lumens", .stellar)
        let address = SolanaAddress(publicKey: try info.stellarAccount().key.bytes)
        let asked = ChainMessage(
            network: .solana, address: .solana(address), scheme: .solanaRaw, origin: "", purpose: "", bytes: [1, 2, 3])
        let key = try unlock("lumens")
        #expect(throws: KeyUseError.otherChain(try KeyName("lumens"), .stellar, asked: .solana)) {
            _ = try key.sign(asked)
        }
    }

    @Test(arguments: others) func `refuses a message for another address`(chain: Chain) throws {
        let info = try make("coins", chain)
        let secret = try KeySecret(reading: try SecretBytes(Self.words), chain: chain, account: 1)
        let second = try vault.create(
            try KeyName("second"), secret: secret, pin: try SecretBytes(pin), created: Timestamp(1), parameters: .cheap
        ).info
        let key = try unlock("coins")
        #expect(throws: KeyUseError.otherAddress(try KeyName("coins"), info.identity.text)) {
            _ = try key.sign(try message([1, 2, 3], to: second))
        }
    }

    @Test(arguments: others) func `refuses 32 bytes, which could be a hash, and nothing at all`(chain: Chain) throws {
        let info = try make("coins", chain)
        let key = try unlock("coins")
        for bytes in [[UInt8](repeating: 0x41, count: 32), Array("0123456789abcdef0123456789abcdef".utf8), []] {
            let error = #expect(throws: KeyUseError.self) { _ = try key.sign(try message(bytes, to: info)) }
            guard case .dangerous = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        for count in [1, 31, 33, 64] {
            #expect(try key.sign(try message([UInt8](repeating: 0x41, count: count), to: info)).count >= 64)
        }
    }

    #if EIP155
        @Test func `an eip155 key signs for all its networks, and no Solana key signs for one`() throws {
            let info = try make("ether", .eip155)
            let solana = try make("coins", .solana)
            let key = try unlock("ether")
            let other = try unlock("coins")
            let address = try #require(info.address)
            for network in ChainNetwork.allCases where network.chain == .eip155 {
                let asked = ChainMessage(
                    network: network, address: address, scheme: .eip191, origin: "", purpose: "",
                    bytes: Array("one".utf8))
                let signature = try key.sign(asked)
                let publicKey = try #require(Secp256k1.recoverPublicKey(signature, of: EIP191.hash(Array("one".utf8))))
                #expect(ChainAddress.eip155(EthereumAddress(publicKey: publicKey)) == address)
                #expect(throws: KeyUseError.otherChain(try KeyName("coins"), .solana, asked: .eip155)) {
                    _ = try other.sign(asked)
                }
            }
            #expect(throws: KeyUseError.otherChain(try KeyName("ether"), .eip155, asked: .solana)) {
                _ = try key.sign(try message([1, 2, 3], to: solana))
            }
        }
    #endif

    @Test func `the same 32 bytes give every chain its own list and record keys`() throws {
        let seed = [UInt8](repeating: 9, count: 32)
        var (lists, records, seals): (Set<[UInt8]>, Set<[UInt8]>, Set<[UInt8]>) = ([], [], [])
        let chains = Chain.allCases.filter(KeySecret.supports)
        for chain in chains {
            let bytes = try SecretBytes(seed)
            let info = KeyInfo(
                name: try KeyName("alice"), identity: try KeyIdentity(of: bytes, on: chain), kind: .seed, account: nil,
                created: Timestamp(0), parameters: .cheap)
            guard let key = try UnlockedKey(info: info, seed: bytes) else {
                Issue.record("the identity is that of the seed")
                return
            }
            lists.insert(key.listKey)
            records.insert(key.record.publicKey)
            seals.insert(try key.record.authenticate([1]))
        }
        #expect(lists.count == chains.count && records.count == chains.count && seals.count == chains.count)
        #expect(lists.isDisjoint(with: records))
        #expect(!lists.union(records).contains(try Ed25519.publicKey(seed: try SecretBytes(seed))))
    }

    @Test(arguments: others) func `opens no key for another identity of the same seed`(chain: Chain) throws {
        let seed = try SecretBytes([UInt8](repeating: 9, count: 32))
        let other = try KeyIdentity(of: try SecretBytes([UInt8](repeating: 10, count: 32)), on: chain)
        let info = KeyInfo(
            name: try KeyName("alice"), identity: other, kind: .seed, account: nil, created: Timestamp(0),
            parameters: .cheap)
        let isOpen = try UnlockedKey(info: info, seed: seed) != nil
        #expect(!isOpen)
    }

    // MARK: the book

    @Test(arguments: others) func `a key of another chain owns neither book nor policy`(chain: Chain) throws {
        try make("coins", chain)
        let key = try unlock("coins")
        let state = try VaultState(folder: vault.folder, for: [try KeyName("coins")])
        let lock = try VaultLock(folder: vault.folder)
        let refusal = StateError.key(.otherChain(try KeyName("coins"), chain, asked: .stellar))
        for kind in ListKind.allCases {
            #expect(throws: refusal) {
                _ = try state.replace(kind, with: .object(JSONObject()), time: Timestamp(1), by: key, holding: lock)
            }
            #expect(!SafeFiles.exists(vault.folder + "/" + kind.rawValue))
        }
        #expect(throws: KeyUseError.self) {
            _ = try SignedList(.book, content: [:], after: 0, time: Timestamp(1), by: key)
        }
    }

    @Test(arguments: others) func `its seal covers a book that a key of Stellar owns`(chain: Chain) throws {
        try make("lumens", .stellar)
        let owner = try unlock("lumens")
        let state = try VaultState(folder: vault.folder, for: [try KeyName("lumens")])
        do {
            let lock = try VaultLock(folder: vault.folder)
            _ = try state.replace(.book, with: .object(JSONObject()), time: Timestamp(1), by: owner, holding: lock)
        }
        let coins = try make("coins", chain).name
        let key = try unlock("coins")
        let later = try VaultState(folder: vault.folder, for: [coins])
        #expect(try later.verify(key))
        let lock = try VaultLock(folder: vault.folder)
        try later.reseal(key.record, holding: lock, believing: later.listKey)
        #expect(try VaultState(folder: vault.folder, for: [coins], holding: lock).verify(key) == false)
    }

    // MARK: files

    @Test(arguments: others) func `has a file of version 2 with chain, address and path`(chain: Chain) throws {
        let info = try make("coins", chain)
        #expect(
            try content("coins").hasPrefix(
                #"{"format":"coldstar-key","version":2,"name":"coins","chain":"\#(chain.rawValue)","#
                    + #""address":"\#(info.identity.text)","secret":"mnemonic","path":"\#(try #require(info.path))","#
                    + #""bip39_passphrase":false,"second_factor":null,"created":1790000000,"counter":0,"policy":null}"#)
        )
        #expect(try vault.info(info.name) == info)
        #expect(info.publicKey == nil && info.fingerprint == nil && info.chain == chain)
        #expect(throws: VaultError.otherChain(info.name, chain)) { try info.stellarAccount() }
    }

    @Test(arguments: others) func `rejects a file that was changed`(chain: Chain) throws {
        let info = try make("coins", chain)
        let name = info.name
        let text = try content("coins")
        let address = info.identity.text
        let path = try #require(info.path)
        let changes = [
            (#""version":2"#, #""version":1"#), (#""version":2"#, #""version":3"#), (#""version":2"#, #""version":0"#),
            (#""chain":"\#(chain.rawValue)""#, #""chain":"stellar""#),
            (#""chain":"\#(chain.rawValue)""#, #""chain":"bitcoin""#), (#""chain":"\#(chain.rawValue)","#, ""),
            (#""chain":"\#(chain.rawValue)""#, #""chain":"\#(chain == .solana ? "eip155" : "solana")""#),
            (address, ""), (address, address.lowercased()), (address, address + "1"), (#""address""#, #""public_key""#),
            (address, "GB3JDWCQJCWMJ3IILWIGDTQJJC5567PGVEVXSCVPEQOTDN64VJBDQBYX"),
            (path, "m/44'/148'/0'"), (path, "m"), (#""path":"\#(path)""#, #""path":null"#),
            (#""path":"\#(path)""#, #""account":0"#), (#""secret":"mnemonic""#, #""secret":"seed""#),
            (#""secret":"mnemonic""#, #""secret":"private-key""#),
        ]
        for (old, new) in changes {
            let place = try #require(text.firstRange(of: old))
            let changed = text[..<place.lowerBound] + new + text[place.upperBound...]
            #expect(throws: VaultError.self, "\(new) for \(old)") {
                try KeyFile(parsing: Array(changed.utf8), name: name)
            }
        }
    }

    @Test(arguments: others) func `a file with another valid header does not open`(chain: Chain) throws {
        let name = try make("coins", chain).name
        let text = try content("coins")
        let path = ChainPath(chain, account: 0).text
        let other = try KeySecret(reading: try SecretBytes(Self.words), chain: chain, account: 1).identity().text
        let address = try vault.info(name).identity.text
        for (old, new) in [(path, ChainPath(chain, account: 1).text), (address, other), ("1790000000", "1790000001")] {
            let place = try #require(text.firstRange(of: old))
            let changed = text[..<place.lowerBound] + new + text[place.upperBound...]
            try SafeFiles.write(Array(changed.utf8), to: file("coins"), replacing: true)
            #expect(throws: VaultError.cannotOpen(name)) { _ = try unlock("coins") }
        }
        try SafeFiles.write(Array(text.utf8), to: file("coins"), replacing: true)
        #expect(try unlock("coins").info.name == name)
    }

    @Test(arguments: others) func `the box of a Stellar key does not open under another chain's header`(chain: Chain)
        throws
    {
        try make("lumens", .stellar)
        try make("coins", chain)
        let box = try content("lumens").split(separator: "\n")[1]
        let header = try content("coins").split(separator: "\n")[0]
        try SafeFiles.write(Array("\(header)\n\(box)\n".utf8), to: file("coins"), replacing: true)
        #expect(throws: VaultError.cannotOpen(try KeyName("coins"))) { _ = try unlock("coins") }
    }

    @Test(arguments: others) func `changes the PIN, backs up, restores and exports`(chain: Chain) throws {
        let info = try make("coins", chain)
        let name = info.name
        let changed = try vault.changePIN(
            name, from: try SecretBytes(pin), to: try SecretBytes("55667788"), parameters: .cheap)
        #expect(changed.info.identity == info.identity)
        #expect(throws: VaultError.cannotOpen(name)) { _ = try unlock("coins") }
        #expect(try vault.secretText(name, pin: try SecretBytes("55667788")).text == Self.words)
        let backup = try vault.backup(name)
        try vault.remove(name)
        #expect(try vault.restore(name, from: backup, pin: try SecretBytes("55667788")) == changed.info)
        #expect(try vault.isBackedUp(name, by: try SecretBytes(Self.words)))
        let other = "illness spike retreat truth genius clock brain pass fit cave bargain toe"
        #expect(try vault.isBackedUp(name, by: try SecretBytes(other)) == false)
    }

    @Test(arguments: others) func `another account of the words can be of another chain`(chain: Chain) throws {
        try make("lumens", .stellar)
        let secret = try vault.secret(try KeyName("lumens"), chain: chain, account: 0, pin: try SecretBytes(pin))
        let info = try vault.create(
            try KeyName("coins"), secret: secret, pin: try SecretBytes(pin), created: Timestamp(1), parameters: .cheap
        ).info
        #expect(try info.identity.text == vector("ramp-keys.json").object(chain.rawValue).string("address"))
        let back = try vault.secret(try KeyName("coins"), account: 3, pin: try SecretBytes(pin))
        #expect(back.chain == chain && back.account == 3)
    }
}
