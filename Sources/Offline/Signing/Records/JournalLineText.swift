// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import Vault

/// A journal line as text for the user, and as a JSON document.
package enum JournalLineText {
    package static func text(_ line: Int, _ entry: JournalEntry) -> String {
        let what =
            switch entry {
            case .intent(let intent):
                "\(intent.kind.rawValue) \(intent.hash.hex) on \(intent.chain?.title ?? place(intent.network)) by \(intent.key.text): "
                    + TerminalText.escape(intent.summary)
            case .change(let change):
                "\(change.list.rawValue) number \(change.mark.counter) by \(change.key.text)"
            case .outcome(let outcome): "\(outcome.result.rawValue) \(outcome.hash.hex)"
            case .seen(let seen):
                "seen \(seen.hash.hex) on \(place(seen.network)), number \(seen.sequence) of \(seen.source.address), signed by \(seen.signer.address): "
                    + TerminalText.escape(seen.summary)
            }
        return "\(line)  \(entry.time.utc)  \(what)"
    }

    package static func document(_ line: Int, _ entry: JournalEntry) -> JSON {
        let members: [(String, JSON)] =
            switch entry {
            case .intent(let intent): members(intent)
            case .change(let change):
                [
                    ("type", "change"), ("time", .string(change.time.rfc3339)), ("list", .string(change.list.rawValue)),
                    ("number", .integer(change.mark.counter)), ("digest", .string(Hex.encode(change.mark.digest))),
                    ("key", .string(change.key.text)),
                ]
            case .outcome(let outcome):
                [
                    ("type", "outcome"), ("time", .string(outcome.time.rfc3339)), ("hash", .string(outcome.hash.hex)),
                    ("result", .string(outcome.result.rawValue)),
                ]
            case .seen(let seen):
                [
                    ("type", "seen"), ("time", .string(seen.time.rfc3339)), ("hash", .string(seen.hash.hex)),
                    ("network_passphrase", .string(seen.network.passphrase)), ("source", .string(seen.source.address)),
                    ("sequence", .string(String(seen.sequence))), ("signer", .string(seen.signer.address)),
                    ("key", .string(seen.key.text)), ("summary", .string(seen.summary)),
                ]
            }
        return .object(JSONObject([("version", 1), ("line", .integer(line))] + members))
    }

    private static func members(_ intent: SigningIntent) -> [(String, JSON)] {
        let other: [(String, JSON)] =
            intent.chain.map { chain in
                [("chain", .string(chain.caip2)), ("request", intent.request.map { .string($0) } ?? .null)]
            } ?? []
        return [
            ("type", "intent"), ("time", .string(intent.time.rfc3339)), ("kind", .string(intent.kind.rawValue)),
            ("hash", .string(intent.hash.hex)),
            ("network_passphrase", intent.network.map { .string($0.passphrase) } ?? .null),
            ("source", intent.source.map { .string($0.address) } ?? .null),
            ("sequence", intent.sequence.map { .string(String($0)) } ?? .null), ("key", .string(intent.key.text)),
            ("summary", .string(intent.summary)), ("findings", .array(intent.findings.map { .string($0) })),
        ] + other
    }

    private static func place(_ network: Network?) -> String {
        network.map { $0.name ?? "another network" } ?? "no network"
    }
}
