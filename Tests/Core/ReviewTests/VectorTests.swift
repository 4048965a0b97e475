// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Review

struct VectorTests {
    private func reviews(_ file: String) throws -> [(row: JSON, review: Review)] {
        try Vectors.lines(file).map { ($0, try Vectors.review($0)) }
    }

    @Test func `reviews every envelope vector in ASCII and with its hash`() throws {
        for (row, review) in try reviews("envelopes.jsonl") + reviews("semantic.jsonl") {
            let json = ReviewJSON.document(review)
            for text in [ReviewText.of(review), ReviewText.of(review, full: true), json.text()] {
                #expect(text.utf8.allSatisfy { $0 == 0x0a || (0x20...0x7e).contains($0) })
            }
            #expect(json["hash"] == row["hash_hex"])
        }
    }

    @Test func `the parts of every review have the words of its text, in the same order`() throws {
        for (_, review) in try reviews("envelopes.jsonl") + reviews("semantic.jsonl") {
            for full in [false, true] {
                let words = ReviewText.parts(of: review, full: full).map { part in
                    switch part {
                    case .gap: ""
                    case .line(let text): text
                    case .pair(let name, let value): "\(name): \(value)"
                    case .entry(let entry):
                        Self.label(of: entry)
                            + entry.spans.map { span in
                                switch span {
                                case .words(let words): words
                                case .address(let address, let name): address + (name.map { "[book:\($0)]" } ?? "")
                                case .field(let field): field.plain
                                case .step(let step): step.title
                                }
                            }.joined()
                    }
                }.joined()
                #expect(
                    words.filter { !$0.isWhitespace }
                        == ReviewText.of(review, full: full).filter { !$0.isWhitespace })
            }
        }
    }

    private static func label(of entry: ReviewPart.Entry) -> String {
        switch entry.role {
        case .operation(let number): "\(number)."
        case .finding(let level, let rule, _): "\(level.word) \(rule.rawValue):"
        case .field: "\(entry.label):"
        case .fact, .memo, .detail, .reason: entry.label
        }
    }

    @Test func `finds the addresses of an operation that a walk over it finds`() throws {
        let bodies = try (reviews("envelopes.jsonl") + reviews("semantic.jsonl")).flatMap { _, review in
            (review.operations + (review.inner?.operations ?? [])).map(\.operation.body)
        }
        #expect(Set(bodies.map(\.discriminant)).isSuperset(of: [.payment, .createAccount, .pathPaymentStrictSend]))
        for body in bodies { #expect(AddressCollector.addresses(in: body) == AddressCollector.walked(body)) }
        let issued = Asset.creditAlphanum4(.init(assetCode: FixedOpaque(), issuer: .ed25519(Uint256())))
        let muxed = MuxedAccount.muxedEd25519(.init(id: 7, ed25519: Uint256()))
        let path = try #require(BoundedArray<Asset, 5>([.native, issued]))
        for body in [
            .payment(PaymentOp(destination: muxed, asset: issued, amount: 1)),
            .pathPaymentStrictReceive(
                PathPaymentStrictReceiveOp(
                    sendAsset: .native, sendMax: 2, destination: muxed, destAsset: issued, destAmount: 1, path: path)),
            .pathPaymentStrictSend(
                PathPaymentStrictSendOp(
                    sendAsset: issued, sendAmount: 2, destination: muxed, destAsset: .native, destMin: 1, path: path)),
        ] as [OperationBody] {
            #expect(AddressCollector.addresses(in: body) == AddressCollector.walked(body))
        }
    }

    @Test func `the JSON review matches the fields of the vectors`() throws {
        for (row, review) in try reviews("envelopes.jsonl") {
            let json = ReviewJSON.document(review)
            let isBump = row["kind"] == "fee_bump"
            let inner = isBump ? try json.member("inner") : json
            #expect(json["kind"] == (isBump ? "fee-bump" : "transaction"))
            #expect(json["source"] == (isBump ? row["fee_source"] : row["source"]))
            #expect(json["network_passphrase"] == row["network_passphrase"])
            #expect(inner["source"] == row["source"])
            #expect(inner["sequence"] == row["seq"])
            let operations = try inner.array("operations")
            #expect(try operations.map { $0["type"] ?? .null } == row.array("ops"))
            #expect(try operations.map { $0["source"] ?? .null } == row.array("op_sources"))
            #expect(try json.array("signatures").count == row.integer("signatures", as: Int.self))
            let memo = try inner.object("memo")
            #expect(try memo["type"] == row.object("memo")["type"])
            if memo["type"] == "id" || memo["type"] == "hash" {
                #expect(try memo["value"] == row.object("memo")["value"])
            }
        }
    }

    @Test func `a changed byte in an operation changes its displayed fields`() throws {
        // Every seventh byte is changed in turn.
        for (row, review) in try reviews("envelopes.jsonl").prefix(95) {
            guard let operation = review.operations.first?.operation else { continue }
            let original = operation.body.xdr
            let shown = FieldDump.of(operation.body)
            for place in stride(from: 3, to: original.count, by: 7) {
                var changed = original
                changed[place] ^= 1
                guard let other = try? OperationBody(xdr: changed) else { continue }
                #expect(FieldDump.of(other) != shown, "\(row["name"] ?? .null) at byte \(place)")
            }
        }
    }

    @Test func `reviews every envelope that still decodes after a byte is changed`() throws {
        var decoded = 0
        for (index, row) in try Vectors.lines("envelopes.jsonl").enumerated() {
            let original = try Base64.decode(try row.string("xdr"))
            for place in stride(from: index % 101, to: original.count, by: 101) {
                var changed = original
                changed[place] ^= place.isMultiple(of: 2) ? 0x80 : 0xff
                guard let envelope = try? TransactionEnvelope(xdr: changed) else { continue }
                let review = Reviewer.review(ReviewInput(envelope, on: .testnet, now: now)).review
                #expect(!ReviewText.of(review, full: true).isEmpty)
                decoded += 1
            }
        }
        #expect(decoded > 500)
    }
}
