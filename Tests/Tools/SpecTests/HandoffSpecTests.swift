// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Handoff

/// URs, files with several documents, and names of files.
struct HandoffSpecTests {
    private func resource(_ vector: SpecVector) throws -> UR {
        try HandoffInput.ur(HandoffText(vector.input).lines)
    }

    @Test(arguments: try SpecVectors("ur").accepted)
    func `reads a UR`(vector: SpecVector) throws {
        let ur = try resource(vector)
        #expect(try ur.type == vector.accepted.string("type"))
        #expect(try ur.message == vector.accepted.base64("message"))
        if let text = try vector.accepted.optionalString("text") { #expect(ur.text == text) }
    }

    @Test(arguments: try SpecVectors("ur").rejected)
    func `rejects an invalid UR`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try resource(vector) }
    }

    @Test(arguments: try SpecVectors("lines").accepted)
    func `finds the documents in a file`(vector: SpecVector) throws {
        let found = try #require(HandoffLines.find(in: vector.input))
        let documents = found.map { String(decoding: vector.input[$0.place], as: UTF8.self) }
        #expect(try documents == vector.accepted.array("documents").map { $0.asString })
    }

    @Test(arguments: try SpecVectors("lines").rejected)
    func `finds no documents in a file of another form`(vector: SpecVector) {
        #expect(HandoffLines.find(in: vector.input) == nil)
    }

    @Test(arguments: try SpecVectors("batch").accepted)
    func `reads a batch in codes`(vector: SpecVector) throws {
        let document = try #require(try BatchResource.document(vector.input))
        let lines = try vector.accepted.array("lines").compactMap { $0.asString }
        #expect(String(decoding: document, as: UTF8.self) == lines.map { $0 + "\n" }.joined())
        #expect(try BatchResource.ur(of: lines).text == vector.accepted.string("text"))
    }

    @Test(arguments: try SpecVectors("batch").rejected)
    func `rejects an invalid batch in codes`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try BatchResource.document(vector.input) }
    }

    @Test(arguments: try SpecVectors("file-names").accepted)
    func `parses a handoff file name`(vector: SpecVector) throws {
        let name = try #require(HandoffName(vector.text))
        let expected = try vector.accepted
        #expect(try name.kind.rawValue == expected.string("kind") && name.hash == expected.string("hash"))
        #expect(try name.state.rawValue == expected.string("state") && name.form.rawValue == expected.string("ending"))
        #expect(try name.number == expected.integer("number"))
        #expect(name.text == vector.text)
    }

    @Test(arguments: try SpecVectors("file-names").rejected)
    func `ignores a file with any other name`(vector: SpecVector) {
        #expect(HandoffName(vector.text) == nil)
    }
}
