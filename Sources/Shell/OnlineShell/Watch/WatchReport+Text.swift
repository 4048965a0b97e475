// SPDX-License-Identifier: Apache-2.0

import Stellar
package import TextCodec

extension WatchReport {
    /// The report as text, one line per item.
    package var lines: [String] {
        guard let since else { return ["\(account.address): recorded; later runs compare with it"] }
        let begin = "\(account.address) since \(since.utc): "
        guard !findings.isEmpty || !deeds.isEmpty else { return [begin + "no changes"] }
        let alarms = findings.count { $0.level == .alarm }
        let strange = deeds.count { !$0.isOurs }
        // Without transactions, the changes cannot be attributed to anyone.
        var lines = [
            begin + Self.count(findings.count, "change") + (alarms == 0 ? "" : " (\(Self.count(alarms, "alarm")))")
                + ", \(Self.count(deeds.count, "transaction"))"
                + (deeds.isEmpty ? "" : strange == 0 ? ", all ours" : ", \(strange) not ours")
        ]
        lines += findings.map { finding in
            let level = finding.level.rawValue
            return "  \(level)\(String(repeating: " ", count: 6 - level.utf8.count))\(finding.words)"
        }
        lines += deeds.map { deed in
            let what = deed.operations.isEmpty ? "cannot be read" : deed.operations.joined(separator: ", ")
            return "  \(deed.hash.hex)  ledger \(deed.ledger), \(deed.isOurs ? "ours" : "NOT OURS")"
                + (deed.acts ? ", in the account's name" : "") + (deed.isSuccessful ? "" : ", failed") + ": \(what)"
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
                deeds.map { deed in
                    [
                        "hash": .string(deed.hash.hex), "ledger": .integer(deed.ledger),
                        "ours": .bool(deed.isOurs), "acts": .bool(deed.acts), "successful": .bool(deed.isSuccessful),
                        "operations": .array(deed.operations.map { .string($0) }),
                    ]
                }),
        ]
    }
}

extension WatchReport.Finding {
    /// The change, the transactions that may explain it, and any remark.
    package var words: String {
        let doers =
            deeds.isEmpty
            ? ""
            : ", by "
                + deeds.map { deed in deed.hash.hex + (deed.isOurs ? " (ours)" : " (not ours)") }.joined(
                    separator: ", ")
        return change.words + doers + (remark.map { "; \($0)" } ?? "")
    }

    fileprivate var json: JSON {
        [
            "kind": .string(change.kind.rawValue), "subject": change.subject.map { .string($0) } ?? .null,
            "before": change.before.map { .string($0) } ?? .null, "after": change.after.map { .string($0) } ?? .null,
            "level": .string(level.rawValue), "message": .string(words),
            "transactions": .array(deeds.map { .string($0.hash.hex) }),
        ]
    }
}
