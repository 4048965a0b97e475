// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import TestSupport
import Testing
import Workspace

@testable import Submitting

struct SignatureAttachmentTests {
    private let alice = TestKey("alice")
    private let bob = TestKey("bob")
    private let home: TestJournal

    init() throws { home = try TestJournal() }

    private func source(_ text: String, _ origin: String = "tx.json") throws -> TransactionInput {
        try TransactionInput(Array(text.utf8), origin: origin)
    }

    private func attachment() throws -> SignatureAttachment {
        let request = alice.request(alice.payment(by: []))
        return try SignatureAttachment(
            try source(request.json.text()), request: nil, journal: home.journal, NetworkSelection(.testnet),
            now: Timestamp(1_000_000))
    }

    @Test func `attaches the signatures of a response`() throws {
        var attachment = try attachment()
        let hash = attachment.union.hash
        let signature = try #require(
            ResponseSignature(publicKey: .ed25519(alice.id.key), signature: alice.sign(hash).signature.bytes))
        let response = SigningResponse(id: nil, hash: hash, signatures: [signature])
        try attachment.add(try source(response.json.text(), "response.json"))
        #expect(try attachment.collected().requests.map(\.envelope) == [alice.payment(by: [alice])])
    }

    @Test func `attaches a bare signature once even if it is given twice`() throws {
        var attachment = try attachment()
        let text = Base64.encode(alice.sign(attachment.union.hash).signature.bytes)
        try attachment.add(text, by: alice.id, .signature)
        try attachment.add(text, by: alice.id, .signature)
        #expect(try attachment.collected().requests.map(\.envelope) == [alice.payment(by: [alice])])
    }

    @Test func `attaches a bare signature in hexadecimal`() throws {
        var attachment = try attachment()
        let text = Hex.encode(alice.sign(attachment.union.hash).signature.bytes)
        try attachment.add(text, by: alice.id, .signature)
        #expect(try attachment.collected().requests.map(\.envelope) == [alice.payment(by: [alice])])
    }

    @Test func `rejects a bare signature by another key`() throws {
        var attachment = try attachment()
        let text = Base64.encode(bob.sign(attachment.union.hash).signature.bytes)
        let error = #expect(throws: Failure.self) { try attachment.add(text, by: alice.id, .signature) }
        #expect(
            error?.message
                == "signature: not a signature of \(attachment.union.hash.hex) by \(alice.id.address)")
    }

    @Test(arguments: ["", "AAAA", "not base64"])
    func `rejects a malformed signature`(text: String) throws {
        var attachment = try attachment()
        let error = #expect(throws: Failure.self) { try attachment.add(text, by: alice.id, .signature) }
        #expect(error?.message.hasPrefix("signature: a signature is 64 bytes, in base64 or") == true)
    }

    @Test func `rejects a signed copy of another transaction`() throws {
        var attachment = try attachment()
        let error = #expect(throws: Failure.self) {
            try attachment.add(try source(alice.payment(102, by: [alice]).base64, "other.xdr"))
        }
        #expect(error?.message.hasPrefix("other.xdr: this is not the transaction of the request") == true)
    }

    @Test func `rejects a request for a network other than the one the user names`() throws {
        let request = alice.request(alice.payment(by: []))
        let error = #expect(throws: Failure.self) {
            try SignatureAttachment(
                try source(request.json.text()), request: nil, journal: home.journal, NetworkSelection(.public),
                now: Timestamp(1_000_000))
        }
        #expect(error?.kind == .badInput)
    }

    @Test func `a job attaches a bare signature and records it`() throws {
        let request = alice.request(alice.payment(by: []))
        let hash = alice.payment(by: []).hash(on: .testnet)
        try home.journal.keep(request, hash: hash, created: Timestamp(1_000_000))
        let text = Base64.encode(alice.sign(hash).signature.bytes)
        func job(_ signer: TestKey) throws -> AttachJob {
            AttachJob(
                try source(request.json.text()), answers: [],
                bare: .init(text, by: try AccountReference(text: signer.id.address)),
                network: NetworkSelection(.testnet), context: home.context, now: Timestamp(1_000_000))
        }
        #expect(throws: Failure.self) { try job(bob).run { _ in } }
        #expect(try home.journal.signatures(hash: hash).isEmpty)
        let signed = try job(alice).run { _ in }
        #expect(signed.requests.map(\.envelope) == [alice.payment(by: [alice])])
        #expect(try home.journal.signatures(hash: hash).count == 1)
    }
}
