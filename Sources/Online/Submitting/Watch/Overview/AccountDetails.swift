// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import Stellar
package import StellarXDR
package import Workspace

/// Everything about one account: balances, signers, thresholds and flags.
package struct AccountDetails: Presentable {
    package let record: AccountRecord
    private let balances: [BalanceLine]
    /// The user's names for accounts.
    private let names: [AccountID: String]
    /// How many of its entries no server has listed: trustlines, offers and data entries.
    private let unlisted: Int64

    /// - Throws: `.badInput` for an account that does not exist.
    package init(of account: AccountID, in view: inout some LedgerAPI, context: OnlineContext) throws(Failure) {
        let record = try view.existing(account)
        let baseReserve = try view.ledger().baseReserve
        self.record = record
        balances = record.balances.map { BalanceLine($0, of: record, baseReserve: baseReserve) }
        names = Contacts.names(of: try context.contacts())
        unlisted = view.listsTrustlines ? 0 : record.unlistedSubentries
    }

    private func name(of key: SignerKey) -> String? {
        if case .ed25519(let key) = key { names[.ed25519(key)] } else { nil }
    }

    package var document: JSON {
        let thresholds = record.thresholds
        return [
            "account": .string(record.id.address), "name": names[record.id].map { .string($0) } ?? .null,
            "sequence": .string(String(record.sequence)),
            "balances": .array(balances.map(\.json)),
            "unread": .array(record.unread.map { .string($0.text) }),
            "signers": .array(
                record.signers.map {
                    [
                        "key": .string($0.key.address), "weight": .integer($0.weight),
                        "name": name(of: $0.key).map { .string($0) } ?? .null,
                    ]
                }),
            "thresholds": [
                "low": .integer(thresholds.low), "medium": .integer(thresholds.medium),
                "high": .integer(thresholds.high),
            ],
            "flags": .array(record.flagNames.map { .string($0) }),
            "home_domain": record.homeDomain.map { .string($0) } ?? .null,
            "subentries": .integer(record.subentryCount), "unlisted": .integer(unlisted),
            "sponsoring": .integer(record.sponsoring), "sponsored": .integer(record.sponsored),
            "memo_required": .bool(record.requiresMemo),
        ]
    }

    package var text: [TextPart] {
        let name = names[record.id].map { " (\($0))" } ?? ""
        let balances = zip(balances, record.balances).map { line, balance in
            TextFact("balance", Wording(line.text(issuer: balance.asset?.issuer.flatMap { names[$0] })))
        }
        return [.facts([TextFact("account", "\(record.id.address)\(name)"), sequence] + balances + more + authority)]
    }

    /// That there is more than what was asked for.
    private var more: [TextFact] {
        unlisted == 0
            ? []
            : [TextFact("more", AccountRecord.text(ofUnlisted: unlisted))]
    }

    /// The text without the account and its balances.
    package var settings: [TextPart] { [.facts([sequence] + authority)] }

    private var sequence: TextFact { TextFact("sequence", "\(record.sequence)") }

    private var authority: [TextFact] {
        var facts = record.unread.map { TextFact("unknown", Wording($0.text)) }
        facts += record.signers.map { signer in
            let name = self.name(of: signer.key).map { " (\($0))" } ?? ""
            let power = signer.weight == 0 ? " (cannot sign)" : ""
            return TextFact("signer", "\(signer.key.address) weight \(signer.weight)\(name)\(power)")
        }
        let thresholds = record.thresholds
        facts.append(
            TextFact("thresholds", "low \(thresholds.low), medium \(thresholds.medium), high \(thresholds.high)"))
        if !record.flagNames.isEmpty {
            facts.append(TextFact("flags", Wording(record.flagNames.joined(separator: ", "))))
        }
        if let domain = record.homeDomain {
            facts.append(TextFact("domain", "\(TerminalText.escape(domain)) (its own claim)"))
        }
        if record.requiresMemo { facts.append(TextFact("memo", "payments to this account need one (SEP-29)")) }
        return facts
    }
}
