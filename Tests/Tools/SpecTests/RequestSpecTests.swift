// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import Stellar
import Testing

/// Requests, in JSON and in CBOR.
struct RequestSpecTests {
    private func check(_ request: SigningRequest, _ expected: JSON) throws {
        #expect(try request.json.text() == expected.string("document"))
        #expect(try request.kind.rawValue == expected.string("kind"))
        let network = Network(passphrase: request.networkPassphrase)
        switch request.content {
        case .transaction(let envelope), .challenge(let envelope, _):
            #expect(try envelope.hash(on: network).hex == expected.string("hash"))
        case .authorization(let asked):
            #expect(try asked.payload(on: network)?.hex == expected.string("hash"))
        case .message(let message):
            #expect(try StellarMessage.hash(of: message.bytes).hex == expected.string("hash"))
        }
    }

    @Test(arguments: try SpecVectors("request-json").accepted)
    func `reads a request in JSON`(vector: SpecVector) throws {
        let input = try HandoffInput.recognise(vector.input)
        guard case .request(let request) = input.content, input.dialect == .json else {
            Issue.record("read as something else")
            return
        }
        try check(request, vector.accepted)
    }

    @Test(arguments: try SpecVectors("request-json").rejected)
    func `rejects an invalid request in JSON`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(vector.input) }
    }

    @Test(arguments: try SpecVectors("request-cbor").accepted)
    func `reads a request in CBOR`(vector: SpecVector) throws {
        let request = try SigningRequest(cbor: vector.input)
        try check(request, vector.accepted)
        let canonical = try vector.accepted.optionalString("canonical").map { try Base64.decode($0) }
        #expect(request.cbor == canonical ?? vector.input)
        let input = try HandoffInput.recognise(
            UR(type: SigningRequest.format, message: vector.input).lines.joined(separator: "\n"))
        #expect(input.content == .request(request) && input.dialect == .ur)
    }

    @Test(arguments: try SpecVectors("request-cbor").rejected)
    func `rejects an invalid request in CBOR`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try SigningRequest(cbor: vector.input) }
    }
}
