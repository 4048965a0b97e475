// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import SodiumKit
import Stellar
import Vault

struct KeyChangePIN: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-pin", abstract: "Seal a key under another PIN.",
        discussion: """
            Example: coldstar-sign key change-pin savings
            Copies of the old file, in a backup or with a thief, still open with the old PIN.
            """)

    @Argument(help: "The key's name.")
    var name: String

    @Option(help: "Read the new PIN from this file descriptor, one line, instead of the terminal.")
    var newPinFd: Int32?

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) {
            pin.reach + Reach(descriptor: newPinFd) + (try home.toKeep)
        }
    }

    func run() throws {
        let name = try Keys.name(name)
        let vault = Vault(folder: try home.vault())
        do {
            _ = try vault.info(name)
            let (changed, strength) = try change(name, in: vault)
            Keys.report(changed, strength)
        } catch let error as VaultError {
            throw Failure(error)
        }
    }

    /// Asks for both PINs, which are gone when this returns.
    private func change(_ name: KeyName, in vault: Vault) throws -> (CreatedKey, PINStrength) {
        let old = try pin.existing(name.text)
        let new = try PINInput.new(name.text, descriptor: newPinFd, option: "--new-pin-fd")
        let changed = try vault.changePIN(name, from: old, to: new)
        return (changed, PINStrength(of: new, guess: changed.sealing, parameters: changed.info.parameters))
    }
}
