// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Signing
import Terminal

/// Options of every command that changes book or policy.
struct ListEditor: ParsableArguments {
    @Option(help: "The key to use (default: the owner of the book).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Agree to the change without being asked.")
    var yes = false

    @Flag(help: "Print the outcome as a JSON document: whether anything changed, and which list there is now.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    /// Makes a change: shows it, asks, verifies the PIN and writes the list.
    func make(_ change: ListChangeJob.Change) throws(Failure) {
        let job = ListChangeJob(
            try home.keyVault(), key: key, isAgreed: yes, machine: KernelClock(), time: clock.given)
        let outcome = try job.run(change, at: SigningTerminal(), pin: pin)
        Console.say(outcome.line)
        if json { try Console.put(document: outcome.document) }
    }
}
