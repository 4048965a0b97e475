// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Ramp
import Shell
import TextCodec

struct CheckRamp: ParsableCommand {
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
            for warning in check.configuration.warnings { Console.warn(Wording(warning)) }
            if json { try Console.put(document: check.document) } else { try Console.put(check.text) }
        } catch let rejection as RampRejection {
            if json { try Console.put(document: rejection.document) }
            throw Failure(rejection)
        }
    }
}
