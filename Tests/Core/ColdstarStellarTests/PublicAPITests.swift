// SPDX-License-Identifier: Apache-2.0

// Imports without @testable: these tests see only the public API.
import ColdstarStellar
import Foundation
import Testing

struct PublicAPITests {
    private static let envelope =
        "AAAAAgAAAABk/7bmz1rEDS5q69oq4O9uFkhUbeQg6FTKTI/guITo9wAAAGQAAAAAAAAABQAAAAEAAAAAAAAAAAAAAAB3NZQAAAAA"
        + "AAAAAAEAAAAAAAAAAQAAAABZBiJof/NwRLIhKFb5s1WbTrxsWLYLC2coHCwUf9g4ogAAAAAAAAAAAJiWgAAAAAAAAAAA"

    @Test func `an account keeps the id of its muxed address`() throws {
        let account = try Account(parsing: "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK")
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
        let error = #expect(throws: ColdstarError.self) { try Account(parsing: text) }
        #expect(error?.kind == .invalidInput)
        #expect(error?.message.isEmpty == false)
    }

    @Test(arguments: [("10.5", 105_000_000), ("0.0000001", 1), ("922337203685.4775807", .max)] as [(String, Int64)])
    func `an amount keeps its exact value in stroops`(text: String, stroops: Int64) throws {
        let amount = try Amount(parsing: text)
        #expect(amount.stroops == stroops && "\(amount)" == text)
    }

    @Test(arguments: ["", "-1", "1e3", "1.00000001", "922337203685.4775808", "1,000", "٣"])
    func `rejects a malformed or out-of-range amount`(text: String) {
        #expect(throws: ColdstarError.self) { try Amount(parsing: text) }
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

    @Test func `every value is a string in a document, and comes back from it`() throws {
        struct Document: Codable, Hashable {
            let account: Account
            let asset: Asset
            let amount: Amount
            let price: Price
            let memo: Memo
            let network: Network
            let predicate: ClaimPredicate
            let signer: SignerKey
            let contract: ContractAddress
            let transaction: Transaction
            let hash: TransactionHash
            let operation: TransactionOperation
            let balance: ClaimableBalance
            let pool: LiquidityPool
        }
        let account = try Account(parsing: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")
        let transaction = try Transaction(parsing: Self.envelope)
        let document = Document(
            account: account, asset: try Asset(parsing: "USD:\(account)"), amount: Amount(stroops: 1),
            price: try Price(parsing: "0.25"), memo: try .text("a"), network: .testnet,
            predicate: try ClaimPredicate(parsing: "and(before 5, not(within 90s))"),
            signer: try SignerKey(parsing: "\(account)"), contract: ContractAddress(account), transaction: transaction,
            hash: transaction.hash(on: .testnet), operation: transaction.operations[0],
            balance: try ClaimableBalance(parsing: String(repeating: "ab", count: 32)),
            pool: try LiquidityPool(parsing: String(repeating: "cd", count: 32)))
        let data = try JSONEncoder().encode(document)
        #expect(try JSONDecoder().decode(Document.self, from: data) == document)
        #expect(document.price.description == "1/4" && document.predicate.description.contains("within 90s"))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Amount].self, from: Data(#"["-1"]"#.utf8)) }
        #expect(Amount("1") == Amount(stroops: 10_000_000) && Amount("1,0") == nil)
    }

    @Test func `a memo that is not UTF-8 is read, and cannot be coded`() throws {
        let text = try Transaction(parsing: Self.envelope).text(.txrep, on: .testnet)
            .replacing("tx.memo.type: MEMO_NONE", with: "tx.memo.type: MEMO_TEXT\ntx.memo.text: \"\\xff\"")
        let memo = try #require(try Transaction(parsing: text).memo)
        #expect(memo.content == .text(ByteString(bytes: [0xff])))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([memo]) }
    }

    @Test func `a transaction shows its operations, conditions, fee and signatures`() throws {
        let transaction = try Transaction(parsing: Self.envelope)
        #expect(transaction.operations.count == 1 && transaction.memo == nil && transaction.inner == nil)
        #expect(transaction.conditions.maximumTime == 2_000_000_000 && transaction.conditions.minimumTime == nil)
        #expect(transaction.conditions.extraSigners.isEmpty && transaction.feeSource == transaction.source)
        #expect(transaction.signatures.isEmpty && transaction.signers(among: [transaction.source], on: .testnet) == [])
        #expect(transaction.contractResources == nil)
    }
}
