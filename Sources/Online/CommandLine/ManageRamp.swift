// SPDX-License-Identifier: Apache-2.0

import Anchors
package import ArgumentParser
import Codec
import Journal
import Terminal
import Workspace

/// `ramp`: buys through Meso, with a wallet whose key is offline.
package struct ManageRamp: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "ramp", abstract: "Buy through Meso's ramp; the wallet's key stays offline.",
        discussion: """
            A configuration is a JSON file with the members of meso-js. The transfer itself runs in the desk, at /ramp.
            Meso needs a partner id, and its live service may refuse newcomers: see docs/RAMP.md.
            Example: coldstar-submit ramp check transfer.json
            """,
        subcommands: [CheckRamp.self, OpenRamp.self, RampStatusCommand.self, ListRamp.self])

    package init() {}
}

struct CheckRamp: ParsableCommand, JudgingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a transfer's configuration, without the network.",
        discussion: """
            The rules, their order and their words are those of meso-js 0.2.0, followed by rules of Coldstar's own ("rule": "coldstar").
            Example: coldstar-submit ramp check transfer.json --json
            Exit codes: 0 accepted; 65 not accepted.
            """)

    @Flag(help: "Print one JSON document: whether it is accepted, and the frame's address or the reason.")
    var json = false

    @OptionGroup var options: RampFileOptions

    func run() throws {
        do {
            let check = try options.check()
            for warning in check.configuration.warnings { Console.warning(Wording(warning)) }
            if json { try Console.result(document: check.document) } else { try Console.result(check.text) }
        } catch let rejection as RampRejection {
            if json { try Console.result(document: rejection.document) }
            throw Failure(rejection)
        }
    }
}

struct OpenRamp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Begin a session and start the desk, where it runs at /ramp.",
        discussion: """
            Checks the configuration as ramp check does, records the session, and becomes coldstar-desk, with the options behind --.
            Example: coldstar-submit ramp open transfer.json -- --network public --no-open
            """)

    @Flag(help: "Print the desk's address as a JSON document.")
    var json = false

    @OptionGroup var options: RampFileOptions

    @Argument(parsing: .postTerminator, help: "Options of coldstar-desk.")
    var deskOptions: [String] = []

    func run() throws {
        let check: RampCheck
        do { check = try options.check() } catch { throw Failure(any: error) }
        let desk = try DeskProgram.find()
        for warning in check.configuration.warnings { Console.warning(Wording(warning)) }
        let entry = try RampJournal(try options.home.journals().open()).begin(check)
        Console.message("ramp session \(entry.number): continue in the desk, at /ramp/\(entry.number)")
        try DeskProgram.become(
            desk,
            ["--page", "/ramp/\(entry.number)", "--home", try options.home.folder()] + (json ? ["--json"] : [])
                + deskOptions)
    }
}

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
        let journal = try home.consultJournal().map { RampJournal($0) }
        let found = try number.map { number in try journal?.entry(number) } ?? journal?.entries(limit: 1).first
        guard let entry = found else {
            throw Failure(.noInput, "there is no ramp session", hint: "begin one with coldstar-submit ramp open")
        }
        if json { try Console.result(document: entry.document) } else { try Console.result(entry.text) }
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
        guard let journal = try home.consultJournal() else { return }
        for entry in try RampJournal(journal).entries(limit: Int(limit)) {
            if json {
                try Console.result(document: entry.document, pretty: false)
            } else {
                try Console.result([.item(entry.item)])
            }
        }
    }
}

/// A configuration file and how its frame is shown.
struct RampFileOptions: ParsableArguments {
    @Argument(help: "The configuration, JSON with the members of meso-js; - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Check it for the inline frame, which has no layout.")
    var inline = false

    @Option(
        help:
            "Where the frame comes from (default: transfer.* of Meso); api.* of the environment, or this machine for tests."
    )
    var frameOrigin: String?

    @OptionGroup var home: HomeOptions

    var presentation: RampPresentation { inline ? .inline : .embedded }

    func origin() throws(Failure) -> WebOrigin? {
        do throws(Failure) { return try frameOrigin.map { text throws(Failure) in try RampOrigin.parse(text) } } catch {
            throw Failure(error, FieldID("frame-origin"))
        }
    }

    /// Reads and checks the file.
    ///
    /// - Throws: `RampRejection` or `Failure`.
    func check() throws -> RampCheck {
        let origin = try origin()
        let input = try InputFile.read(file, limit: RampConfiguration.maximumLength)
        let known = try OwnAddresses(home).known()
        do {
            return try RampCheck(
                file: input.bytes, named: input.origin, presentation, origin: origin, knownAddresses: known)
        } catch let failure as Failure { throw Failure(failure, .words(input.origin)) }
    }
}
