// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, import, list, show, check, export, back up and remove keys.",
        subcommands: [
            KeyNew.self, KeyImport.self, KeyDerive.self, KeyList.self, KeyShow.self, KeyDrill.self, KeyChangePIN.self,
            KeyExport.self, KeyBackup.self, KeyRestore.self, KeyRemove.self,
        ])
}
