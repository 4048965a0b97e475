// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Submitting
import Terminal
import Workspace

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report changes of accounts that no transaction of this journal explains.",
        discussion: """
            The first run records the state, later runs compare: sequence number, signers, thresholds, flags, home domain,
            data, trustlines, balances. An alarm is repeated until --accept; incoming payments are reported once.
            Example: coldstar-submit watch G... --network testnet
            Exit codes: 0 only our own transactions changed anything; 1 something else has; 69 no server answers, or it
            is behind an earlier observation; 76 it shows an outdated state.
            """)

    @Argument(
        help: "Accounts: G..., M..., contacts, or name*domain (default: your own).", completion: Completion.accounts)
    var accounts: [String] = []

    @Flag(help: "Accept the current state, also after an alarm, and compare with it from now on.")
    var accept = false

    @Flag(help: "Exit with 1 only for alarms, not for incoming payments.")
    var alarmsOnly = false

    @Flag(help: "Print one JSON document per line for each account.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        var finder = AccountFinder(home: home, horizon: horizon)
        var wanted: [AccountID] = []
        for text in try accounts.isEmpty ? [Settings.requiredAccount(nil, "<accounts> ...")] : accounts {
            let field = FieldID.words("the account")
            let account = try finder.find(try field.value(of: text), field).account.account
            if !wanted.contains(account) { wanted.append(account) }
        }
        let network = try network.required()
        let client = try horizon.client(for: network)
        do { _ = try client.root(of: network) } catch { throw Failure(error) }
        let watcher = AccountWatcher(
            client: client, network: network, journal: try home.journals().open(), now: try clock.time(),
            forgets: accept)
        var reports: [WatchReport] = []
        for account in wanted {
            let observation = try watcher.observe(account)
            let report = observation.report
            for line in json ? [report.json.text()] : report.lines { try Console.result(line: line) }
            // Reported before it is recorded, so that nothing is lost if the report fails.
            if observation.mayBeRecorded || accept { try watcher.record(observation) }
            reports.append(report)
        }
        if !accept, let failure = WatchReport.failure(in: reports, alarmsOnly: alarmsOnly) { throw failure }
    }
}
