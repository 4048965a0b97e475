// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import Submitter

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
    func requested() throws(Failure) -> RequestedTransaction? {
        if let path = request { try RequestedTransaction(path: path) } else { nil }
    }

    /// The transactions, each from an argument or a line of a file; one argument may be omitted for standard input.
    ///
    /// - Parameter request: the request that each of them must match.
    func batch(
        _ arguments: [String], request: RequestedTransaction?, journal: OnlineJournal
    ) throws(Failure) -> SignedBatch {
        let network = try network.given()
        return try SignedBatch(
            try TransactionLines.files(arguments), request: request, journal: journal, network: network)
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

extension Console {
    /// Warns that signatures that came back are not in the journal; nil when they are.
    static func warn(unrecorded failure: Failure?) {
        if let failure { warn("the journal could not note the signatures", failure) }
    }
}
