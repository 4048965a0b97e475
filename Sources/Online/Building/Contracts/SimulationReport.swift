// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerAPI
import LedgerXDR
import Review
import Stellar
import StellarXDR
import Workspace

/// What a simulation added to a transaction, in the words of the signer's review where that has some.
struct SimulationReport {
    let notices: [Notice]
    /// The simulated transaction's review.
    let reviewed: ReviewedItem

    init(_ simulated: SimulatedTransaction, of call: ContractCall?, on network: Network, now: Timestamp) {
        let simulation = simulated.simulation
        let footprint = simulation.transactionData.resources.footprint
        var notices: [Notice] = [
            .fact(.simulated, "at ledger \(simulation.latestLedger)"),
            .fact(
                .resources,
                "reads \(Self.entries(footprint.readOnly.count)) and writes \(footprint.readWrite.count); fee up to "
                    + "\(Amount(stroops: simulation.transactionData.resourceFee).text) XLM, the inclusion fee comes on top"
            ),
        ]
        switch simulation.result?.value {
        case .read(let value)? where value != .void:
            notices.append(.fact(.returns, Wording(Self.text(of: value, call))))
        case .unread(let unread)?: notices.append(.fact(.returns, "a value that \(unread.text)"))
        default: break
        }
        notices += Self.changes(simulation.stateChanges)
        if !simulation.events.isEmpty { notices.append(.fact(.events, "\(simulation.events.count)")) }
        if simulated.missingEntries > 0 {
            notices.append(
                .warning(
                    .missingEntries,
                    "the simulation needs \(simulated.missingEntries) more authorization entries than the transaction has"
                ))
        }
        reviewed = Self.review(simulated.transaction, call, on: network, now: now)
        self.notices = notices + Self.findings(reviewed.review)
    }

    private static func entries(_ count: Int) -> String { count == 1 ? "1 ledger entry" : "\(count) ledger entries" }

    /// By the type that the interface gives; otherwise as in SEP-51.
    private static func text(of value: SCVal, _ call: ContractCall?) -> String {
        if let spec = call?.interface?.spec, let name = call?.call.functionName.bytes,
            let type = spec.function(name)?.outputs.first, let named = spec.named(value, type)
        {
            return named.text
        }
        return TerminalText.escape(XDRJSON.text(of: value))
    }

    private static let mostChanges = 12

    private static func changes(_ changes: [Readable<StateChange>]) -> [Notice] {
        var lines = changes.prefix(mostChanges).map { change -> Notice in
            switch change {
            case .read(let change): .fact(.changes, Wording(change.line))
            case .unread(let unread): .warning(.unreadChange, "a change of the ledger \(unread.text)")
            }
        }
        if changes.count > mostChanges { lines.append(.fact(.changes, "and \(changes.count - mostChanges) more")) }
        return lines
    }

    /// What the call alone does not explain, and what the signer will hold.
    private static let rules: Set<RuleID> = [
        .foreignRoot, .nested, .delegates, .authorization, .allowance, .tokenAdministration, .upgrade, .footprint,
        .contractCode,
    ]

    private static func review(
        _ transaction: Transaction, _ call: ContractCall?, on network: Network, now: Timestamp
    ) -> ReviewedItem {
        var input = ReviewInput(transaction.unsigned, on: network, now: now)
        if let asset = call?.asset, asset != .native { input.book = Book(assets: [asset]) }
        return Reviewer.review(input)
    }

    private static func findings(_ review: Review) -> [Notice] {
        review.findings.filter { rules.contains($0.rule) && $0.level >= .hold }.map {
            .warning(.heldBySigner, "the signer will hold this (\($0.rule.rawValue)): \($0.message)")
        }
    }
}

extension StateChange {
    /// Which entry changes, and for a balance how.
    fileprivate var line: String {
        switch self {
        case .created(let entry): "new: \(entry.data.subject)\(entry.data.amount.map { ", \($0)" } ?? "")"
        case .deleted(let entry): "deleted: \(entry.data.subject)"
        case .updated(let before, let after):
            if let old = before.data.amount, let new = after.data.amount {
                old == new ? after.data.subject : "\(after.data.subject): \(old) to \(new)"
            } else {
                after.data.subject
            }
        }
    }
}

extension LedgerEntryData {
    fileprivate var subject: String {
        switch self {
        case .account(let entry): "XLM of \(entry.accountID.address)"
        case .trustline(let entry): "a trustline of \(entry.accountID.address)"
        case .contractData(let entry): "data of \(entry.contract.address)"
        case .contractCode: "contract code"
        default: "a ledger entry"
        }
    }

    fileprivate var amount: String? {
        switch self {
        case .account(let entry): Amount(stroops: entry.balance).text
        case .trustline(let entry): Amount(stroops: entry.balance).text
        default: nil
        }
    }
}

/// What a simulation may add to a transaction.
package struct SimulationTerms: Hashable, Sendable {
    /// 10 XLM: more than any contract call on the public network costs.
    package static let usualMaximum: Int64 = 100_000_000

    /// The highest accepted resource fee, in stroops.
    package let maximumResourceFee: Int64

    /// - Parameter maximum: stroops; nil for the usual maximum.
    package init(maximumResourceFee maximum: Int64? = nil) throws(Failure) {
        maximumResourceFee = maximum ?? Self.usualMaximum
        guard maximumResourceFee >= 0 else { throw Failure(.badInput, .maxResourceFee, "must not be negative") }
    }
}

/// A future ledger as a user names it: by its number, or by a duration from now.
package enum LedgerOffset: Hashable, Sendable {
    case ledger(UInt32)
    case span(TimeSpan)

    /// The ledger, if one closes every five seconds.
    package func ledger(after latest: UInt32) -> UInt32 {
        switch self {
        case .ledger(let ledger): ledger
        case .span(let span): latest.addingClamped(UInt32(clamping: span.seconds / LedgerSpan.secondsPerLedger))
        }
    }
}

extension LedgerOffset: TextValue {
    /// - Parameter text: the ledger's number, or `90s`, `30m`, `24h` or `7d`.
    package init(text: String) throws(Failure) {
        let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self = isNumber ? .ledger(try UInt32.read(text)) : .span(try TimeSpan.read(text))
    }
}

extension UInt32 {
    func addingClamped(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
