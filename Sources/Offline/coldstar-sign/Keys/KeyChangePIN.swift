// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Crypto
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

    var reach: AllowedAccess {
        get throws(Failure) {
            AllowedAccess(descriptor: newPinFd) + AllowedAccess(file: newSecondFactor) + (try change.reach)
        }
    }

    func run() throws {
        let name = try KeyName(typed: name)
        guard newSecondFactor == nil || !noSecondFactor else {
            throw Failure(.usage, "--new-second-factor cannot be combined with --no-second-factor")
        }
        let store = try change.store()
        let changed = try store.changePIN(of: name, pin: change.pin, sealedBy: NewSeal(self))
        // Both PINs have been erased here.
        try change.report(changed)
    }

    /// The new PIN, and the second factor, which stays unless the user says otherwise.
    private struct NewSeal: NewSealSource {
        let command: KeyChangePIN

        init(_ command: KeyChangePIN) { self.command = command }

        var asksForPIN: Bool { command.newPinFd == nil }

        func newPIN(of key: KeyName) throws(Failure) -> SecretBytes {
            try PINInput.new(key, descriptor: command.newPinFd, option: "--new-pin-fd")
        }

        func parameters(usual: PasswordHash.Parameters) throws(Failure) -> PasswordHash.Parameters {
            try command.seal.parameters(usual: usual)
        }

        func newFactor(ofOneWith old: Bool) throws(Failure) -> SecretBytes? {
            let kept = old ? command.change.pin.secondFactor : nil
            let path = command.noSecondFactor ? nil : command.newSecondFactor ?? kept
            return try PINInput.factor(path, FieldID("new-second-factor"))
        }
    }
}
