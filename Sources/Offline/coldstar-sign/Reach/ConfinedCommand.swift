// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import SafeFiles

/// A command that says, before it runs, which files and descriptors it needs; everything else is then out of its reach.
protocol ConfinedCommand: ParsableCommand {
    var reach: Reach { get throws(Failure) }
}

extension Confinement {
    /// The first step, as the signer's first act.
    static func start() throws(Failure) {
        do { try begin() } catch { throw Failure(error) }
    }

    /// The second, when the arguments are known.
    static func prepare(_ command: any ParsableCommand) throws(Failure) {
        guard let confined = command as? any ConfinedCommand else {
            // Help about a group of commands comes this way, and reads nothing.
            return try narrow(Reach())
        }
        try narrow(try confined.reach)
    }

    private static func narrow(_ reach: Reach) throws(Failure) {
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
