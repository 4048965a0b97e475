// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import LedgerAPI

/// Every integer of every operation at its extremes, against ledgers whose own numbers are at theirs: what the online
/// programs compute about a transaction before it is sent.
struct ExtremesTests {
    private static let largest = Amount.max.fixedText
    private let accounts: [AccountID]
    private let ledgers: [ShownLedger]

    init() throws {
        let accounts = try [ShownLedger.alice, ShownLedger.bob].map { try AccountID(address: $0) }
        self.accounts = accounts
        let assets = try ["USDC", "LONGERCODE12"].flatMap { code in
            try accounts.map { try Asset("\(code):\($0.address)") }
        }
        ledgers = try ["0.0000000", "0.0000001", Self.largest].map { amount in
            var shown = ShownLedger()
            for account in accounts {
                shown.accounts[account.address] = ShownLedger.account(
                    account.address, native: amount,
                    lines: assets.filter { $0.issuer != account }.map { Self.line($0, amount) },
                    subentries: amount == Self.largest ? Int(UInt32.max) : 2,
                    flags: ["auth_revocable", "auth_clawback_enabled"])
            }
            let price = { (n: Int32, d: Int32) in Price(n: n, d: d) }
            let most = try Amount(amount)
            shown.book = [price(1, .max), price(.max, .max), price(.max, 1)].map {
                OrderBookLevel(price: $0, amount: most)
            }
            shown.own = try [(1, Int32.max), (Int32.max, 1)].map { n, d in
                try OfferRecord([
                    "id": "1", "seller": .string(ShownLedger.alice), "selling": assets[1].shown,
                    "buying": ["asset_type": "native"],
                    "amount": .string(amount), "price_r": ["n": .integer(n), "d": .integer(d)],
                ])
            }
            return shown
        }
    }

    private static func line(_ asset: Asset, _ amount: String) -> JSON {
        [
            "balance": .string(amount), "limit": .string(largest),
            "asset_type": asset.code.utf8.count > 4 ? "credit_alphanum12" : "credit_alphanum4",
            "asset_code": .string(asset.code), "asset_issuer": .string(asset.issuer?.address ?? ""),
            "is_authorized": true, "is_authorized_to_maintain_liabilities": true,
            "buying_liabilities": .string(amount), "selling_liabilities": .string(amount),
        ]
    }

    private func envelope(_ operations: [StellarXDR.Operation], _ number: Int64) throws -> TransactionEnvelope {
        let transaction = Transaction(
            sourceAccount: MuxedAccount(accounts[0]), fee: .max, seqNum: number, cond: .none, memo: .none,
            operations: try #require(BoundedArray(operations)), ext: .v0)
        return .tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
    }

    @Test(arguments: OperationType.allCases) func `checks every extreme of an operation's integers`(
        type: OperationType
    ) throws {
        let operations = try GeneratedValues.operations(type, accounts: accounts)
        for ledger in ledgers {
            var check = try Preflight(ledger, now: Timestamp(1_000_000), .sending)
            // One after the other, so that what each leaves behind is where the next begins.
            for (index, operation) in operations.enumerated() {
                let envelope = try envelope([operation], 101 + Int64(index))
                try judge(try check.rejections(about: envelope), of: operation)
            }
            var view = ledger
            let envelopes = try operations.enumerated().map { try envelope([$1], 101 + Int64($0)) }
            let plan = try FundingPlan(envelopes, in: &view)
            #expect(plan.spent.allSatisfy { $0.needed > 0 && $0.missing >= 0 && $0.missing <= $0.needed })
            var forecast = SignerForecast()
            for envelope in envelopes {
                let transaction = HashedTransaction(envelope, on: .testnet)
                _ = try SignatureReport(transaction, in: &view, after: forecast)
                try forecast.apply(transaction, in: &view)
            }
        }
    }

    /// What the network refuses whatever the ledger holds is found against every ledger.
    private func judge(_ rejections: [ForecastRejection], of operation: StellarXDR.Operation) throws {
        let form = ForecastRejection(formOf: try envelope([operation], 101))
        if let form, form.operation != nil { #expect(rejections.contains { $0.code == form.code }) }
        for rejection in rejections {
            #expect(!rejection.message.isEmpty && rejection.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        }
    }
}
