// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Signing
import Terminal
import Vault

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

    var reach: Reach { get throws(Failure) { try change.reach } }

    func run() throws {
        let (name, newName) = (try KeyName(typed: name), try KeyName(typed: newName))
        let number = try FieldID.account.value(of: account, as: AccountNumber.self).number
        let now = try clock.time()
        let store = try change.store()
        let derived = try store.deriveKey(
            newName, from: name, chain: chain.chain, account: number, now: now, pin: change.pin)
        try change.report(derived)
    }
}
