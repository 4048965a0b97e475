// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import OnlineSupport

/// What every command that emits a request takes: on which network, by which server, and where to.
struct EmissionOptions: ParsableArguments {
    @Option(help: "A note for whoever signs; a claim like any other.")
    var note: String?

    @Option(help: TransactionFormat.help)
    var format: TransactionFormat = .request

    @OptionGroup var dialect: DialectOptions
    @OptionGroup var qr: QROptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions
}
