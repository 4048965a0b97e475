// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Journal
import Ramp
import Shell
import TextCodec

struct RampStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "What happened in a session; does not use the network.",
        discussion: """
            What Meso's page says is a claim. If it was closed before the end, the outcome is "unknown": Meso writes to the user by e-mail.
            Example: coldstar-submit ramp status 3
            """)

    @Argument(help: "The session's number; the latest session without one.")
    var id: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let number = try id.map { id throws(Failure) in try FieldID.words("id").value(of: id, as: Int64.self) }
        let journal = try OnlineJournal.consulting(home).map { RampJournal($0) }
        let found = try number.map { number in try journal?.entry(number) } ?? journal?.entries(limit: 1).first
        guard let entry = found else {
            throw Failure(.noInput, "there is no ramp session", hint: "begin one with coldstar-submit ramp open")
        }
        if json { try Console.put(document: entry.document) } else { try Console.put(entry.text) }
    }
}

struct ListRamp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The latest sessions, newest first.",
        discussion: "Example: coldstar-submit ramp list --json")

    @Option(help: "How many to list.")
    var limit: String = "20"

    @Flag(help: "Print one JSON document for each session, one a line.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let limit = try FieldID.limit.value(of: limit, as: UInt16.self)
        guard let journal = try OnlineJournal.consulting(home) else { return }
        for entry in try RampJournal(journal).entries(limit: Int(limit)) {
            if json {
                try Console.put(document: entry.document, pretty: false)
            } else {
                try Console.put([.item(entry.item)])
            }
        }
    }
}
