// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Journal
import OnlineSupport
import SafeFiles
import Stellar

/// What shells offer while a command line is typed. Nothing is asked of a network, and nothing is made.
enum Completion {
    /// Well-known assets: of the network that the line or the environment names, else of all.
    static var assets: CompletionKind {
        .custom { line, _, _ in
            let name = value(of: ["-n", "--network"], in: line) ?? Environment["STELLAR_NETWORK"]
            let known = name.flatMap { Network(named: $0) }.map { KnownAsset.on($0) } ?? KnownAsset.all
            return ["native"] + known.map(\.text)
        }
    }

    /// The names of the contacts of this home.
    static var accounts: CompletionKind {
        .custom { line, _, _ in
            var home = HomeOptions()
            home.home = value(of: ["--home"], in: line)
            // A journal that is not there is not made for this.
            guard let folder = try? home.online(), SafeFiles.exists(SQLiteJournal.path(in: folder)),
                let contacts = try? Contacts.all(home)
            else { return [] }
            return contacts.map(\.name)
        }
    }

    /// What stands behind an option, or behind an equals sign, on a line that is not complete.
    private static func value(of names: [String], in line: [String]) -> String? {
        for (place, word) in line.enumerated() {
            if names.contains(word), place + 1 < line.count { return line[place + 1] }
            for name in names where word.hasPrefix(name + "=") { return String(word.dropFirst(name.count + 1)) }
        }
        return nil
    }
}
