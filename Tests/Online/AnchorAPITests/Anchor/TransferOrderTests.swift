// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import AnchorAPI

struct TransferOrderTests {
    private func transfer(_ id: String, _ started: String?) throws -> Transfer {
        var members = JSONObject([("id", .string(id)), ("status", "completed")])
        if let started { members["started_at"] = .string(started) }
        return try Transfer(.object(members), of: "example.com")
    }

    @Test func `sorts transfers newest first, and those without a valid time last`() throws {
        let given = [
            try transfer("old", "2026-01-01T00:00:00Z"), try transfer("none", nil),
            try transfer("new", "2026-03-01T00:00:00.5Z"),
            try transfer("bad", "yesterday"), try transfer("mid", "2026-02-01T12:00:00+02:00"),
            try transfer("mid2", "2026-02-01T10:00:00Z"),
        ]
        #expect(
            Transfer.newestFirst(given.map(ListedTransfer.read)).map { $0.transfer?.id } == [
                "new", "mid", "mid2", "old", "none", "bad",
            ])
    }

    @Test(arguments: [
        "first_name", "organization.VAT_number", "card.token", "organization.bank_number", "email_address_verification",
    ])
    func `classifies SEP-9 fields as standard`(name: String) { #expect(CustomerField.isStandard(name)) }

    @Test(arguments: ["frist_name", "organization.vat_number", "card.first_name", "", "_verification"])
    func `classifies other fields as not standard`(name: String) { #expect(!CustomerField.isStandard(name)) }
}
