// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Building
import Codec
import Foundation
import Handoff
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Anchors

/// From the payment that an anchor expects to the operation that pays it.
struct WithdrawalPaymentTests {
    private static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"
    private static let dollar = "USDC:\(RecordedAnchor.issuer)"

    /// The transfer with the anchor's answer, begun on another machine.
    private func expected(in anchor: RecordedAnchor) throws -> ExpectedWithdrawal {
        try ExpectedWithdrawal(
            try anchor.session(), named: "t1", mayBeNumber: false, token: try anchor.token(), again: false)
    }

    private func anchor(
        status: String = "pending_user_transfer_start", kind: String = "withdrawal", amount: String? = "20",
        asset: String? = "stellar:\(dollar)", memo: String = #""withdraw_memo":"7","withdraw_memo_type":"id""#
    ) -> RecordedAnchor {
        let fields = [
            #""id":"t1","kind":"\#(kind)","status":"\#(status)","withdraw_anchor_account":"\#(Self.bob)""#,
            memo,
            amount.map { #""amount_in":"\#($0)""# }, asset.map { #""amount_in_asset":"\#($0)""# },
        ]
        let answer = #"{"transaction":{\#(fields.compactMap(\.self).joined(separator: ","))}}"#
        return RecordedAnchor(["GET /sep6/transaction": [.ok(answer)]])
    }

    private func context(_ anchor: RecordedAnchor) -> OnlineContext {
        OnlineContext(folder: anchor.folder, servers: nil) { 1_790_000_000 }
    }

    private func payment(
        _ anchor: RecordedAnchor, _ terms: WithdrawalTerms = WithdrawalTerms(),
        noting notices: inout [Codec.Notice]
    ) throws -> WithdrawalPaymentInput {
        try WithdrawalJob(try anchor.loggedIn(), named: "t1", mayBeNumber: false, terms, wanted(anchor))
            .payment { notices.append($0) }
    }

    /// A transaction with a sequence number of the user's, without network and source.
    private func wanted(_ anchor: RecordedAnchor) -> TransactionParameters {
        var wanted = TransactionParameters(
            context: context(anchor), network: NetworkSelection(), now: Timestamp(1_790_000_000))
        wanted.sequence = .number(101)
        return wanted
    }

    private func failure(_ anchor: RecordedAnchor, _ terms: WithdrawalTerms = WithdrawalTerms()) -> Failure? {
        var notices: [Codec.Notice] = []
        return #expect(throws: Failure.self) { try payment(anchor, terms, noting: &notices) }
    }

    @Test(arguments: [
        #""withdraw_memo":"186384""#, #""withdraw_memo":"186384","withdraw_memo_type":null"#,
        #""withdraw_memo":186384,"withdraw_memo_type":"""#, #""withdraw_memo":"words","withdraw_memo_type":null"#,
    ])
    func `refuses a memo whose type the anchor does not say, and never takes it for text`(_ memo: String) {
        let error = #expect(throws: TransferError.self) { try expected(in: anchor(memo: memo)) }
        #expect(error?.kind == .protocolBroken)
        #expect(error?.message.contains("has a memo but no withdraw_memo_type") == true)
    }

    @Test(arguments: [
        (#""withdraw_memo":"7","withdraw_memo_type":"text""#, Memo.text(bytes("7"))),
        (#""withdraw_memo_type":null"#, .none),
        (#""withdraw_memo":null,"withdraw_memo_type":"id""#, .none),
    ])
    func `takes a memo as its type says, and none where there is none`(_ memo: String, _ wanted: Memo) throws {
        var notices: [Codec.Notice] = []
        let anchor = anchor(memo: memo)
        let payment = try payment(anchor, noting: &notices)
        var request = TransactionParameters(
            context: context(anchor), network: NetworkSelection(.testnet), now: Timestamp(1_790_000_000))
        (request.source, request.sequence) = (try AccountReference(text: RecordedAnchor.account), .number(101))
        var builder = try TransactionBuilder(request)
        _ = try payment.body(in: &builder)
        #expect(builder.memo == wanted)
    }

    private static func bytes(_ text: String) -> Opaque<28> { Opaque<28>(Array(text.utf8)) ?? Opaque() }

    @Test func `the payment is what the anchor expects, with its memo`() throws {
        let anchor = anchor()
        var notices: [Codec.Notice] = []
        let payment = try payment(anchor, noting: &notices)
        #expect(
            notices.first?.line(in: PlainStyle()).hasPrefix("warning: this transfer was not begun on this machine")
                == true)
        #expect(notices.contains { $0.line(in: PlainStyle()).contains("does not name the account \(Self.bob)") })
        var request = TransactionParameters(
            context: context(anchor), network: NetworkSelection(.testnet), now: Timestamp(1_790_000_000))
        (request.source, request.sequence) = (try AccountReference(text: RecordedAnchor.account), .number(101))
        var builder = try TransactionBuilder(request)
        let body = try payment.body(in: &builder)
        #expect(
            body
                == .payment(
                    PaymentOp(
                        destination: try MuxedAccount(address: Self.bob), asset: try Asset(Self.dollar),
                        amount: try Amount("20").stroops)))
        #expect(builder.memo == .id(7))
        #expect(
            builder.takeNotices().map { $0.line(in: PlainStyle()) } == [
                "withdraw  20 USDC through anchor.example, its transfer t1", "to        \(Self.bob)",
                "memo      id:7",
            ])
    }

    @Test func `the request is on the session's network, and the account that is logged in pays`() throws {
        let other = "GAJYLVS4MLQCWY6PFAYZC3CAPGVOVPWKT4LF235NGGYHNQAMV476HMRP"
        for (source, payer) in [(nil, RecordedAnchor.account), (other, other)] {
            let anchor = anchor()
            var wanted = wanted(anchor)
            wanted.network = NetworkSelection(usual: .public)
            wanted.source = try source.map { try AccountReference(text: $0) }
            let built = try WithdrawalJob(
                try anchor.loggedIn(), named: "t1", mayBeNumber: false, WithdrawalTerms(), wanted
            ).record { _ in }
            #expect(built.request.network == .testnet)
            #expect(built.request.envelope?.innermost.sourceAccount.address == payer)
        }
    }

    @Test func `asks nothing without a login, and notes what it found out before an error`() throws {
        let anchor = anchor(asset: nil)
        let job = WithdrawalJob(
            try anchor.session(), named: "t1", mayBeNumber: false, WithdrawalTerms(), wanted(anchor))
        var notices: [Codec.Notice] = []
        let refusal = #expect(throws: Failure.self) { try job.payment { notices.append($0) } }
        #expect(refusal?.kind == .refused && notices.isEmpty && anchor.count("GET /sep6/transaction") == 0)
        #expect(throws: Failure.self) { try payment(anchor, noting: &notices) }
        #expect(notices.map(\.code) == [.anchorPayment])
    }

    @Test func `a code alone means the asset of the anchor's stellar.toml`() throws {
        let anchor = anchor(asset: nil)
        var notices: [Codec.Notice] = []
        let payment = try payment(anchor, WithdrawalTerms(asset: .code("USDC")), noting: &notices)
        #expect(payment.asset == (try Asset(Self.dollar)))
    }

    @Test func `rejects another asset or amount than the anchor expects`() {
        #expect(failure(anchor(), WithdrawalTerms(asset: .asset(.native)))?.message.hasPrefix("asset: ") == true)
        #expect(
            failure(anchor(), WithdrawalTerms(amount: Amount(stroops: 210_000_000)))?.message.hasPrefix("amount: ")
                == true)
        #expect(failure(anchor(), WithdrawalTerms(asset: .code("EUR")))?.kind == .badInput)
        #expect(failure(anchor(), WithdrawalTerms(amount: .zero))?.kind == .badInput)
    }

    @Test func `rejects a payment whose asset or amount nobody names`() {
        #expect(failure(anchor(asset: nil))?.kind == .usage)
        #expect(failure(anchor(amount: nil))?.kind == .usage)
    }

    @Test func `rejects an amount that cannot be paid exactly`() {
        #expect(failure(anchor(amount: "0.00000001"))?.kind == .protocolBroken)
    }

    @Test(arguments: ["completed", "pending_anchor", "nonsense"])
    func `rejects a transfer for which the anchor expects no payment now`(_ status: String) {
        let error = #expect(throws: TransferError.self) { try expected(in: anchor(status: status)) }
        #expect(error?.kind == .refusedByLedger)
    }

    @Test func `rejects a deposit`() {
        let error = #expect(throws: TransferError.self) { try expected(in: anchor(kind: "deposit")) }
        #expect(error?.message.hasSuffix("is not a withdrawal") == true)
    }
}
