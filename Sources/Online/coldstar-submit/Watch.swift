// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Stellar
import Submitting
import Terminal
import Workspace

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Report changes of accounts that no transaction of this journal explains.",
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
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        let given = try accounts.isEmpty ? [Settings.requiredAccount(nil, "<accounts> ...")] : accounts
        let references = try given.map { text throws(Failure) in
            try FieldID.words("the account").value(of: text, as: AccountReference.self)
        }
        let job = WatchJob(
            references, on: try network.required(), in: OnlineContext(home: home, horizon: horizon, rpc: rpc),
            now: try clock.time(), accepts: accept)
        let failure = try job.run(alarmsOnly: alarmsOnly) { report throws(Failure) in
            for line in json ? [report.json.text()] : report.lines { try Console.result(line: line) }
        }
        if let failure { throw failure }
    }
}
