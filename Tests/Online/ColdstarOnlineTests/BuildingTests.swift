// SPDX-License-Identifier: Apache-2.0

import ColdstarOnline
import ColdstarStellar
import Testing

struct BuildingTests {
    private let office = Office()

    private func error(
        _ operations: [TransactionOperation], _ terms: TransactionTerms = TransactionTerms(),
        from source: Account = Office.alice.account
    ) throws -> ColdstarError? {
        let client = try office.client()
        return #expect(throws: ColdstarError.self) { try client.request(operations, from: source, terms) }
    }

    @Test func `a payment takes the account's next number, the network's fee and a day of validity`() throws {
        let request = try office.request()
        #expect(request.transaction.source == Office.alice.account)
        #expect(request.transaction.sequenceNumber == 101)
        #expect(request.transaction.maximumFee == 150)
        #expect(request.hash == request.transaction.hash(on: .testnet))
        #expect(request.notices.isEmpty)
        #expect(request.summary.contains { $0.contains("10.5 XLM") })
        #expect(request.transaction.text(.txrep).contains("maxTime: 1800086400"))
    }

    @Test func `the text of a request is read as the same transaction, in every format`() throws {
        let request = try office.request(TransactionTerms(note: "Invoice 42"))
        for format in [SigningRequest.Format.document, .ur, .link] {
            #expect(try Transaction(parsing: try request.text(format)) == request.transaction)
        }
        #expect(try request.text().contains("Invoice 42"))
    }

    @Test func `a request is read again from its text, and from the journal`() throws {
        let request = try office.request(TransactionTerms(note: "Invoice 42"))
        for format in [SigningRequest.Format.document, .ur] {
            let read = try SigningRequest(parsing: try request.text(format))
            #expect(read.hash == request.hash && read.transaction == request.transaction)
            #expect(try read.text() == request.text())
        }
        let recorded = try #require(try office.client().recordedRequest(request.hash))
        #expect(try recorded.text() == request.text() && recorded.transaction == request.transaction)
        // With it, a program that was started again submits what came back.
        office.network.change { $0.fates = [.applied] }
        let sent = try office.client().submit(try Office.alice.respond(to: recorded), of: recorded)
        #expect(sent.error == nil)
        #expect(try office.client().recordedRequest(Office().request(TransactionTerms(memo: .id(7))).hash) == nil)
    }

    @Test(arguments: ["", "AAAA", "{}", #"{"format": "coldstar-response", "version": 1}"#])
    func `what is no request is not read as one`(text: String) {
        let error = #expect(throws: ColdstarError.self) { try SigningRequest(parsing: text) }
        #expect(error?.kind == .invalidInput)
    }

    @Test func `an envelope alone is no request`() throws {
        let text = try office.request().transaction.text(.xdr)
        #expect(throws: ColdstarError.self) { try SigningRequest(parsing: text) }
    }

    @Test func `a payment that repeats one is a warning with a code`() throws {
        #expect(try office.request().warnings.isEmpty)
        let again = try office.request(TransactionTerms(sequence: .afterDrafts))
        let repeated = try #require(again.warnings.first { $0.code == "repeated" })
        #expect(repeated.message.contains("the same payment was requested"))
        #expect(again.notices.contains { $0.contains(repeated.message) })
    }

    @Test func `what the network would reject has its code and its operation`() throws {
        let many = try Amount(parsing: "99999")
        let large = TransactionOperation.payment(of: many, to: Office.bob.account)
        let error = try error([try office.payment(), large])
        #expect(error?.codes.map(\.description) == ["op_underfunded (operation 1)"])
    }

    @Test func `the contract of an asset follows from it and the network`() throws {
        // Known from the network: the contract of lumens on the public network, and on testnet.
        #expect(
            ContractAddress(of: .native, on: .public).description
                == "CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA")
        #expect(
            ContractAddress(of: .native, on: .testnet).description
                == "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC")
    }

    @Test func `several operations become one transaction, in their order`() throws {
        let asset = try Asset(parsing: "USDC:\(Office.bob.account)")
        let request = try office.client().request(
            [.trust(asset), try office.payment(), .removeTrust(asset)], from: Office.alice.account)
        let text = request.transaction.text(.txrep)
        #expect(request.transaction.operationCount == 3 && request.transaction.maximumFee == 450)
        #expect(text.contains("operations[0].body.type: CHANGE_TRUST"))
        #expect(text.contains("operations[1].body.type: PAYMENT"))
        #expect(text.contains("operations[2].body.changeTrustOp.limit: 0"))
    }

    @Test func `an operation of any kind is read from SEP-51 JSON`() throws {
        let operation = try TransactionOperation(
            parsing: #"{"source_account":null,"body":{"bump_sequence":{"bump_to":"200"}}}"#)
        let request = try office.client().request([operation], from: Office.alice.account)
        #expect(request.transaction.text(.txrep).contains("BUMP_SEQUENCE"))
    }

    @Test func `a memo, a fee and the end of validity are those of the terms`() throws {
        let terms = TransactionTerms(memo: .id(42), validity: .seconds(60), feePerOperation: 5000)
        let text = try office.request(terms).transaction.text(.txrep)
        #expect(
            text.contains("tx.memo.id: 42") && text.contains("tx.fee: 5000") && text.contains("maxTime: 1800000060"))
        let unlimited = try office.request(TransactionTerms(validity: nil)).transaction.text(.txrep)
        #expect(!unlimited.contains("maxTime"))
    }

    @Test func `a second request takes the same number with a notice, or the next one if the terms say so`() throws {
        _ = try office.request()
        let same = try office.request(TransactionTerms(memo: .id(2)))
        #expect(same.transaction.sequenceNumber == 101)
        #expect(same.notices.contains { $0.contains("already used by") })
        let next = try office.request(TransactionTerms(memo: .id(3), sequence: .afterDrafts))
        #expect(next.transaction.sequenceNumber == 102)
    }

    @Test func `a transaction from elsewhere is recorded as it is, without a server`() throws {
        let transaction = try office.request().transaction
        let other = Office()
        let request = try other.client().request(transaction, note: "from the SDK")
        #expect(request.transaction == transaction)
        #expect(other.network.requests.isEmpty && other.hasJournal)
    }

    // MARK: rejections

    @Test func `rejects no operations, and more than a transaction can have`() throws {
        #expect(try error([])?.kind == .invalidInput)
        let payment = try office.payment(of: "0.01")
        #expect(try error(Array(repeating: payment, count: 101))?.kind == .invalidInput)
        #expect(office.network.posts == 0)
    }

    @Test(arguments: ["0", "98.9999999", "922337203685.4775807"])
    func `rejects a payment of nothing, or of more than can be spent`(amount: String) throws {
        #expect(try error([try office.payment(of: amount)])?.kind == .invalidInput)
    }

    @Test func `rejects a payment by or to an account that does not exist`() throws {
        let stranger = Office.stranger.account
        #expect(try error([try office.payment()], from: stranger)?.message.contains("does not exist") == true)
        let error = try error([.payment(of: try Amount(parsing: "1"), to: stranger)])
        #expect(error?.message.contains("op_no_destination") == true)
    }

    @Test func `rejects the creation of an account that exists, one below the reserve, and one for a customer`() throws
    {
        let existing = try TransactionOperation.createAccount(
            Office.bob.account, startingWith: try Amount(parsing: "2"))
        #expect(try error([existing])?.message.contains("op_already_exists") == true)
        let poor = try TransactionOperation.createAccount(
            Office.stranger.account, startingWith: try Amount(parsing: "0.5"))
        #expect(try error([poor])?.message.contains("op_low_reserve") == true)
        let customer = try Account(parsing: "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK")
        #expect(throws: ColdstarError.self) {
            try TransactionOperation.createAccount(customer, startingWith: try Amount(parsing: "2"))
        }
    }

    @Test func `rejects a trustline for lumens, or for an asset that the account itself issues`() throws {
        #expect(try error([.trust(.native)])?.kind == .invalidInput)
        #expect(try error([.trust(try Asset(parsing: "USDC:\(Office.alice.account)"))])?.kind == .invalidInput)
    }

    @Test(arguments: [0, -1, 400_000_000]) func `rejects a validity of no or too many seconds`(seconds: Int) throws {
        let terms = TransactionTerms(validity: .seconds(seconds))
        #expect(try error([try office.payment()], terms)?.kind == .invalidInput)
    }

    @Test func `rejects a fee below the network's minimum`() throws {
        #expect(try error([try office.payment()], TransactionTerms(feePerOperation: 99))?.kind == .invalidInput)
    }

    @Test func `rejects a note that is too long for the signer`() throws {
        let terms = TransactionTerms(note: String(repeating: "x", count: 1001))
        #expect(try error([try office.payment()], terms)?.kind == .invalidInput)
    }

    @Test func `rejects a memo that does not fit`() {
        #expect(throws: ColdstarError.self) { try Memo.text(String(repeating: "x", count: 29)) }
        #expect(throws: ColdstarError.self) { try Memo.hash([UInt8](repeating: 0, count: 31)) }
        #expect(throws: ColdstarError.self) { try Memo.returning([]) }
    }

    @Test(arguments: ["", "{}", "AAAA", #"{"body":{"payment":{}}}"#, #"{"body":"inflation"} x"#])
    func `rejects what is not an operation`(text: String) {
        let error = #expect(throws: ColdstarError.self) { try TransactionOperation(parsing: text) }
        #expect(error?.kind == .invalidInput)
    }

    @Test func `builds nothing while no server answers`() throws {
        office.network.change { $0.isDown = true }
        #expect(try error([try office.payment()])?.kind == .unreachable)
    }

    @Test func `builds nothing with a server of another network`() throws {
        office.network.change { $0.passphrase = "Public Global Stellar Network ; September 2015" }
        #expect(try error([try office.payment()])?.kind == .invalidInput)
    }

    @Test func `records nothing when it rejects`() throws {
        _ = try error([try office.payment(of: "1000")])
        #expect(try office.request().notices.isEmpty)
    }
}
