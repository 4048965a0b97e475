// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import Journal
import SafeFiles
import Stellar
import Terminal
import Workspace

/// Shell completions. They use no network and create no files.
package enum Completion {
    /// Well-known assets of the network that the command line or the environment names, otherwise of all.
    package static var assets: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            Settings.choose(profile: line.value(of: ["--profile", "--config-profile"]))
            let named = line.value(of: ["-n", "--network"]) ?? Environment["STELLAR_NETWORK"]
            let network = named.map { Network(named: $0) } ?? (try? Settings.configuredNetwork())
            let known = network.map { KnownAsset.on($0) } ?? KnownAsset.all
            return line.offer(["native"] + known.map(\.text))
        }
    }

    /// The profiles of the configuration file.
    package static var profiles: CompletionKind {
        .custom { words, _, _ in CompletionLine(words).offer((try? Settings.file())?.profiles ?? []) }
    }

    /// The keys of the configuration file.
    package static var configurationKeys: CompletionKind { .list(ConfigurationKey.names) }

    /// The values of a key, as far as they can be listed.
    package static var configurationValues: CompletionKind {
        .custom { words, _, _ in
            let line = CompletionLine(words)
            guard !words.contains(ConfigurationKey.network.name) else { return line.offer(Network.names) }
            return words.contains(ConfigurationKey.profile) ? line.offer((try? Settings.file())?.profiles ?? []) : []
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
