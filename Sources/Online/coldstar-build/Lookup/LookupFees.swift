// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Horizon
import OnlineShell
import Preflight
import Shell
import TextCodec

struct LookupFees: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fees", abstract: "What recent transactions paid, in stroops for an operation.",
        discussion: "Example: coldstar-build lookup fees --network public")

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let stats: FeeStats
        do { stats = try options.view().client.feeStats() } catch let error as HorizonError { throw Failure(error) }
        let auto = FeeChoice.perOperation(stats)
        let document: JSON = [
            "ledger": .integer(stats.lastLedger), "base_fee": .integer(stats.lastLedgerBaseFee),
            "capacity_usage": .string(stats.capacityUsage), "auto": .integer(auto), "charged": spread(stats.charged),
            "offered": spread(stats.offered),
        ]
        try options.print(
            document,
            [
                "last ledger  \(stats.lastLedger), \(TerminalText.escape(stats.capacityUsage)) full, base fee \(stats.lastLedgerBaseFee)",
                "charged      \(line(stats.charged))", "offered      \(line(stats.offered))", "--fee auto   \(auto)",
            ])
    }

    private func spread(_ spread: FeeStats.Spread) -> JSON {
        var members: [(String, JSON)] = [
            ("min", .integer(spread.min)), ("mode", .integer(spread.mode)), ("max", .integer(spread.max)),
        ]
        for percent in FeeStats.percents { members.append(("p\(percent)", .integer(spread.percentiles[percent] ?? 0))) }
        return .object(JSONObject(members))
    }

    private func line(_ spread: FeeStats.Spread) -> String {
        let some = [50, 90, 95, 99].map { "p\($0) \(spread.percentiles[$0] ?? 0)" }.joined(separator: ", ")
        return "min \(spread.min), mode \(spread.mode), \(some), max \(spread.max)"
    }
}
