// SPDX-License-Identifier: Apache-2.0

import Faults
import Testing
import TextCodec

@testable import Transfers

/// Customer data as a user writes it.
struct CustomerInputTests {
    @Test func `takes fields`() throws {
        let input = try CustomerInput(fields: ["first_name=Ada"], files: [], usesProfile: false)
        #expect(input.fields.map(\.value) == ["Ada"])
    }

    @Test func `takes nothing besides the profile`() throws {
        #expect(try CustomerInput(fields: [], files: [], usesProfile: true).fields.isEmpty)
    }

    @Test func `rejects nothing at all`() {
        let failure = #expect(throws: Failure.self) { try CustomerInput(fields: [], files: [], usesProfile: false) }
        #expect(failure?.message == "give field, file or profile")
    }

    @Test func `rejects a file that does not exist`() {
        let failure = #expect(throws: Failure.self) {
            try CustomerInput(fields: [], files: ["photo_id_front=/nowhere/id.jpg"], usesProfile: false)
        }
        #expect(failure?.kind == .noInput)
    }

    @Test(arguments: ["first_name", "=Ada", "first name=Ada"])
    func `rejects a malformed field of a transfer, with the name of its option`(text: String) {
        let failure = #expect(throws: Failure.self) {
            try CustomerSources(fields: [text], files: [], usesProfile: false)
        }
        #expect(failure?.message.hasPrefix("customer") == true)
    }

    @Test func `keeps the paths of a transfer's files until the anchor asks for them`() throws {
        let sources = try CustomerSources(fields: [], files: ["photo_id_front=/nowhere/id.jpg"], usesProfile: false)
        #expect(sources.files == ["photo_id_front": "/nowhere/id.jpg"])
    }

    // MARK: the profile

    @Test func `rejects a change of the profile that changes nothing`() {
        let failure = #expect(throws: Failure.self) { try ProfileChange(fields: [], forgetting: []) }
        #expect(failure?.message == "give field or forget")
    }

    @Test func `rejects a field of the profile that SEP-9 does not have`() {
        let failure = #expect(throws: Failure.self) { try ProfileChange(fields: ["shoe_size=42"], forgetting: []) }
        #expect(failure?.message == "field: shoe_size is not a field of SEP-9")
    }

    @Test func `a profile is required before its PIN is asked for`() {
        let failure = #expect(throws: Failure.self) { try Profile.require(in: "/nowhere") }
        #expect(failure?.kind == .noInput)
    }

    @Test func `shows the profile's fields in order`() throws {
        var profile = Profile()
        try profile.change(ProfileChange(fields: ["last_name=L", "first_name=Ada"], forgetting: []))
        #expect(profile.sortedFields.map(\.name) == ["first_name", "last_name"])
        #expect(profile.document["fields"] == ["first_name": "Ada", "last_name": "L"])
    }
}
