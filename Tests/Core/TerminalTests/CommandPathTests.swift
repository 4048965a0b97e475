// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Testing

@testable import Terminal

struct CommandPathTests {
    private struct Root: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "coldstar-pay", subcommands: [Send.self, Key.self])
    }

    private struct Send: ParsableCommand {
        @Argument var file = ""
    }

    private struct Key: ParsableCommand {
        static let configuration = CommandConfiguration(subcommands: [List.self, Remove.self])
    }

    private struct List: ParsableCommand {}
    private struct Remove: ParsableCommand {}

    private func failure(_ line: String) -> Failure? {
        let words = line.split(separator: " ").map(String.init)
        return #expect(throws: Failure.self) {
            try CommandPath(QuietOption.removed(from: words), of: Root.self).check()
        }
    }

    @Test(
        arguments: [
            ("sned", "coldstar-pay has no command 'sned'", "send"),
            ("key lst", "coldstar-pay key has no command 'lst'", "list"),
            ("key remvoe", "coldstar-pay key has no command 'remvoe'", "remove"),
        ], ["@", "help @", "@ --help", "--quiet @"])
    func `rejects a mistyped command and suggests the one that was probably meant`(
        row: (typed: String, said: String, meant: String), form: String
    ) {
        let failure = failure(form.replacing("@", with: row.typed))
        #expect(failure?.kind == .usage && failure?.message == row.said)
        #expect(failure?.hint?.plain.contains("did you mean \(row.meant)?") == true)
    }

    @Test func `suggests nothing for a word unlike every command`() {
        #expect(failure("zzzzzzzz")?.hint?.plain == "coldstar-pay --help lists the commands")
    }

    @Test(arguments: ["", "send", "send sned", "key list", "help key list", "--help", "help", "key --help"])
    func `accepts commands, their arguments and options`(line: String) {
        #expect(throws: Never.self) {
            try CommandPath(line.split(separator: " ").map(String.init), of: Root.self).check()
        }
    }
}
