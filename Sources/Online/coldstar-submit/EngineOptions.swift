// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import LedgerAPI
import Submitting
import Terminal
import Workspace

/// Options that control how `send` and `resume` submit.
struct EngineOptions: ParsableArguments {
    @Option(help: "Seconds to wait for the outcome of each transaction, counted from its turn.")
    var wait: String = String(Submitter.Settings.usualWait)

    @Option(help: "The maximum number of concurrent requests.")
    var parallel: String = String(Submitter.Settings.usualParallel)

    @Flag(
        name: .customLong("async"), inversion: .prefixedNo, exclusivity: .exclusive,
        help: """
            Submit to transactions_async, which does not wait for a ledger (default: when more accounts submit than \
            --parallel allows).
            """)
    var queue: Bool?

    func settings() throws(Failure) -> Submitter.Settings {
        try Submitter.Settings(wait: wait, parallel: parallel, queue: queue)
    }

    /// The servers, with word of each pause that they ask for.
    func servers(_ context: OnlineContext, _ settings: Submitter.Settings) -> SubmissionServers {
        SubmissionServers(context, settings) { pause in
            Console.message("no server takes requests just now: waiting \(pause) s")
        }
    }
}

/// Options of `send` and `check`, besides the transactions.
struct SubmitOptions: ParsableArguments {
    @Option(
        help: "The request for it: every input has to be this transaction, or a fee bump around it.",
        completion: .file())
    var request: String?

    @Flag(help: "Print one JSON document per line for each transaction.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var context: OnlineContext { OnlineContext(home: home, horizon: horizon, rpc: rpc) }

    /// The transactions, each from an argument or a line of a file, and the request that `--request` names.
    func given(_ transactions: [String]) throws(Failure) -> SignedTransactions {
        .files(try TransactionLines.files(transactions), request: try TransactionToSubmit.read(request))
    }
}

extension TransactionToSubmit {
    /// The request in the file that `--request` names; nil without the option.
    static func read(
        _ path: String?, takesChallenges: Bool = false
    ) throws(Failure) -> TransactionToSubmit? {
        try path.map { path throws(Failure) in
            try TransactionToSubmit(try TransactionInput(path), takesChallenges: takesChallenges)
        }
    }
}

extension TransactionLines {
    /// The files that the arguments name, which may be folders; standard input if there is none.
    static func files(_ arguments: [String]) throws(Failure) -> [TransactionLines] {
        guard !arguments.isEmpty else { return [try TransactionLines(nil)] }
        var files: [TransactionLines] = []
        for (index, argument) in arguments.enumerated() {
            for name in try HandoffFolder.files(argument, .signed) {
                files.append(try TransactionLines(name, number: arguments.count > 1 ? index + 1 : nil))
            }
        }
        return files
    }
}
