// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

/// What the input of a user crosses the gap as.
struct HandoffDocumentTests {
    private let none = NetworkSelection()
    private let time = Timestamp(1_790_000_000)

    private func handoff(_ text: String, _ networks: NetworkSelection? = nil) throws -> HandoffDocument {
        try TransactionInput(Array(text.utf8), origin: "input").handoff(networks ?? none) { () throws(Failure) in time }
    }

    private func failure(_ body: () throws -> Void) throws -> Failure {
        try #require(throws: Failure.self, performing: body)
    }

    @Test func `a request and a response cross as they are`() throws {
        #expect(try handoff(Sample.transaction.json.text()) == .request(Sample.transaction))
        #expect(try handoff(Sample.response(1).json.text()) == .response(Sample.response(1)))
        #expect(try handoff(Sample.transaction.json.text()).hash == Sample.hash)
        #expect(try handoff(Sample.response(1).json.text()).hash == Sample.hash)
    }

    @Test func `a message is named by its own hash, on any network`() throws {
        let hash = try handoff(Sample.bytes.json.text()).hash
        #expect(hash == StellarMessage.hash(of: [0, 0xff, 0x41]))
    }

    @Test func `a bare transaction becomes a request of now, and needs a network`() throws {
        #expect(try failure { _ = try handoff(Sample.envelopeText) }.kind == .usage)
        guard case .request(let request) = try handoff(Sample.envelopeText, NetworkSelection(.testnet)) else {
            Issue.record("no request")
            return
        }
        #expect(request.envelope == Sample.envelope && request.created == time)
        #expect(request.networkPassphrase == Network.testnet.passphrase && request.signers.isEmpty)
    }

    @Test func `a request for another network than the user names is refused`() throws {
        let text = Sample.transaction.json.text()
        #expect(try failure { _ = try handoff(text, NetworkSelection(.testnet)) }.kind == .badInput)
    }

    @Test func `an error of the clock stops a new request only`() throws {
        let broken = Failure(.badInput, "--now is not a time")
        let input = try TransactionInput(Array(Sample.envelopeText.utf8), origin: "input")
        #expect(throws: broken) {
            try input.handoff(NetworkSelection(.testnet)) { () throws(Failure) in throw broken }
        }
        let request = try TransactionInput(Array(Sample.transaction.json.text().utf8), origin: "input")
        _ = try request.handoff(none) { () throws(Failure) in throw broken }
    }

    @Test func `a device's bare signature and account list are neither`() throws {
        let signature = try #require(DeviceSignature(id: nil, signature: Sample.signature)).lumenSignerText
        #expect(try failure { _ = try handoff(signature) }.kind == .badInput)
    }
}
