// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Signing
import Terminal
import Vault

struct KeyRemove: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Delete a key's file; without its words or another copy the key is lost.",
        discussion: "Example: coldstar-sign key remove old-key")

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @Flag(help: "Do not ask.")
    var yes = false

    @Option(help: "First check that the PIN on this file descriptor opens the key.")
    var pinFd: Int32?

    @Option(help: "The file that is the key's second factor besides the PIN.", completion: .file())
    var secondFactor: String?

    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess {
        get throws(Failure) {
            .terminal + AllowedAccess(descriptor: pinFd) + AllowedAccess(file: secondFactor) + (try home.toKeep)
        }
    }

    func run() throws {
        let name = try KeyName(typed: name)
        let store = KeyStore(try home.keyVault())
        try store.removeKey(name, at: NowOption.clock(), isConfirmed: yes, at: SigningTerminal()) {
            store throws(Failure) in
            guard let pinFd else { return nil }
            let factor = try PINInput.factor(secondFactor, .secondFactor)
            let pin = try SecretLine.read(descriptor: pinFd, option: "--pin-fd")
            return try store.unlock(name, pin: pin, secondFactor: factor)
        }
        Console.message("the key \(name.text) was deleted")
        if json { try Console.result(document: ["name": .string(name.text), "removed": true]) }
    }
}
