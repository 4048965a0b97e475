// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Review
import Signing
import Terminal
import Vault

/// Shell completion for the signer. Like any command, it first restricts itself to the files it reads: the vault.
enum Completion {
    /// Completes key names.
    static var keys: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard let folder = enter(line), let keys = try? Vault(folder: folder).list() else { return [] }
            return line.offer(keys.map(\.name.text))
        }
    }

    /// Completes contact names from the book.
    static var contacts: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard let folder = enter(line), let context = try? VaultContext(folder: folder) else { return [] }
            return line.offer(context.book.contacts.map(\.name))
        }
    }

    /// Restricts file access to the vault and returns its folder; nil if that fails.
    private static func enter(_ line: CompletionLine) -> String? {
        guard let folder = try? line.home.vault(), (try? Confinement.narrow(to: Reach(folder, .folder))) != nil else {
            return nil
        }
        return folder
    }
}
