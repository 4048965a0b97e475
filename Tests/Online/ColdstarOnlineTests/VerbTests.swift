// SPDX-License-Identifier: Apache-2.0

import ColdstarOnline
import ColdstarStellar
import StellarXDR
import Testing

/// Batches, replacements, contracts, merged signatures, the history and contacts.
struct VerbTests {
    private let office = Office()

    @Test func `a batch makes a request for each memo, in the order of the numbers`() throws {
        let amount = try Amount(parsing: "1.5")
        let requests = try office.client().requests(
            [
                BatchPayment(of: amount, to: Office.bob.account, memo: .id(1)),
                BatchPayment(of: amount, to: Office.bob.account, memo: .id(1)),
                BatchPayment(of: amount, to: Office.bob.account, memo: .id(2)),
            ], from: Office.alice.account)
        #expect(requests.map(\.transaction.sequenceNumber) == [101, 102])
        #expect(requests.map(\.transaction.operationCount) == [2, 1])
        #expect(requests.map(\.transaction.memo) == [.id(1), .id(2)])
        #expect(try office.client().history().count == 2)
    }

    @Test func `a fee bump pays for a signed transaction`() throws {
        let request = try office.request()
        let signed = try ColdstarStellar.Transaction(parsing: try Office.alice.sign(request.transaction))
        let bump = try office.client().feeBumpRequest(of: signed, paidBy: Office.bob.account, maximumFee: 4000)
        #expect(bump.transaction.inner == signed && bump.transaction.feeSource == Office.bob.account)
        #expect(bump.transaction.maximumFee == 4000 && bump.transaction.source == Office.alice.account)
        #expect(
            signed.signers(among: [Office.bob.account, Office.alice.account], on: .testnet) == [Office.alice.account])
    }

    @Test func `a cancellation takes the same number and does nothing`() throws {
        let request = try office.request()
        for cancellation in [
            try office.client().cancellationRequest(of: request.transaction),
            try office.client().cancellationRequest(of: request.hash),
        ] {
            #expect(cancellation.transaction.sequenceNumber == request.transaction.sequenceNumber)
            #expect(cancellation.transaction.operations.map(\.body) == [.bumpSequence(to: 0)])
        }
    }

    @Test func `what no one signed is rebuilt in its place, and what may be applied with its number`() throws {
        let request = try office.request()
        let client = try office.client()
        var terms = TransactionTerms()
        terms.validity = .seconds(7200)
        let rebuilt = try client.rebuildRequest(of: request.hash, terms)
        #expect(rebuilt.transaction.sequenceNumber == request.transaction.sequenceNumber)
        #expect(rebuilt.transaction.operations == request.transaction.operations && rebuilt.hash != request.hash)
        let refused = #expect(throws: ColdstarError.self) { try client.rebuildRequest(of: request.hash, terms) }
        #expect(refused?.kind == .notFound, "it is forgotten")
        _ = try client.check([try Office.alice.sign(rebuilt.transaction)])
        let open = #expect(throws: ColdstarError.self) { try client.rebuildRequest(of: rebuilt.hash) }
        #expect(open?.kind == .refused)
    }

    @Test func `a payment is repeated with another amount and memo`() throws {
        let request = try office.request()
        var terms = TransactionTerms()
        terms.memo = .id(6)
        terms.sequence = .afterDrafts
        let repeated = try office.client().repeatRequest(of: request.hash, amount: try Amount(parsing: "2"), terms)
        #expect(repeated.transaction.memo == .id(6))
        #expect(repeated.transaction.sequenceNumber == request.transaction.sequenceNumber + 1)
        #expect(repeated.transaction.operations == [.payment(of: try Amount(parsing: "2"), to: Office.bob.account)])
    }

    @Test func `signers are changed in one transaction once the keys have proven themselves`() throws {
        let client = try office.client()
        var change = SignersChange(
            adding: [.init(Office.bob.account), .init(Office.stranger.account)], rule: .any(2))
        let unproven = #expect(throws: ColdstarError.self) {
            try client.signersRequest(of: Office.alice.account, change)
        }
        #expect(unproven?.kind == .refused)
        for key in [Office.bob, Office.stranger] {
            change.proofs.append(try key.respond(to: try client.proofRequest(of: key.account)))
        }
        let request = try client.signersRequest(of: Office.alice.account, change)
        #expect(request.notices.contains { $0.contains("any 2 of:") && $0.contains("master key: none") })
        #expect(request.transaction.operationCount == 3)
        // The journal has the proofs now.
        change.proofs = []
        #expect(throws: Never.self) { try client.signersRequest(of: Office.alice.account, change) }
        change.rule = .any(3)
        let locked = #expect(throws: ColdstarError.self) {
            try client.signersRequest(of: Office.alice.account, change)
        }
        #expect(locked?.kind == .invalidInput || locked?.kind == .refused)
        change.removed = ["SDUMMY"]
        #expect(throws: ColdstarError.self) { try client.signersRequest(of: Office.alice.account, change) }
        change.proofs = ["nothing"]
        #expect(throws: ColdstarError.self) { try client.signersRequest(of: Office.alice.account, change) }
    }

    @Test func `a message is requested as the signer reads it`() throws {
        let request = try office.client().messageRequest("I am Alice", by: Office.alice.account, note: "for the bank")
        let text = try request.text()
        #expect(text.contains(#""message": "I am Alice""#) && text.contains("for the bank"))
        #expect(!request.summary.isEmpty)
        #expect(throws: ColdstarError.self) { try request.text(.link) }
        let secret = #expect(throws: ColdstarError.self) {
            try office.client().messageRequest(
                "SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4", by: Office.alice.account)
        }
        #expect(secret?.kind == .invalidInput)
    }

    @Test func `a statement says what moved, and why`() throws {
        let client = try office.client()
        try client.keep([NamedAccount("bob", Office.bob.account)])
        let request = try office.request()
        _ = try client.submit(try Office.alice.sign(request.transaction))
        office.network.change { $0.lumens[Office.alice.account.address] = "98.9999900" }
        let statement = try client.statement(of: Office.alice.account)
        #expect(statement.account == Office.alice.account && statement.addsUp && statement.missing.isEmpty)
        #expect(statement.beginning == .calculated || statement.beginning == .incomplete(ledger: 11))
        let row = try #require(statement.rows.first)
        #expect(statement.rows.count == 1 && row.hash == request.hash && row.direction == .out && row.kind == "payment")
        #expect(row.counterparty == Office.bob.account.address && row.name == "bob")
        #expect(row.fee == Amount(stroops: 100) && row.operation == 1 && row.ledger == 11)
        #expect(row.signedBy == [Office.alice.account.address] && row.memo == request.transaction.memo)
        let balance = try #require(statement.balances.first)
        #expect(balance.asset == .native && balance.closing == "98.99999" && balance.unexplained == "0")
        let before = try client.statement(of: Office.alice.account, to: "2026-01-01")
        #expect(before.rows.isEmpty && before.balances.first?.opening == before.balances.first?.closing)
        for (from, to) in [("2027-02-30", nil), ("2027-01-02", "2027-01-01"), ("yesterday", nil)] as [(String, String?)]
        {
            let wrong = #expect(throws: ColdstarError.self) {
                try client.statement(of: Office.alice.account, from: from, to: to)
            }
            #expect(wrong?.kind == .invalidInput && wrong?.field != nil)
        }
        let unknown = #expect(throws: ColdstarError.self) { try client.statement(of: Office.stranger.account) }
        #expect(unknown?.kind == .invalidInput)
    }

    @Test func `a transaction that was parsed from a text for another network is refused`() throws {
        let request = try office.request()
        let (text, ours) = (try request.text(.link), try request.text())
        #expect(throws: Never.self) {
            try office.client().cancellationRequest(of: try ColdstarStellar.Transaction(parsing: text))
        }
        // Without a network, SEP-7 means the public one.
        let unnamed = String(text.prefix { $0 != "&" })
        let other = ours.replacing(
            "Test SDF Network ; September 2015", with: "Public Global Stellar Network ; September 2015")
        for foreign in [unnamed, other] {
            let transaction = try ColdstarStellar.Transaction(parsing: foreign)
            #expect(transaction == request.transaction)
            let failure = #expect(throws: ColdstarError.self) {
                try office.client().cancellationRequest(of: transaction)
            }
            #expect(failure?.kind == .invalidInput && failure?.message.contains("is for the network public") == true)
            #expect(throws: ColdstarError.self) { try office.client().request(transaction) }
            #expect(throws: ColdstarError.self) { try office.client().request(simulating: transaction) }
            #expect(throws: ColdstarError.self) {
                try office.client().feeBumpRequest(of: transaction, paidBy: Office.bob.account, maximumFee: 4000)
            }
        }
    }

    @Test func `a sequence number of the caller's needs no server`() throws {
        var terms = TransactionTerms(sequence: .number(7))
        terms.minimumSequenceNumber = 3
        terms.minimumSequenceAge = .seconds(60)
        terms.extraSigners = [try ColdstarStellar.SignerKey(parsing: Office.bob.account.address)]
        let transaction = try office.client().request([try office.payment()], from: Office.alice.account, terms)
            .transaction
        #expect(transaction.sequenceNumber == 7 && office.network.requests.isEmpty)
        let conditions = transaction.conditions
        #expect(conditions.minimumSequenceNumber == 3 && conditions.minimumSequenceAge == 60)
        #expect(conditions.extraSigners == terms.extraSigners && conditions.maximumTime == RecordedNetwork.now + 86_400)
    }

    @Test func `an operation of contracts takes the resources that are given`() throws {
        let resources = SorobanTransactionData(
            ext: .v0,
            resources: SorobanResources(
                footprint: LedgerFootprint(readOnly: [], readWrite: []), instructions: 1, diskReadBytes: 2,
                writeBytes: 3),
            resourceFee: 500)
        let request = try office.client().request(
            try TransactionOperation(.restoreFootprint), resources: WireValue(resources), from: Office.alice.account,
            TransactionTerms(feePerOperation: 100, sequence: .number(7)))
        let found = try #require(request.transaction.contractResources)
        #expect(found.fee == 500 && found.value == WireValue(resources) && request.transaction.maximumFee == 600)
    }

    @Test func `the signatures of several copies are put together`() throws {
        let request = try office.request()
        let signed = try [Office.alice, Office.bob].map { try $0.sign(request.transaction) }
        let merged = try office.client().merge(signed + [try Office.alice.respond(to: request)], of: request)
        #expect(merged.map(\.signatureCount) == [2] && office.network.posts == 0)
    }

    @Test func `the history says what waits and what has ended`() throws {
        let client = try office.client()
        #expect(try client.history().isEmpty && !office.hasJournal)
        let request = try office.request(TransactionTerms(note: "rent"))
        let entry = try #require(try client.history().first)
        #expect(entry.hash == request.hash && entry.state == .waitsForSignatures && entry.canStillBeApplied == true)
        #expect(entry.note == "rent" && entry.network == .testnet && entry.attempts == 0 && entry.ledger == nil)
        _ = try client.submit(try Office.alice.sign(request.transaction))
        #expect(try client.history().map(\.state) == [.applied] && client.history().map(\.ledger) == [11])
        #expect(try client.history(withSettled: false).isEmpty)
    }

    @Test func `contacts are kept, replaced only if that is asked for, and removed`() throws {
        let client = try office.client()
        let bob = NamedAccount("bob", Office.bob.account, memo: .id(5), note: "a friend")
        try client.keep([bob])
        #expect(try client.contacts() == [bob])
        #expect(throws: ColdstarError.self) { try client.keep([NamedAccount("bob", Office.alice.account)]) }
        try client.keep([NamedAccount("bob", Office.alice.account)], replacing: true)
        #expect(try client.contacts().map(\.account) == [Office.alice.account])
        try client.removeContact(named: "bob")
        #expect(try client.contacts().isEmpty)
        #expect(throws: ColdstarError.self) { try client.removeContact(named: "bob") }
    }

    @Test func `contracts have names beside the accounts`() throws {
        let client = try office.client()
        let contract = "CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE"
        let safe = NamedContract("safe", try ContractAddress(parsing: contract), note: "2 of 3")
        try client.keep(contracts: [safe])
        #expect(try client.namedContracts() == [safe] && client.contacts().isEmpty)
        let account = NamedContract("bob", ContractAddress(Office.bob.account))
        #expect(throws: ColdstarError.self) { try client.keep(contracts: [account]) }
        #expect(throws: ColdstarError.self) { try client.keep([NamedAccount("safe", Office.bob.account)]) }
        try client.removeContact(named: "SAFE")
        #expect(try client.namedContracts().isEmpty)
    }

    // MARK: rejections

    @Test
    func `rejects a batch without payments, of nothing, beyond what can be spent, or with two names of a recipient`()
        throws
    {
        let client = try office.client()
        let customer = try Account(parsing: "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK")
        let (bob, one) = (Office.bob.account, try Amount(parsing: "1"))
        for payments in [
            [], [BatchPayment(of: .zero, to: bob)], [BatchPayment(of: try Amount(parsing: "1000"), to: bob)],
            [BatchPayment(of: one, to: customer, memo: .id(1))],
        ] {
            let error = #expect(throws: ColdstarError.self) {
                try client.requests(payments, from: Office.alice.account)
            }
            #expect(error?.kind == .invalidInput)
        }
        let error = #expect(throws: ColdstarError.self) {
            try client.requests(
                [BatchPayment(of: one, to: bob)], from: Office.alice.account, TransactionTerms(memo: .id(1)))
        }
        #expect(error?.kind == .misuse)
        #expect(try client.history().isEmpty)
    }

    @Test func `rejects a fee bump of an unsigned transaction, and with too low a fee`() throws {
        let request = try office.request()
        let signed = try ColdstarStellar.Transaction(parsing: try Office.alice.sign(request.transaction))
        for (transaction, fee) in [(request.transaction, 4000), (signed, 100)] as [(ColdstarStellar.Transaction, Int64)]
        {
            let error = #expect(throws: ColdstarError.self) {
                try office.client().feeBumpRequest(of: transaction, paidBy: Office.bob.account, maximumFee: fee)
            }
            #expect(error?.kind == .invalidInput)
        }
    }

    @Test func `refuses to cancel or bump a transaction that is not in the journal`() throws {
        let hash = try Office().request().hash
        for error in [
            #expect(throws: ColdstarError.self) { try office.client().cancellationRequest(of: hash) },
            #expect(throws: ColdstarError.self) {
                try office.client().feeBumpRequest(of: hash, paidBy: Office.bob.account, maximumFee: 4000)
            },
        ] { #expect(error?.kind == .notFound) }
    }

    @Test func `rejects the resources of another type, and a call of what is not a contract`() throws {
        let memo = try WireValue(parsing: "AAAAAA==", as: "Memo")
        #expect(throws: ColdstarError.self) {
            try office.client().request(
                try TransactionOperation(.restoreFootprint), resources: memo, from: Office.alice.account)
        }
        #expect(throws: ColdstarError.self) {
            try office.client().request(
                calling: ContractAddress(Office.bob.account), "hello", [], from: Office.alice.account)
        }
        #expect(office.network.requests.isEmpty)
    }
}
