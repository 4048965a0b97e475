// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR
import Testing

@testable import Vault

struct KeyFileTests {
    private func file(
        account: UInt32? = 7, kind: SecretKind = .mnemonic, source: EntropySource? = nil, sealed: Int = 16
    ) throws -> KeyFile {
        let info = KeyInfo(
            name: try KeyName("alice"),
            identity: .stellar(.ed25519(try #require(Uint256([UInt8](repeating: 1, count: 32))))),
            kind: kind, account: account, source: source,
            created: Timestamp(1_790_000_000), parameters: .cheap)
        let box = try SealedBox.seal(
            try SecretBytes(count: sealed), passphrase: try SecretBytes("80412957"), associatedData: [],
            parameters: .cheap,
            limits: .test)
        return KeyFile(info: info, box: box)
    }

    private func reading(_ text: String) throws -> KeyFile {
        try KeyFile(parsing: Array(text.utf8), name: try KeyName("alice"))
    }

    private func text(_ file: KeyFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

    /// The file with one field's text replaced, which must be there.
    private func changed(_ old: String, _ new: String, in file: KeyFile? = nil) throws -> String {
        let parts = text(try file ?? self.file()).split(separator: old, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        return parts.joined(separator: new)
    }

    @Test func `round-trips a key file`() throws {
        let file = try file()
        #expect(try reading(text(file)) == file)
        let seed = try self.file(account: nil, kind: .seed, sealed: 32)
        #expect(try reading(text(seed)) == seed)
    }

    @Test func `starts with its format, version, name and public key in clear text`() throws {
        #expect(text(try file()).hasPrefix(#"{"format":"coldstar-key","version":1,"name":"alice","public_key":"G"#))
    }

    @Test(arguments: [EntropySource.generator, .rolls(50), .rolls(Int(UInt32.max))])
    func `says where the entropy came from, in a version that earlier releases refuse`(source: EntropySource) throws {
        let file = try file(source: source)
        #expect(text(file).hasPrefix(#"{"format":"coldstar-key","version":3,"#))
        #expect(try reading(text(file)) == file)
        #expect(try reading(text(file)).info.source == source)
    }

    @Test(arguments: [
        (#""entropy":"rolls-and-generator""#, #""entropy":"generator""#),
        (#""entropy":"rolls-and-generator""#, #""entropy":"dice""#),
        (#""entropy":"rolls-and-generator","#, ""), (#""rolls":99"#, #""rolls":49"#),
        (#""rolls":99"#, #""rolls":null"#),
        (#""rolls":99"#, #""rolls":4294967296"#), (#""rolls":99"#, #""rolls":-99"#), (#""rolls":99,"#, ""),
        (#""version":3"#, #""version":1"#), (#""version":3"#, #""version":4"#),
        (#""secret":"mnemonic""#, #""secret":"seed""#),
    ]) func `reports another source of the entropy as damage`(old: String, new: String) throws {
        let changed = try changed(old, new, in: try file(source: .rolls(99)))
        let error = #expect(throws: VaultError.self) { try reading(changed) }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `rejects a seed with a source of its entropy`() throws {
        let file = try file(account: nil, kind: .seed, source: .generator, sealed: 32)
        #expect(throws: VaultError.self) { try reading(text(file)) }
    }

    @Test func `reports a later version by its number`() throws {
        #expect(throws: VaultError.unsupportedVersion(try KeyName("alice"), found: 5, newest: 4)) {
            try reading(try changed(#""version":1"#, #""version":5"#))
        }
    }

    @Test(arguments: [
        (#""bip39_passphrase":false"#, #""bip39_passphrase":true"#, "a BIP-39 passphrase"),
        (#""counter":0"#, #""counter":3"#, "a counter"), (#""policy":null"#, #""policy":"aa""#, "a policy"),
    ]) func `reports an unsupported feature by its name`(old: String, new: String, feature: String) throws {
        #expect(throws: VaultError.unsupportedFeature(try KeyName("alice"), feature: feature)) {
            try reading(try changed(old, new))
        }
    }

    @Test(arguments: [
        (#""format":"coldstar-key""#, #""format":"coldstar-box""#), (#""version":1"#, #""version":1.0"#),
        (#""version":1"#, #""version":"1""#), (#""version":1,"#, ""), (#""name":"alice""#, #""name":"../alice""#),
        (#""name":"alice""#, #""name":"\u0061lice""#), (#""name":"alice","#, #""name":"alice","name":"alice","#),
        (#""account":7"#, #""account":null"#), (#""account":7"#, #""account":2147483648"#),
        (#""account":7"#, #""account":-1"#), (#""account":7"#, #""account":7e0"#), (#""account":7,"#, ""),
        (#""secret":"mnemonic""#, #""secret":"seed""#), (#""secret":"mnemonic""#, #""secret":"words""#),
        (#""created":1790000000"#, #""created":179000000000000000000"#), (#""created":"#, #""more":1,"created":"#),
        (#""public_key":"G"#, #""public_key":"S"#), (#""version":1,"#, #""version":1, "#), ("\n", "\r\n"), ("\n", ""),
        (#","policy":null"#, ""), ("}\n", "}\n\n"),
    ]) func `reports any other change as damage`(old: String, new: String) throws {
        let whole = text(try file())
        let place = try #require(whole.firstRange(of: old))
        let text = whole[..<place.lowerBound] + new + whole[place.upperBound...]
        let error = #expect(throws: VaultError.self) { try reading(String(text)) }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [0, 15, 17, 31, 33]) func `reports a sealed part of the wrong length as damage`(length: Int) throws
    {
        #expect(throws: VaultError.damaged(try KeyName("alice"), reason: "its sealed part has \(length + 72) bytes")) {
            try reading(text(try file(sealed: length)))
        }
    }

    @Test func `rejects a seed with the length of a mnemonic`() throws {
        #expect(throws: VaultError.self) { try reading(text(try file(account: nil, kind: .seed, sealed: 16))) }
    }
}
