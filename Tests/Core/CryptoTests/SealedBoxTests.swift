// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Crypto

struct SealedBoxTests {
    private let contents = Array("a secret".utf8)

    private func passphrase() throws -> SecretBytes { try SecretBytes("12 34 56".utf8) }

    private func sealed(_ bytes: [UInt8] = Array("a secret".utf8), limits: PasswordHash.Limits = .test) throws
        -> [UInt8]
    {
        try SealedBox.seal(
            try SecretBytes(bytes), passphrase: try passphrase(), associatedData: [1, 2], parameters: .cheap,
            limits: limits)
    }

    private func opened(_ box: [UInt8], associatedData: [UInt8] = [1, 2], limits: PasswordHash.Limits = .test)
        throws -> [UInt8]
    {
        try SealedBox.open(box, passphrase: try passphrase(), associatedData: associatedData, limits: limits).exposed
    }

    @Test(arguments: Vector.all("xchacha20poly1305")) func `encrypts and decrypts the XChaCha20-Poly1305 vectors`(
        vector: Vector
    ) throws {
        let key = try vector.secret("key")
        let data = try vector.bytes("associated-data")
        let nonce = try vector.bytes("nonce")
        let sealed = try vector.bytes("sealed")
        let made = try vector.secret("plaintext").withBytes {
            AEAD.encrypt($0, associatedData: data, nonce: nonce, key: key)
        }
        #expect(made == sealed)
        let opened = try AEAD.decrypt(sealed[...], associatedData: data, nonce: nonce, key: key)
        #expect(opened.exposed == (try vector.bytes("plaintext")))
    }

    @Test(arguments: Vector.all("sealed-box")) func `opens boxes that another implementation made`(
        vector: Vector
    )
        throws
    {
        let box = try vector.bytes("box")
        let data = try vector.bytes("associated-data")
        if vector.has("second-factor") {
            let opened = try SealedBox.open(
                box, passphrase: try vector.secret("passphrase"), associatedData: data,
                secondFactor: try vector.secret("second-factor"), limits: .test)
            #expect(opened.exposed == (try vector.bytes("plaintext")))
        } else {
            let opened = try SealedBox.open(
                box, passphrase: try vector.secret("passphrase"), associatedData: data, limits: .test)
            #expect(opened.exposed == (try vector.bytes("plaintext")))
        }
    }

    @Test(arguments: Vector.all("sealed-box").filter { !$0.has("second-factor") })
    func `seals to the vector's bytes with its salt and nonce`(vector: Vector) throws {
        let fixed = FixedRandomness(
            salt: try vector.bytes("salt"), nonce: try vector.bytes("nonce"))
        let box = try SealedBox.seal(
            try vector.secret("plaintext"), passphrase: try vector.secret("passphrase"),
            associatedData: try vector.bytes("associated-data"), parameters: .cheap, randomness: fixed, limits: .test)
        #expect(box == (try vector.bytes("box")))
    }

    @Test(arguments: Vector.all("sealed-box-moderate")) func `opens a box with the default limits`(vector: Vector)
        throws
    {
        let opened = try SealedBox.open(
            try vector.bytes("box"), passphrase: try vector.secret("passphrase"),
            associatedData: try vector.bytes("associated-data"))
        #expect(opened.exposed == (try vector.bytes("plaintext")))
    }

    @Test(arguments: [0, 1, 1000]) func `opens a box that it sealed`(length: Int) throws {
        let contents = [UInt8](repeating: 7, count: length)
        let box = try sealed(contents)
        #expect(box.count == length + SealedBox.overhead)
        #expect(try opened(box) == contents)
    }

    @Test func `sealing twice gives a different salt, nonce and ciphertext`() throws {
        let (one, two) = (try sealed(), try sealed())
        #expect(one[16..<32] != two[16..<32], "salt")
        #expect(one[32..<56] != two[32..<56], "nonce")
        #expect(one[56...] != two[56...], "ciphertext")
    }

    @Test func `does not open with any bit changed`() throws {
        let box = try sealed()
        for bit in 0..<box.count * 8 {
            var changed = box
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: SodiumError.self, "bit \(bit)") { try opened(changed) }
        }
    }

    @Test func `does not open a truncated or extended box`() throws {
        let box = try sealed()
        for length in 0..<box.count {
            #expect(throws: SodiumError.self, "\(length) bytes") { try opened(Array(box[..<length])) }
        }
        #expect(throws: SodiumError.cannotOpen) { try opened(box + [0]) }
        #expect(throws: SodiumError.truncatedBox(length: 71)) { try opened(Array(box[..<71])) }
    }

    @Test(arguments: [[], [1], [1, 3], [1, 2, 0]] as [[UInt8]])
    func `does not open with other associated data`(other: [UInt8]) throws {
        let box = try sealed()
        #expect(throws: SodiumError.cannotOpen) { try opened(box, associatedData: other) }
    }

    @Test func `bytes cannot move between the box and its associated data`() throws {
        let whole = try SealedBox.seal(
            try SecretBytes(contents), passphrase: try passphrase(), associatedData: [], parameters: .cheap,
            limits: .test)
        let moved = Array(whole[..<56]) + Array(whole[57...])
        #expect(throws: SodiumError.cannotOpen) { try opened(moved, associatedData: [whole[56]]) }
    }

    @Test(arguments: ["", "12 34 5", "12 34 56 ", "12 34 57"]) func `does not open with another passphrase`(
        other: String
    )
        throws
    {
        let box = try sealed()
        #expect(throws: SodiumError.cannotOpen) {
            _ = try SealedBox.open(
                box, passphrase: try SecretBytes(other.utf8), associatedData: [1, 2], limits: .test)
        }
    }

    @Test(arguments: [(0, 2), (0, 0), (1, 0), (1, 2), (2, 0), (2, 2), (3, 2), (3, 128)] as [(Int, UInt8)])
    func `reports an unknown header byte with its offset`(offset: Int, value: UInt8) throws {
        var box = try sealed()
        box[offset] = value
        #expect(throws: SodiumError.unsupportedBox(offset: offset, found: value)) { try opened(box) }
    }

    @Test func `neither seals nor opens a box with parameters below the floor`() throws {
        #expect(throws: SodiumError.weakParameters(.cheap)) { try sealed(limits: .standard) }
        let box = try sealed()
        #expect(throws: SodiumError.weakParameters(.cheap)) { try opened(box, limits: .standard) }
    }

    @Test func `neither seals nor opens a box with parameters above the ceiling`() throws {
        #expect(throws: SodiumError.excessiveParameters(.moderate)) {
            _ = try SealedBox.seal(
                try SecretBytes(contents), passphrase: try passphrase(), associatedData: [], parameters: .moderate,
                limits: .test)
        }
        var box = try sealed()
        (box[7], box[8]) = (3, 0xff)
        #expect(throws: SodiumError.excessiveParameters(.init(passes: 3, memory: 0xff << 56 | 8192))) {
            try opened(box, limits: .standard)
        }
    }

    @Test func `does not open a box with a missing or wrong second factor`() throws {
        let box = try SealedBox.seal(
            try SecretBytes(contents), passphrase: try passphrase(), associatedData: [1, 2], parameters: .cheap,
            secondFactor: try SecretBytes([1, 2, 3]), limits: .test)
        #expect(throws: SodiumError.secondFactorMismatch(wanted: true)) { try opened(box) }
        for other in [[], [1, 2], [1, 2, 4], [1, 2, 3, 0]] as [[UInt8]] {
            #expect(throws: SodiumError.cannotOpen) {
                _ = try SealedBox.open(
                    box, passphrase: try passphrase(), associatedData: [1, 2],
                    secondFactor: try SecretBytes(other), limits: .test)
            }
        }
        var plain = box
        plain[3] = 0
        #expect(throws: SodiumError.cannotOpen) { try opened(plain) }
    }

    @Test func `rejects a second factor for a box without one`() throws {
        let box = try sealed()
        #expect(throws: SodiumError.secondFactorMismatch(wanted: false)) {
            _ = try SealedBox.open(
                box, passphrase: try passphrase(), associatedData: [1, 2], secondFactor: try SecretBytes([1]),
                limits: .test)
        }
    }

    @Test func `the header is readable without the passphrase`() throws {
        let header = try SealedBox.Header(reading: try sealed())
        #expect(header.parameters == .cheap)
        #expect(!header.hasSecondFactor)
    }
}
