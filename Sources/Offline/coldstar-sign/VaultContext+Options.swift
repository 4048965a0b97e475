// SPDX-License-Identifier: Apache-2.0

import Faults
import Shell
import Signing
import Vault

extension VaultContext {
    /// Reads the vault that the options name, and prints its warnings.
    init(_ home: HomeOptions, for keys: [KeyName] = []) throws(Failure) {
        try self.init(folder: try home.vault(), for: keys)
        sayWarnings()
    }

    /// Reads the vault for display only.
    init(displaying home: HomeOptions) throws(Failure) {
        try self.init(displaying: try home.vault())
        sayWarnings()
    }

    private func sayWarnings() {
        for warning in warnings { Console.say(warning) }
    }
}

extension HomeOptions {
    /// The signer's keys.
    func keyVault() throws(Failure) -> Vault { Vault(folder: try vault()) }
}

extension KeySelection {
    /// Prints which key was chosen, unless the user named it.
    func say() {
        if let note { Console.say(note) }
    }

    /// The name of the key that an option names, or of the only one.
    static func one(_ option: String?, in vault: Vault) throws(Failure) -> KeyName {
        let selection = try KeySelection(one: option, in: vault)
        selection.say()
        return selection.names[0]
    }
}

extension NowOption {
    /// The time as the user told it, or by the machine's clock.
    func given() throws(Failure) -> GivenTime { GivenTime(try time(), isTold: now != nil) }
}
