// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Secp256k1Kit
import Testing

struct Secp256k1Tests {
    static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
    static let one = String(repeating: "0", count: 63) + "1"
    static let beforeOrder = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"

    /// RFC 6979 with SHA-256 on secp256k1, in wide use; checked with the Python packages ecdsa and eth-keys.
    static let deterministic = [
        (
            one, "Satoshi Nakamoto",
            "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8"
                + "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e51c"
        ),
        (
            one, "All those moments will be lost in time, like tears in rain. Time to die...",
            "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b"
                + "547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc211b"
        ),
        (
            beforeOrder, "Satoshi Nakamoto",
            "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0"
                + "6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed51b"
        ),
        (
            "f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181", "Alan Turing",
            "7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c"
                + "58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea1b"
        ),
    ]

    @Test(arguments: deterministic) func `signs with the nonce of RFC 6979`(
        key: String, text: String, signature: String
    ) throws {
        let key = try secret(key)
        let hash = SHA256.hash(Array(text.utf8))
        #expect(Hex.encode(try Secp256k1.sign(hash, with: key)) == signature)
        #expect(Secp256k1.recoverPublicKey(hex(signature), of: hash) == (try Secp256k1.publicKey(of: key)))
    }

    @Test(arguments: [
        String(repeating: "0", count: 64), order, String(repeating: "f", count: 64),
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364142",
    ])
    func `refuses secrets that are zero or not below the order`(digits: String) throws {
        let key = try secret(digits)
        #expect(throws: Secp256k1Error.invalidKey) { try Secp256k1.publicKey(of: key) }
        #expect(throws: Secp256k1Error.invalidKey) { try Secp256k1.compressedPublicKey(of: key) }
        #expect(throws: Secp256k1Error.invalidKey) { try Secp256k1.sign(Array(repeating: 1, count: 32), with: key) }
    }

    @Test(arguments: [1, 31, 33, 64]) func `refuses secrets and hashes of another length`(count: Int) throws {
        let bytes = String(repeating: "01", count: count)
        let wrong = Secp256k1Error.wrongLength(found: count, expected: 32)
        let short = try secret(bytes)
        let key = try secret(Self.one)
        #expect(throws: wrong) { try Secp256k1.publicKey(of: short) }
        #expect(throws: wrong) { try Secp256k1.sign(hex(bytes), with: key) }
    }

    @Test func `the public keys of the first numbers are multiples of the generator`() throws {
        let key = try secret(Self.one)
        let x = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
        let y = "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"
        #expect(Hex.encode(try Secp256k1.publicKey(of: key)) == x + y)
        #expect(Hex.encode(try Secp256k1.compressedPublicKey(of: key)) == "02" + x)
        // The order minus one is the generator mirrored.
        #expect(Hex.encode(try Secp256k1.compressedPublicKey(of: try secret(Self.beforeOrder))) == "03" + x)
    }

    // MARK: recovery

    private static let signature = hex(deterministic[0].2)
    private static let hash = SHA256.hash(Array("Satoshi Nakamoto".utf8))
    private static let publicKey = must { try Secp256k1.publicKey(of: try secret(one)) }

    @Test(arguments: [0, 1, 26, 29, 30, 37, 255]) func `refuses recovery numbers other than 27 and 28`(number: UInt8) {
        #expect(Secp256k1.recoverPublicKey(Self.signature.dropLast() + [number], of: Self.hash) == nil)
    }

    @Test func `the other recovery number gives another key or none`() {
        let other = Secp256k1.recoverPublicKey(Self.signature.dropLast() + [27], of: Self.hash)
        #expect(other != Self.publicKey)
    }

    @Test func `another hash gives another key or none`() {
        for bit in 0..<256 {
            var hash = Self.hash
            hash[bit / 8] ^= 1 << (bit % 8)
            #expect(Secp256k1.recoverPublicKey(Self.signature, of: hash) != Self.publicKey)
        }
    }

    @Test func `a changed signature gives another key or none`() {
        for bit in 0..<512 {
            var signature = Self.signature
            signature[bit / 8] ^= 1 << (bit % 8)
            #expect(Secp256k1.recoverPublicKey(signature, of: Self.hash) != Self.publicKey)
        }
    }

    @Test func `refuses the same signature with S in the upper half`() {
        // The order minus S, with the other recovery number: what a lenient verifier takes for the same key.
        let high = "dbbd3162d46e9f9bef7feb87c16dc13b4f6568a87f4e83f728e2443ba586675c"
        let lenient = Array(Self.signature[..<32]) + hex(high)
        #expect(Secp256k1.recoverPublicKey(lenient + [27], of: Self.hash) == nil)
        #expect(Secp256k1.recoverPublicKey(lenient + [28], of: Self.hash) == nil)
    }

    @Test(arguments: [0, 32]) func `refuses R and S that are zero or not below the order`(place: Int) {
        for digits in [String(repeating: "0", count: 64), Self.order, String(repeating: "f", count: 64)] {
            var signature = Self.signature
            signature.replaceSubrange(place..<(place + 32), with: hex(digits))
            #expect(Secp256k1.recoverPublicKey(signature, of: Self.hash) == nil)
        }
    }

    @Test(arguments: [0, 64, 66]) func `refuses signatures of another length`(count: Int) {
        #expect(Secp256k1.recoverPublicKey(Array(repeating: 1, count: count), of: Self.hash) == nil)
        #expect(Secp256k1.recoverPublicKey(Self.signature, of: Array(Self.hash.dropLast())) == nil)
    }

    // MARK: sums

    private func sum(_ left: String, _ right: String) throws -> String {
        let sum = try Secp256k1.sum(of: try secret(left), and: try secret(right))
        return sum.withBytes { Hex.encode($0) }
    }

    @Test func `adds modulo the order as BIP-32 does`() throws {
        #expect(try sum(Self.one, Self.one) == String(repeating: "0", count: 63) + "2")
        #expect(try sum(Self.beforeOrder, String(repeating: "0", count: 63) + "2") == Self.one)
        #expect(
            try sum(Self.beforeOrder, Self.beforeOrder)
                == "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd036413f")
        // Adding zero changes nothing.
        #expect(try sum(Self.one, String(repeating: "0", count: 64)) == Self.one)
    }

    /// BIP-32 §Test vector 1, from m/0' to m/0'/1.
    @Test func `a step of BIP-32 gives the key of its first vector`() throws {
        let parent = try secret("edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea")
        let chain = try secret("47fdacbd0f1097043b78c63c20c34ef4ed9a111d980047ad16282c7ae6236141")
        let data = try Secp256k1.compressedPublicKey(of: parent) + [0, 0, 0, 1]
        let whole = try chain.withBytes { key in
            try data.withUnsafeBytes { Box(try HMACSHA512.authenticate($0, key: key)) }
        }
        let left = try SecretBytes(count: 32) { (buffer) throws(SodiumError) in
            whole.secret.withBytes { buffer.copyBytes(from: $0[..<32]) }
        }
        let child = try Secp256k1.sum(of: parent, and: left)
        #expect(
            child.withBytes { Hex.encode($0) } == "3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368")
    }

    @Test func `refuses sums that BIP-32 calls invalid`() throws {
        for (left, right) in [
            (Self.one, Self.beforeOrder), (Self.one, Self.order), (Self.one, String(repeating: "f", count: 64)),
        ] {
            #expect(throws: Secp256k1Error.invalidKey) { try sum(left, right) }
        }
        #expect(throws: Secp256k1Error.wrongLength(found: 31, expected: 32)) {
            try sum(Self.one, String(repeating: "01", count: 31))
        }
        #expect(throws: Secp256k1Error.wrongLength(found: 33, expected: 32)) {
            try sum(Self.one, String(repeating: "01", count: 33))
        }
    }
}

/// Carries a secret out of a closure of the standard library.
private final class Box {
    let secret: SecretBytes

    init(_ secret: consuming SecretBytes) { self.secret = secret }
}
