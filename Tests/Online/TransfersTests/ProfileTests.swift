// SPDX-License-Identifier: Apache-2.0

import Faults
import Foundation
import SodiumKit
import Testing

@testable import OnlineShell
@testable import Shell

struct ProfileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-\(UUID().uuidString)")

    private static func secret(_ text: String) throws -> SecretBytes {
        let bytes = Array(text.utf8)
        return try SecretBytes(count: bytes.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: bytes) }
    }

    /// A profile of somebody's making that the PIN opens.
    private func reading(_ document: String) throws -> Profile {
        var home = HomeOptions()
        home.home = folder.path
        let pin = try Self.secret("29401755")
        let magic = Array("coldstar-profile 1\n".utf8)
        let box = try SealedBox.seal(try Self.secret(document), passphrase: pin, associatedData: magic)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "online"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(magic + box).write(to: folder.appending(path: "online/profile"))
        return try Profile(home, pin: pin)
    }

    @Test func `a profile of this version is read`() throws {
        #expect(try reading(#"{"version":1,"fields":{"first_name":"Ada"},"given":{}}"#).fields == ["first_name": "Ada"])
    }

    @Test func `a later version is named`() throws {
        let failure = try #require(throws: Failure.self) {
            try reading(#"{"version":2,"fields":{"first_name":"Ada"},"given":{}}"#)
        }
        #expect(failure.message == "the profile has version 2; this release reads version 1")
    }

    @Test(arguments: [
        #"{"fields":{},"given":{}}"#, #"{"version":"1","fields":{},"given":{}}"#, #"{"version":1,"given":{}}"#,
        #"{"version":1,"fields":{}}"#, "[]", "",
    ])
    func `what is no profile cannot be read`(document: String) throws {
        let failure = try #require(throws: Failure.self) { try reading(document) }
        #expect(failure.message == "the profile cannot be read")
    }
}
