// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import SafeFiles
import Signing
import Terminal
import Vault

struct KeyExport: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print a key's secret in plain text: its words, or its secret key.",
        discussion: """
            Example: coldstar-sign key export savings
            Anyone who reads the output controls the account; a terminal shows it on a separate screen that is cleared. Prefer coldstar-sign key backup, which stays sealed.
            Of words in another language than English, or with a passphrase, the seed that they give is printed, in hex.
            """)

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let name = try KeyName(typed: name)
        let store = KeyStore(try home.keyVault())
        // With a PIN from a descriptor, no confirmation is asked for.
        let text = try store.exportSecret(
            of: name, isConfirmed: pin.pinFd != nil, at: SigningTerminal(), pin: pin)
        guard pin.pinFd == nil, Console.outputIsTerminal else { return try Console.put(secret: text) }
        try SecretScreen.show(
            "The secret of \(name.text). Anyone who has it controls the account.", text,
            prompt: "to clear the screen, press Enter: ")
    }
}
