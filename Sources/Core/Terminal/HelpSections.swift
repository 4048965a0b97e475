// SPDX-License-Identifier: Apache-2.0

/// The options of a command in sections: first its own and what is needed every day, then what many commands share.
enum HelpSections {
    private static let everyDay: Set<String> = [
        "source", "memo", "valid-for", "note", "network", "out", "yes", "json",
    ]
    /// By the options' first long names, in the order in which they are shown.
    private static let shared: [(title: String, names: Set<String>)] = [
        (
            "WHEN IT IS VALID",
            [
                "min-time", "max-time", "no-expiry", "min-ledger", "max-ledger", "min-seq-num", "min-seq-age",
                "min-seq-ledger-gap", "extra-signer",
            ]
        ),
        (
            "FEE, NUMBER AND PLACE",
            ["operation-source", "fee", "sequence", "after-pending", "after-drafts", "append-to"]
        ),
        ("PIN", ["pin-fd", "second-factor"]),
        ("FORM OF THE RESULT", ["format", "dialect", "key-path", "key-fingerprint", "force"]),
        ("QR CODES", ["qr", "png", "svg", "frames", "html", "density", "interval", "print"]),
        (
            "NETWORK AND SERVERS",
            [
                "network-passphrase", "profile", "config-profile", "horizon-url", "rpc-url", "ca-file", "proxy",
                "http-loopback",
            ]
        ),
        ("THIS PROGRAM", ["home", "now", "quiet", "version", "help"]),
    ]
    private static let heading = "OPTIONS:"

    /// A help text with its commands before its options, and more than a screen of options in sections.
    ///
    /// - Parameter text: with each option's description on one line.
    static func sorted(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: Substring(heading)) else { return text }
        let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix(" ") } ?? lines.endIndex
        if let end = lines.lastIndex(where: { $0.hasPrefix("  See '") }), lines[start..<end].contains(where: isCommands)
        {
            let options = lines[start..<end].prefix { !isCommands($0) }
            lines.replaceSubrange(start..<end, with: lines[options.endIndex..<end] + options)
            return lines.joined(separator: "\n")
        }
        let entries = entries(lines[(start + 1)..<end])
        guard entries.count > 12 else { return text }
        var left = entries
        var sections: [(String, [Entry])] = []
        for (title, names) in shared {
            let members = left.filter { names.contains($0.name) && !everyDay.contains($0.name) }
            left.removeAll { entry in members.contains { $0.name == entry.name } }
            if !members.isEmpty { sections.append((title, members)) }
        }
        let own = left.filter { !everyDay.contains($0.name) } + left.filter { everyDay.contains($0.name) }
        let sorted = [(heading, own)] + sections.map { ($0 + ":", $1) }
        let shown = sorted.map { title, members in [Substring(title)] + members.flatMap(\.lines) }
        lines.replaceSubrange(start..<end, with: Array(shown.joined(separator: [""])))
        return lines.joined(separator: "\n")
    }

    private static func isCommands(_ line: Substring) -> Bool { line.hasSuffix("SUBCOMMANDS:") }

    private struct Entry {
        /// The first long name, or the only one, without dashes.
        let name: String
        var lines: [Substring]
    }

    private static func entries(_ lines: ArraySlice<Substring>) -> [Entry] {
        var entries: [Entry] = []
        for line in lines {
            guard line.hasPrefix("  -") else {
                if let last = entries.indices.last { entries[last].lines.append(line) }
                continue
            }
            let words = line.split { $0 == " " || $0 == "," || $0 == "/" }
            let name = words.first { $0.hasPrefix("--") } ?? words.first ?? ""
            entries.append(Entry(name: String(name.drop { $0 == "-" }), lines: [line]))
        }
        return entries
    }
}
