// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Stellar
import TextCodec
import Vault

/// What a command that changed a key prints besides its words for a person.
struct KeyOutcome: ParsableArguments {
    @Flag(help: "Print the outcome as a JSON document: the key, as key show --json has it.")
    var json = false

    /// - Parameter home: of the vault, which knows of the last drill.
    func put(_ info: KeyInfo, _ home: HomeOptions) throws(Failure) {
        guard json else { return }
        try Console.put(document: Keys.document(info, in: try? VaultState(folder: home.vault())))
    }
}
