// SPDX-License-Identifier: Apache-2.0

// Imports without @testable: these tests see only the public API.
import ColdstarStellar
import Testing

struct PublicAPITests {
    private static let envelope =
        "AAAAAgAAAABk/7bmz1rEDS5q69oq4O9uFkhUbeQg6FTKTI/guITo9wAAAGQAAAAAAAAABQAAAAEAAAAAAAAAAAAAAAB3NZQAAAAA"
        + "AAAAAAEAAAAAAAAAAQAAAABZBiJof/NwRLIhKFb5s1WbTrxsWLYLC2coHCwUf9g4ogAAAAAAAAAAAJiWgAAAAAAAAAAA"

    @Test func `an account keeps the id of its muxed address`() throws {
        let account = try Account("MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK")
        #expect(account.ledgerAddress == "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")
        #expect(account.id == 9_223_372_036_854_775_808)
        #expect(account.address.hasPrefix("MA7Q"))
    }

    @Test(arguments: [
        "", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGY",
        "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSG",
        "XBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWGTOG",
    ])
    func `rejects anything but a valid account address`(text: String) {
        let error = #expect(throws: ColdstarError.self) { try Account(text) }
        #expect(error?.kind == .invalidInput)
        #expect(error?.message.isEmpty == false)
    }

    @Test(arguments: [("10.5", 105_000_000), ("0.0000001", 1), ("922337203685.4775807", .max)] as [(String, Int64)])
    func `an amount keeps its exact value in stroops`(text: String, stroops: Int64) throws {
        let amount = try Amount(text)
        #expect(amount.stroops == stroops && "\(amount)" == text)
    }

    @Test(arguments: ["", "-1", "1e3", "1.00000001", "922337203685.4775808", "1,000", "٣"])
    func `rejects a malformed or out-of-range amount`(text: String) {
        #expect(throws: ColdstarError.self) { try Amount(text) }
    }

    @Test(arguments: [Transaction.Format.xdr, .json, .txrep])
    func `parses its own output in every format`(format: Transaction.Format) throws {
        let transaction = try Transaction(parsing: Self.envelope)
        let text = transaction.text(format, on: .testnet)
        #expect(try Transaction(parsing: text) == transaction)
    }

    @Test func `the transaction hash depends on the network`() throws {
        let transaction = try Transaction(parsing: Self.envelope)
        #expect(transaction.hash(on: .testnet) != transaction.hash(on: .public))
        #expect("\(transaction.hash(on: .testnet))".count == 64)
        #expect(transaction.hash(on: .testnet).checkWords.count >= 4)
        #expect(transaction.operationCount == 1 && transaction.signatureCount == 0 && transaction.maximumFee == 100)
    }

    @Test(arguments: ["", "AAAA", "not a transaction", "{}", envelope + "AAAA", "web+stellar:pay?destination=x"])
    func `rejects input that is not a transaction`(text: String) {
        #expect(throws: ColdstarError.self) { try Transaction(parsing: text) }
    }
}
