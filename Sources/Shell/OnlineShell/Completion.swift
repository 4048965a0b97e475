// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import ArgumentParser
import Journal
import SafeFiles
import Shell
import Stellar

/// Shell completions. They use no network and create no files.
package enum Completion {
    /// Well-known assets of the network that the command line or the environment names, otherwise of all.
    package static var assets: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            let name = line.value(of: ["-n", "--network"]) ?? Environment["STELLAR_NETWORK"]
            let known = name.flatMap { Network(named: $0) }.map { KnownAsset.on($0) } ?? KnownAsset.all
            return line.offer(["native"] + known.map(\.text))
        }
    }

    /// The names of the home's contacts.
    package static var accounts: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard let contacts = try? Contacts.all(line.home) else { return [] }
            return line.offer(contacts.map(\.name))
        }
    }
}
