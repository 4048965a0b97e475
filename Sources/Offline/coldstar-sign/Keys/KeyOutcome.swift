// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Signing
import Stellar
import TextCodec
import Vault

/// The JSON output of a command that changed a key.
struct KeyOutcome: ParsableArguments {
    @Flag(help: "Print the outcome as a JSON document: the key, as in key show --json.")
    var json = false

    /// - Parameter home: the vault, which records the last drill.
    func put(_ info: KeyInfo, _ home: HomeOptions) throws(Failure) {
        guard json else { return }
        try Console.put(document: info.document(in: try? VaultState(folder: home.vault())))
    }
}
