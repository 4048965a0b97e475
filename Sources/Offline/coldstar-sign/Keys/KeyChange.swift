// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import Signing
import Vault

/// Options of every command that writes a key: its PIN, the vault, and the JSON document about the key.
struct KeyChange: ParsableArguments {
    @OptionGroup var pin: PINInput

    @Flag(help: "Print the outcome as a JSON document: the key, as in key show --json.")
    var json = false

    @OptionGroup var home: HomeOptions

    /// Access for changing an existing vault.
    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }
    /// Access for changing the vault, which is created if necessary.
    var reachOfNew: Reach { get throws(Failure) { pin.reach + (try home.toMake) } }

    func store() throws(Failure) -> KeyStore { KeyStore(try home.keyVault()) }

    /// Prints a key that was stored, its account and the strength of its PIN.
    func report(_ stored: StoredKey) throws(Failure) {
        for line in stored.lines { Console.say(line) }
        try put(stored.info)
    }

    func put(_ info: KeyInfo) throws(Failure) {
        guard json else { return }
        try Console.put(document: info.document(in: try? VaultState(folder: home.vault())))
    }
}
