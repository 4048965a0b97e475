// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Horizon
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell what changed about accounts that no transaction of this journal has done.",
        discussion: """
            The first time it remembers what there is, later it compares: sequence number, signers, thresholds, flags, home domain,
            data, trustlines, balances. An alarm is told again until --accept; what others paid in is told once.
            Example: coldstar-submit watch G... --network testnet
            Exit codes: 0 nothing has changed but by our own transactions; 1 something else has; 69 no server answers, or it
            lags behind what was seen before; 76 it shows what is over.
            """)

    @Argument(help: "Accounts: G..., M..., contacts, or name*domain.")
    var accounts: [String]

    @Flag(help: "Take what there is now as right, also after an alarm, and compare with it from now on.")
    var accept = false

    @Flag(help: "End with 1 only for alarms, not for what came in from others.")
    var alarmsOnly = false

    @Flag(help: "Print one JSON document for each account, one a line.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        var finder = AccountFinder(home: home, horizon: horizon)
        var wanted: [AccountID] = []
        for text in accounts {
            let account = try finder.find(text, "the account").account.account
            if !wanted.contains(account) { wanted.append(account) }
        }
        let network = try network.required()
        let client = try horizon.client(for: network)
        do { _ = try client.root(of: network) } catch { throw Failure(error) }
        let watcher = AccountWatcher(
            client: client, network: network, journal: try OnlineJournal.open(home).store, now: try clock.time(),
            forgets: accept)
        var reports: [WatchReport] = []
        for account in wanted {
            let look = try watcher.look(at: account)
            for line in json ? [look.report.json.text()] : look.report.lines { try Console.put(line: line) }
            // Told first, remembered then: nothing is lost when nobody was there to read it.
            if look.report.level != .alarm || accept { try watcher.keep(look) }
            reports.append(look.report)
        }
        if !accept { try judge(reports) }
    }

    private func judge(_ reports: [WatchReport]) throws(Failure) {
        if let report = reports.first(where: { $0.level == .alarm }) {
            let alarms = report.findings.filter { $0.level == .alarm }
            let what =
                alarms.first?.words ?? "a transaction in its name is not ours: \(report.strangeDeeds[0].hash.hex)"
            throw Failure(
                .refusedByLedger, "\(report.account.address): \(what)",
                hint: "find out who has the key before anything else is sent; --accept takes it as right")
        }
        guard !alarmsOnly, let report = reports.first(where: { $0.level == .info }) else { return }
        throw Failure(
            .refusedByLedger, "\(report.account.address): others have changed it, and taken nothing away",
            hint: "--alarms-only passes over that")
    }
}
