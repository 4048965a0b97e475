// SPDX-License-Identifier: Apache-2.0

import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// The example in `Preflight.md`.
struct PreflightExampleTests {
    @Test func `the documented example reports an underfunded payment`() throws {
        let ledger = ShownLedger(accounts: [
            ShownLedger.alice: ShownLedger.account(ShownLedger.alice, native: "5.0000000"),
            ShownLedger.bob: ShownLedger.account(ShownLedger.bob),
        ])
        let payment = PaymentOp(
            destination: try MuxedAccount(address: ShownLedger.bob), asset: .native, amount: 50_000_000)
        let draft = TransactionDraft(
            source: try MuxedAccount(address: ShownLedger.alice), sequence: 101, feePerOperation: 100, memo: .none,
            operations: [Operation(sourceAccount: nil, body: .payment(payment))])
        let (envelope, now) = (try draft.envelope(), Timestamp(1_000_000))
        var preflight = try Preflight(ledger, now: now, .sending)
        let rejections = try preflight.rejections(about: envelope)
        #expect(rejections.map(\.code) == ["op_underfunded"])
        #expect(preflight.unchecked.isEmpty)
    }
}
