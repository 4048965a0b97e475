// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Terminal

/// A command that declares, before it runs, the files and descriptors that it needs; it cannot access anything else.
protocol ConfinedCommand: ParsableCommand {
    var reach: Reach { get throws(Failure) }
}

extension Confinement {
    /// The first step, run when the signer starts.
    static func start() throws(Failure) {
        do { try begin() } catch { throw Failure(error) }
    }

    /// The second step, run when the arguments have been parsed.
    static func prepare(_ command: any ParsableCommand) throws(Failure) {
        guard let confined = command as? any ConfinedCommand else {
            // Help for a group of commands, which reads nothing.
            return try narrow(Reach())
        }
        // The pager reads keys.
        try narrow(try confined.reach + (command is any PagedCommand ? .terminal : Reach()))
    }

    static func narrow(_ reach: Reach) throws(Failure) {
        do { try narrow(to: reach) } catch { throw Failure(error) }
    }
}

extension Failure {
    init(_ error: ConfineError) {
        self.init(
            .refused, "cannot enter the sandbox: \(error.message)",
            hint: "run it on a Linux kernel with seccomp, outside sandboxes that forbid it")
    }
}
