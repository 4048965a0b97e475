// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Submitting
import Terminal
import Workspace

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
        .files(try TransactionLines.files(transactions), request: try RequestedTransaction.read(request))
    }
}
