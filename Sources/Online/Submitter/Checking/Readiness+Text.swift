// SPDX-License-Identifier: Apache-2.0

package import Faults
package import TextCodec

extension Readiness.Item {
    /// The finding for people.
    package var finding: TextFinding {
        TextFinding(
            name, width: 11, isGood ? "good" : "attention", verdictWidth: 11, isGood ? .good : .attention, text)
    }
}

extension Readiness {
    /// The JSON document of `coldstar-submit doctor`.
    package static func document(_ findings: [Item], in style: some WordingStyle) -> JSON {
        [
            "version": 1, "ok": .bool(findings.allSatisfy(\.isGood)),
            "findings": .array(
                findings.map {
                    [
                        "name": .string($0.name), "state": $0.isGood ? "good" : "attention",
                        "text": .string($0.text.text(in: style)),
                    ]
                }),
        ]
    }

    /// The first finding that needs attention; nil when all are good.
    package static func failure(in findings: [Item]) -> Failure? {
        guard let first = findings.first(where: { !$0.isGood }) else { return nil }
        return Failure(.refusedByLedger, "\(first.name) needs attention: \(first.text)")
    }
}
