// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import TextCodec

struct AnchorResume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on with a deposit or withdrawal that was begun on this machine.",
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
        guard try OnlineJournal.existing(home) != nil else {
            throw Failure(.noInput, "there is no journal, and no transfer in it")
        }
        let journal = try OnlineJournal.open(home).store
        let found: RecordedTransfer?
        do { found = try journal.transfer(number: number) } catch { throw Failure(error) }
        guard let record = found, let spoken = TransferProtocol(rawValue: record.protocol) else {
            throw Failure(
                .noInput, "there is no transfer \(number)", hint: "coldstar-submit anchor transfers lists them")
        }
        let session = try AnchorSession(of: record, horizon: horizon, home: home, clock: clock)
        let token = try session.token()
        try ManageAnchor.Options.asking(
            session, type: TransferKind(rawValue: record.kind)?.customerType, json: json
        ) {
            var transfer = TransferFlow(
                session: session, token: token, options: flow, horizon: horizon, home: home, json: json,
                journal: journal, server: try session.transfers(spoken), record: record, fields: try flow.fields())
            try transfer.run()
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
        let asset = TransferDetails.code(of: asset)
        let state = step == .begun ? status ?? "begun" : "step \(stepNumber) of 4"
        let day = String(Timestamp(UInt64(clamping: created)).rfc3339.prefix(10))
        return [String(number), day, kind, homeDomain, amount ?? "", asset, state, transferID ?? ""].map(
            TerminalText.escape)
    }

    private var stepNumber: Int {
        switch step {
        case .customer: 2
        case .fee: 3
        case .summary, .sending, .begun: 4
        }
    }

    fileprivate var document: JSON {
        func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
        return [
            "transfer": .number(String(number)), "network_passphrase": .string(networkPassphrase),
            "home_domain": .string(homeDomain), "account": .string(account), "memo": text(memo), "kind": .string(kind),
            "protocol": .string(`protocol`), "asset": .string(asset), "amount": text(amount), "type": text(method),
            "step": .string(step.rawValue), "id": text(transferID), "status": text(status),
            "created": .string(Timestamp(UInt64(clamping: created)).rfc3339),
        ]
    }
}
