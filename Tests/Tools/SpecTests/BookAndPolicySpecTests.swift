// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import Stellar
import StellarXDR
import Testing

@testable import Crypto
@testable import Vault

/// Signed lists, their content, seals, and lists in QR codes.
struct BookAndPolicySpecTests {
    private func list(_ vector: SpecVector) throws -> SignedList {
        let kind = try #require(ListKind(rawValue: vector.row.string("kind")))
        return try SignedList(parsing: vector.input, kind: kind, file: kind.rawValue)
    }

    @Test(arguments: try SpecVectors("signed-list").accepted)
    func `reads a signed list`(vector: SpecVector) throws {
        let (list, expected) = (try list(vector), try vector.accepted)
        #expect(try list.owner.text == expected.string("owner") && list.counter == expected.integer("counter"))
        #expect(try list.listKey == expected.hex("list_key") && list.time.seconds == expected.integer("time"))
        #expect(try list.content.text() == expected.string("content"))
        #expect(try list.mark.digest == expected.hex("digest"))
        #expect(list.bytes == vector.input)
    }

    @Test(arguments: try SpecVectors("signed-list").rejected)
    func `rejects an invalid signed list`(vector: SpecVector) {
        #expect(throws: StateError.self) { try list(vector) }
    }

    @Test(arguments: try SpecVectors("book").accepted)
    func `reads book content`(vector: SpecVector) throws {
        #expect(try Book(JSON(parsing: vector.input)).json.text() == vector.accepted.string("content"))
    }

    @Test(arguments: try SpecVectors("book").rejected)
    func `rejects invalid book content`(vector: SpecVector) {
        #expect(throws: JSONError.self) { try Book(JSON(parsing: vector.input)) }
    }

    @Test(arguments: try SpecVectors("policy").accepted)
    func `reads a policy`(vector: SpecVector) throws {
        #expect(try Policy(JSON(parsing: vector.input)).json.text() == vector.accepted.string("policy"))
    }

    @Test(arguments: try SpecVectors("policy").rejected)
    func `rejects an invalid policy`(vector: SpecVector) {
        #expect(throws: JSONError.self) { try Policy(JSON(parsing: vector.input)) }
    }

    private struct Forged: Error {}

    /// Parses a seal and checks its authenticator with the key that the vector names.
    private func seal(_ vector: SpecVector) throws -> KeySeal {
        let name = try KeyName(vector.row.string("key_name"))
        let bytes = try #require(try vector.row.hex("test_seed"))
        let publicKey = try Ed25519.publicKey(seed: SecretBytes(bytes))
        let info = KeyInfo(
            name: name, identity: .stellar(.ed25519(try #require(Uint256(publicKey)))), kind: .seed, account: nil,
            created: Timestamp(0), parameters: .moderate)
        let seal = try KeySeal(parsing: vector.input, key: name)
        guard let key = try UnlockedKey(info: info, seed: SecretBytes(bytes)) else { throw Forged() }
        guard try seal.isWritten(vector.input, by: key.record) else { throw Forged() }
        return seal
    }

    @Test(arguments: try SpecVectors("seal").accepted)
    func `reads a seal`(vector: SpecVector) throws {
        let (seal, expected) = (try seal(vector), try vector.accepted)
        #expect(try seal.counter == expected.integer("counter") && seal.journalLines == expected.integer("lines"))
        #expect(try (seal.recordKey == nil ? 1 : 2) == expected.integer("version", as: Int.self))
    }

    @Test(arguments: try SpecVectors("seal").rejected)
    func `rejects an invalid seal`(vector: SpecVector) {
        #expect(throws: (any Error).self) { try seal(vector) }
    }

    @Test(arguments: try SpecVectors("list-code").accepted)
    func `reads a list from QR codes`(vector: SpecVector) throws {
        let document = try #require(try ListResource.document(vector.input))
        #expect(try document == vector.accepted.base64("document"))
        let lines = ListResource.ur(of: document).lines.joined(separator: "\n")
        #expect(try ListResource.document(Array(lines.utf8)) == document)
    }

    @Test(arguments: try SpecVectors("list-code").rejected)
    func `rejects an invalid list from QR codes`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try ListResource.document(vector.input) }
    }
}
