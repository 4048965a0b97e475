// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Terminal

struct AnchorDeposit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Give an anchor money outside the network, for an asset on it.",
        discussion: """
            Example: coldstar-submit anchor deposit --home-domain example.com --account G... --asset USDC --amount 100 -n public
            Nothing is signed for this: the anchor says how to pay, and sends the asset when the money is there.
            On a terminal it asks for what is not given, in four steps: details, customer data, fee, summary. With --yes or --json it
            asks nothing. Each step is in the journal: coldstar-submit anchor resume goes on, whatever came in between.
            """)

    @Flag(help: "Take the asset as a claimable balance while the account has no trustline for it.")
    var claimable = false

    @OptionGroup var transfer: TransferOptions

    func run() throws {
        try transfer.run(.deposit, claimable: claimable)
    }
}

struct AnchorWithdraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Give an anchor an asset, for money outside the network.",
        discussion: """
            Example: coldstar-submit anchor withdraw --home-domain example.com --account G... --asset USDC --amount 100 \
            --type bank_account -n public
            The payment to the anchor is made by coldstar-build withdrawal and signed offline like any other.
            On a terminal it asks for what is not given, in four steps, as anchor deposit does.
            """)

    @OptionGroup var transfer: TransferOptions

    func run() throws {
        try transfer.run(.withdrawal)
    }
}

struct AnchorResume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Continue a deposit or withdrawal that was begun on this machine.",
        discussion: """
            Example: coldstar-submit anchor resume 3
            It goes on with the step at which the transfer stands, after days as well; coldstar-submit anchor transfers lists them. Where
            the anchor has the transfer already, it shows what is expected now, and gives it what it asks for.
            What was on its way to the anchor when the program died is looked for there, and not sent twice.
            """)

    @Argument(help: "Its number on this machine.")
    var number: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var flow: FlowOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var profile: ConfigProfileOption
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        let number = try FieldID.words("the transfer").value(of: number, as: Int64.self)
        let (sources, fields) = (try flow.customerData(), try flow.fields())
        guard let journal = try home.journals().openExisting() else {
            throw Failure(.noInput, "there is no journal, and no transfer in it")
        }
        let record = try LocalTransfer.numbered(number, in: journal)
        let session = try AnchorSession(of: record, horizon: horizon, rpc: rpc, home: home, clock: clock)
        let driver = TransferDriver(options: flow, home: home, json: json)
        try driver.output.asking(session, type: record.kind.customerType) {
            var job = try TransferJob(
                resuming: record, at: session, fields: fields, sources: sources, isAttended: driver.isGuided,
                in: journal)
            try driver.run(&job, record.kind)
        }
    }
}

struct AnchorTransfers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers", abstract: "The deposits and withdrawals that were begun on this machine.",
        discussion: "Example: coldstar-submit anchor transfers")

    @Option(help: "How many at most, the latest first.")
    var limit: String = "50"

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let limit = try FieldID.limit.value(of: limit, as: UInt16.self)
        do {
            let transfers = try home.consultJournal()?.transfers(limit: Int(limit)) ?? []
            try AnchorOutput(json: json).put(AnchorReport(transfers))
        } catch { throw Failure(any: error) }
    }
}

struct AnchorForget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a transfer that was begun here and not sent to its anchor.",
        discussion: """
            For one that cannot go on, such as with a quote for another amount. What the anchor has stays: only it can end that.
            Example: coldstar-submit anchor forget 2
            """)

    @Argument(help: "Its number on this machine.")
    var number: String

    @Flag(help: "Print one JSON document: its number.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let number = try FieldID.words("the transfer").value(of: number, as: Int64.self)
        guard let journal = try home.journals().openExisting() else {
            throw Failure(.noInput, "there is no journal, and no transfer in it")
        }
        let transfer = try LocalTransfer.forget(number, in: journal)
        if json { try Console.result(document: ["version": 1, "forgotten": .integer(number)]) }
        Console.message("transfer \(number) is forgotten: \(TerminalText.escape(transfer.homeDomain)) never had it")
    }
}
