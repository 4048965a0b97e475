// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
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
        try options.print(
            stats.json,
            [
                "last ledger  \(stats.lastLedger), \(TerminalText.escape(stats.capacityUsage)) full, base fee \(stats.lastLedgerBaseFee)",
                "charged      \(line(stats.charged))", "offered      \(line(stats.offered))",
                "--fee auto   \(FeeChoice.perOperation(stats))",
            ])
    }

    private func line(_ spread: FeeStats.Spread) -> String {
        let some = [50, 90, 95, 99].map { "p\($0) \(spread.percentiles[$0] ?? 0)" }.joined(separator: ", ")
        return "min \(spread.min), mode \(spread.mode), \(some), max \(spread.max)"
    }
}
