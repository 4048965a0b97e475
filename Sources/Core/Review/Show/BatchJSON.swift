// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

/// The review of a batch as a JSON document with the content of `BatchText`. Numbers that may be large are strings.
package enum BatchJSON {
    /// - Parameter style: how findings write inputs and actions.
    package static func document(_ batch: BatchReview, in style: any WordingStyle = PlainStyle()) -> JSON {
        let payments = batch.payments
        return [
            "version": 1, "kind": "batch", "hash": .string(batch.hash.hex),
            "words": .string(CheckWords.text(of: batch.hash)),
            "network": batch.network.name.map { .string($0) } ?? .null,
            "network_passphrase": .string(batch.network.passphrase),
            "network_id": .string(Hex.encode(batch.network.id.bytes)),
            "transactions": .integer(batch.transactions), "fee_bumps": .integer(batch.feeBumps),
            "operations": .object(JSONObject(batch.types.map { ($0.type.name, .integer($0.count)) })),
            "sources": .array(batch.sources.map(source)),
            "accounts": .array(batch.levels.map(level)),
            "authority": AuthorityJSON.accounts(batch.authority),
            "rejected": AuthorityJSON.rejections(batch.authority),
            "fee": .string(String(batch.fee)), "highest_fee": .string(String(batch.highestFee)),
            "time_bounds": [
                "first_end": batch.ends.map { .string(String($0.lowerBound)) } ?? .null,
                "last_end": batch.ends.map { .string(String($0.upperBound)) } ?? .null,
                "without_end": .integer(batch.endless),
            ],
            "memos": ["different": .integer(batch.memoCount), "transactions_without": .integer(batch.withoutMemo)],
            "flows": FlowsJSON.value(batch.flows),
            "payments": .integer(payments.count), "destinations": .integer(payments.destinationCount),
            "each": payments.each.map { .array($0.map(paid)) } ?? .null,
            "largest": .array(payments.assets.flatMap(payments.largest(of:)).map(paid)),
            "receive_most": .array(payments.assets.map { receivers($0, payments) }),
            "new_destinations": [
                "count": .integer(payments.newCount),
                "first": .array(
                    payments.firstNew.map { new in
                        .object(JSONObject([("destination", .string(new.account.address))] + members(new.place)))
                    }),
            ],
            "repeated": [
                "count": .integer(payments.repeated),
                "first": .array(
                    payments.firstRepeated.map { repeated in
                        var members = paidMembers(repeated.payment)
                        members.append(("before", .object(JSONObject(self.members(repeated.first)))))
                        return .object(JSONObject(members))
                    }),
            ],
            "findings": .array(batch.findings.map { finding($0, style) }),
            "holds": .array(
                batch.holds.map { ["rule": .string($0.rule.rawValue), "type_to_pass": .string($0.value)] }),
            "others": .array(
                batch.others.map { other in
                    .object(JSONObject([("summary", .string(other.phrase.plain))] + members(other.place)))
                }), "too_varied": .bool(batch.isTooVaried),
            "names": NamesJSON.value(batch.namedAccounts, batch.book),
            "signatures": .integer(batch.signatures),
            "claimed": [
                "notes": .array(batch.notes.map { .string(TerminalText.escape($0)) }),
                "different_notes": .integer(batch.noteCount),
            ],
        ]
    }

    private static func source(_ source: BatchReview.Source) -> JSON {
        [
            "account": .string(source.account.address), "transactions": .integer(source.count),
            "first_sequence": .string(String(source.lowest)), "last_sequence": .string(String(source.highest)),
            "contiguous": .bool(source.isContiguous),
        ]
    }

    /// - Returns: the highest threshold, and all of them, since each is checked separately.
    static func level(_ required: RequiredLevels) -> JSON {
        [
            "account": .string(required.account.address), "level": .string(required.highest.word.plain),
            "levels": .array(required.levels.map { .string($0.word.plain) }),
        ]
    }

    private static func members(_ place: Place) -> [(String, JSON)] {
        [("line", .integer(place.line)), ("operation", place.operation.map { .integer($0) } ?? .null)]
    }

    private static func paidMembers(_ payment: PlacedPayment) -> [(String, JSON)] {
        let paid = payment.paid
        return [
            ("asset", .string(paid.asset.text)), ("amount", .string(Amount(stroops: paid.amount).text)),
            ("destination", .string(paid.destination.address)),
            ("memo", ReviewJSON.memo(payment.memo)),
        ] + members(payment.place)
    }

    private static func paid(_ payment: PlacedPayment) -> JSON {
        .object(JSONObject(paidMembers(payment)))
    }

    private static func receivers(_ asset: Asset, _ payments: BatchPayments) -> JSON {
        let (most, count) = payments.receivers(of: asset)
        return [
            "asset": .string(asset.text), "destinations": .integer(count),
            "most": .array(
                most.map {
                    [
                        "destination": .string($0.destination.address), "amount": .string(Amount.text(ofSum: $0.sum)),
                        "payments": .integer($0.count),
                    ]
                }),
        ]
    }

    /// The account and the range of a finding about sequence numbers.
    private static func numbers(_ found: BatchReview.Found) -> [(String, JSON)] {
        guard let account = found.account, let numbers = found.numbers else { return [] }
        return [
            ("account", .string(account.address)), ("first_sequence", .string(String(numbers.lowerBound))),
            ("last_sequence", .string(String(numbers.upperBound))),
        ]
    }

    private static func finding(_ found: BatchReview.Found, _ style: any WordingStyle) -> JSON {
        .object(
            JSONObject(
                [
                    ("rule", .string(found.rule.rawValue)), ("level", .string(found.level.rawValue)),
                    ("count", .integer(found.count)), ("message", .string(found.phrase.text(in: style))),
                ] + (found.place.map(members) ?? [("line", .null), ("operation", .null)]) + numbers(found)))
    }
}
