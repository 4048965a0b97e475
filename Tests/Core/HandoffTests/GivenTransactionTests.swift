// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

/// A transaction in each form in which a user may give it.
struct GivenTransactionTests {
    private let none = NetworkSelection()

    private func input(_ text: String) throws -> TransactionInput {
        try TransactionInput(Array(text.utf8), origin: "input")
    }

    private func device(_ subject: DeviceRequest.Subject) throws -> TransactionInput {
        let request = DeviceRequest(
            dialect: .keystone, id: Sample.id, subject: subject, path: DerivationPath(account: 0), account: Sample.alice
        )
        return try input(request.keystoneUR.text)
    }

    private func link(_ more: String = "") throws -> TransactionInput {
        try input(
            SEP7Transaction.text(of: Sample.envelope, on: .public, publicKey: Sample.bob, message: "Invoice") + more)
    }

    @Test func `every form has the same envelope and its own network and note`() throws {
        let name = DeviceRequest.NetworkName.passphrase(Network.public.passphrase)
        let forms: [(input: TransactionInput, note: String?)] = [
            (try input(Sample.transaction.json.text()), "Invoice 42"), (try link(), "Invoice"),
            (try device(.transaction(Sample.envelope, name)), nil),
        ]
        for form in forms {
            let given = try form.input.toSign()
            #expect(given.envelope == Sample.envelope && given.note == form.note && given.origin == "input")
            #expect(try given.network(none) == .public)
            let failure = try #require(throws: Failure.self) { try given.network(NetworkSelection(.testnet)) }
            #expect(failure.kind == .badInput)
        }
        let bare = try input(Sample.envelopeText).toSign()
        #expect(bare.note == nil && bare.request == nil)
        #expect(try bare.network(NetworkSelection(.testnet)) == .testnet)
        #expect(try #require(throws: Failure.self) { try bare.network(none) }.kind == .usage)
    }

    @Test func `a new request keeps what the form says, and a request stays as it is`() throws {
        let now = Timestamp(1_790_000_000)
        func made(_ input: TransactionInput) throws -> SigningRequest {
            try input.toSign().signingRequest(NetworkSelection(.public)) { () throws(Failure) in now }
        }
        #expect(try made(try input(Sample.transaction.json.text())) == Sample.transaction)
        let ofLink = try made(try link())
        #expect(ofLink.signers == [Sample.bob] && ofLink.note == "Invoice" && ofLink.created == now)
        let ofDevice = try made(try device(.transaction(Sample.envelope, .id(Network.public.id))))
        #expect(ofDevice.id == Sample.id && ofDevice.signers == [Sample.alice] && ofDevice.note == nil)
    }

    @Test(arguments: [Sample.text, Sample.challenge, Sample.authorization])
    func `a message, a login and an entry are not transactions to sign`(request: SigningRequest) throws {
        let given = try input(request.json.text())
        let failure = try #require(throws: Failure.self) { try given.toSign() }
        #expect(failure.kind == .badInput && failure.message.contains("this is \(request.kind.words)"))
        #expect(given.request == request && given.transaction?.envelope == request.envelope)
    }

    @Test func `a link with fields to fill in is not yet the transaction`() throws {
        let given = try link("&replace=\(PercentText.encode("sourceAccount:X;X:who pays"))")
        #expect(given.transaction?.envelope == Sample.envelope)
        #expect(try #require(throws: Failure.self) { try given.toSign() }.kind == .badInput)
    }

    @Test func `a bare hash and a response have no transaction`() throws {
        let hash = try device(.hash(Sample.hash))
        #expect(hash.transaction == nil)
        #expect(try #require(throws: Failure.self) { try hash.toSign() }.kind == .refused)
        let response = try input(Sample.response(1).json.text())
        #expect(response.transaction == nil && response.response == Sample.response(1) && response.request == nil)
        #expect(try #require(throws: Failure.self) { try response.toSign() }.kind == .badInput)
    }

    @Test func `what a request authorizes in advance is read once, with a gap for what cannot be read`() throws {
        var request = Sample.bare
        #expect(request.hinted.preauthorizations == [])
        request.hints = JSONObject([("preauthorized", ["hello", .string(Sample.envelopeText), 3])])
        #expect(request.hinted.preauthorizations == [nil, Sample.envelope, nil])
        request.hints = JSONObject([("preauthorized", "no list")])
        #expect(request.hinted.preauthorizations == nil)
    }
}
