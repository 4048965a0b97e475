// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import Signing
import Stellar
import StellarXDR
import Testing

struct ParsedRequestTests {
    private let nowhere = NetworkSelection()

    @Test func `a bare envelope needs a network option`() throws {
        let envelope = try payment(from: account("alice"))
        #expect(try failure { _ = try ParsedRequest(try input(envelope), nowhere) }.kind == .usage)
        let request = try ParsedRequest(try input(envelope), testnet)
        #expect(request.network == .testnet && request.transaction?.envelope == envelope)
        #expect(request.accountsToSign.first == account("alice"))
    }

    @Test func `rejects a network option that contradicts the request`() throws {
        let text = try document(.transaction(try payment(from: account("alice")))).json.text()
        #expect(try ParsedRequest(try input(text), nowhere).network == .testnet)
        #expect(try failure { _ = try ParsedRequest(try input(text), NetworkSelection(.public)) }.kind == .badInput)
    }

    @Test func `a message has no transaction and is signed by its named signers`() throws {
        let text = try document(.message(MessageContent(text: "hello")), signers: [account("alice")]).json.text()
        let request = try ParsedRequest(try input(text), nowhere)
        #expect(request.transaction == nil && request.network == nil && request.payload == nil)
        #expect(request.accountsToSign == [account("alice")])
    }

    @Test func `rejects a response, because it contains nothing to sign`() throws {
        let hash = try payment(from: account("alice")).hash(on: .testnet)
        let response = SigningResponse(id: nil, hash: hash, signatures: [])
        let failure = try failure { _ = try ParsedRequest(try input(response.json.text()), testnet) }
        #expect(failure.kind == .badInput && failure.message.contains("response"))
    }

    @Test func `rejects an attachment unless the transaction pre-authorizes another`() throws {
        let plain = try input(try payment(from: account("alice")))
        let failure = try failure { _ = try ParsedRequest(plain, testnet, attaching: 1) }
        #expect(failure.kind == .usage && failure.message.contains("envelope"))
    }

    @Test func `rejects an attachment whose hash is not an added signer`() throws {
        let later = try payment(from: account("alice"), sequence: 102)
        let other = try payment(from: account("alice"), sequence: 103)
        let authorizing = try self.authorizing(later)
        var request = try ParsedRequest(try input(authorizing), testnet, attaching: 1)
        #expect(try failure { try request.attach(try input(other), testnet) }.kind == .badInput)
        #expect(try failure { try request.attach(try input("hello, world"), testnet) }.kind == .badInput)
        try request.attach(try input(later), testnet)
        let vault = try TestVault("alice")
        let review = Reviewer.review(
            try vault.context().input(request, for: .reader(now: now, candidates: []))
        ).review
        #expect(review.companions.count == 1)
    }

    private func authorizing(_ later: TransactionEnvelope) throws -> TransactionEnvelope {
        let options = SetOptionsOp(
            inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil, medThreshold: nil,
            highThreshold: nil, homeDomain: nil,
            signer: Signer(key: .preAuthTx(later.hash(on: .testnet).hash), weight: 1))
        return try TransactionDraft(
            source: MuxedAccount(account("alice")), sequence: 101, feePerOperation: 100,
            operations: [Operation(sourceAccount: nil, body: .setOptions(options))]
        ).envelope()
    }

    @Test(arguments: ["", "0", "xy", "zz", String(repeating: "ab", count: 65)])
    func `rejects a payload that is not 1 to 64 bytes in hexadecimal digits`(_ text: String) throws {
        #expect(try failure { _ = try ParsedRequest(payload: text) }.kind == .badInput)
    }

    @Test func `keeps the bytes of a payload unchanged`() throws {
        #expect(try ParsedRequest(payload: "00ff").payload == [0, 255])
    }
}
