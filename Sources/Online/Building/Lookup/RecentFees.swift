// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI

/// What recent transactions paid, in stroops per operation, and the fee that `auto` chooses.
package struct RecentFees: Presentable, Sendable {
    private let stats: FeeStats

    package init(by client: HorizonClient) throws(Failure) {
        do { stats = try client.feeStats() } catch { throw Failure(error) }
    }

    /// The fee that `auto` chooses.
    package var automatic: UInt32 { FeeChoice.perOperation(market: stats.market) }

    package var document: JSON {
        [
            "ledger": .integer(stats.lastLedger), "base_fee": .integer(stats.lastLedgerBaseFee),
            "capacity_usage": .string(stats.capacityUsage), "auto": .integer(automatic),
            "charged": Self.json(stats.charged), "offered": Self.json(stats.offered),
        ]
    }

    package var text: [TextPart] {
        let usage = TerminalText.escape(stats.capacityUsage)
        return [
            .facts([
                TextFact(
                    "last ledger", "\(stats.lastLedger), \(usage) full, base fee \(stats.lastLedgerBaseFee)"),
                TextFact("charged", Wording(Self.words(stats.charged))),
                TextFact("offered", Wording(Self.words(stats.offered))),
                TextFact("\(field: .fee) auto", "\(automatic)"),
            ])
        ]
    }

    private static func json(_ spread: FeeStats.Spread) -> JSON {
        var members: [(String, JSON)] = [
            ("min", .integer(spread.min)), ("mode", .integer(spread.mode)), ("max", .integer(spread.max)),
        ]
        for percent in FeeStats.percents {
            members.append(("p\(percent)", .integer(spread.percentiles[percent] ?? 0)))
        }
        return .object(JSONObject(members))
    }

    private static func words(_ spread: FeeStats.Spread) -> String {
        let some = [50, 90, 95, 99].map { "p\($0) \(spread.percentiles[$0] ?? 0)" }.joined(separator: ", ")
        return "min \(spread.min), mode \(spread.mode), \(some), max \(spread.max)"
    }
}
