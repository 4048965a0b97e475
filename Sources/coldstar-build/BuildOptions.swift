// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

/// What every command that makes a transaction takes.
struct BuildOptions: ParsableArguments {
    @Option(
        name: [.customLong("source"), .customLong("source-account")],
        help: "The account that acts, G... or M... (or $STELLAR_ACCOUNT).")
    var source: String?

    @Option(help: "text:..., id:N, hash:HEX or return:HEX.")
    var memo: String?

    @Option(help: "How long the transaction stays valid: 90s, 30m, 24h (default), 7d.")
    var validFor: String?

    @Option(help: "Not valid before this time (RFC 3339 or unix).")
    var minTime: String?

    @Option(help: "Not valid after this time (RFC 3339 or unix).")
    var maxTime: String?

    @Flag(help: "Valid for ever: whoever has the signed file can send it at any time.")
    var noExpiry = false

    @Option(help: "Stroops for each operation, or auto (default: from the network's recent fees, shown).")
    var fee: String = "auto"

    @Option(help: "The transaction's own sequence number; nothing is asked of the network then.")
    var sequence: String?

    @Option(help: "Add the operation to this unsigned transaction (TX) instead of beginning one.")
    var appendTo: String?

    @Option(help: "A note for whoever signs; a claim like any other.")
    var note: String?

    @Option(help: "request (default), xdr or ur.")
    var format: TransactionFormat = .request

    @OptionGroup var qr: QROptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    /// The source account's text, from the option or the environment.
    var sourceText: String? { source ?? Environment["STELLAR_ACCOUNT"] }

    /// Bounds of time from the options, a day by default.
    func timeBounds(now: Timestamp) throws(Failure) -> TimeBounds? {
        guard [validFor != nil, maxTime != nil, noExpiry].count(where: { $0 }) <= 1 else {
            throw Failure(.usage, "only one of --valid-for, --max-time and --no-expiry can be given")
        }
        let start = try minTime.map { text throws(Failure) in try Arguments.time(text, "--min-time") }
        let end: UInt64
        if noExpiry {
            end = 0
        } else if let maxTime {
            end = try Arguments.time(maxTime, "--max-time").seconds
        } else {
            let span = try Arguments.span(validFor ?? "24h", "--valid-for")
            end = max(now, start ?? now).seconds + span
        }
        if end != 0, end <= now.seconds {
            throw Failure(.badInput, "--max-time: the transaction would have ended already")
        }
        if let start, end != 0, start.seconds > end {
            throw Failure(.badInput, "--min-time is after the end of validity")
        }
        guard start != nil || end != 0 else { return nil }
        return TimeBounds(minTime: start?.seconds ?? 0, maxTime: end)
    }
}
