// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
package import Stellar

/// The content of a configuration file: defaults, profiles that override them, and whatever is wrong with it.
package struct ConfigurationFile: Sendable {
    /// The maximum size of the file, in bytes.
    package static let limit = 1 << 16
    static let longestProfileName = 64

    /// The path, escaped for messages.
    package let path: String
    /// In the order of the file; empty when every value can be used.
    package private(set) var problems: [ConfigurationError] = []
    /// The names of the profiles, in the order of the file.
    package private(set) var profiles: [String] = []
    /// The profile that the file chooses, with its line.
    package private(set) var chosen: (name: String, line: Int)?
    private var root = ConfigurationTable()
    private var tables: [String: ConfigurationTable] = [:]

    /// - Parameter path: for messages.
    package init(path: String, bytes: [UInt8]) {
        self.path = TerminalText.escape(path)
        do throws(TOMLError) { read(try TOMLDocument(parsing: bytes)) } catch {
            problems = [ConfigurationError(line: error.line, message: "not TOML: \(error.reason)", hint: nil)]
        }
    }

    /// - Throws: the first problem, as `PATH:LINE: KEY: …`.
    package func check() throws(Failure) {
        if let first = problems.first { throw first.failure(in: path) }
    }

    /// The values of a profile, with the defaults that it inherits.
    ///
    /// - Parameter profile: nil for the defaults alone.
    /// - Throws: the first problem of the file; `.usage` for a profile that is not in it.
    package func values(of profile: String?) throws(Failure) -> [ConfigurationKey: ConfigurationValue] {
        try check()
        guard let profile else { return root.values }
        guard let table = tables[profile] else { throw unknown(profile) }
        return root.inherited(by: table).values
    }

    /// The network of a profile, or of the defaults; nil if none is named.
    package func network(of profile: String?) throws(Failure) -> Network? {
        ConfigurationTable(values: try values(of: profile)).network
    }

    /// The values that stand in one table, without those that it inherits, even if the file has problems elsewhere.
    package func ownValues(of profile: String?) -> [ConfigurationKey: ConfigurationValue] {
        (profile.map { tables[$0] ?? ConfigurationTable() } ?? root).values
    }

    /// The error for a profile that does not exist, with those that do.
    func unknown(_ profile: String) -> Failure {
        let known: Wording = profiles.isEmpty ? "\(path) has none" : "known: \(profiles.joined(separator: ", "))"
        return Failure(
            .usage, "there is no profile \(TerminalText.escape(profile))",
            hint: .suggestion(for: profile, among: profiles, known))
    }

    // MARK: - Reading

    private mutating func read(_ document: TOMLDocument) {
        for statement in document.statements {
            do throws(Failure) { try read(statement) } catch {
                problems.append(
                    ConfigurationError(line: statement.line, message: error.wording, hint: error.hint))
            }
        }
        checkNetworks()
        if let chosen, !profiles.contains(chosen.name) {
            let failure = unknown(chosen.name)
            problems.append(
                ConfigurationError(line: chosen.line, message: "profile: \(failure.wording)", hint: failure.hint))
        }
        problems.sort { $0.line < $1.line }
    }

    private mutating func read(_ statement: TOMLStatement) throws(Failure) {
        let path = statement.path
        guard path.first == ConfigurationKey.profiles else {
            guard path.count == 1, let value = statement.value else { throw Self.unknownName(path, isInProfile: false) }
            return try read(value, of: path[0], profile: nil, line: statement.line)
        }
        guard !statement.isInList else {
            throw Failure(.badInput, "profiles is a table of tables", hint: "write [profiles.NAME]")
        }
        guard path.count > 1 else {
            guard statement.value?.asTable == nil, statement.value != nil else { return }
            throw Failure(.badInput, "profiles is a table", hint: "write [profiles.NAME]")
        }
        let name = path[1]
        try Self.check(profile: name)
        if path.count == 2, let value = statement.value, value.asTable == nil {
            throw Failure(.badInput, "profiles.\(name) is a table", hint: "write [profiles.\(name)]")
        }
        if tables[name] == nil {
            tables[name] = ConfigurationTable()
            profiles.append(name)
        }
        guard path.count > 2 else { return }
        guard path.count == 3, let value = statement.value else { throw Self.unknownName(path, isInProfile: true) }
        try read(value, of: path[2], profile: name, line: statement.line)
    }

    private mutating func read(_ value: TOML, of name: String, profile: String?, line: Int) throws(Failure) {
        if profile == nil, name == ConfigurationKey.profile {
            guard let text = value.asString else { throw Failure(.badInput, "profile: the value is not a string") }
            chosen = (text, line)
            return
        }
        guard let key = ConfigurationKey(rawValue: name) else {
            throw Self.unknownName([name], isInProfile: profile != nil)
        }
        do throws(Failure) {
            let texts = try Self.texts(value, of: key)
            for text in texts { try key.check(text) }
            let value = ConfigurationValue(key: key, texts: texts, line: line)
            if let profile { tables[profile]?.values[key] = value } else { root.values[key] = value }
        } catch {
            throw Failure(error, .words(name))
        }
    }

    private static func texts(_ value: TOML, of key: ConfigurationKey) throws(Failure) -> [String] {
        if let text = value.asString { return [text] }
        guard key.takesSeveral, let values = value.asArray else {
            throw Failure(
                .badInput, "the value is not a string\(key.takesSeveral ? " or an array of strings" : "")",
                hint: "write it in quotation marks")
        }
        let texts = values.compactMap(\.asString)
        guard texts.count == values.count, !texts.isEmpty else {
            throw Failure(.badInput, "the array has to contain strings, and at least one")
        }
        return texts
    }

    private mutating func checkNetworks() {
        for table in [root] + profiles.compactMap({ tables[$0] }) {
            do throws(Failure) { _ = try table.namedNetwork() } catch {
                let line = max(table.values[.network]?.line ?? 1, table.values[.networkPassphrase]?.line ?? 1)
                problems.append(
                    ConfigurationError(
                        line: line, message: "network and network-passphrase name different networks",
                        hint: "remove one of the two"))
            }
        }
    }

    /// Checks the name of a profile: a bare key of TOML that fits on a line.
    ///
    /// - Throws: `.usage`.
    package static func check(profile name: String) throws(Failure) {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, (1...longestProfileName).contains(name.utf8.count) else {
            throw Failure(
                .usage, "\"\(TerminalText.escape(name))\" is not a profile name",
                hint: "use 1 to \(longestProfileName) letters, digits, - and _")
        }
    }

    /// The error for a key that has no meaning.
    package static func unknownName(_ path: [String], isInProfile: Bool) -> Failure {
        let name = TerminalText.escape(path.joined(separator: "."))
        guard path.first != ConfigurationKey.profile || isInProfile else {
            return Failure(.badInput, "unknown table \(name)", hint: "write [profiles.NAME]")
        }
        let known = ConfigurationKey.allCases.map(\.name) + (isInProfile ? [] : [ConfigurationKey.profile])
        let typed = (path.last ?? "").replacing("_", with: "-")
        let closest = known.contains(typed) ? typed : Suggestion.closest(to: typed, among: known)
        let question = closest.map { "did you mean \($0)? " } ?? ""
        return Failure(.badInput, "unknown key \(name)", hint: "\(question)known: \(known.joined(separator: ", "))")
    }
}
