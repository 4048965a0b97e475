// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import Testing

/// Responses, in JSON and in CBOR.
struct ResponseSpecTests {
    @Test(arguments: try SpecVectors("response-json").accepted)
    func `reads a response in JSON`(vector: SpecVector) throws {
        guard case .response(let response) = try HandoffInput.recognise(vector.input).content else {
            Issue.record("read as something else")
            return
        }
        #expect(try response.json.text() == vector.accepted.string("document"))
        #expect(try response.hash.hex == vector.accepted.string("hash"))
    }

    @Test(arguments: try SpecVectors("response-json").rejected)
    func `rejects an invalid response in JSON`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(vector.input) }
    }

    @Test(arguments: try SpecVectors("response-cbor").accepted)
    func `reads a response in CBOR`(vector: SpecVector) throws {
        let response = try SigningResponse(cbor: vector.input)
        #expect(try response.json.text() == vector.accepted.string("document"))
        #expect(response.cbor == vector.input)
        #expect(try response.ur.qrText == vector.accepted.string("code"))
    }

    @Test(arguments: try SpecVectors("response-cbor").rejected)
    func `rejects an invalid response in CBOR`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try SigningResponse(cbor: vector.input) }
    }
}
