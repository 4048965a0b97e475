// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Submitting
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

struct AnchorWatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Follow a deposit or withdrawal until it ends.",
        discussion: """
            Example: coldstar-submit anchor watch 3
            Each change is printed with what you have to do. Watching changes nothing: you can stop it and
            start it again at any time.
            Exit codes: 0 completed or refunded; 1 it failed or expired; 75 the time ran out first.
            """)

    @Argument(help: "Its number on this machine; or the id that the anchor gave it, with --home-domain and --account.")
    var id: String

    @Option(name: .customLong("protocol"), help: "sep6 or sep24; default whichever knows it.")
    var wanted: TransferProtocol?

    @Option(help: "Seconds to watch.")
    var timeout: String = "600"

    @Option(help: "Seconds between two questions, from 1.")
    var interval: String = "\(TransferWatch.interval)"

    @OptionGroup var meant: ManageAnchor.KindOptions
    @OptionGroup var options: ManageAnchor.Options

    func run() throws {
        let timeout = try FieldID("timeout").value(of: timeout, as: UInt32.self)
        let interval = max(1, try FieldID("interval").value(of: interval, as: UInt32.self))
        let (session, id, record) = try options.session(ofTransfer: id)
        let token = try session.token()
        let clock = SystemMonotonicClock()
        let watch = try options.output.asking(session) { () -> TransferWatch in
            var watch = try TransferWatch(
                session, named: id, mayBeNumber: options.homeDomain != nil, meant.kind ?? record?.kind,
                code: meant.asset ?? record?.code, by: wanted, token: token)
            try watch.run(seconds: timeout, every: interval, pause: clock.sleep) { event in
                switch event {
                case .state(let lines): for line in lines { Console.message(line) }
                case .unavailable(let error): Console.message("\(error.wording); asking again")
                // The status was the requested result.
                case .notRecorded(let failure): Console.warning("the journal could not note this", failure)
                }
            }
            return watch
        }
        try options.output.put(AnchorReport(watch.transfer))
        if let failure = watch.failure { throw failure }
    }
}
