// SPDX-License-Identifier: Apache-2.0

import Stellar
package import TextCodec

extension WatchReport {
    /// The report as text, one line per item.
    package var lines: [String] {
        guard let since else { return ["\(account.address): recorded; later runs compare with it"] }
        let begin = "\(account.address) since \(since.utc): "
        guard !findings.isEmpty || !transactions.isEmpty else { return [begin + "no changes"] }
        let alarms = findings.count { $0.level == .alarm }
        let strange = transactions.count { !$0.isOurs }
        // Without transactions, the changes cannot be attributed to anyone.
        var lines = [
            begin + Self.count(findings.count, "change") + (alarms == 0 ? "" : " (\(Self.count(alarms, "alarm")))")
                + ", \(Self.count(transactions.count, "transaction"))"
                + (transactions.isEmpty ? "" : strange == 0 ? ", all ours" : ", \(strange) not ours")
        ]
        lines += findings.map { finding in
            let level = finding.level.rawValue
            return "  \(level)\(String(repeating: " ", count: 6 - level.utf8.count))\(finding.words)"
        }
        lines += transactions.map { transaction in
            let what =
                transaction.operations.isEmpty
                ? "cannot be read" + (transaction.fault.map { ": \($0)" } ?? "")
                : transaction.operations.joined(separator: ", ")
            return
                "  \(transaction.hash.hex)  ledger \(transaction.ledger), \(transaction.isOurs ? "ours" : "NOT OURS")"
                + (transaction.acts ? ", in the account's name" : "") + (transaction.isSuccessful ? "" : ", failed")
                + ": \(what)"
        }
        return lines
    }

    private static func count(_ number: Int, _ what: String) -> String {
        "\(number == 0 ? "no" : "\(number)") \(what)\(number == 1 ? "" : "s")"
    }

    package var json: JSON {
        [
            "version": 1, "account": .string(account.address),
            "since": since.map { .string($0.rfc3339) } ?? .null, "level": .string(level.rawValue),
            "changes": .array(findings.map(\.json)),
            "transactions": .array(
                transactions.map { transaction in
                    [
                        "hash": .string(transaction.hash.hex), "ledger": .integer(transaction.ledger),
                        "ours": .bool(transaction.isOurs), "acts": .bool(transaction.acts),
                        "successful": .bool(transaction.isSuccessful),
                        "operations": .array(transaction.operations.map { .string($0) }),
                    ]
                }),
        ]
    }
}

extension WatchReport.ExplainedChange {
    /// The change, the transactions that may explain it, and any remark.
    package var words: String {
        let explaining =
            transactions.isEmpty
            ? ""
            : ", by "
                + transactions.map { transaction in
                    transaction.hash.hex + (transaction.isOurs ? " (ours)" : " (not ours)")
                }.joined(
                    separator: ", ")
        return change.words + explaining + (remark.map { "; \($0)" } ?? "")
    }

    fileprivate var json: JSON {
        [
            "kind": .string(change.kind.rawValue), "subject": change.subject.map { .string($0) } ?? .null,
            "before": change.before.map { .string($0) } ?? .null, "after": change.after.map { .string($0) } ?? .null,
            "level": .string(level.rawValue), "message": .string(words),
            "transactions": .array(transactions.map { .string($0.hash.hex) }),
        ]
    }
}
