// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Crypto
import Signing
import Terminal
import Vault

struct KeyImport: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an existing key: a mnemonic in any BIP-39 language, S..., or another chain's private key.",
        discussion: """
            Examples: coldstar-sign key import treasury
            coldstar-sign key import second --account 1 --passphrase
            coldstar-sign key import coins --chain solana
            coldstar-sign key import old --identity ~/.config/stellar/identity/alice.toml
            The secret is typed on the terminal or read from --secret-fd. It is never an argument. Enter alone at the question
            asks for an English mnemonic word by word, with completion and correction.
            """)

    @Argument(help: "The key's name: letters, digits, _ and -.")
    var name: String

    @Option(help: "Read the secret from this file descriptor, one line, instead of the terminal.")
    var secretFd: Int32?

    @Option(
        help: """
            The account of the mnemonic: N of m/44'/148'/N', or of the path of another chain; without it 0, or what the identity \
            file says.
            """)
    var account: String?

    @Option(help: "Read the secret from an identity file of stellar-cli, or a key file of stc.", completion: .file())
    var identity: String?

    @OptionGroup var chain: ChainOption
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var seal: SealOptions
    @OptionGroup var change: KeyChange
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess {
        get throws(Failure) {
            passphrase.reach + AllowedAccess(descriptor: secretFd) + AllowedAccess(file: identity)
                + (try change.reachOfNew)
        }
    }

    func run() throws {
        let name = try KeyName(typed: name)
        let store = try change.store()
        let now = try clock.time()
        let given = try FieldID.account.optionalValue(of: account, as: AccountNumber.self)?.number
        let stored = try store.importKey(
            name, chain: chain.ofNew, now: now, sealedBy: NewKeySeal(pin: change.pin, seal: seal)
        ) { () throws(Failure) in try secret(account: given) }
        try change.report(stored)
    }

    private func secret(account: UInt32?) throws(Failure) -> KeySecret {
        guard let identity else {
            let text = try WordByWord.read(descriptor: secretFd, orAsk: chain.ofNew.secretQuestion)
            return try KeyStore.secret(
                in: text, chain: chain.ofNew, account: account ?? 0, passphrase: passphrase.read())
        }
        guard secretFd == nil else { throw Failure(.usage, "--identity cannot be combined with --secret-fd") }
        return try KeyStore.secret(
            inIdentity: SecretFile.read(identity), origin: TerminalText.escape(identity), chain: chain.ofNew,
            account: account, passphrase: passphrase.read())
    }
}

struct KeyDerive: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "derive", abstract: "Store another account of a key's words as a separate key.",
        discussion: """
            Examples: coldstar-sign key derive savings savings-1 --account 1
            coldstar-sign key derive savings coins --chain solana --account 0
            The same words give both (m/44'/148'/1'). The new key is sealed under the same PIN and second factor.
            """)

    @Argument(help: "The key whose words it is.", completion: Completion.keys)
    var name: String

    @Argument(help: "The name of the new key.")
    var newName: String

    @Option(help: "The account of the mnemonic: N of m/44'/148'/N', or of the path of another chain.")
    var account: String

    @OptionGroup var chain: ChainOption
    @OptionGroup var change: KeyChange
    @OptionGroup var clock: NowOption

    var reach: AllowedAccess { get throws(Failure) { try change.reach } }

    func run() throws {
        let (name, newName) = (try KeyName(typed: name), try KeyName(typed: newName))
        let number = try FieldID.account.value(of: account, as: AccountNumber.self).number
        let now = try clock.time()
        let store = try change.store()
        let derived = try store.deriveKey(
            newName, from: name, chain: chain.chain, account: number, now: now, pin: change.pin)
        try change.report(derived)
        Console.message("\(newName.text) opens with the PIN of \(name.text), until it gets one of its own")
    }
}
