// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import SodiumKit
import Stellar
import Vault

struct KeyDerive: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "derive", abstract: "Store another account of a key's words as a separate key.",
        discussion: """
            Example: coldstar-sign key derive savings savings-1 --account 1
            The same words give both (m/44'/148'/1'). The new key is sealed under the same PIN and second factor.
            """)

    @Argument(help: "The key whose words it is.", completion: Completion.keys)
    var name: String

    @Argument(help: "The name of the new key.")
    var newName: String

    @Option(help: "The account of the mnemonic, m/44'/148'/N'.")
    var account: String

    @OptionGroup var pin: PINInput
    @OptionGroup var outcome: KeyOutcome
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let (name, newName) = (try Keys.name(name), try Keys.name(newName))
        let number = try Keys.account(account)
        let now = try clock.time()
        let vault = Vault(folder: try home.vault())
        do {
            // Check the name before asking for anything.
            try vault.checkIsFree(newName)
            let info = try vault.info(name)
            let (created, strength) = try pin.opening(name, in: vault) { pin, factor in
                let secret = try vault.secret(name, account: number, pin: pin, secondFactor: factor)
                let created = try vault.create(
                    newName, secret: secret, pin: pin, created: now, parameters: info.parameters, secondFactor: factor)
                return (created, PINStrength(of: pin, guess: created.sealing, parameters: created.info.parameters))
            }
            Keys.report(created, strength)
            try outcome.put(created.info, home)
        } catch {
            throw Failure(any: error)
        }
    }
}
