// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import Stellar
import StellarXDR
import Testing

@testable import Signing

/// One signature in every format.
struct SignedResultTests {
    private let vault: TestVault

    init() throws { vault = try TestVault("alice") }

    private func signed(_ request: ParsedRequest) throws -> SignedResult {
        let job = try vault.job(request, by: "alice", isUnattended: false)
        return try job.sign(job.approved(), unlock: vault.unlock).result
    }

    private func envelope() throws -> TransactionEnvelope { try payment(from: try vault.account("alice")) }

    @Test(arguments: [SignedFormat.xdr, .json, .txrep, .sep7])
    func `every envelope format reads back with the signature`(_ format: SignedFormat) throws {
        let result = try signed(try request(try envelope()))
        let found =
            switch try HandoffInput.recognise(try result.text(format)).content {
            case .envelope(let envelope): envelope
            case .link(let link): link.envelope
            default: nil as TransactionEnvelope?
            }
        let alice = try vault.account("alice").key
        #expect(found?.signers(among: [alice], on: .testnet) == [alice])
    }

    @Test func `the response names the request, the hash and the signer`() throws {
        let envelope = try envelope()
        let text = try signed(try request(envelope)).text(.response)
        guard case .response(let response) = try HandoffInput.recognise(text).content else {
            Issue.record("not a response")
            return
        }
        #expect(response.hash == envelope.hash(on: .testnet))
        #expect(response.id == RequestID("0f8fad5b-d9cb-469f-a165-70867728950e"))
        #expect(try response.signatures.map(\.publicKey) == [vault.account("alice")])
    }

    @Test func `the request format contains the signed envelope`() throws {
        let text = try signed(try request(try envelope())).text(.request)
        guard case .request(let answered) = try HandoffInput.recognise(text).content else {
            Issue.record("not a request")
            return
        }
        #expect(answered.envelope?.signatures.count == 1)
    }

    @Test func `a message gives a response and supports no envelope format`() throws {
        let message = try document(.message(MessageContent(text: "hello"))).json.text()
        let request = try ParsedRequest(try input(message), NetworkSelection())
        let result = try signed(request)
        #expect(try result.text(.xdr) == result.text(.response))
        for format in [SignedFormat.json, .txrep, .sep7, .request] {
            #expect(try failure { try format.check(request) }.kind == .usage)
        }
    }

    @Test func `a payload supports only the signature format`() throws {
        let request = try ParsedRequest(payload: "00ff")
        for format in SignedFormat.allCases where format != .signature {
            #expect(try failure { try format.check(request) }.kind == .usage)
        }
        let result = try signed(request)
        #expect(try failure { _ = try result.text(.response) }.kind == .usage)
    }

    @Test func `a bare envelope does not support the request format`() throws {
        let request = try ParsedRequest(try input(try envelope()), testnet)
        #expect(try failure { try SignedFormat.request.check(request) }.hint?.plain == "use format xdr")
    }

    @Test func `a batch supports only the single-line formats`() {
        let suits = SignedFormat.allCases.filter { (try? $0.checkForBatch()) != nil }
        #expect(suits == [.xdr, .response, .request, .signature])
    }
}
