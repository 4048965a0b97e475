// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import SafeFiles
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Crypto
@testable import Vault

/// Sealed boxes, key files and wrong-PIN records, down to the lowest Argon2id parameters that a reader accepts.
@Suite(.serialized) struct KeyFileSpecTests {
    private func factor(_ row: JSON) throws -> SecretBytes? {
        guard let bytes = try row.hex("second_factor") else { return nil }
        return try SecretBytes(bytes)
    }

    /// The contents of a sealed box, in the clear.
    private func contents(_ vector: SpecVector) throws -> [UInt8] {
        let secret = try SealedBox.open(
            vector.input, passphrase: try SecretBytes(Array(vector.row.string("passphrase").utf8)),
            associatedData: try vector.row.hex("associated_data") ?? [], secondFactor: try factor(vector.row))
        return secret.withBytes { Array($0) }
    }

    @Test(arguments: try SpecVectors("sealed-box").accepted)
    func `opens a sealed box`(vector: SpecVector) throws {
        #expect(try contents(vector) == vector.accepted.hex("contents"))
    }

    @Test(arguments: try SpecVectors("sealed-box").rejected)
    func `rejects an invalid sealed box`(vector: SpecVector) {
        #expect(throws: SodiumError.self) { try contents(vector) }
    }

    /// Parses a key file and unlocks the key as a program does.
    private func unlock(_ vector: SpecVector) throws -> KeyFile {
        let name = try KeyName(vector.row.string("key_name"))
        let file = try KeyFile(parsing: vector.input, name: name)
        let folder = TemporaryFolder()
        try SafeFiles.write(vector.input, to: folder.path("\(name.text).key"), replacing: false)
        let pin = try SecretBytes(Array(vector.row.string("pin").utf8))
        let key = try Vault(folder: folder.path).unlock(name, pin: pin, secondFactor: try factor(vector.row))
        let info = key.info
        #expect(info == file.info)
        return file
    }

    @Test(arguments: try SpecVectors("key-file").accepted)
    func `opens a key file`(vector: SpecVector) throws {
        let (file, expected) = (try unlock(vector), try vector.accepted)
        #expect(file.bytes == vector.input)
        if file.info.chain == .stellar {
            #expect(try file.info.identity.text == expected.string("public_key"))
            #expect(try file.info.account.map { .integer($0) } ?? .null == expected.member("account"))
        } else {
            #expect(try file.info.chain.rawValue == expected.string("chain"))
            #expect(try file.info.identity.text == expected.string("address"))
            #expect(try file.info.path.map(JSON.string) ?? .null == expected.member("path"))
        }
        #expect(file.info.source?.text == expected["entropy"]?.asString)
        #expect(file.info.source?.rolls == expected["rolls"]?.asInteger(Int.self))
        #expect(try file.info.kind.rawValue == expected.string("secret"))
        #expect(try file.info.created.seconds == expected.integer("created"))
        let line = vector.input.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
        let secret = try SealedBox.open(
            file.box, passphrase: try SecretBytes(Array(vector.row.string("pin").utf8)), associatedData: Array(line),
            secondFactor: try factor(vector.row))
        let bytes = secret.withBytes { Array($0) }
        #expect(try bytes == expected.hex("test_secret"))
    }

    @Test(arguments: try SpecVectors("key-file").rejected)
    func `rejects an invalid key file`(vector: SpecVector) {
        #expect(throws: VaultError.self) { try unlock(vector) }
    }

    private func failed(_ vector: SpecVector) throws -> Int {
        let folder = TemporaryFolder()
        try SafeFiles.write(vector.input, to: folder.path("tries.savings"), replacing: false)
        return PINTries(folder: folder.path, key: try KeyName("savings")).failed
    }

    @Test(arguments: try SpecVectors("wrong-pins").accepted)
    func `reads the count of a wrong-PIN record`(vector: SpecVector) throws {
        #expect(try failed(vector) == vector.accepted.integer("failed"))
    }

    @Test(arguments: try SpecVectors("wrong-pins").rejected)
    func `counts no wrong PINs in a malformed record`(vector: SpecVector) throws {
        #expect(try failed(vector) == 0)
    }
}

extension SecretBytes {
    init(_ bytes: [UInt8]) throws(SodiumError) {
        try self.init(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
    }
}
