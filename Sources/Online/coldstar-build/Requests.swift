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
        commandName: "request", abstract: "List the requests that were built here, or forget one.",
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
        abstract: "Remove a request that was never signed, or that is settled, from the journal.",
        discussion: """
            Its sequence number is free again. Destroy every copy that was carried over: once signed, it can still be submitted.
            Example: coldstar-build request forget 6e8e51c2
            """)

    @Argument(help: "The request's hash, or 8 or more of its first digits.")
    var hash: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var local: LocalOptions

    func run() throws {
        let prefix = try HashPrefix(hash)
        guard let journal = try local.context.openExistingJournal() else { throw prefix.unknown }
        let removal = try RequestRemoval(prefix, in: journal, now: local.context.clock())
        if !yes { try agree(removal) }
        try removal.run()
        try local.tell(["forgotten": .string(removal.hash.hex)], "\(removal.hash) is forgotten")
    }

    private func agree(_ removal: RequestRemoval) throws(Failure) {
        guard Question.isPossible else {
            throw Failure(
                .refused, "cannot ask for confirmation: not a terminal", hint: "--yes agrees")
        }
        let prompt = "forget this request? type yes: "
        let shown = TextLayout.error.lines(.item(removal.entry.item(isWhole: true)))
        try Pager.show(shown.joined(separator: "\n"), above: [prompt])
        guard try Question.ask(prompt) == "yes" else {
            throw Failure(.refused, "nothing was forgotten")
        }
    }
}
