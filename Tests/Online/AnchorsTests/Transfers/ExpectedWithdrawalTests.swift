// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Stellar
import StellarXDR
import Testing

@testable import Anchors

/// The payment that an anchor waits for, before it is built.
struct ExpectedWithdrawalTests {
    private static func withdrawal(
        kind: String = "withdrawal", status: String = "pending_user_transfer_start",
        _ more: String = #","amount_in":"10""#
    ) throws -> ExpectedWithdrawal {
        let answer =
            #"{"transaction":{"id":"42","kind":"\#(kind)","status":"\#(status)","withdraw_anchor_account":""#
            + RecordedAnchor.issuer + #"","withdraw_memo_type":"id","withdraw_memo":"7"\#(more)}}"#
        let anchor = RecordedAnchor(["GET /sep6/transaction": [.ok(answer)]])
        return try ExpectedWithdrawal(
            try anchor.session(), named: "42", mayBeNumber: false, token: try anchor.token(), again: false)
    }

    @Test func `warns of a withdrawal that was not begun on this machine`() throws {
        let expected = try Self.withdrawal()
        #expect(expected.record == nil)
        #expect(expected.warnings.count == 1)
        #expect(
            expected.warnings[0].line(in: PlainStyle()).hasPrefix(
                "warning: this transfer was not begun on this machine"))
    }

    @Test func `rejects a deposit`() {
        let error = #expect(throws: TransferError.self) { try Self.withdrawal(kind: "deposit") }
        #expect(error?.kind == .badInput)
    }

    @Test(arguments: ["completed", "pending_anchor", "expired", "surprising"])
    func `rejects a withdrawal that waits for no payment`(status: String) {
        let error = #expect(throws: TransferError.self) { try Self.withdrawal(status: status) }
        #expect(error?.kind == .refusedByLedger)
    }

    @Test func `rejects an amount other than the anchor's`() throws {
        let expected = try Self.withdrawal()
        #expect(try expected.amount(given: nil) == Amount("10"))
        #expect(throws: Failure.self) { try expected.amount(given: try Amount("11")) }
    }

    @Test func `needs an amount when the anchor names none`() throws {
        let failure = #expect(throws: Failure.self) { try Self.withdrawal("").amount(given: nil) }
        #expect(failure?.kind == .usage)
    }
}
