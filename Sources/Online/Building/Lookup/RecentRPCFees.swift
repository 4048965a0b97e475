// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI

/// What recent transactions paid by the word of Stellar RPC, in stroops per operation, and the fee that `auto` chooses.
package struct RecentRPCFees: Presentable, Sendable {
    private let stats: RPCFeeStats

    package init(by client: RPCClient) throws(Failure) {
        do { stats = try client.feeStats() } catch { throw Failure(error) }
    }

    /// The fee that `auto` chooses for anything but a contract call.
    package var automatic: UInt32 { FeeChoice.perOperation(market: stats.classic.market) }

    package var document: JSON {
        [
            "ledger": .integer(stats.latestLedger), "auto": .integer(automatic), "charged": Self.json(stats.classic),
            "contracts": Self.json(stats.contracts),
        ]
    }

    package var text: [TextPart] {
        [
            .facts([
                TextFact("last ledger", "\(stats.latestLedger)"),
                TextFact("charged", Wording(Self.words(stats.classic))),
                TextFact("contracts", Wording(Self.words(stats.contracts))),
                TextFact("\(field: .fee) auto", "\(automatic)"),
            ])
        ]
    }

    private static func json(_ spread: RPCFeeStats.Spread) -> JSON {
        var members: [(String, JSON)] = [
            ("min", .integer(spread.min)), ("mode", .integer(spread.mode)), ("max", .integer(spread.max)),
        ]
        for percent in RPCFeeStats.percents {
            members.append(("p\(percent)", .integer(spread.percentiles[percent] ?? 0)))
        }
        return .object(JSONObject(members))
    }

    private static func words(_ spread: RPCFeeStats.Spread) -> String {
        let some = [50, 90, 95, 99].map { "p\($0) \(spread.percentiles[$0] ?? 0)" }.joined(separator: ", ")
        return "min \(spread.min), mode \(spread.mode), \(some), max \(spread.max)"
    }
}
