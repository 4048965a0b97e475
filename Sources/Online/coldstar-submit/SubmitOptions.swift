// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar

/// Options of `send` and `check`, besides the transactions.
struct SubmitOptions: ParsableArguments {
    @Option(
        help: "The request for it: every input has to be this transaction, or a fee bump around it.",
        completion: .file())
    var request: String?

    @Flag(help: "Print one JSON document per line for each transaction.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    /// The request that `--request` names.
    func asked() throws(Failure) -> AskedTransaction? {
        if let path = request { try AskedTransaction(path: path) } else { nil }
    }

    /// The transactions, each from an argument or a line of a file; one argument may be omitted for standard input.
    ///
    /// - Parameter request: the request that each of them must match.
    func pile(
        _ arguments: [String], request: AskedTransaction?, journal: OnlineJournal
    ) throws(Failure) -> SignedPile {
        try SignedPile(arguments, request: request, journal: journal, network: try network.given())
    }

    /// The network of all inputs.
    func network(of inputs: [SignedInput]) throws(Failure) -> Network {
        var found: Network?
        for input in inputs {
            let network = try network.resolve(documented: input.network)
            if let found, found != network {
                throw Failure(.badInput, "\(input.origin): the transactions are for different networks")
            }
            found = network
        }
        guard let found else { throw Failure(.usage, "no transaction is given") }
        return found
    }
}
