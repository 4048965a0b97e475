// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Review
import Shell
import Signing
import SodiumKit
import Stellar
import TextCodec
import Vault

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, import, list, show, check, export, back up and remove keys.",
        subcommands: [
            KeyNew.self, KeyImport.self, KeyDerive.self, KeyList.self, KeyShow.self, KeyDrill.self, KeyChangePIN.self,
            KeyExport.self, KeyBackup.self, KeyRestore.self, KeyRemove.self,
        ])

    /// Parses the number of an account of a mnemonic.
    static func account(_ text: String) throws(Failure) -> UInt32 {
        let number = try Arguments.number(text, "--account", as: UInt32.self)
        guard number < 1 << 31 else { throw Failure(.badInput, "--account: must be a number below 2147483648") }
        return number
    }
}
