// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import SodiumKit
import Stellar
import Vault

struct KeyDrill: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "drill", abstract: "Enter the words again, to see that the backup still gives the key.",
        discussion: """
            Example: coldstar-sign key drill savings
            The words, or the secret key, are read from the paper; what they give is compared with the key, and the date is
            kept. Twice a year is a good habit.
            """)

    @Argument(help: "The key's name.")
    var name: String

    @Option(help: "Read the words or S... from this file descriptor, one line, instead of the terminal.")
    var secretFd: Int32?

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var pin: PINInput
    @OptionGroup var outcome: KeyOutcome
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: Reach {
        get throws(Failure) { pin.reach + passphrase.reach + Reach(descriptor: secretFd) + (try home.toKeep) }
    }

    func run() throws {
        let name = try Keys.name(name)
        let vault = Vault(folder: try home.vault())
        do {
            let info = try vault.info(name)
            let text =
                if let secretFd { try SecretLine.read(descriptor: secretFd, option: "--secret-fd") } else {
                    try SecretLine.ask("the words, or S...: ")
                }
            guard try vault.isBackedUp(name, by: text, passphrase: try passphrase.read()) else {
                throw Failure(
                    .badInput, "this is a valid secret, but not the one of \(name.text)",
                    hint: "while the key still opens: coldstar-sign key export \(name.text), and write it down again")
            }
            let around = try Surroundings(folder: vault.folder)
            try around.state.check(name)
            let now = try around.time(clock).counted
            let opened = try pin.unlock(name, in: vault)
            let lock = try VaultLock(folder: vault.folder)
            let state = try around.state.refreshed(holding: lock)
            _ = try state.verify(opened)
            try state.reseal(opened, holding: lock) { $0.drilled = now }
            Console.say("the backup gives \(info.publicKey.address); noted at \(now.utc)")
            try outcome.put(info, home)
        } catch {
            throw Failure(state: error)
        }
    }
}
