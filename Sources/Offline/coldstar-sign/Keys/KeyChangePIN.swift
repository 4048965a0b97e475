// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Signing
import Vault

struct KeyChangePIN: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-pin", abstract: "Seal a key under another PIN.",
        discussion: """
            Example: coldstar-sign key change-pin savings
            --new-second-factor FILE requires that file in addition to the PIN from now on, --no-second-factor no longer does; without
            either nothing changes. Copies of the old file, in a backup or with a thief, still open with the old PIN.
            """)

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @Option(help: "Read the new PIN from this file descriptor, one line, instead of the terminal.")
    var newPinFd: Int32?

    @Option(help: "The file that is the second factor from now on.", completion: .file())
    var newSecondFactor: String?

    @Flag(help: "No second factor from now on.")
    var noSecondFactor = false

    @OptionGroup var seal: SealOptions
    @OptionGroup var change: KeyChange

    var reach: Reach {
        get throws(Failure) { Reach(descriptor: newPinFd) + Reach(file: newSecondFactor) + (try change.reach) }
    }

    func run() throws {
        let name = try KeyName(typed: name)
        guard newSecondFactor == nil || !noSecondFactor else {
            throw Failure(.usage, "--new-second-factor cannot be combined with --no-second-factor")
        }
        let store = try change.store()
        let info = try store.info(name)
        // Keep the cost unless the user chooses another.
        let parameters = try seal.parameters(usual: info.parameters)
        let factorPath =
            noSecondFactor ? nil : newSecondFactor ?? (info.hasSecondFactor ? change.pin.secondFactor : nil)
        let changed = try change.pin.opening(name, in: store.vault) { old, factor in
            // Ask for the new PIN only once the old one has been verified.
            try store.check(name, pin: old, secondFactor: factor)
            let new = try PINInput.new(name, descriptor: newPinFd, option: "--new-pin-fd")
            let newFactor = try PINInput.factor(factorPath, FieldID("new-second-factor"))
            return try store.changePIN(
                name, from: old, to: new, parameters: parameters, secondFactor: factor, newSecondFactor: newFactor)
        }
        // Both PINs have been erased here.
        try change.report(changed)
    }
}
