// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Crypto
import Signing
import Stellar
import Terminal
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
    @OptionGroup var change: KeyChange
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess {
        get throws(Failure) { passphrase.reach + AllowedAccess(descriptor: secretFd) + (try change.reach) + .clock }
    }

    func run() throws {
        let name = try KeyName(typed: name)
        let (key, now) = try change.store().drillBackup(
            of: name, at: clock.given, machine: KernelClock(), pin: change.pin
        ) { key throws(Failure) in
            try WordByWord.read(descriptor: secretFd, orAsk: key.chain.backupQuestion)
        } passphrase: { () throws(Failure) in
            try passphrase.read()
        }
        Console.message("the backup gives \(key.identity.text); recorded at \(now.utc)")
        try change.put(key)
    }
}
