// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Submitting
import Terminal
import Workspace

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
        if local.json { return try Console.put(document: ["requests": .array(shown.map { $0.document() })]) }
        if entries.isEmpty { return Console.say("no requests") }
        try Console.put(shown.map { .item($0.item(isWhole: false)) })
        if shown.count < entries.count {
            Console.say("note: \(entries.count - shown.count) more; --limit N lists more")
        }
    }
}
