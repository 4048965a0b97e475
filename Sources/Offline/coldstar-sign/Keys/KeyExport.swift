// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Platform
import SafeFiles
import Shell
import Signing
import SodiumKit
import Vault

struct KeyExport: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print a key's secret in plain text: its words, or S...",
        discussion: """
            Example: coldstar-sign key export savings
            Anyone who reads the output controls the account; a terminal shows it on a separate screen that is cleared. Prefer coldstar-sign key backup, which stays sealed.
            Of words in another language than English, or with a passphrase, the seed that they give is printed, in hex.
            """)

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) {
            pin.reach + (try home.toKeep)
        }
    }

    func run() throws {
        let name = try KeyName(typed: name)
        let vault = try home.keyVault()
        do {
            _ = try vault.info(name)
            // With a PIN from a descriptor, no confirmation is asked for.
            if pin.pinFd == nil {
                let typed = try Question.ask("to print the secret of \(name.text) in plain text, type its name: ")
                guard typed == name.text else { throw Failure(.refused, "nothing was exported") }
            }
            let text = try pin.opening(name, in: vault) { pin, factor in
                try vault.secretText(name, pin: pin, secondFactor: factor)
            }
            if pin.pinFd == nil, Console.outputIsTerminal {
                return try SecretScreen.show(
                    "The secret of \(name.text). Anyone who has it controls the account.", text,
                    prompt: "to clear the screen, press Enter: ")
            }
            try text.withBytes { (text) throws(FileError) in
                try SafeFiles.writeAll(descriptor: STDOUT_FILENO, bytes: text)
                try SafeFiles.writeAll(descriptor: STDOUT_FILENO, bytes: [UInt8(ascii: "\n")])
            }
        } catch let error as Failure {
            throw error
        } catch let error as VaultError {
            throw Failure(error)
        } catch let error as FileError {
            throw Failure(.cannotCreate, "standard output: \(error.message)")
        }
    }
}
