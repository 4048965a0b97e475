// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Signing
import Stellar
import Terminal
import Vault

struct KeyBackup: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Print a key's sealed file as text or as a QR code, for paper; only its PIN opens it.",
        discussion: """
            Examples: coldstar-sign key backup savings --out savings.backup
            coldstar-sign key backup savings --svg savings.svg --print
            It is only as strong as the PIN: anyone who has it can guess without limit. The words are the backup that does not need the PIN.
            """)

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @OptionGroup var pictures: PictureOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess { get throws(Failure) { output.reach + pictures.reach + (try home.toKeep) } }

    func run() throws {
        try output.checkFree()
        try pictures.checkFree(force: output.force, beside: output)
        let name = try KeyName(typed: name)
        let text = try KeyStore(home.keyVault()).backUpKey(name, at: NowOption.clock(), telling: SigningTerminal())
        try output.deliver(text)
        try pictures.write(.text(text), title: "Coldstar key \(name.text), sealed", force: output.force)
    }
}

struct KeyRestore: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a key from its sealed backup, after its PIN has opened it.",
        discussion: "Example: coldstar-sign key restore savings savings.backup")

    @Argument(help: "The key's name.", completion: Completion.keys)
    var name: String

    @Argument(help: "The backup: a file, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var change: KeyChange

    var reach: AllowedAccess { get throws(Failure) { AllowedAccess(file, .file) + (try change.reachOfNew) } }

    func run() throws {
        let name = try KeyName(typed: name)
        let store = try change.store()
        let (bytes, origin) = try InputFile.read(file, limit: 16 << 10)
        let info = try store.restoreKey(name, from: bytes, origin: origin, argument: file, now: NowOption.clock()) {
            () throws(Failure) in
            try change.pin.existing(name)
        } factor: { () throws(Failure) in
            try change.pin.factor()
        }
        Console.message("the key \(name.text) is restored: \(info.identity.text)")
        try change.put(info)
    }
}
