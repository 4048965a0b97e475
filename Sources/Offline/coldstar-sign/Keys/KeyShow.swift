// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import SafeFiles
import Signing
import Stellar
import Terminal
import Vault

struct KeyList: ConfinedCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all keys with their accounts and addresses; needs no PIN.",
        discussion: "Example: coldstar-sign key list")

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess { get throws(Failure) { try home.toRead } }

    func run() throws {
        let keys = try home.keyVault().keys()
        if json {
            let state = try? VaultState(folder: home.vault())
            return try Console.result(document: ["keys": .array(keys.map { $0.document(in: state) })])
        }
        if keys.isEmpty {
            let folder = TerminalText.escape(try home.vault())
            Console.message(
                "no keys yet in \(folder): use coldstar-sign key new NAME, or coldstar-sign restore FILE for a backup")
        }
        for key in keys {
            let line = Wording(key.line)
            if key.isReadable { try Console.result(compared: line) } else { Console.diagnostic(line) }
        }
    }
}

struct KeyShow: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a key's file reveals without a PIN: its account, kind and age.",
        discussion: """
            Examples: coldstar-sign key show savings
            coldstar-sign key show savings --qr
            coldstar-sign key show savings --verify G...
            The code is for watch-only wallets that request signatures: Keystone's crypto-multi-accounts, or with
            --dialect lumensigner the address in LumenSigner's format. Of another chain it has name, chain and address. It contains no secret.
            """)

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @Flag(help: "Show the account to a wallet as a QR code.")
    var qr = false

    @Option(
        help:
            "In the QR code: keystone (default for Stellar), lumensigner, or coldstar (for coldstar-build, and for other chains)."
    )
    var dialect: AccountExport.Dialect?

    @Option(
        help:
            "Print only the text for a wallet: ur (Keystone's) or lumensigner; minisign, the public key file for minisign; or coldstar, for the online side."
    )
    var format: AccountExport.Format?

    @Flag(help: "Replace existing files.")
    var force = false

    @Option(help: "Compare this account, typed or scanned, with the whole account of the key.")
    var verify: String?

    @OptionGroup var pictures: PictureOptions
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess {
        get throws(Failure) { (qr ? pictures.reach + .terminal : pictures.reach) + (try home.toRead) }
    }

    func run() throws {
        try pictures.checkFree(force: force, hasText: true)
        let info = try KeyStore(home.keyVault()).info(KeyName(typed: name))
        if let verify {
            try info.check(isAccount: verify)
            return try Console.result(compared: "the same: \(info.identity.text)")
        }
        let state = try? VaultState(folder: home.vault())
        if let format {
            try Console.result(line: try AccountExport.text(info, format))
        } else if json {
            try Console.result(document: info.document(in: state))
        } else {
            for line in info.lines(in: state) { try Console.result(compared: line) }
        }
        let content = try AccountExport.content(info, dialect)
        try pictures.write(content, title: AccountExport.title(info), force: force)
        if qr { try QRPicture(content, options: pictures).draw(standardOutput: format == nil && !json) }
    }
}

extension AccountExport.Dialect: ExpressibleByArgument {}
extension AccountExport.Format: ExpressibleByArgument {}

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

    var reach: AllowedAccess { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let name = try KeyName(typed: name)
        let store = KeyStore(try home.keyVault())
        // With a PIN from a descriptor, no confirmation is asked for.
        let text = try store.exportSecret(
            of: name, isConfirmed: pin.pinFd != nil, at: SigningTerminal(), pin: pin)
        guard pin.pinFd == nil, Console.outputIsTerminal else { return try Console.result(secret: text) }
        try SecretScreen.show(
            "The secret of \(name.text). Anyone who has it controls the account.", text,
            prompt: "to clear the screen, press Enter: ")
    }
}
