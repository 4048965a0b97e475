// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import SafeFiles
import SodiumKit
import Stellar
import TextCodec
import Vault

struct KeyNew: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a key from a new mnemonic, which is shown once.",
        discussion: """
            Example: coldstar-sign key new savings --words 24
            The words are the only backup that needs no PIN: write them down on paper. Any wallet that follows SEP-5
            gets the same account from them (m/44'/148'/0').
            """)

    @Argument(help: "The key's name: letters, digits, _ and -.")
    var name: String

    @Option(help: "12 or 24.")
    var words: String = "24"

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: Reach {
        get throws(Failure) {
            pin.reach + (try home.toMake)
        }
    }

    func run() throws {
        let name = try Keys.name(name)
        guard let length = Int(words).flatMap(Mnemonic.Length.init(rawValue:)) else {
            throw Failure(.usage, "--words: 12 or 24")
        }
        let vault = Vault(folder: try home.vault())
        let now = try clock.time()
        do {
            let mnemonic = try Mnemonic.generate(words: length)
            let text = try mnemonic.text()
            let (created, strength) = try Keys.create(
                name, KeySecret(mnemonic), pin: try pin.new(name.text), in: vault, now: now)
            // First sealed on the disk, then shown: words that were written down belong to a key that is there.
            try Self.show(text)
            Keys.report(created, strength)
        } catch let error as VaultError {
            throw Failure(error)
        } catch let error as SodiumError {
            throw Failure(.refused, error.message)
        }
    }

    /// The words, numbered, straight from guarded memory to standard error.
    private static func show(_ mnemonic: consuming SecretBytes) throws(Failure) {
        Console.say("Write these words down in this order. They are shown this once; whoever has them has the money.")
        Console.say("")
        do {
            try mnemonic.withBytes { (text) throws(FileError) in try WordPage.print(text) }
        } catch {
            throw Failure(.cannotCreate, "the words cannot be shown: \(error.message)")
        }
        Console.say("")
    }
}
