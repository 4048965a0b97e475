// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine
import Review
import Vault

/// What shells offer while a command line of the signer is typed. Like any command it first limits itself to what it reads: the vault.
enum Completion {
    /// The names of the keys.
    static var keys: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard let folder = enter(line), let keys = try? Vault(folder: folder).list() else { return [] }
            return line.offer(keys.map(\.name.text))
        }
    }

    /// The names of the book's contacts.
    static var contacts: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard let folder = enter(line), let around = try? Surroundings(folder: folder) else { return [] }
            return line.offer(around.book.contacts.map(\.name))
        }
    }

    /// The vault's folder, from here on the only one that can be read; nil where there is none.
    private static func enter(_ line: CompletionLine) -> String? {
        guard let folder = try? line.home.vault(), (try? Confinement.narrow(to: Reach(folder, .folder))) != nil else {
            return nil
        }
        return folder
    }
}
