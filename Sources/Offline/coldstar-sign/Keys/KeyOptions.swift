// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Crypto
import Signing
import Terminal
import Vault

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, import, list, show, check, export, back up and remove keys.",
        subcommands: [
            KeyNew.self, KeyImport.self, KeyDerive.self, KeyList.self, KeyShow.self, KeyDrill.self, KeyChangePIN.self,
            KeyExport.self, KeyBackup.self, KeyRestore.self, KeyShares.self, KeyRemove.self,
        ])
}

/// Options of every command that writes a key: its PIN, the vault, and the JSON document about the key.
struct KeyChange: ParsableArguments {
    @OptionGroup var pin: PINInput

    @Flag(help: "Print the outcome as a JSON document: the key, as in key show --json.")
    var json = false

    @OptionGroup var home: HomeOptions

    /// Access for changing an existing vault.
    var reach: AllowedAccess { get throws(Failure) { pin.reach + (try home.toKeep) } }
    /// Access for changing the vault, which is created if necessary.
    var reachOfNew: AllowedAccess { get throws(Failure) { pin.reach + (try home.toMake) } }

    func store() throws(Failure) -> KeyStore { KeyStore(try home.keyVault()) }

    /// Prints a key that was stored, its account and the strength of its PIN.
    func report(_ stored: StoredKey) throws(Failure) {
        for line in stored.lines { Console.message(compared: Wording(line)) }
        try put(stored.info)
    }

    func put(_ info: KeyInfo) throws(Failure) {
        guard json else { return }
        try Console.result(document: info.document(in: try? VaultState(folder: home.vault())))
    }
}

/// The cost of guessing the PIN.
struct SealOptions: ParsableArguments {
    @Option(
        help:
            "Cost of each guess: moderate, sensitive, or measured: about a second on this machine (default: moderate, or unchanged)."
    )
    var level: SealLevel?

    /// - Parameter usual: the parameters if no level was given.
    func parameters(usual: PasswordHash.Parameters = .moderate) throws(Failure) -> PasswordHash.Parameters {
        try level?.parameters() ?? usual
    }
}

extension SealLevel: ExpressibleByArgument {}

/// How a command seals a new key, by its options.
struct NewKeySeal: NewSealSource {
    let pin: PINInput
    let seal: SealOptions

    var asksForPIN: Bool { pin.pinFd == nil }

    func newPIN(of key: KeyName) throws(Failure) -> SecretBytes { try pin.new(key) }

    func parameters(usual: PasswordHash.Parameters) throws(Failure) -> PasswordHash.Parameters {
        try seal.parameters(usual: usual)
    }

    func newFactor(ofOneWith old: Bool) throws(Failure) -> SecretBytes? { try pin.factor() }
}

/// The BIP-39 passphrase, which belongs to the mnemonic and is not the PIN.
struct PassphraseOptions: ParsableArguments {
    @Flag(help: "The words have a BIP-39 passphrase; ask for it.")
    var passphrase = false

    @Option(help: "Read the BIP-39 passphrase from this file descriptor, one line.")
    var passphraseFd: Int32?

    /// Reads the passphrase; nil if the mnemonic has none.
    func read(new isNew: Bool = false) throws(Failure) -> SecretBytes? {
        if let passphraseFd { return try SecretLine.read(descriptor: passphraseFd, option: "--passphrase-fd") }
        guard passphrase else { return nil }
        let prompt = "BIP-39 passphrase: "
        return isNew
            ? try SecretLine.askTwice(prompt, again: "the passphrase again: ") : try SecretLine.ask(prompt)
    }
}
