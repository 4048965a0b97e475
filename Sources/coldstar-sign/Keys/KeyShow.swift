// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import SodiumKit
import Stellar
import TextCodec
import Vault

struct KeyShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "What a key's file tells without a PIN: its account, kind and age.",
        discussion: "Example: coldstar-sign key show savings")

    @Argument(help: "The key's name.")
    var name: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let info: KeyInfo
        do { info = try Vault(folder: try home.vault()).info(Keys.name(name)) } catch let error as VaultError {
            throw Failure(error)
        }
        if json { return try Console.put(line: Keys.document(info).text(pretty: true)) }
        let origin = info.account.map { "a mnemonic, m/44'/148'/\($0)'" } ?? "an imported secret key"
        try Console.put(line: "name      \(info.name.text)")
        try Console.put(line: "account   \(info.publicKey.address)")
        try Console.put(line: "from      \(origin)")
        try Console.put(line: "created   \(info.created.utc)")
        try Console.put(line: "sealed    Argon2id, \(info.parameters.text)")
    }
}
