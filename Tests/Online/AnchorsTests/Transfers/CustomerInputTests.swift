// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Crypto
import Testing

@testable import Anchors

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

    @Test(arguments: [
        ("frist_name", "first_name"), ("birthdate", "birth_date"), ("email", "email_address"),
        ("organization.vat_number", "organization.VAT_number"), ("postalcode", "postal_code"),
        ("bank_acount_number", "bank_account_number"),
    ])
    func `suggests the field of SEP-9 that was probably meant`(typed: String, meant: String) {
        let failure = #expect(throws: Failure.self) { try ProfileChange(fields: ["\(typed)=x"], forgetting: []) }
        #expect(failure?.kind == .badInput && failure?.field == FieldID("field"))
        #expect(failure?.hint?.plain.contains("did you mean \(meant)?") == true)
    }

    @Test(arguments: [
        "first_name=Ada", "organization.VAT_number=7", "card.token=t", "organization.bank_number=1", "sex=female",
    ])
    func `accepts every kind of SEP-9 field`(text: String) {
        #expect(throws: Never.self) { try ProfileChange(fields: [text], forgetting: []) }
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

/// Customer data that are given at once.
struct CustomerPutTests {
    private static let customer =
        #"{"id":"7","status":"NEEDS_INFO","fields":{"last_name":{"type":"string"},"tax_id":{"type":"string"}}}"#

    private static func anchor() -> RecordedAnchor {
        RecordedAnchor(["GET /kyc/customer": [.ok(customer)], "PUT /kyc/customer": [.ok(#"{"id":"7"}"#)]])
    }

    private static func put(_ anchor: RecordedAnchor, _ fields: [String]) throws -> CustomerPut {
        try CustomerPut(
            try anchor.session(), token: try anchor.token(), CustomerServer.Query(),
            try CustomerInput(fields: fields, files: [], usesProfile: true))
    }

    private static func pin() throws(SodiumError) -> SecretBytes {
        try SecretBytes(count: 8) { (buffer) throws(SodiumError) in buffer.copyBytes(from: Array("29401755".utf8)) }
    }

    private static func open(_ anchor: RecordedAnchor) throws(Failure) -> OpenProfile {
        do { return try OpenProfile(folder: anchor.folder, pin: try pin()) } catch { throw Failure(any: error) }
    }

    /// Stores a profile with a last name.
    private static func store(_ anchor: RecordedAnchor) throws {
        var profile = Profile()
        profile.fields = ["last_name": "Lovelace", "first_name": "Ada"]
        try profile.keep(in: anchor.folder, pin: try pin())
    }

    @Test func `gives what the profile has of what the anchor wants, and asks only about what is new to it`() throws {
        let anchor = Self.anchor()
        try Self.store(anchor)
        var asked: [[String]] = []
        for _ in 0..<2 {
            var put = try Self.put(anchor, [])
            let report = try put.run(
                profile: { () throws(Failure) in try Self.open(anchor) }, agree: { asked.append($0) })
            #expect(report.document == ["id": "7"])
        }
        #expect(asked == [["last_name"]] && anchor.count("PUT /kyc/customer") == 2)
    }

    @Test func `sends nothing, and records nothing as given, without agreement`() throws {
        let anchor = Self.anchor()
        try Self.store(anchor)
        var put = try Self.put(anchor, ["first_name=Ada"])
        let error = #expect(throws: TransferError.self) {
            try put.run(
                profile: { () throws(Failure) in try Self.open(anchor) },
                agree: { _ throws(Failure) in throw Failure(.refused, "no") })
        }
        #expect(error?.kind == .refused && anchor.count("PUT /kyc/customer") == 0)
        #expect(try Self.open(anchor).new(to: "anchor.example", among: ["last_name"]) == ["last_name"])
    }

    @Test func `asks nothing of the anchor without a profile`() throws {
        let anchor = Self.anchor()
        var put = try Self.put(anchor, ["first_name=Ada"])
        _ = try put.run()
        #expect(anchor.requests.filter { $0.hasSuffix("/kyc/customer") } == ["PUT /kyc/customer"])
    }
}
