// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

/// The JSON documents and texts of what was built and looked up.
struct DocumentTests {
    private let office = Office()

    private func client(_ body: JSON, status: Int = 200) throws -> HorizonClient {
        let transport = RecordedTransport { _ in
            .success(HTTPResponse(status: status, body: Array(body.text().utf8)))
        }
        return HorizonClient(base: try HTTPURL("http://127.0.0.1:8000/"), transport: transport)
    }

    // MARK: requests

    @Test func `the document of a request identifies it and ends with the result`() throws {
        let built = try office.build(office.pay())
        let document = built.document(("file", "pay.json"))
        #expect(
            document.asObject?.keys.map { $0 } == ["id", "kind", "hash", "words", "network_passphrase", "file"])
        #expect(document["hash"] == .string(built.hash.hex))
        #expect(document["words"] == .string(CheckWords.text(of: built.hash)))
        #expect(document["file"] == "pay.json")
    }

    @Test func `a request that drafts precede comes after them even if pending transactions would do`() throws {
        #expect(try SequenceChoice(["after-pending": "", "after-drafts": ""]) == .afterDrafts)
        #expect(try SequenceChoice(["after-pending": ""]) == .afterPending)
        #expect(try SequenceChoice([:]) == .next)
    }

    @Test func `a file that is not text is a message of bytes`() {
        #expect(MessageContent(read: Array("text".utf8)) == MessageContent(text: "text"))
        #expect(MessageContent(read: [0xff, 0xfe]) == MessageContent(bytes: [0xff, 0xfe]))
    }

    // MARK: batches

    private func batch(_ sheet: String) throws -> BatchRequests {
        var terms = BatchTerms(context: office.context, network: NetworkSelection(.testnet), now: Office.now)
        (terms.source, terms.sequence) = (try AccountReference(text: Office.alice), .number(101))
        var batch = try BatchDraft(terms)
        try batch.read(sheet: Array(sheet.utf8), origin: "pay.csv")
        try batch.prepare()
        try batch.plan()
        return try batch.requests()
    }

    @Test func `a batch has one document and one text for each request`() throws {
        let requests = try batch("destination,amount,asset,memo\n\(Office.bob),1,XLM,\n\(Office.bob),2,XLM,id:5\n")
        let document = requests.document(1, ("transaction", "AAAA"))
        #expect(
            document.asObject?.keys.map { $0 } == ["id", "hash", "source", "sequence", "operations", "transaction"])
        #expect(document["sequence"] == "102")
        #expect(document["source"] == .string(Office.alice))
        #expect(document["operations"] == 1)
        #expect(requests.texts(isDocument: true) == requests.records.map(\.document))
        let envelopes = try requests.texts(isDocument: false).map { try TransactionEnvelope(xdr: Base64.decode($0)) }
        #expect(envelopes == requests.transactions.map(\.envelope))
    }

    // MARK: lookups

    @Test func `a balance is shown with the limit of its trustline`() throws {
        let asset = "USD:\(Office.issuer)"
        let ledger = ShownLedger(accounts: [
            Office.alice: .init(assets: [asset: "7.0000000"]), Office.issuer: .init(),
        ])
        var view = AnyLedger(try ledger.view())
        let list = try HoldingList(of: try AccountID(address: Office.alice), in: &view)
        #expect(
            list.text == [
                .table(
                    [
                        ["asset", "balance", "limit", "home domain", "issuer"],
                        ["USD", "7", "none", "", Office.issuer], ["XLM", "100", "", "", ""],
                    ], rightAligned: [1], strong: [1])
            ])
        #expect(list.document["assets"]?.asArray?.first?["asset"] == .string(asset))
    }

    @Test func `rejects the balances of an account that does not exist`() throws {
        var view = AnyLedger(try ShownLedger(accounts: [:]).view())
        #expect(throws: Failure.self) { try HoldingList(of: try AccountID(address: Office.alice), in: &view) }
    }

    @Test func `assets without a home domain have no anchor, and no file is fetched`() throws {
        let asset = "USD:\(Office.issuer)"
        let ledger = ShownLedger(accounts: [
            Office.alice: .init(assets: [asset: "7.0000000"]), Office.issuer: .init(),
        ])
        var view = AnyLedger(try ledger.view())
        let transport = RecordedTransport(answers: [])
        let list = try IssuerAnchorList(
            of: try AccountID(address: Office.alice), in: &view, allowsLoopback: false, style: PlainStyle()
        ) { transport }
        #expect(list.text == [.line("no issuer of what it holds names a home domain")])
        #expect(list.document["anchors"] == [])
        #expect(transport.requests.isEmpty)
    }

    @Test func `paths that were not found are a line and an empty list`() throws {
        let query = PathQuery(from: .native, to: .native, sendAmount: try Amount("1"), destAmount: nil)
        let found = try query.paths(by: try client(["_embedded": ["records": []]]))
        #expect(found.text == [.line("no path is known for this amount")])
        #expect(found.document == ["paths": []])
    }

    @Test func `rejects a search for paths with both amounts, with none, or with one of nothing`() throws {
        let client = try client(["_embedded": ["records": []]])
        for (send, dest) in [(Amount.max, Amount.max), (nil, nil), (.zero, nil), (nil, .zero)] as [(Amount?, Amount?)] {
            let query = PathQuery(from: .native, to: .native, sendAmount: send, destAmount: dest)
            #expect(throws: Failure.self) { try query.paths(by: client) }
        }
    }

    @Test func `rejects fees from a server that fails`() throws {
        let client = try client([:], status: 500)
        #expect(throws: Failure.self) { try RecentFees(by: client) }
    }
}
