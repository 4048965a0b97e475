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

struct TransactionBuilderTests {
    private let office = Office()

    private func error(
        _ operation: @autoclosure () throws -> any OperationInput,
        _ change: (inout TransactionParameters) -> Void = { _ in }
    ) -> Failure? {
        #expect(throws: Failure.self) { try office.build(try operation(), change) }
    }

    @Test func `builds a payment with the given source account and sequence number`() throws {
        let transaction = try office.build(try office.pay()).transaction
        #expect(transaction?.sourceAccount.address == Office.alice)
        #expect(transaction?.seqNum == 101)
        #expect(transaction?.fee == 100)
        #expect(transaction?.cond.timeBounds?.maxTime == Office.now.seconds + 86_400)
    }

    @Test func `uses a contact's memo as the transaction memo`() throws {
        try office.keep(Contact(name: "exchange", account: Office.bob, memo: "id:7", note: nil))
        #expect(try office.build(try office.pay("exchange")).transaction?.memo == .id(7))
    }

    @Test func `rejects a memo that differs from the contact's`() throws {
        try office.keep(Contact(name: "exchange", account: Office.bob, memo: "id:7", note: nil))
        let failure = error(try office.pay("exchange")) { $0.memo = .id(8) }
        #expect(failure?.message.contains("need the memo id:7, not id:8") == true)
    }

    @Test func `rejects parameters without a source account`() {
        #expect(error(try office.pay()) { $0.source = nil }?.message == "no source account is given")
    }

    @Test func `rejects a federation name together with a sequence number`() {
        #expect(error(try office.pay("bob*example.com"))?.kind == .usage)
    }

    /// The error for terms as a person writes them.
    private func error(terms: FieldTexts) throws -> Failure? {
        let pay = try office.pay()
        return #expect(throws: Failure.self) {
            var request = office.request()
            try request.fill(terms)
            var builder = try TransactionBuilder(request)
            _ = try builder.request(for: try pay.body(in: &builder))
        }
    }

    @Test(arguments: ["0", "-1", "x", "9223372036854775808"])
    func `rejects a sequence number that is not a positive 64-bit integer`(text: String) throws {
        #expect(try error(terms: ["source": Office.alice, "sequence": text])?.kind == .badInput)
    }

    @Test(arguments: ["99", "x", ""])
    func `rejects a fee that is malformed or below the minimum`(text: String) throws {
        #expect(try error(terms: ["source": Office.alice, "sequence": "101", "fee": text])?.kind == .badInput)
    }

    @Test func `rejects a sequence number together with a place after drafts`() throws {
        #expect(
            try error(terms: ["source": Office.alice, "sequence": "101", "after-drafts": ""])?.message
                == "sequence cannot be combined with after drafts")
    }

    @Test func `rejects the amount 'max' without network access`() {
        #expect(error(try office.pay(Office.bob, "max"))?.message.contains("it needs the network") == true)
    }

    @Test func `rejects a link for a different network than the transaction to append to`() throws {
        let earlier = try UnsignedTransaction(input(office.build(try office.pay()).request), NetworkSelection(.testnet))
        let failure = error(try office.pay(link: .public)) {
            $0.network = NetworkSelection()
            $0.earlier = earlier
        }
        #expect(failure?.message == "append to and link are for different networks")
    }

    // MARK: appending

    private func appending(_ change: (inout TransactionParameters) -> Void = { _ in }) throws -> BuiltRequest {
        let first = try office.build(try office.pay()) { $0.note = "rent" }
        let earlier = try UnsignedTransaction(input(first.request), NetworkSelection(.testnet))
        return try office.build(try office.pay(Office.third, "2")) {
            $0.earlier = earlier
            change(&$0)
        }
    }

    @Test func `appending an operation keeps the sequence number and note and adds to the fee`() throws {
        let built = try appending()
        #expect(built.transaction?.operations.count == 2)
        #expect(built.transaction?.seqNum == 101)
        #expect(built.transaction?.fee == 200)
        #expect(built.request.note == "rent")
    }

    @Test func `an operation appended for another account has that account as its source`() throws {
        let built = try appending { $0.source = try? AccountReference(text: Office.bob) }
        #expect(built.transaction?.sourceAccount.address == Office.alice)
        #expect(built.transaction?.operations.last?.sourceAccount?.address == Office.bob)
    }

    @Test func `rejects a memo, conditions and a sequence number for an appended operation`() {
        for change in [
            { $0.memo = .id(1) }, { $0.conditions.expiry = .never }, { $0.sequence = .afterPending },
            { $0.sequence = .number(102) }, { $0.conditions.expiry = .after(TimeSpan(seconds: 3600)) },
            { $0.conditions.minLedger = 3 },
            { $0.conditions.extraSigners = (try? SignerKey(text: Office.third)).map { [$0] } ?? [] },
        ] as [(inout TransactionParameters) -> Void] {
            #expect(throws: Failure.self) { try appending(change) }
        }
    }

    // MARK: links

    /// The request for the payment that a link asks of alice.
    private func pay(_ link: String, amount: String? = nil, memo: Memo? = nil) throws -> BuiltRequest {
        let input = try PayLink(
            Array(link.utf8), origin: "the link", amount: try FieldID.amount.optionalValue(of: amount))
        return try office.build(input) {
            $0.documented = .testnet
            $0.memo = memo
        }
    }

    private static func link(_ parameters: String = "") -> String {
        "web+stellar:pay?destination=\(Office.bob)&network_passphrase=Test+SDF+Network+%3B+September+2015" + parameters
    }

    @Test func `a link says destination, amount and memo`() throws {
        let built = try pay(Self.link("&amount=12.5&memo=7&memo_type=MEMO_ID"))
        #expect(built.transaction?.memo == .id(7))
        #expect(
            built.transaction?.operations.map(\.body) == [
                .payment(
                    PaymentOp(
                        destination: try MuxedAccount(address: Office.bob), asset: .native, amount: 125_000_000))
            ])
        #expect(throws: Never.self) { try pay(Self.link("&amount=12.5"), amount: "12.5") }
    }

    @Test(
        arguments: [
            (link("&amount=12.5"), "12.4", nil, .badInput, "the link says 12.5"),
            (link("&amount=12.5&memo=7&memo_type=MEMO_ID"), nil, .id(8), .badInput, "id:7"),
            (link(), nil, nil, .usage, "does not give the amount"),
            ("web+stellar:pay?destination=G", nil, nil, .badInput, "destination"),
            ("hello", nil, nil, .badInput, "link: "), ("web+stellar:tx?xdr=AAAA", nil, nil, .badInput, "link: "),
            (link("&amount=0"), nil, nil, .badInput, "link: "),
            (link("&amount=12.5&amount=1"), nil, nil, .badInput, "link: "), ("", nil, nil, .badInput, "link: "),
        ] as [(String, String?, Memo?, FaultKind, String)])
    func `rejects a link that is invalid, incomplete or contradicts the other inputs`(
        link: String, amount: String?, memo: Memo?, kind: FaultKind, words: String
    ) throws {
        let failure = try #require(
            throws: Failure.self, performing: { try pay(link, amount: amount, memo: memo) })
        #expect(failure.kind == kind && failure.message.contains(words), "\(failure.message)")
    }

    @Test func `rejects a payment to a contact whose memo the existing transaction lacks`() throws {
        try office.keep(Contact(name: "exchange", account: Office.bob, memo: "id:7", note: nil))
        let earlier = try UnsignedTransaction(input(office.build(try office.pay()).request), NetworkSelection(.testnet))
        #expect(error(try office.pay("exchange")) { $0.earlier = earlier }?.message.contains("has none") == true)
    }

    // MARK: the journal

    @Test func `records a request before writing it and withdraws it if writing fails`() throws {
        let built = try office.build(try office.pay())
        let journal = try office.context.journal()
        let isThere: Void? = try built.record(in: office.context) { () throws(Failure) in
            guard try journal.signingRequest(hash: built.hash) != nil else { throw Failure(.bug, "not recorded") }
        }
        #expect(isThere != nil)
        let other = try office.build(try office.pay(Office.bob, "3"))
        #expect(throws: Failure(.cannotCreate, "full")) {
            try other.record(in: office.context) { () throws(Failure) in throw Failure(.cannotCreate, "full") }
        }
        #expect(try journal.signingRequest(hash: other.hash) == nil)
    }

    @Test func `warns of a second transaction with the same sequence number`() throws {
        try office.build(try office.pay()).record(in: office.context) {}
        var builder = try TransactionBuilder(office.request())
        let body = try office.pay(Office.third).body(in: &builder)
        _ = try builder.request(for: body)
        let lines = builder.takeNotices().map { $0.line(in: PlainStyle()) }
        #expect(lines.contains { $0.hasPrefix("warning: sequence number 101 is already used by") })
        #expect(builder.takeNotices() == [])
    }

    // MARK: the ledger

    /// A builder that sees a ledger in memory.
    private func builder(_ ledger: ShownLedger) throws -> TransactionBuilder {
        var builder = try TransactionBuilder(
            office.request {
                $0.sequence = .next
                $0.fee = .perOperation(100)
            })
        builder.view = AnyLedger(try ledger.view())
        return builder
    }

    /// Where only a server of Stellar RPC is named, nothing is asked elsewhere.
    @Test(arguments: [false, true]) func `asks Stellar RPC where only it is named, and Horizon where none is`(
        isNamed: Bool
    ) throws {
        let shown = ShownLedger(accounts: [Office.alice: .init()]).transport
        let horizon = HorizonServers(urls: [], allowsLoopback: false) { () throws(Failure) in
            shown
        } multiplexer: { _ throws(Failure) in
            throw Failure(.bug, "nothing is fetched at the same time")
        }
        let silent = RecordedTransport(answers: [])
        let rpc = RPCServers(urls: isNamed ? ["http://127.0.0.1:8001"] : []) { () throws(Failure) in silent }
        let folder = try office.context.folder.get()
        let context = OnlineContext(folder: folder, servers: horizon, rpcServers: rpc) { 1_800_000_000 }
        var builder = try TransactionBuilder(office.request(in: context) { $0.sequence = .next })
        if isNamed {
            let failure = #expect(throws: Failure.self) { try builder.ledger() }
            #expect(failure?.kind == .unreachable && silent.requests.count > 0 && shown.requests.isEmpty)
        } else {
            #expect(try builder.ledger()?.horizon != nil)
            #expect(silent.requests.isEmpty)
        }
    }

    /// A contract call still needs Stellar RPC for its simulation.
    @Test func `with the user's sequence number, only Stellar RPC may be asked`() throws {
        let silent = RecordedTransport(answers: [])
        let horizon = HorizonServers(urls: [], allowsLoopback: false) { () throws(Failure) in silent }
        let rpc = RPCServers(urls: ["http://127.0.0.1:8001"]) { () throws(Failure) in silent }
        let context = OnlineContext(
            folder: try office.context.folder.get(), servers: horizon, rpcServers: rpc
        ) { 1_800_000_000 }
        let wanted = office.request(in: context)
        #expect(wanted.context.isOffline && wanted.context.rpcServers != nil)
        #expect(!office.request(in: context) { $0.sequence = .next }.context.isOffline)
        var batch = BatchTerms(context: context, network: wanted.network, now: wanted.now)
        #expect(!batch.context.isOffline)
        batch.sequence = .number(101)
        #expect(batch.context.isOffline)
        _ = try BuildJob(wanted, .operation(try office.pay())).preview { _ in }
        #expect(silent.requests.isEmpty)
    }

    @Test func `the amount 'max' leaves the reserve and the fee`() throws {
        var builder = try builder(ShownLedger(accounts: [Office.alice: .init()]))
        #expect(try builder.most(of: .native).text == "98.99999")
        #expect(
            builder.takeNotices().map { $0.line(in: PlainStyle()) } == [
                "amount    98.99999 XLM (all that is spendable)"
            ])
    }

    @Test func `rejects the amount 'max' of an asset that is not spendable or that the account issues`() throws {
        var builder = try builder(ShownLedger(accounts: [Office.alice: .init(lumens: "0.5000000")]))
        #expect(throws: Failure.self) { try builder.most(of: .native) }
        for issuer in [Office.issuer, Office.alice] {
            let asset = try Asset(code: "USD", issuer: try AccountID(address: issuer))
            #expect(throws: Failure.self) { try builder.most(of: asset) }
        }
    }

    @Test func `resolves an asset code to an asset that the account holds`() throws {
        var builder = try builder(
            ShownLedger(accounts: [Office.alice: .init(assets: ["USD:\(Office.issuer)": "5.0000000"])]))
        #expect(try builder.asset(.code("USD"), .asset).issuer?.address == Office.issuer)
        #expect(builder.takeNotices().count == 1)
    }

    @Test func `rejects a payment that exceeds the source account's balance`() throws {
        var builder = try builder(
            ShownLedger(accounts: [Office.alice: .init(lumens: "2.0000000"), Office.bob: .init()]))
        let body = try office.pay(Office.bob, "50").body(in: &builder)
        #expect(throws: Failure.self) { try builder.request(for: body) }
    }

    @Test func `warns of a signer change after which no one can sign`() throws {
        var builder = try builder(ShownLedger(accounts: [Office.alice: .init()]))
        var options = SetOptionsInput()
        options.masterWeight = 0
        let body = try options.body(in: &builder)
        _ = try builder.request(for: body)
        #expect(
            builder.takeNotices().contains {
                $0.line(in: PlainStyle()).contains("total weight of 0, and no one can ever again")
            })
    }

    @Test(
        arguments: [
            (["med-threshold": "5"], 1, ["medium threshold, 5"]),
            (
                ["master-weight": "0"], 0,
                ["low threshold, 0", "medium threshold, 0", "high threshold, 0"]
            ), (["signer": Office.bob, "signer-weight": "1", "high-threshold": "3"], 2, ["high threshold, 3"]),
            (
                ["signer": SignerKey.preAuthTx(Uint256()).address, "signer-weight": "9", "low-threshold": "2"], 1,
                ["low threshold, 2"]
            ), (["signer": Office.bob, "signer-weight": "1", "high-threshold": "2"], nil, []),
            (["home-domain": "example.com"], nil, []),
            (
                [
                    "signer": SignerKey.hashX(Uint256()).address, "signer-weight": "1", "master-weight": "0",
                ], nil, []
            ),
        ] as [(FieldTexts, Int?, [String])])
    func `names the thresholds that the signers can no longer reach, and their weight`(
        texts: FieldTexts, weight: Int?, levels: [String]
    ) throws {
        var builder = try builder(ShownLedger(accounts: [Office.alice: .init()]))
        _ = try builder.request(for: try OperationSpec.setOptions.operation(texts).body(in: &builder))
        let warnings = builder.takeNotices().filter { $0.code == .signingLevels }.map(\.text.plain)
        guard let weight else {
            #expect(warnings == [])
            return
        }
        let warning = try #require(warnings.first)
        #expect(
            warnings.count == 1 && warning.contains("the signers of \(Office.alice) have a total weight of \(weight),"))
        #expect(["low", "medium", "high"].filter { warning.contains("(\($0) threshold") }.count == levels.count)
        #expect(levels.allSatisfy { warning.contains("(\($0))") })
    }

    @Test func `warns of such a signer change also when it is not the last operation`() throws {
        var builder = try builder(ShownLedger(accounts: [Office.alice: .init(), Office.bob: .init()]))
        var options = SetOptionsInput()
        options.masterWeight = 0
        let change = Operation(sourceAccount: nil, body: try options.body(in: &builder))
        let payment = Operation(sourceAccount: nil, body: try office.pay(Office.bob, "1").body(in: &builder))
        _ = try builder.request(for: [change, payment])
        #expect(builder.takeNotices().filter { $0.line(in: PlainStyle()).contains("no one can ever again") }.count == 1)
    }
}
