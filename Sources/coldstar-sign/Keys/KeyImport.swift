// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import SodiumKit
import Stellar
import Vault

struct KeyImport: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Keep a key that is there already: S..., or an English mnemonic (its account 0).",
        discussion: """
            Example: coldstar-sign key import treasury
            The secret is asked for on the terminal, or read from --secret-fd. It is never an argument.
            """)

    @Argument(help: "The key's name: letters, digits, _ and -.")
    var name: String

    @Option(help: "Read the secret from this file descriptor, one line, instead of the terminal.")
    var secretFd: Int32?

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: Reach {
        get throws(Failure) {
            pin.reach + Reach(descriptor: secretFd) + (try home.toMake)
        }
    }

    func run() throws {
        let name = try Keys.name(name)
        let vault = Vault(folder: try home.vault())
        let now = try clock.time()
        do {
            let secret = try KeySecret(reading: try text())
            let (created, strength) = try Keys.create(name, secret, pin: try pin.new(name.text), in: vault, now: now)
            Keys.report(created, strength)
        } catch let error as SecretError {
            throw Failure(.badInput, error.message)
        } catch let error as VaultError {
            throw Failure(error)
        }
    }

    private func text() throws(Failure) -> SecretBytes {
        if let secretFd { return try SecretLine.read(descriptor: secretFd, option: "--secret-fd") }
        return try SecretLine.ask("secret key (S...) or mnemonic: ")
    }
}
