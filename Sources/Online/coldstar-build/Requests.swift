// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Submitting
import Terminal
import Workspace

struct ManageRequests: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "List the requests that were built here, or forget one or a batch.",
        subcommands: [ListRequests.self, ForgetRequest.self])
}

struct ListRequests: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Requests that were not submitted: those that wait first, then those that are void.",
        discussion: "Example: coldstar-build request list --json")

    @Option(help: "How many at most.")
    var limit: String = "50"

    @OptionGroup var local: LocalOptions

    func run() throws {
        let limit = try FieldID.limit.value(of: limit, as: Int.self)
        let entries = try StatusList.requests(in: try local.context.existingJournal(), now: local.context.clock())
        let shown = entries.prefix(limit)
        if local.json { return try Console.result(document: ["requests": .array(shown.map { $0.document() })]) }
        if entries.isEmpty { return Console.message("no requests") }
        try Console.result(shown.map { .item($0.item(isWhole: false)) })
        if shown.count < entries.count {
            Console.message("note: \(entries.count - shown.count) more; --limit N lists more")
        }
    }
}

struct ForgetRequest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove a request that was never signed, or that is settled, or those of a batch, from the journal.",
        discussion: """
            Its sequence number is free again. Destroy every copy that was carried over: once signed, it can still be submitted.
            Examples: coldstar-build request forget 6e8e51c2
            coldstar-build request forget payroll.csv
            """)

    @Argument(help: "The hash of a request or a batch, or 8 or more of its first digits, or a batch's name.")
    var request: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var local: LocalOptions

    func run() throws {
        let now = local.context.clock()
        guard let journal = try local.context.openExistingJournal() else {
            _ = try JournalTarget(request, in: nil, now: now)
            throw try HashPrefix(request).unknown
        }
        switch try JournalTarget(request, in: journal, now: now) {
        case .transaction(let prefix):
            let removal = try RequestRemoval(prefix, in: journal, now: now)
            if !yes { try agree("forget this request?", [.item(removal.entry.item(isWhole: true))]) }
            try removal.run()
            try local.tell(["forgotten": .string(removal.hash.hex)], "\(removal.hash) is forgotten")
        case .batch(let batch):
            let removal = try BatchRemoval(batch, in: journal, now: now)
            if !yes { try agree("forget the requests of this batch?", batch.text) }
            try removal.run()
            let hashes = batch.entries.map { JSON.string($0.hash.hex) }
            try local.tell(
                ["forgotten": .array(hashes), "batch": .string(batch.name)],
                "the \(hashes.count) requests of \(TerminalText.escape(batch.name)) are forgotten")
        }
    }

    private func agree(_ question: String, _ parts: [TextPart]) throws(Failure) {
        guard Question.isPossible else {
            throw Failure(
                .refused, "cannot ask for confirmation: not a terminal", hint: "--yes agrees")
        }
        let prompt = "\(question) type yes: "
        let shown = parts.flatMap(TextLayout.error.lines)
        try Pager.show(shown.joined(separator: "\n"), above: [prompt])
        guard try Question.ask(prompt) == "yes" else {
            throw Failure(.refused, "nothing was forgotten")
        }
    }
}
