// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import SafeFiles
import Shell
import Signing
import SodiumKit
import Stellar
import TextCodec
import Vault

struct KeyNew: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a key from a new mnemonic, which is shown once.",
        discussion: """
            Examples: coldstar-sign key new savings --words 24
            coldstar-sign key new savings --dice
            The words are the only backup that does not need the PIN: write them down on paper. Any wallet that follows SEP-5
            derives the same account from them (m/44'/148'/0'). At a terminal they are shown on a separate screen, and some
            of them must be typed again.
            """)

    @Argument(help: "The key's name: letters, digits, _ and -.")
    var name: String

    @Option(help: "12 or 24.")
    var words: String = "24"

    @Flag(help: "Mix in your own dice rolls or coin tosses, asked for on the terminal.")
    var dice = false

    @Option(help: "Read the rolls from this file descriptor, one line.")
    var diceFd: Int32?

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var seal: SealOptions
    @OptionGroup var pin: PINInput
    @OptionGroup var outcome: KeyOutcome
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: Reach {
        get throws(Failure) {
            pin.reach + passphrase.reach + Reach(descriptor: diceFd) + (try home.toMake)
        }
    }

    func run() throws {
        let name = try KeyName(typed: name)
        guard let length = Int(words).flatMap(Mnemonic.Length.init(rawValue:)) else {
            throw Failure(.usage, "--words: must be 12 or 24")
        }
        let store = KeyStore(try home.keyVault())
        let now = try clock.time()
        do {
            // Check the name before asking for anything.
            try store.checkIsFree(name)
            let text = try drawn(length).text()
            let stored = try keep(text, name, in: store, now: now)
            // Write the key before showing its words, so that words on paper always belong to an existing key.
            if isAtTerminal { try ask(text, stored.info) } else { try WordPage.show(text) }
            Keys.report(stored)
            try outcome.put(stored.info, home)
        } catch {
            throw Failure(any: error)
        }
    }

    private var isAtTerminal: Bool { pin.pinFd == nil && Question.isPossible }

    private func ask(_ words: borrowing SecretBytes, _ key: KeyInfo) throws(Failure) {
        do throws(Failure) {
            try WordQuiz.show(words, key.name)
        } catch {
            let name = key.name.text
            throw Failure(
                error.kind, "the words were not confirmed; the key \(name) is kept",
                hint: key.kind == .mnemonic
                    ? "coldstar-sign key export \(name) shows the words again; key drill \(name) checks the paper"
                    : "its words cannot be shown again: if they are not on paper (check with coldstar-sign key drill \(name)), create another key"
            )
        }
    }

    /// Stores the key; its PIN has been erased when this returns.
    private func keep(_ words: borrowing SecretBytes, _ name: KeyName, in store: KeyStore, now: Timestamp) throws
        -> StoredKey
    {
        let extra = try passphrase.read(new: true)
        let secret = try KeySecret(reading: words, passphrase: extra)
        return try store.create(
            name, secret, pin: try pin.new(name.text), now: now, parameters: try seal.parameters(),
            secondFactor: try pin.factor())
    }

    /// Entropy from the machine alone, or combined with the user's.
    private func drawn(_ length: Mnemonic.Length) throws -> Mnemonic {
        guard dice || diceFd != nil else { return try Mnemonic.generate(words: length) }
        let mix = try Dice()
        Console.tell("The machine has drawn its part; its SHA-256 is \(Hex.encode(mix.commitment))")
        let rolls =
            if let diceFd { try SecretLine.read(descriptor: diceFd, option: "--dice-fd") } else {
                try SecretLine.ask("at least \(Dice.fewest) rolls, digits only: ")
            }
        let mnemonic = try mix.mnemonic(words: length, rolls: rolls)
        let check =
            "the SHA-256 of it followed by the rolls, without a line feed, starts with the entropy of the words."
        if isAtTerminal {
            try SecretScreen.show(
                "The machine's random part, secret like the words. To check: " + check, mix.machine,
                prompt: "to go on, press Enter: ")
        } else {
            Console.tell("The machine's part, secret like the words:")
            try mix.machine.withBytes { (text) throws(FileError) in
                try SafeFiles.writeAll(descriptor: 2, bytes: text)
            }
            Console.tell("")
            Console.tell("To check: " + check)
        }
        return mnemonic
    }
}
