// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Submitting
import Terminal

struct Status: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "What the journal knows; does not use the network.",
        discussion: """
            What needs someone to act comes first: requests that no one has signed, those signed in part, what was not sent, what is
            pending; then what is settled.
            Example: coldstar-submit status, or with the hash of a transaction, or the name or hash of a batch.
            """)

    @Argument(
        help: """
            The hash of a transaction, or of a batch, or 8 or more of its first digits, or a batch's name; without one the latest \
            are listed.
            """)
    var hash: String?

    @Option(help: "How many to list.")
    var limit: String = "50"

    @Flag(help: "Print one JSON document for each transaction, one a line.")
    var json = false

    @OptionGroup var home: HomeOptions
    @OptionGroup var network: OnlineNetworkOptions

    func run() throws {
        let limit = try FieldID.limit.value(of: limit, as: Int.self)
        let store = try home.consultJournal()
        if let hash {
            switch try JournalTarget(hash, in: store, now: now) {
            case .transaction(let wanted):
                let history = try TransactionHistory(wanted, in: store, now: now)
                if json { return try Console.result(line: history.document.text()) }
                return try Console.result(history.text)
            case .batch(let batch):
                guard let store, !json else {
                    for entry in batch.entries { try Console.result(line: entry.document().text()) }
                    return
                }
                return try Console.result(try batch.withEarlier(in: store, now: now).text)
            }
        }
        guard let store else { return }
        let list = try StatusList(store, limit: limit, now: now)
        for entry in list.entries {
            if json {
                try Console.result(line: entry.document().text())
            } else {
                try Console.result([.item(entry.item(isWhole: false))])
            }
        }
        if list.waitingLeftOut > 0 {
            Console.message("note: \(list.waitingLeftOut) more wait for something; --limit N lists more")
        }
    }

    private var now: Int64 { Int64(clamping: NowOption.clock().seconds) }
}
