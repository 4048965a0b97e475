// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import CommandLine
import Stellar
import Terminal

struct AnchorInfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "What an anchor offers for which assets.",
        discussion: "Example: coldstar-submit anchor info --home-domain example.com -n public")

    @Option(name: .customLong("protocol"), help: "sep6 or sep24; default both.")
    var wanted: TransferProtocol?

    @OptionGroup var options: ManageAnchor.Options

    func run() throws {
        try options.report { session throws(TransferError) in try session.offers(by: wanted) }
    }
}
