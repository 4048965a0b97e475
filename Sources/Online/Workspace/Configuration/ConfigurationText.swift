// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
import Handoff
import Stellar

/// The text of a configuration file while single values are changed: comments and all other lines stay as they are.
package struct ConfigurationText {
    /// The path, for messages.
    private let path: String
    package private(set) var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    private var file: ConfigurationFile { ConfigurationFile(path: path, bytes: bytes) }

    /// Sets a value, in place of an earlier one or as a new line.
    ///
    /// - Parameters:
    ///   - name: a key, or `profile`.
    ///   - profile: the profile that gets it, which is created if it does not exist; nil for the defaults.
    /// - Throws: `.usage` for a key, value or profile that would not be accepted on reading; `.badInput` if the text
    ///   cannot be changed without risk.
    package mutating func set(_ name: String, to texts: [String], profile: String?) throws(Failure) {
        let isArray = try Self.check(name, texts, profile: profile)
        let values = texts.map(Self.quoted)
        let value = Array((isArray ? "[\(values.joined(separator: ", "))]" : values[0]).utf8)
        try edit(Self.path(of: name, in: profile)) { (document, target) throws(Failure) in
            if let old = document.statements.first(where: { $0.path == target && $0.value != nil }) {
                return Self.replacing(old.valueExtent, of: document.bytes, by: value)
            }
            return Self.inserting(Array("\(name) = ".utf8) + value, for: profile, in: document)
        }
        // What was written must be what is read.
        let written = file
        let own = written.ownValues(of: profile)
        let isThere =
            name == ConfigurationKey.profile
            ? written.chosen?.name == texts[0] : ConfigurationKey(rawValue: name).flatMap { own[$0] }?.texts == texts
        guard isThere else { throw Failure(.bug, "\(TerminalText.escape(path)) would not contain the new value") }
    }

    /// Removes a value with its line.
    ///
    /// - Returns: false if it is not there.
    package mutating func unset(_ name: String, profile: String?) throws(Failure) -> Bool {
        try Self.check(name, profile: profile)
        let path = TerminalText.escape(path)
        var isThere = false
        try edit(Self.path(of: name, in: profile)) { (document, target) throws(Failure) in
            guard let old = document.statements.first(where: { $0.path == target }) else { return document.bytes }
            isThere = true
            guard !old.isInline else {
                throw Failure(
                    .badInput, "\(path):\(old.line): \(name) is in an inline table",
                    hint: "remove it with an editor")
            }
            let start = document.bytes[..<old.extent.lowerBound].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
            let end = document.bytes[old.extent.upperBound...].firstIndex(of: Self.lineFeed).map { $0 + 1 }
            return Self.replacing(start..<(end ?? document.bytes.count), of: document.bytes, by: [])
        }
        return isThere
    }

    /// Replaces the text, unless that would cause problems or change anything but the target.
    private mutating func edit(
        _ target: [String], _ change: (TOMLDocument, [String]) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        let before = file
        let (document, statements) = try Self.parsed(bytes, path)
        let changed = try change(document, target)
        guard let after = try? Self.parsed(changed, path).statements,
            statements.filter({ !Self.concerns($0.path, target) }) == after.filter({ !Self.concerns($0.path, target) })
        else {
            throw Failure(
                .badInput, "\(TerminalText.escape(path)) is written in a way that cannot be changed safely",
                hint: "change it with an editor")
        }
        let file = ConfigurationFile(path: path, bytes: changed)
        if let new = file.problems.first(where: { new in !before.problems.contains { $0.message == new.message } }) {
            throw new.failure(in: file.path)
        }
        bytes = changed
    }

    /// Whether a statement is the target's, or a header or inline table around it.
    private static func concerns(_ path: [String], _ target: [String]) -> Bool { target.starts(with: path) }

    private struct Plain: Hashable {
        let path: [String]
        let value: TOML?
    }

    private static func parsed(
        _ bytes: [UInt8], _ path: String
    ) throws(Failure) -> (document: TOMLDocument, statements: [Plain]) {
        do throws(TOMLError) {
            let document = try TOMLDocument(parsing: bytes)
            return (document, document.statements.map { Plain(path: $0.path, value: $0.value) })
        } catch {
            throw Failure(.badInput, "\(TerminalText.escape(path)):\(error.line): not TOML: \(error.reason)")
        }
    }

    // MARK: - Lines

    private static let lineFeed = UInt8(ascii: "\n")

    private static func replacing(_ range: Range<Int>, of bytes: [UInt8], by part: [UInt8]) -> [UInt8] {
        Array(bytes[..<range.lowerBound] + part + bytes[range.upperBound...])
    }

    /// The document with a new line: after the last value of its table, or in a new table at the end.
    private static func inserting(_ line: [UInt8], for profile: String?, in document: TOMLDocument) -> [UInt8] {
        let bytes = document.bytes
        let end: [UInt8] = bytes.contains(UInt8(ascii: "\r")) ? Array("\r\n".utf8) : [lineFeed]
        let lines = document.statements.filter { !$0.isInline }
        func after(_ statement: TOMLStatement) -> [UInt8] {
            let offset = bytes[statement.extent.upperBound...].firstIndex(of: lineFeed).map { $0 + 1 }
            guard let offset else { return bytes + end + line + end }
            return replacing(offset..<offset, of: bytes, by: line + end)
        }
        let isClosed = bytes.isEmpty || bytes.last == lineFeed
        let firstHeader = lines.firstIndex { $0.value == nil }
        guard let profile else {
            if let last = lines[..<(firstHeader ?? lines.endIndex)].last { return after(last) }
            guard let firstHeader else { return bytes + (isClosed ? [] : end) + line + end }
            let start = startOfComments(above: lines[firstHeader].extent.lowerBound, in: bytes)
            return replacing(start..<start, of: bytes, by: line + end + end)
        }
        let path = [ConfigurationKey.profiles, profile]
        if let header = lines.firstIndex(where: { $0.value == nil && $0.path == path }) {
            let section = lines[header...].dropFirst().prefix { $0.value != nil }
            return after(section.last ?? lines[header])
        }
        let header = Array("[\(ConfigurationKey.profiles).\(profile)]".utf8)
        return bytes + (isClosed ? [] : end) + (bytes.isEmpty ? [] : end) + header + end + line + end
    }

    /// The beginning of the comment lines directly above a line, or of that line.
    private static func startOfComments(above offset: Int, in bytes: [UInt8]) -> Int {
        var start = bytes[..<offset].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
        while start > 0 {
            let above = bytes[..<(start - 1)].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
            let text = bytes[above..<start].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard text.first == UInt8(ascii: "#") else { break }
            start = above
        }
        return start
    }

    // MARK: - Values

    private static func path(of name: String, in profile: String?) -> [String] {
        profile.map { [ConfigurationKey.profiles, $0, name] } ?? [name]
    }

    /// - Returns: whether the values are written as an array.
    private static func check(_ name: String, _ texts: [String], profile: String?) throws(Failure) -> Bool {
        try check(name, profile: profile)
        let key = ConfigurationKey(rawValue: name)
        guard texts.count == 1 || key?.takesSeveral == true && !texts.isEmpty else {
            throw Failure(.usage, "\(name) takes one value")
        }
        if let key {
            for text in texts {
                do throws(Failure) { try key.check(text) } catch {
                    throw Failure(.usage, .words(name), error.reason, hint: error.hint)
                }
            }
        } else {
            try ConfigurationFile.check(profile: texts[0])
        }
        return texts.count > 1
    }

    private static func check(_ name: String, profile: String?) throws(Failure) {
        if let profile { try ConfigurationFile.check(profile: profile) }
        let isProfile = profile == nil && name == ConfigurationKey.profile
        guard isProfile || ConfigurationKey(rawValue: name) != nil else {
            let failure = ConfigurationFile.unknownName([name], isInProfile: profile != nil)
            throw Failure(.usage, failure.wording, hint: failure.hint)
        }
    }

    /// The text as a basic string of TOML.
    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": out += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}

/// The values of the root table or of a profile.
struct ConfigurationTable: Hashable, Sendable {
    var values: [ConfigurationKey: ConfigurationValue] = [:]

    /// The network that the table names; nil if it names none, or contradicts itself.
    var network: Network? { try? namedNetwork() }

    /// - Throws: when its two settings name different networks.
    func namedNetwork() throws(Failure) -> Network? {
        try Network.written(name: values[.network]?.texts[0], passphrase: values[.networkPassphrase]?.texts[0])
    }

    /// This table as the default of a profile: a profile for a network of its own inherits nothing that belongs to
    /// another network.
    func inherited(by profile: ConfigurationTable) -> ConfigurationTable {
        var merged = self
        if let other = profile.network {
            let isSame = other == network
            merged.values = values.filter { key, _ in !key.namesNetwork && (isSame || !key.belongsToNetwork) }
        }
        merged.values.merge(profile.values) { _, own in own }
        return merged
    }
}
