// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import Signing
import Stellar
import TextCodec
import Vault

struct KeyList: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all keys with their accounts; needs no PIN.",
        discussion: "Example: coldstar-sign key list")

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    var reach: Reach { get throws(Failure) { try home.toRead } }

    func run() throws {
        let keys = try home.keyVault().keys()
        if json {
            let state = try? VaultState(folder: home.vault())
            return try Console.put(document: ["keys": .array(keys.map { $0.document(in: state) })])
        }
        if keys.isEmpty { Console.say("no keys yet: use coldstar-sign key new NAME") }
        for key in keys {
            switch key.info {
            case .success(let info): try Console.put(line: "\(key.name.text)  \(info.publicKey.address)")
            case .failure(let error): Console.tell("\(key.name.text)  \(error.message)")
            }
        }
    }
}
