// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
package import Stellar
import StellarXDR
import Vault

extension Policy {
    /// The policy in sentences, each of its members once: what a person reads before agreeing to it.
    package var text: [TextPart] { [.facts(facts, columns: Self.labelColumns)] }

    /// The same, a fact a line.
    var lines: String { facts.map(\.line).joined(separator: "\n") }

    fileprivate static let labelColumns = 12

    private var facts: [TextFact] {
        let signs = networks.map { $0.name ?? TerminalText.escape($0.passphrase) }
        let rules = unattended.map(\.rawValue).sorted()
        return [
            TextFact("Networks", signs.isEmpty ? "none" : Wording(signs.sorted().joined(separator: ", "))),
            TextFact("Operations", Wording(Self.words(operations, any: "every operation", none: "none") { $0 })),
            TextFact("Destinations", Wording(destinationWords)),
            TextFact("Assets", Wording(Self.words(assets, any: "every asset", none: "none") { Self.asset($0) })),
            TextFact("At most", Wording("\(Self.words(perTransaction)) in a transaction")),
            TextFact("", Wording("\(Self.words(perDay)) in 24 hours")),
            TextFact("", Wording("\(fee.text) XLM as the fee of a transaction")),
            TextFact(
                "Memo",
                Wording(
                    Self.words(
                        memoRequired, any: "needed by every destination", none: "not needed by any destination"
                    ) { "needed by \($0.address)" })),
            TextFact(
                "Logins", Wording(Self.words(logins, any: "at every domain", none: "none") { TerminalText.escape($0) })),
            TextFact("Messages", messages ? "any may be signed" : "none may be signed"),
            TextFact(
                "Unattended",
                unattended.isEmpty
                    ? "no hold passes without a person"
                    : Wording("\(rules.joined(separator: ", ")) may pass without a person")),
        ] + functionFacts + [TextFact("Ends", expires.map { "\($0.utc)" } ?? "never")]
    }

    private var functionFacts: [TextFact] {
        guard let functions else { return [] }
        let calls = functions.map { contract, names in
            "\(names.sorted().map { TerminalText.escape($0) }.joined(separator: ", ")) of \(StrKey.contract(contract).text)"
        }
        return [TextFact("Calls", calls.isEmpty ? "none" : Wording("only " + calls.sorted().joined(separator: "; ")))]
    }

    private var destinationWords: String {
        switch destinations {
        case .any: "every account and contract"
        case .book: "the accounts and contacts that the book knows, and the key's own account"
        case .only(let addresses):
            addresses.isEmpty ? "none" : addresses.map(\.address).sorted().joined(separator: ", ")
        }
    }

    private static func words<Element>(
        _ choice: Choice<Element>, any: String, none: String, _ text: (Element) -> String
    ) -> String {
        switch choice {
        case .any: any
        case .only(let elements): elements.isEmpty ? none : elements.map(text).sorted().joined(separator: ", ")
        }
    }

    private static func words(_ limits: Limits) -> String {
        switch limits {
        case .unlimited: return "any amount of every asset"
        case .by(let limits):
            guard !limits.isEmpty else { return "nothing" }
            return limits.sorted { $0.key < $1.key }.map { asset, most in
                "\(most?.text ?? "any amount of") \(Self.asset(asset))"
            }.joined(separator: ", ")
        }
    }

    /// An asset as people call it.
    static func asset(_ text: String) -> String { text == Asset.native.text ? "XLM" : TerminalText.escape(text) }
}

extension TextFact {
    fileprivate var line: String {
        let label = label.plain
        let blanks = String(repeating: " ", count: max(1, Policy.labelColumns - label.utf8.count))
        return label + blanks + values.map(\.plain).joined(separator: " ")
    }
}

/// What is used and left of a policy's limits for 24 hours.
package struct PolicyUsage: Hashable, Sendable {
    /// A limit of an asset.
    package struct Limit: Hashable, Sendable {
        /// `KnownToken.text`.
        package let asset: String
        package let most: Amount
        /// What signatures of the last 24 hours may have let leave accounts, by all lines of the journal.
        package let used: Amount
        /// When a part of it no longer counts, and how much; nil if nothing is used.
        package let next: Release?

        package var left: Amount { Amount(stroops: max(0, most.stroops - used.stroops)) }
    }

    /// A part of what is used, and when it no longer counts.
    package struct Release: Hashable, Sendable {
        package let time: Timestamp
        package let amount: Amount
    }

    package let limits: [Limit]

    private static let period: UInt64 = 86_400

    /// - Parameters:
    ///   - record: the journal as the key sees it that would sign.
    ///   - now: by this machine's clock.
    init(of policy: Policy, in record: RecordView, now: Timestamp) {
        guard case .by(let perDay) = policy.perDay else {
            limits = []
            return
        }
        let start = Timestamp(now.seconds - min(now.seconds, Self.period))
        let spent = record.spent(since: start, except: nil)
        let each = record.all.spendings(since: start)
        limits = perDay.sorted { $0.key < $1.key }.compactMap { asset, most in
            guard let most else { return nil }
            // What may be any asset counts against each.
            let used = max(spent[asset] ?? 0, spent[Spending.anything] ?? 0)
            let first = each.first { ($0.amounts[asset] ?? 0) > 0 || ($0.amounts[Spending.anything] ?? 0) > 0 }
            return Limit(
                asset: asset, most: most, used: Amount(stroops: used),
                next: first.map { one in
                    let amount = max(one.amounts[asset] ?? 0, one.amounts[Spending.anything] ?? 0)
                    return Release(time: one.time.adding(Self.period), amount: Amount(stroops: amount))
                })
        }
    }

    /// A sentence for each limit.
    package var text: [TextPart] {
        guard !limits.isEmpty else { return [] }
        let facts = limits.enumerated().map { place, limit in
            TextFact(place == 0 ? "Today" : "", Wording(limit.words))
        }
        return [.facts(facts, columns: Policy.labelColumns)]
    }

    package var json: JSON {
        .array(
            limits.map { limit in
                let next: JSON =
                    limit.next.map {
                        ["time": .string($0.time.rfc3339), "amount": .string($0.amount.text)]
                    } ?? .null
                return [
                    "asset": .string(limit.asset), "maximum_per_day": .string(limit.most.text),
                    "used": .string(limit.used.text), "left": .string(limit.left.text), "frees": next,
                ]
            })
    }
}

extension PolicyUsage.Limit {
    fileprivate var words: String {
        let asset = Policy.asset(asset)
        let share = "\(left.text) of \(most.text) \(asset) left"
        guard let next else { return "\(share): nothing was used in the last 24 hours" }
        return
            "\(share): \(used.text) was used in the last 24 hours, of which \(next.amount.text) becomes free at \(next.time.utc)"
    }
}
