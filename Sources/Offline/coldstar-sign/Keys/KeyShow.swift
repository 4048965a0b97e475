// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Shell
import SodiumKit
import Stellar
import TextCodec
import Vault

struct KeyShow: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a key's file reveals without a PIN: its account, kind and age.",
        discussion: """
            Examples: coldstar-sign key show savings
            coldstar-sign key show savings --qr
            coldstar-sign key show savings --verify G...
            The code is for watch-only wallets that request signatures: Keystone's crypto-multi-accounts, or with
            --dialect lumensigner the address in LumenSigner's format. It contains no secret.
            """)

    /// The dialect of the account code.
    enum Dialect: String, ExpressibleByArgument, CaseIterable {
        case keystone, lumensigner
    }

    /// The text format of the exported account.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case ur, lumensigner
    }

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @Flag(help: "Show the account to a wallet as a QR code.")
    var qr = false

    @Option(help: "In the QR code: keystone (default) or lumensigner.")
    var dialect: Dialect = .keystone

    @Option(help: "Print only the text for a wallet: ur (Keystone's) or lumensigner.")
    var format: Format?

    @Flag(help: "Replace existing files.")
    var force = false

    @Option(help: "Compare this account, typed or scanned, with the whole account of the key.")
    var verify: String?

    @OptionGroup var pictures: PictureOptions
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) {
            (qr ? pictures.reachOfShow : pictures.reach) + (try home.toRead)
        }
    }

    func run() throws {
        try pictures.checkFree(force: force, hasText: true)
        let info: KeyInfo
        do { info = try Vault(folder: try home.vault()).info(Keys.name(name)) } catch let error as VaultError {
            throw Failure(error)
        }
        if let verify { return try compare(verify, info) }
        switch format {
        case .ur: try Console.put(line: AccountExport.accounts(info).keystoneUR.text)
        case .lumensigner: try Console.put(line: try AccountExport.address(info))
        case nil where json: try Console.put(document: Keys.document(info, in: try? VaultState(folder: home.vault())))
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

    private func compare(_ text: String, _ info: KeyInfo) throws(Failure) {
        let typed = text.filter { $0 != " " }
        let address = info.publicKey.address
        guard typed != address else { return try Console.put(line: "the same: \(address)") }
        let place = zip(typed, address).enumerated().first { $1.0 != $1.1 }?.offset ?? min(typed.count, address.count)
        throw Failure(
            .badInput, "this is not the account of \(info.name.text): they differ at character \(place + 1)",
            hint: "the key's account is \(address)")
    }

    private func print(_ info: KeyInfo) throws(Failure) {
        let words = info.kind == .bip39Seed ? "words, stored as their seed" : "a mnemonic"
        var origin = info.account.map { "\(words), \(DerivationPath(account: $0).text)" } ?? "an imported secret key"
        if let fingerprint = info.fingerprint { origin += ", fingerprint \(Hex.encode(fingerprint))" }
        try Console.put(line: "name      \(info.name.text)")
        try Console.put(line: "account   \(info.publicKey.address)")
        try Console.put(line: "from      \(origin)")
        try Console.put(line: "created   \(info.created.utc)")
        try Console.put(
            line: "sealed    Argon2id, \(info.parameters.text)\(info.hasSecondFactor ? ", and a second factor" : "")")
        let drilled = try? VaultState(folder: home.vault()).seal(info.name)?.drilled
        try Console.put(
            line: "backup    " + (drilled.map { "tried at \($0.utc)" } ?? "never tried: coldstar-sign key drill"))
    }
}
