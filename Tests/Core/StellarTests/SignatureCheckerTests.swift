// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import StellarXDR
import Testing

struct SignatureCheckerTests {
    private let hash = TransactionHash(hex: String(repeating: "5a", count: 32))

    /// The public key derived from a number.
    private func key(_ number: UInt8) throws -> Uint256 {
        try #require(Uint256(try Ed25519.publicKey(seed: try seed(number))))
    }

    private func seed(_ number: UInt8) throws -> SecretBytes {
        try SecretBytes(count: 32) { $0.initializeMemory(as: UInt8.self, repeating: number) }
    }

    private func signature(_ number: UInt8, over bytes: [UInt8]) throws -> DecoratedSignature {
        let made = try Ed25519.sign(bytes, seed: try seed(number))
        return try #require(DecoratedSignature(by: try key(number), made))
    }

    private func signer(_ number: UInt8, weight: UInt32) throws -> Signer {
        Signer(key: .ed25519(try key(number)), weight: weight)
    }

    private func one(_ key: SignerKey) -> Signer { Signer(key: key, weight: 1) }

    /// `#expect` cannot call a mutating method directly.
    private func reached(_ checker: inout SignatureChecker, _ signers: [Signer], _ needed: Int) -> Bool {
        checker.check(signers, needed: needed)
    }

    @Test func `adds up weights until the threshold is met and leaves other signatures unused`() throws {
        let hash = try #require(hash)
        let all = try (1...3).map { try signature($0, over: hash.bytes) }
        let signers = try (1...3).map { try signer($0, weight: 1) }
        var checker = SignatureChecker(all, hash: hash)
        #expect(reached(&checker, signers, 2))
        #expect(checker.unused == [2])
        #expect(reached(&checker, signers, 3))
        #expect(checker.unused == [])
        #expect(!reached(&checker, signers, 4))
    }

    @Test func `a threshold of 0 still needs one signature`() throws {
        let hash = try #require(hash)
        var none = SignatureChecker([], hash: hash)
        #expect(!reached(&none, [try signer(1, weight: 1)], 0))
        var one = SignatureChecker([try signature(1, over: hash.bytes)], hash: hash)
        #expect(reached(&one, [try signer(1, weight: 1)], 0))
    }

    @Test func `counts a signer once, however often it signed`() throws {
        let hash = try #require(hash)
        let twice = Array(repeating: try signature(1, over: hash.bytes), count: 2)
        var checker = SignatureChecker(twice, hash: hash)
        #expect(!reached(&checker, [try signer(1, weight: 1)], 2))
        #expect(checker.unused == [1])
    }

    @Test func `ignores a signature with a wrong hint, message or key`() throws {
        let hash = try #require(hash)
        let right = try signature(1, over: hash.bytes)
        let wrong = [
            DecoratedSignature(hint: SignatureHint(), signature: right.signature),
            try signature(1, over: [UInt8](repeating: 0, count: 32)), try signature(2, over: hash.bytes),
        ]
        var checker = SignatureChecker(wrong, hash: hash)
        #expect(!reached(&checker, [try signer(1, weight: 255)], 1))
        #expect(checker.unused == [0, 1, 2])
    }

    @Test func `ignores a signer of weight 0 and caps a weight at 255`() throws {
        let hash = try #require(hash)
        var checker = SignatureChecker([try signature(1, over: hash.bytes)], hash: hash)
        #expect(!reached(&checker, [try signer(1, weight: 0)], 0))
        #expect(!reached(&checker, [try signer(1, weight: 1000)], 256))
    }

    @Test func `counts hash(x) preimages, signed payloads and pre-authorized hashes`() throws {
        let hash = try #require(hash)
        let preimage: [UInt8] = [1, 2, 3]
        let hashX = SignerKey.hashX(try #require(Uint256(SHA256.hash(preimage))))
        let payload: [UInt8] = [9, 9]
        let signed = SignerKey.ed25519SignedPayload(
            SignerKeyEd25519SignedPayload(ed25519: try key(4), payload: try #require(Opaque<64>(payload))))
        let made = try Ed25519.sign(payload, seed: try seed(4))
        let signatures = [
            DecoratedSignature(hint: hashX.hint, signature: try #require(Signature(preimage))),
            DecoratedSignature(hint: signed.hint, signature: try #require(Signature(made))),
        ]
        var checker = SignatureChecker(signatures, hash: hash)
        #expect(reached(&checker, [one(.preAuthTx(hash.hash))], 1))
        #expect(checker.unused == [0, 1])
        #expect(reached(&checker, [one(hashX), one(signed)], 2))
        #expect(checker.unused == [])
        #expect(!reached(&checker, [one(.preAuthTx(Hash()))], 1))
    }
}
