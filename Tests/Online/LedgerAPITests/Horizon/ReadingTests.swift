// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

struct ReadingTests {
    @Test func `reads the root and its network`() throws {
        let asked = try AskedHorizon("root")
        let root = try asked.client.root(of: .testnet)
        #expect(root.network == .testnet && root.latestLedger == 1_000_000 && root.protocolVersion == 23)
        #expect(asked.targets == ["/"])
    }

    @Test func `rejects a server of another network`() throws {
        let asked = try AskedHorizon("root")
        let expected = HorizonError.otherNetwork(
            found: Network.testnet.passphrase, expected: Network.public.passphrase)
        #expect(throws: expected) { try asked.client.root(of: .public) }
    }

    @Test func `reads the latest ledger and its reserve`() throws {
        let asked = try AskedHorizon("ledgers")
        let ledger = try asked.client.latestLedger()
        #expect(ledger.sequence == 1_000_000 && ledger.baseReserve.text == "0.5" && ledger.baseFee == 100)
        #expect(asked.targets == ["/ledgers?order=desc&limit=1"])
    }

    @Test func `reads the fee statistics of recent ledgers`() throws {
        let fees = try AskedHorizon("fee_stats").client.feeStats()
        #expect(fees.lastLedgerBaseFee == 100 && fees.offered.percentiles[90] == 100 && fees.charged.max == 100)
        #expect(fees.capacityUsage == "0.03" && fees.market == 100)
    }

    @Test func `reads an account with every kind of balance`() throws {
        let id = try Recording.account(Recording.alice)
        let asked = try AskedHorizon("account")
        let account = try #require(try asked.client.account(id))
        #expect(asked.targets == ["/accounts/\(Recording.alice)"])
        #expect(account.id == id && account.sequence == 9_007_199_254_740_993)
        #expect(account.sequenceLedger == 999_999 && account.sequenceTime == Timestamp(1_795_250_000))
        #expect([account.thresholds.low, account.thresholds.medium, account.thresholds.high] == [0, 2, 2])
        #expect(account.flags.authRequired && account.flags.authRevocable && !account.flags.authImmutable)
        #expect(account.signers.map(\.weight) == [1, 1])
        #expect(account.homeDomain == "example.com" && account.requiresMemo)
        #expect(account.balances.count == 4)
        let shares = account.balances[0]
        #expect(shares.asset == nil)
        #expect(try shares.sponsor == Recording.account(Recording.issuer))
        let held = Dictionary(grouping: account.balances, by: \.asset)
        let usdc = try #require(held[try Asset("USDC:\(Recording.issuer)")]?.first)
        #expect(usdc.balance.text == "5" && usdc.limit?.text == "1000")
        let long = try #require(held[try Asset("LONGASSET:\(Recording.issuer)")]?.first)
        #expect(!long.isAuthorized && long.maintainsLiabilities && long.isClawbackEnabled)
        #expect(held[try Asset("USDC:\(Recording.bob)")] == nil)
    }

    @Test func `reports an account as missing only on Horizon's own not_found problem`() throws {
        let id = try Recording.account(Recording.alice)
        #expect(try AskedHorizon("account_missing", status: 404).client.account(id) == nil)
        for text in [
            "<html>404</html>", "", #"{"error":"not found"}"#, #"{"type":"x/not_found","title":"t","status":200}"#,
        ] {
            let error = try #require(throws: HorizonError.self) {
                try AskedHorizon(text: text, status: 404).client.account(id)
            }
            guard case .protocolBroken = error else { throw error }
        }
    }

    @Test func `rejects a response about another account`() throws {
        let asked = try AskedHorizon("account")
        let wrong = HorizonError.protocolBroken(
            what: "it is about another account", request: "/accounts/\(Recording.bob)")
        #expect(throws: wrong) { try asked.client.account(try Recording.account(Recording.bob)) }
    }

    @Test func `reports a Horizon problem with its reason`() throws {
        let error = try #require(throws: HorizonError.self) {
            try AskedHorizon("account_bad", status: 400).client.feeStats()
        }
        guard case .problem(let problem) = error else { throw error }
        #expect(problem.kind == "bad_request")
        #expect(error.message.contains("account_id: Account ID must start with"))
    }

    @Test func `finds strict-send paths, the largest destination amount first`() throws {
        let asked = try AskedHorizon("paths_send")
        let end = try Asset("LONGASSET:\(Recording.issuer)")
        let paths = try asked.client.pathsStrictSend(try Amount("10"), of: .native, to: end)
        #expect(paths.map(\.destinationAmount.text) == ["3", "1"])
        #expect(paths[0].path == [try Asset("USDC:\(Recording.issuer)")])
        #expect(
            asked.targets == [
                "/paths/strict-send?source_asset_type=native&source_amount=10.0000000&destination_assets="
                    + "LONGASSET%3A\(Recording.issuer)"
            ])
    }

    @Test func `omits a path for an amount other than the one requested`() throws {
        let paths = try AskedHorizon("paths_send").client.pathsStrictSend(
            try Amount("11"), of: .native, to: try Asset("LONGASSET:\(Recording.issuer)"))
        #expect(paths.isEmpty)
    }

    @Test func `finds strict-receive paths and their source amounts`() throws {
        let asked = try AskedHorizon("paths_receive")
        let usdc = try Asset("USDC:\(Recording.issuer)")
        let paths = try asked.client.pathsStrictReceive(try Amount("1"), of: usdc, from: .native)
        #expect(paths.map(\.sourceAmount.text) == ["10"])
        #expect(
            asked.targets == [
                "/paths/strict-receive?destination_asset_type=credit_alphanum4&destination_asset_code=USDC"
                    + "&destination_asset_issuer=\(Recording.issuer)&destination_amount=1.0000000"
                    + "&source_assets=native"
            ])
    }

    @Test func `reads payments and their directions`() throws {
        let alice = try Recording.account(Recording.alice)
        let asked = try AskedHorizon("payments")
        let payments = try asked.client.payments(of: alice, limit: 10, cursor: "4294988770840999").read()
        #expect(payments.map(\.type) == ["path_payment_strict_send", "payment"])
        #expect(payments.map(\.amount?.text) == ["0.1", "1.25"])
        #expect(payments[0].sourceAmount?.text == "1" && payments[0].sourceAsset == .native)
        #expect(payments.map { $0.direction(for: alice) } == [.received, .received])
        #expect(payments[1].direction(for: try Recording.account(Recording.bob)) == .sent)
        #expect(payments[1].direction(for: try Recording.account(Recording.third)) == nil)
        let target = "/accounts/\(Recording.alice)/payments?order=desc&limit=10&cursor=4294988770840999"
        #expect(asked.targets == [target])
        let created = try AskedHorizon("payments_created").client.payments(of: alice, limit: 10).read()
        #expect(created.map(\.type) == ["create_account"] && created[0].amount?.text == "2")
    }

    /// The recorded payments, each with a transaction that has these members besides its hash.
    private func joined(_ members: String) throws -> String {
        String(decoding: try Recording.body("payments"), as: UTF8.self)
            .replacing(#/"transaction_hash": ("[0-9a-f]+"),/#) { match in
                match.output.0 + "\"transaction\": {\"hash\": \(match.output.1)\(members)},"
            }
    }

    private func memos(_ text: String) throws -> [Memo?] {
        let asked = try AskedHorizon(text: text)
        let payments = try asked.client.payments(
            of: try Recording.account(Recording.alice), limit: 5, cursor: nil, withMemos: true)
        let memos = payments.read().map(\.memo)
        #expect(payments.allSatisfy { $0.fault?.reason.contains("transaction.") != false })
        #expect(asked.targets == ["/accounts/\(Recording.alice)/payments?order=desc&limit=5&join=transactions"])
        return memos
    }

    @Test(arguments: [
        (##", "memo_type": "none""##, "none", nil), (##", "memo_type": "text", "memo": "hi""##, "text", "hi"),
        (##", "memo_type": "text""##, "text", ""),
        (##", "memo_type": "text", "memo": "?", "memo_bytes": "/wA=""##, "text", "\\xff\\x00"),
        (##", "memo_type": "id", "memo": "18446744073709551615""##, "id", "18446744073709551615"),
        (
            ##", "memo_type": "return", "memo": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=""##, "return",
            String(repeating: "0", count: 64)
        ),
    ]) func `reads the memos of payments`(members: String, kind: String, value: String?) throws {
        let memos = try memos(try joined(members))
        #expect(memos.map(\.?.kind) == [kind, kind] && memos.map(\.?.value) == [value, value])
    }

    @Test(arguments: [
        "", ##", "memo_type": "id""##, ##", "memo_type": "id", "memo": "-1""##,
        ##", "memo_type": "hash", "memo": "AAAA""##, ##", "memo_type": "text", "memo_bytes": "?""##,
        ##", "memo_type": "text", "memo": "12345678901234567890123456789""##,
    ]) func `cannot read a payment with a memo that no transaction has`(members: String) throws {
        #expect(try memos(try joined(members)).isEmpty)
    }

    @Test func `a memo of an unknown kind is not known`() throws {
        #expect(try memos(try joined(##", "memo_type": "words""##)) == [nil, nil])
    }

    @Test func `cannot read a payment with another transaction's memo`() throws {
        let text = try joined(##", "memo_type": "none""##)
            .replacing(#/"hash": "[0-9a-f]+"/#) { _ in "\"hash\": \"\(Recording.failed)\"" }
        #expect(try memos(text).isEmpty)
    }

    @Test func `a server that joins nothing leaves the memos unknown, and so does a list that is too long`() throws {
        let recorded = String(decoding: try Recording.body("payments"), as: UTF8.self)
        #expect(try memos(recorded) == [nil, nil])
        let asked = try AskedHorizon(
            .failure(.tooLarge(host: "h", limit: 1)), .success(try Recording.response("payments")))
        let payments = try asked.client.payments(
            of: try Recording.account(Recording.alice), limit: 9, withMemos: true
        ).read()
        #expect(payments.map(\.memo) == [nil, nil])
        #expect(asked.targets.map { $0.hasSuffix("join=transactions") } == [true, false])
    }

    @Test func `reads a transaction and decodes its result`() throws {
        let asked = try AskedHorizon("transaction")
        let found = try #require(try asked.client.transaction(try Recording.hash(Recording.payment)))
        #expect(found.isSuccessful && found.ledger == 1_000_002 && found.place == found.hash)
        #expect(found.codes?.operations == ["op_success"])
        #expect(asked.targets == ["/transactions/\(Recording.payment)"])
        let failed = try #require(
            try AskedHorizon("transaction_failed").client.transaction(try Recording.hash(Recording.failed)))
        #expect(!failed.isSuccessful && failed.codes?.operations == ["op_no_destination"])
    }

    @Test func `requires only those members of a transaction that determine its outcome`() throws {
        let text = String(decoding: try Recording.body("transaction"), as: UTF8.self)
        for name in ["created_at", "source_account", "fee_charged", "max_fee", "operation_count", "envelope_xdr"] {
            let without = text.replacing("\"\(name)\"", with: "\"another\"")
            #expect(without != text)
            #expect(
                try AskedHorizon(text: without).client.transaction(try Recording.hash(Recording.payment))?.ledger
                    == 1_000_002)
        }
        for name in ["hash", "successful", "ledger", "result_xdr"] {
            let without = text.replacing("\"\(name)\"", with: "\"another\"")
            #expect(throws: HorizonError.self) {
                try AskedHorizon(text: without).client.transaction(try Recording.hash(Recording.payment))
            }
        }
    }

    @Test func `finds a fee bump by either of its hashes`() throws {
        for hex in [Recording.inner, Recording.outer] {
            let found = try AskedHorizon("transaction_by_inner_hash").client.transaction(try Recording.hash(hex))
            #expect(found?.innerHash?.hex == Recording.inner && found?.feeBumpHash?.hex == Recording.outer)
            #expect(found?.codes?.innerTransaction == "tx_success")
        }
    }

    @Test func `rejects a response about another transaction`() throws {
        let error = try #require(throws: HorizonError.self) {
            try AskedHorizon("transaction").client.transaction(try Recording.hash(Recording.failed))
        }
        guard case .protocolBroken = error else { throw error }
    }

    @Test func `rejects a result that contradicts the 'successful' member`() throws {
        let text = String(decoding: try Recording.body("transaction_failed"), as: UTF8.self)
        let lie = text.replacing(#""successful": false"#, with: #""successful": true"#)
        let error = try #require(throws: HorizonError.self) {
            try AskedHorizon(text: lie).client.transaction(try Recording.hash(Recording.failed))
        }
        guard case .protocolBroken = error else { throw error }
    }

    @Test func `accepts a transaction with an unknown result code`() throws {
        let text = String(decoding: try Recording.body("transaction_failed"), as: UTF8.self)
        let later = text.replacing("AAAAAAAAAGT/////AAAAAQAAAAAAAAAB////+wAAAAA=", with: "AAAAAAAAAGT///8AAAAAAA==")
        let found = try AskedHorizon(text: later).client.transaction(try Recording.hash(Recording.failed))
        #expect(found?.codes == nil && found?.isSuccessful == false)
    }
}
