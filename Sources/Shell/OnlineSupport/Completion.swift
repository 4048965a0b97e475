// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import CLISupport
import Journal
import SafeFiles
import Stellar

/// What shells offer while a command line is typed. Nothing is asked of a network, and nothing is made.
package enum Completion {
    /// Well-known assets: of the network that the line or the environment names, else of all.
    package static var assets: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            let name = line.value(of: ["-n", "--network"]) ?? Environment["STELLAR_NETWORK"]
            let known = name.flatMap { Network(named: $0) }.map { KnownAsset.on($0) } ?? KnownAsset.all
            return line.offer(["native"] + known.map(\.text))
        }
    }

    /// The names of the contacts of this home.
    package static var accounts: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard let contacts = try? Contacts.all(line.home) else { return [] }
            return line.offer(contacts.map(\.name))
        }
    }
}
