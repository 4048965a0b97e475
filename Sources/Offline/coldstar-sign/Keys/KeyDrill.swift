// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import SodiumKit
import Stellar
import Vault

struct KeyDrill: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "drill", abstract: "Enter the words again to check that the backup gives the key.",
        discussion: """
            Example: coldstar-sign key drill savings
            Enter the words or the secret key from the paper; they are compared with the key, and the date is recorded.
            Do this twice a year.
            """)

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @Option(help: "Read the words or S... from this file descriptor, one line, instead of the terminal.")
    var secretFd: Int32?

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var pin: PINInput
    @OptionGroup var outcome: KeyOutcome
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: Reach {
        get throws(Failure) {
            pin.reach + passphrase.reach + Reach(descriptor: secretFd) + (try home.toKeep)
                + MachineClock.reach
        }
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
                    .badInput, "this is a valid secret, but of another key than \(name.text)",
                    hint: "write it down again while the key still opens: coldstar-sign key export \(name.text)")
            }
            let around = try Surroundings(folder: vault.folder, for: [name])
            try around.state.check(name)
            let now = try around.time(clock, for: [name]).counted
            let opened = try pin.unlock(name, in: vault)
            let lock = try VaultLock(folder: vault.folder)
            let state = try around.state.refreshed(holding: lock)
            _ = try state.verify(opened)
            try state.reseal(opened.record, holding: lock) { $0.drilled = now }
            Console.say("the backup gives \(info.publicKey.address); recorded at \(now.utc)")
            try outcome.put(info, home)
        } catch {
            throw Failure(any: error)
        }
    }
}
