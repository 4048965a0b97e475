// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Building
import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Anchors

/// The payment of a withdrawal that was begun on this machine, whatever the anchor says later.
struct RecordedWithdrawalTests {
    /// Issuers: the one with which the withdrawal was begun, another one, and one that no one means.
    private static let ours = RecordedAnchor.issuer
    private static let other = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"
    private static let settled = "SRT:\(ours)"

    /// A withdrawal of 20 SRT, and what the anchor says when it is paid.
    struct Case: Sendable, CustomTestStringConvertible {
        var recorded = RecordedWithdrawalTests.settled
        /// The currencies of the anchor's stellar.toml.
        var currencies = [("SRT", RecordedWithdrawalTests.ours)]
        var asset: String? = "stellar:" + RecordedWithdrawalTests.settled
        var amount: String? = "20"
        var account: String? = RecordedWithdrawalTests.other
        var id = "w1"
        var memo = ""
        var givenAsset: String?
        var givenAmount: String?
        var acceptsAmount = false

        init(_ change: (inout Case) -> Void = { _ in }) { change(&self) }

        var testDescription: String {
            "\(recorded), \(currencies), \(asset ?? "-"), \(amount ?? "-"), \(account ?? "-"), \(id), \(memo), "
                + "\(givenAsset ?? "-"), \(givenAmount ?? "-"), \(acceptsAmount)"
        }

        private func quoted(_ name: String, _ value: String?) -> String? { value.map { #""\#(name)":"\#($0)""# } }

        private var answer: String {
            let fields = [
                quoted("id", id), quoted("kind", "withdrawal"), quoted("status", "pending_user_transfer_start"),
                quoted("amount_in", amount), quoted("amount_in_asset", asset),
                quoted("withdraw_anchor_account", account), memo.isEmpty ? nil : memo,
            ]
            return #"{"transaction":{\#(fields.compactMap(\.self).joined(separator: ","))}}"#
        }

        private var toml: String {
            let head = """
                NETWORK_PASSPHRASE = "Test SDF Network ; September 2015"
                TRANSFER_SERVER = "https://anchor.example/sep6"

                """
            return currencies.reduce(head) { $0 + "[[CURRENCIES]]\ncode = \"\($1.0)\"\nissuer = \"\($1.1)\"\n" }
        }

        /// The payment, and the warnings about it.
        func paid() throws -> (payment: WithdrawalPaymentInput, notices: [String]) {
            let anchor = RecordedAnchor([
                "GET /.well-known/stellar.toml": [.ok(toml)], "GET /sep6/transaction": [.ok(answer)],
            ])
            let session = try anchor.loggedIn()
            let journal = try session.settings.journals.open()
            var record = RecordedTransfer(
                network: .testnet, homeDomain: "anchor.example",
                account: try MuxedAccount(address: RecordedAnchor.account),
                memo: nil, kind: .withdrawal, protocol: .sep6, asset: recorded)
            record.amount = "20"
            record = try journal.add(record)
            record.step = .sending
            record = try journal.update(record, before: .customer)
            (record.step, record.transferID) = (.begun, "w1")
            _ = try journal.update(record, before: .sending)
            let terms = WithdrawalTerms(
                asset: try givenAsset.map { try AssetReference(text: $0) },
                amount: try givenAmount.map { try Amount($0) },
                acceptsAmount: acceptsAmount)
            var wanted = TransactionParameters(
                context: OnlineContext(folder: anchor.folder, servers: nil) { 1_790_000_000 },
                network: NetworkSelection(),
                now: Timestamp(1_790_000_000))
            wanted.sequence = .number(101)
            var notices: [String] = []
            let payment = try WithdrawalJob(session, named: "w1", mayBeNumber: false, terms, wanted).payment {
                notices.append($0.line(in: PlainStyle()))
            }
            return (payment, notices)
        }
    }

    private static func failure(_ given: Case) -> Failure? {
        #expect(throws: Failure.self) { try given.paid() }
    }

    // MARK: the issuer

    /// The stellar.toml names other issuers of SRT by now, or the same code in another case.
    private static let replaced: [Case] = {
        let currencies = [("SRT", other), ("SRT", RecordedAnchor.account), ("OLD", ours)]
        let (theirs, ways) = ("SRT:\(other)", [nil, settled, "SRT:\(other)"] as [String?])
        return ways.flatMap { said in
            [nil, said ?? settled, theirs].flatMap { given in
                [false, true].map { accepts in
                    Case {
                        ($0.currencies, $0.asset, $0.givenAsset) = (currencies, said.map { "stellar:" + $0 }, given)
                        $0.acceptsAmount = accepts
                    }
                }
            }
        }
    }()

    @Test(arguments: replaced) func `refuses an issuer that replaced the recorded one`(given: Case) {
        let failure = Self.failure(given)
        // An asset other than what the anchor names is refused before.
        let contradicts = given.asset != nil && given.givenAsset.map { "stellar:" + $0 != given.asset } == true
        #expect(failure?.kind == (contradicts ? .badInput : .protocolBroken))
        if !contradicts {
            #expect(failure?.message.contains("names another issuer of SRT by now, \(Self.other)") == true)
            #expect(failure?.message.contains("transfer 1 was begun with \(Self.settled)") == true)
        }
    }

    /// A stellar.toml that names several issuers, or none for the code: nothing was replaced.
    private static let others: [[(String, String)]] = [
        [], [("SRT", other), ("SRT", ours)], [("srt", other), ("SRTX", other)],
    ]
    private static let saysNothingOrTheSame: [String?] = [nil, "stellar:\(settled)"]

    @Test(arguments: others, saysNothingOrTheSame)
    func `pays the recorded asset if no issuer replaced it`(currencies: [(String, String)], said: String?) throws {
        let paid = try Case {
            $0.currencies = currencies
            $0.asset = said
        }.paid()
        #expect(try paid.payment.asset == Asset(Self.settled))
        #expect(try paid.payment.amount == Amount("20"))
    }

    @Test(arguments: others) func `refuses another issuer than the recorded one`(currencies: [(String, String)]) {
        for given in [nil, "SRT:\(Self.other)"] as [String?] {
            for accepts in [false, true] {
                let failure = Self.failure(
                    Case {
                        ($0.currencies, $0.asset, $0.givenAsset) = (currencies, "stellar:SRT:\(Self.other)", given)
                        $0.acceptsAmount = accepts
                    })
                #expect(failure?.kind == .protocolBroken)
                #expect(
                    failure?.message.contains(
                        "expects SRT:\(Self.other), but transfer 1 was begun with \(Self.settled)") == true)
            }
        }
    }

    // MARK: asset and amount

    @Test(arguments: [
        "native", "stellar:OTHER:\(ours)", "stellar:native:\(ours)", "stellar:srt:\(ours)", "stellar:SRT:\(other)",
        "iso4217:USD", "stellar:SRT",
    ])
    func `refuses another asset than the recorded one`(said: String) {
        for (amount, accepts) in [(nil, false), (nil, true), ("20", false)] as [(String?, Bool)] {
            let failure = Self.failure(
                Case { ($0.asset, $0.givenAmount, $0.acceptsAmount) = (said, amount, accepts) })
            #expect(failure?.kind == .protocolBroken)
        }
    }

    @Test(arguments: ["20.0000001", "19", "45"])
    func `another amount than the recorded one needs agreement`(amount: String) throws {
        let words = "expects \(amount) SRT, but transfer 1 was begun with 20"
        let failure = Self.failure(Case { $0.amount = amount })
        #expect(failure?.kind == .refused && failure?.message.contains(words) == true)
        for agreed in [
            Case { ($0.amount, $0.givenAmount) = (amount, amount) },
            Case { ($0.amount, $0.acceptsAmount) = (amount, true) },
        ] {
            let paid = try agreed.paid()
            #expect(try paid.payment.amount == Amount(amount))
            #expect(paid.notices.contains { $0.contains(words) })
        }
    }

    @Test func `the recorded amount in another notation needs none`() throws {
        let paid = try Case { $0.amount = "20.0" }.paid()
        #expect(!paid.notices.contains { $0.contains("transfer 1") || $0.contains("was not begun on this machine") })
    }

    private static let unsettled: [[(String, String)]] = [[], [("SRT", ours), ("SRT", other)], [("srt", ours)]]

    /// A journal of a release that stored only the code, and a stellar.toml that does not name one issuer.
    @Test(arguments: unsettled)
    func `an unknown issuer has to be named by the user`(currencies: [(String, String)]) throws {
        func given(_ change: (inout Case) -> Void) -> Case {
            Case {
                ($0.recorded, $0.currencies) = ("SRT", currencies)
                change(&$0)
            }
        }
        #expect(Self.failure(given { $0.acceptsAmount = true })?.kind == .refused)
        let nameless = Self.failure(given { $0.asset = nil })
        #expect(nameless?.kind == .usage && nameless?.message.contains("does not say which asset") == true)
        #expect(try given { $0.givenAsset = Self.settled }.paid().payment.asset == Asset(Self.settled))
    }

    private static let single: [[(String, String)]] = [
        [("SRT", ours)], [("SRT", ours), ("SRT", ours), ("OLD", other)],
    ]

    @Test(arguments: single)
    func `the issuer of a recorded code is the only one that the anchor names`(
        currencies: [(String, String)]
    ) throws {
        let paid = try Case { ($0.recorded, $0.currencies, $0.asset) = ("SRT", currencies, nil) }.paid()
        #expect(paid.payment.asset == (try Asset(Self.settled)))
    }

    // MARK: an answer without a payment

    private static let secret = "SCHHVTKFFF6KYB67CEMQBAAFEK4OIYPFUKYFCE2AK4F3LHTSWYV36YEZ"

    private static let unpayable: [Case] = [
        Case { $0.account = nil }, Case { $0.account = secret }, Case { $0.id = "w2" }, Case { $0.amount = "0" },
        Case { $0.amount = "20.00000001" }, Case { $0.memo = #""withdraw_memo":"x","withdraw_memo_type":"id""# },
        Case { $0.memo = #""withdraw_memo":"77","withdraw_memo_type":"return""# },
        Case { $0.memo = #""withdraw_memo":"77""# },
    ]

    @Test(arguments: unpayable)
    func `refuses an answer that cannot be paid as it is, and repeats no secret`(given: Case) {
        let failure = Self.failure(given)
        #expect(failure?.kind == .protocolBroken)
        #expect(failure?.message.contains(Self.secret.dropFirst(4).prefix(20)) == false)
    }
}
