// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import Handoff
import SodiumKit
import Stellar
import TextCodec
import Vault

struct KeyShow: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "What a key's file tells without a PIN: its account, kind and age.",
        discussion: """
            Examples: coldstar-sign key show savings
            coldstar-sign key show savings --qr
            The code is for wallets that only watch and ask for signatures: Keystone's crypto-multi-accounts, or with
            --dialect lumensigner the address as LumenSigner gives it. It holds no secret.
            """)

    /// In whose words a wallet is told.
    enum Dialect: String, ExpressibleByArgument, CaseIterable {
        case keystone, lumensigner
    }

    /// The export as a line of text.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case ur, lumensigner
    }

    @Argument(help: "The key's name.")
    var name: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @Flag(help: "Show the account to a wallet as a QR code.")
    var qr = false

    @Option(help: "In the QR code: keystone (default) or lumensigner.")
    var dialect: Dialect = .keystone

    @Option(help: "Print only what a wallet is told: ur (Keystone's) or lumensigner.")
    var format: Format?

    @Flag(help: "Replace files that are there.")
    var force = false

    @OptionGroup var pictures: PictureOptions
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) {
            (qr ? pictures.reachOfShow : pictures.reach) + (try home.toRead)
        }
    }

    func run() throws {
        try pictures.checkFree(force: force)
        let info: KeyInfo
        do { info = try Vault(folder: try home.vault()).info(Keys.name(name)) } catch let error as VaultError {
            throw Failure(error)
        }
        switch format {
        case .ur: try Console.put(line: AccountExport.accounts(info).keystoneUR.text)
        case .lumensigner: try Console.put(line: try AccountExport.address(info))
        case nil where json: try Console.put(line: Keys.document(info).text(pretty: true))
        case nil: try print(info)
        }
        let content: QRContent =
            dialect == .keystone
            ? .whole(AccountExport.accounts(info).keystoneUR) : .text(try AccountExport.address(info))
        try pictures.write(content, title: "Coldstar account \(info.publicKey.address)", force: force)
        if qr {
            try QRPicture(content, name: info.name.text, options: pictures).draw(standardOutput: format == nil && !json)
        }
    }

    private func print(_ info: KeyInfo) throws(Failure) {
        var origin = info.account.map { "a mnemonic, \(DerivationPath(account: $0).text)" } ?? "an imported secret key"
        if let fingerprint = info.fingerprint { origin += ", fingerprint \(Hex.encode(fingerprint))" }
        try Console.put(line: "name      \(info.name.text)")
        try Console.put(line: "account   \(info.publicKey.address)")
        try Console.put(line: "from      \(origin)")
        try Console.put(line: "created   \(info.created.utc)")
        try Console.put(line: "sealed    Argon2id, \(info.parameters.text)")
    }
}
