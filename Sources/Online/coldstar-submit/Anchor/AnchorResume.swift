// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import SafeFiles
import Shell
import Stellar
import TextCodec
import Transfers

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
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        let number = try Arguments.number(number, "the transfer", as: Int64.self)
        guard SafeFiles.exists(SQLiteJournal.path(in: try home.online())) else {
            throw Failure(.noInput, "there is no journal, and no transfer in it")
        }
        let journal = try OnlineJournal.open(home).store
        let record = try LocalTransfer.numbered(number, in: journal)
        let session = try AnchorSession(of: record, horizon: horizon, home: home, clock: clock)
        let token = try session.token()
        let driver = TransferDriver(options: flow, json: json)
        try ManageAnchor.Options.asking(
            session, type: TransferKind(rawValue: record.kind)?.customerType, json: json
        ) {
            var job = try TransferJob(
                resuming: record, session, token: token, fields: try flow.fields(), sources: try flow.customerData(),
                isAttended: driver.isGuided, journal: journal)
            try driver.run(&job)
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
        let limit = try Arguments.number(limit, "--limit", as: UInt16.self)
        let transfers: [RecordedTransfer]
        do { transfers = try OnlineJournal.consulting(home)?.transfers(limit: Int(limit)) ?? [] } catch let error
            as JournalError
        {
            throw Failure(error)
        }
        let header = ["transfer", "begun", "kind", "at", "amount", "asset", "stands at", "id"]
        let lines = transfers.isEmpty ? ["there are none"] : TextTable.lines([header] + transfers.map(\.row))
        try ManageAnchor.Options.print(json: json, ["transfers": .array(transfers.map(\.document))], lines)
    }
}

extension RecordedTransfer {
    /// The transfer's row in a list.
    fileprivate var row: [String] {
        let state = step == .begun ? status ?? "begun" : "step \(stage) of 4"
        let day = String(begun.rfc3339.prefix(10))
        return [String(number), day, kind, homeDomain, amount ?? "", code, state, transferID ?? ""].map(
            TerminalText.escape)
    }
}
