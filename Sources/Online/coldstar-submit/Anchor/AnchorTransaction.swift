// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import CommandLine
import Journal
import Stellar
import Terminal

struct AnchorTransaction: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transaction", abstract: "Where one deposit or withdrawal stands.",
        discussion: "Example: coldstar-submit anchor transaction 3")

    @Argument(help: "Its number on this machine; or the id that the anchor gave it, with --home-domain and --account.")
    var id: String

    @Option(name: .customLong("protocol"), help: "sep6 or sep24; default whichever knows it.")
    var wanted: TransferProtocol?

    @OptionGroup var meant: ManageAnchor.KindOptions
    @OptionGroup var options: ManageAnchor.Options

    func run() throws {
        let (session, id, record) = try options.session(ofTransfer: id)
        try options.report(in: session) { session throws(TransferError) in
            try session.state(
                ofTransfer: id, mayBeNumber: options.homeDomain != nil, meant.kind ?? record?.kind,
                code: meant.asset ?? record?.code, by: wanted)
        }
    }
}

struct AnchorTransactions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions", abstract: "Deposits and withdrawals of an asset, as the anchor lists them.",
        discussion:
            "Example: coldstar-submit anchor transactions --home-domain example.com --account G... --asset USDC -n public"
    )

    @Option(help: "The asset's code.")
    var asset: String

    @Option(name: .customLong("protocol"), help: "sep6 or sep24; default both.")
    var wanted: TransferProtocol?

    @Option(help: "How many at most, of each protocol.")
    var limit: Int = 50

    @OptionGroup var options: ManageAnchor.Options

    func run() throws {
        try options.report { session throws(TransferError) in
            try session.transferList(code: asset, by: wanted, limit: limit)
        }
    }
}
