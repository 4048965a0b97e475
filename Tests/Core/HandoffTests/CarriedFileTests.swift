// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Handoff

/// Files that look like requests and responses.
struct CarriedFileTests {
    private let hash = String(repeating: "ab", count: 32)

    @Test func `recognizes the names of a handoff folder`() {
        let file = CarriedFile(named: "transaction-abababab-signed-2.xdr")
        #expect(file?.state == .signed)
        #expect(file?.hash == "abababab")
    }

    @Test(arguments: ["request.json", "transaction-ABABABAB-signed.xdr", "transaction-abababab-signed.exe", "", "../x"])
    func `ignores other names`(name: String) { #expect(CarriedFile(named: name) == nil) }

    @Test func `recognizes documents by their format`() {
        #expect(CarriedFile("x", document: ["format": "coldstar-request", "id": "7"])?.id == "7")
        #expect(CarriedFile("x", document: ["format": "coldstar-response", "hash": .string(hash)])?.hash == hash)
    }

    @Test(arguments: [
        JSON.null, [], ["format": 7], ["format": "coldstar-book"], ["format": "coldstar-response"],
        ["format": "coldstar-response", "hash": "%"],
    ])
    func `ignores other documents`(document: JSON) { #expect(CarriedFile("x", document: document) == nil) }

    @Test func `a request is answered by a response with its id or its hash`() throws {
        let byID = try #require(CarriedFile("a", document: ["format": "coldstar-request", "id": "7"]))
        let byName = try #require(CarriedFile(named: "transaction-abababab-unsigned.json"))
        let response = try #require(
            CarriedFile("b", document: ["format": "coldstar-response", "id": "7", "hash": .string(hash)]))
        let other = try #require(
            CarriedFile(
                "c", document: ["format": "coldstar-response", "id": "8", "hash": .string(String(hash.reversed()))]))
        #expect(CarriedFile.unanswered([byID, byName, response]) == [])
        #expect(CarriedFile.unanswered([byID, byName, other]) == [byID, byName])
    }
}
