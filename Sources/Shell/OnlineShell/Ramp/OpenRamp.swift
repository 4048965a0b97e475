// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Journal
import Platform
import Ramp
import Shell
import TextCodec

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
        for warning in check.configuration.warnings { Console.warn(Wording(warning)) }
        let entry = try RampJournal(try OnlineJournal.open(options.home).store).begin(check)
        Console.say("ramp session \(entry.number): continue in the desk, at /ramp/\(entry.number)")
        try DeskProgram.become(
            desk,
            ["--page", "/ramp/\(entry.number)", "--home", try options.home.folder()] + (json ? ["--json"] : [])
                + deskOptions)
    }
}
