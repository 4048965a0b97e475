// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

@testable import Crypto
@testable import Signing

/// Added preimages and payload signatures, identity files, and signature checks.
struct AddedSignatureTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice") }

    private func added(_ digits: String, to request: ParsedRequest) throws -> AddedSignature {
        try AddedSignature(
            preimage: try Preimage(digits: try SecretBytes(digits)), to: request, in: try vault.context(), now: now)
    }

    private func approval(_ review: borrowing AddedSignature) throws -> Approval {
        var consent = review.consent(isUnattended: false, network: nil)
        for question in consent.questions { try consent.answer(question.value) }
        if consent.needsYes { try consent.agree("yes") }
        return try consent.approval()
    }

    @Test(arguments: ["", "0", "0g", "00 11", "0x00", "0x12", "zz", String(repeating: "00", count: 65)])
    func `rejects a preimage that is not 1 to 64 bytes in hexadecimal digits`(_ digits: String) throws {
        #expect(try failure { _ = try Preimage(digits: try SecretBytes(digits)) }.kind == .badInput)
    }

    @Test func `attaches a preimage after its hold was passed`() throws {
        let request = try request(try payment(from: try vault.account("alice")))
        let added = try added("00FFab", to: request)
        #expect(added.review.holds.map(\.rule).contains(.revealedSecret))
        let envelope = try added.attached(try approval(added))
        #expect(envelope.signatures.map(\.signature.bytes) == [[0, 255, 171]])
        let hash = try #require(Hash(SHA256.hash([0, 255, 171])))
        #expect(envelope.signatures.map(\.hint) == [SignerKey.hashX(hash).hint])
    }

    @Test func `rejects a preimage for a payload or a full envelope`() throws {
        #expect(try failure { _ = try added("00", to: try ParsedRequest(payload: "00")) }.kind == .badInput)
        var full = try payment(from: try vault.account("alice"))
        for place in 0..<20 {
            full = try full.adding(
                DecoratedSignature(hint: SignerKey.ed25519(account("\(place)").key).hint, signature: Opaque()))
        }
        #expect(try failure { _ = try added("00", to: try request(full)) }.message.contains("20 signatures"))
    }

    @Test func `an approval attaches only the preimage that it was given for`() throws {
        let one = try added("00", to: try request(try payment(from: try vault.account("alice"))))
        let other = try added("00", to: try request(try payment(from: try vault.account("alice"), sequence: 102)))
        let approval = try approval(one)
        #expect(try failure { _ = try other.attached(approval) }.kind == .bug)
    }

    @Test func `accepts a payload signature only from its own key`() throws {
        let job = try vault.job(try ParsedRequest(payload: "00ff"), by: "alice", isUnattended: false)
        let signature = try job.sign(job.approved(), unlock: vault.unlock).result.text(.signature)
        let payload = try #require(Opaque<64>([0, 255]))
        let signer = { (account: AccountID) in
            SignerKey.ed25519SignedPayload(.init(ed25519: account.key, payload: payload))
        }
        let alice = try vault.account("alice")
        let added = try AddedSignature(
            try PayloadSignature(signature, by: signer(alice)), to: try request(try payment(from: alice)),
            in: try vault.context(), now: now)
        #expect(try added.attached(try approval(added)).signatures.count == 1)
        #expect(throws: Failure.self) { try PayloadSignature(signature, by: signer(account("mallory"))) }
        #expect(throws: Failure.self) { try PayloadSignature("AAAA", by: signer(alice)) }
        #expect(throws: Failure.self) { try PayloadSignature(signature, by: .ed25519(alice.key)) }
    }

    @Test func `finds the signature of an account in an envelope and in a response`() throws {
        let alice = try vault.account("alice")
        let job = try vault.job(try request(try payment(from: alice)), by: "alice")
        let result = try job.sign(job.approved(), unlock: vault.unlock).result
        for format in [SignedFormat.xdr, .response] {
            let found = try input(try result.text(format))
            #expect(try SignatureCheck.isSigned(found, by: alice, testnet))
            #expect(try !SignatureCheck.isSigned(found, by: account("mallory"), testnet))
        }
        let unsigned = try input(try payment(from: alice))
        #expect(try !SignatureCheck.isSigned(unsigned, by: alice, testnet))
        #expect(throws: Failure.self) { try SignatureCheck.isSigned(message: "hello", "no base64", by: alice) }
        let zeros = Base64.encode([UInt8](repeating: 0, count: 64))
        #expect(try !SignatureCheck.isSigned(message: "hello", zeros, by: alice))
        let digits = String(repeating: "0", count: 128)
        #expect(try !SignatureCheck.isSigned(message: "hello", digits, by: alice))
        for text in [Base64.encode([UInt8](repeating: 7, count: 96)), String(repeating: "0", count: 126)] {
            let failure = try failure { _ = try SignatureCheck.isSigned(message: "hello", text, by: alice) }
            #expect(failure.kind == .badInput && failure.message.contains("64 bytes"))
        }
    }

    @Test func `reads the secret of an identity file and rejects other content`() throws {
        func secret(_ text: String) throws -> [UInt8] {
            try IdentityFile.secret(in: try SecretBytes(text), origin: "id.toml").withBytes { Array($0) }
        }
        #expect(try secret("secret_key = \"SABC\"\n") == Array("SABC".utf8))
        #expect(try secret("  secret_key='SABC'") == Array("SABC".utf8))
        #expect(try secret("# mine\nseed_phrase = \"a b c\"\n") == Array("a b c".utf8))
        #expect(try secret("# one\n\tseed_phrase='a b c'") == Array("a b c".utf8))
        #expect(try secret("\"seed_phrase\" = \"a b\"\r\nhd_path = 1\r\n") == Array("a b".utf8))
        // A key file of stc.
        #expect(try secret("SABC\n") == Array("SABC".utf8))
        #expect(try secret("\n SABC") == Array("SABC".utf8))
        #expect(try failure { _ = try secret("SABC SABC") }.kind == .badInput)
        #expect(try failure { _ = try secret("SABC\nS") }.kind == .badInput)
        let encrypted = try failure { _ = try secret("-----BEGIN PGP MESSAGE-----\n\nww0ECQMI\n") }
        #expect(encrypted.message == "id.toml is encrypted with OpenPGP, as stc keeps keys" && encrypted.hint != nil)
        for text in [
            "", "public_key = \"SABC\"", "public_key = \"G\"",
            "secret_key = SABC", "secret_key = \"SABC", "my_secret_key = \"S\"",
        ] {
            #expect(try failure { _ = try secret(text) }.kind == .badInput)
        }
    }

    @Test(
        arguments: [
            ("", nil), ("hd_path = 0", 0), ("hd_path=1", 1), ("  hd_path\t=  7  # mine", 7), ("hd_path = 2#x", 2),
            ("'hd_path' = 3\r", 3), ("\"hd_path\" = 4", 4), ("hd_path = 1_000", 1000),
            ("hd_path = 2147483647", 2_147_483_647),
            ("# hd_path = 5", nil), ("my_hd_path = 5", nil), ("hd_path_of_mine = 5", nil), ("hd_path", nil),
        ] as [(String, UInt32?)])
    func `reads the account that an identity file names`(line: String, account: UInt32?) throws {
        let text = "seed_phrase = \"a b c\"\n\(line)\n"
        #expect(try IdentityFile.account(in: try SecretBytes(text), origin: "id.toml") == account)
        let alone = try IdentityFile.account(in: try SecretBytes("secret_key = \"SABC\"\n\(line)\n"), origin: "id.toml")
        #expect(alone == nil)
    }

    @Test(arguments: [
        "hd_path =", "hd_path = \"1\"", "hd_path = -1", "hd_path = +1", "hd_path = 0x1", "hd_path = 1.0",
        "hd_path = 1 2",
        "hd_path = 2147483648", "hd_path = 99999999999999999999", "hd_path = 1_", "hd_path = one",
        "hd_path = 1\nhd_path = 1", "hd_path = 1\n'hd_path' = 2",
    ])
    func `rejects an account of an identity file that is none, and names its key`(lines: String) throws {
        let failure = try failure {
            let text = "seed_phrase = \"a b c\"\n\(lines)\n"
            _ = try IdentityFile.account(in: try SecretBytes(text), origin: "id.toml")
        }
        #expect(failure.kind == .badInput && failure.message.contains("hd_path"))
    }
}
