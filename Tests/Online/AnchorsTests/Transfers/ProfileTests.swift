// SPDX-License-Identifier: Apache-2.0

import Anchors
import Codec
import Crypto
import Foundation
import TestSupport
import Testing

struct ProfileTests {
    private let folder = TemporaryFolder()

    private static func secret(_ text: String) throws -> SecretBytes {
        let bytes = Array(text.utf8)
        return try SecretBytes(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
    }

    /// Seals the document as a profile and reads it with the PIN.
    private func reading(_ document: String) throws -> Profile {
        let pin = try Self.secret("29401755")
        let magic = Array("coldstar-profile 1\n".utf8)
        let box = try SealedBox.seal(try Self.secret(document), passphrase: pin, associatedData: magic)
        try Data(magic + box).write(to: URL(filePath: folder.path("profile")))
        return try Profile(folder: folder.path, pin: pin)
    }

    @Test func `reads a profile of this version`() throws {
        #expect(try reading(#"{"version":1,"fields":{"first_name":"Ada"},"given":{}}"#).fields == ["first_name": "Ada"])
    }

    @Test func `rejects a later version, and names it`() throws {
        let failure = try #require(throws: Failure.self) {
            try reading(#"{"version":2,"fields":{"first_name":"Ada"},"given":{}}"#)
        }
        #expect(failure.message == "the profile has version 2; this release reads version 1")
    }

    @Test(arguments: [
        #"{"fields":{},"given":{}}"#, #"{"version":"1","fields":{},"given":{}}"#, #"{"version":1,"given":{}}"#,
        #"{"version":1,"fields":{}}"#, "[]", "",
    ])
    func `rejects a malformed profile`(document: String) throws {
        let failure = try #require(throws: Failure.self) { try reading(document) }
        #expect(failure.message == "the profile cannot be read")
    }

    @Test func `rejects a wrong PIN without distinguishing it from a damaged file`() throws {
        var profile = Profile()
        try profile.change(ProfileChange(fields: ["first_name=Ada"], forgetting: []))
        try profile.keep(in: folder.path, pin: try Self.secret("29401755"))
        let failure = try #require(throws: Failure.self) {
            try Profile(folder: folder.path, pin: try Self.secret("29401756"))
        }
        #expect(failure.kind == .refused)
        #expect(failure.message == "the PIN of the profile is wrong, or its file is damaged")
    }

    @Test func `rejects removing an unknown field and suggests a similar one`() throws {
        var profile = Profile()
        try profile.change(ProfileChange(fields: ["first_name=Ada"], forgetting: []))
        let failure = try #require(throws: Failure.self) {
            try profile.change(ProfileChange(fields: [], forgetting: ["first_nam"]))
        }
        #expect(failure.hint?.plain == "did you mean first_name?")
    }

    @Test func `records which fields each anchor has received`() throws {
        var profile = Profile()
        try profile.change(ProfileChange(fields: ["first_name=Ada", "last_name=L"], forgetting: []))
        try profile.keep(in: folder.path, pin: try Self.secret("29401755"))
        let open = try OpenProfile(folder: folder.path, pin: try Self.secret("29401755"))
        try open.note(["first_name"], givenTo: "anchor.example")
        let later = try OpenProfile(folder: folder.path, pin: try Self.secret("29401755"))
        #expect(later.new(to: "anchor.example", among: ["first_name", "last_name"]) == ["last_name"])
        #expect(later.new(to: "other.example", among: ["first_name"]) == ["first_name"])
    }

    @Test(arguments: ["=x", "birth_date=31.12.1990", "first name=Ada", "photo_id_front=x", "first_name="])
    func `rejects a malformed field`(text: String) {
        #expect(throws: Failure.self) { try CustomerFieldArgument(text) }
    }
}
