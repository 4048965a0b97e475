// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import Stellar

/// What one key last saw of the rest of the vault, authenticated with a key derived from its secret: its key file, the
/// owner of the lists it accepts, the versions of book and policy, and the length of the journal.
///
/// Anyone can read it. Before the PIN is entered, its content can only raise an alarm; afterwards it is proven to be
/// the key's own.
package struct KeySeal: Hashable, Sendable {
    package let key: KeyName
    /// Increases with every write.
    package var counter: UInt64 = 0
    /// SHA-256 of the key file; two while the PIN is being changed.
    package var keyFiles: [[UInt8]] = []
    /// The owner's list key, whose lists the key accepts; nil before it has seen one.
    package var listKey: [UInt8]?
    /// The last version of each list that the key saw; two while one is being changed.
    package var lists: [ListKind: [ListMark]] = [:]
    /// The number of complete journal lines, and SHA-256 of the last one.
    package var journalLines = 0
    package var journalDigest = [UInt8](repeating: 0, count: SHA256.length)
    /// The lines up to there that are unproven for this key.
    package var unproven = LineRanges()
    /// The unproven lines that no user with the PIN has reviewed yet.
    package var unseen = LineRanges()
    /// The key that verifies this key's journal lines, 32 bytes; nil in a seal of version 1, from before lines were
    /// signed.
    package var recordKey: [UInt8]?
    /// Other keys whose journal lines this key accepts.
    package var accepted: [AcceptedKey] = []
    /// The clocks at the first signature since boot; nil before any signature, and if the system does not provide them.
    package var clock: ClockReading?
    /// When the user last proved that the words or the backup still give the key.
    package var drilled: Timestamp?

    package init(_ key: KeyName) { self.key = key }

    static let format = "coldstar-seal"
    /// The version that this release writes.
    static let version: UInt64 = 2
    static let limit = 64 << 10
    static let prefix = "seal."

    /// The first line, including its newline.
    var line: [UInt8] {
        var journal = JSONObject([("lines", .integer(journalLines)), ("digest", .string(Hex.encode(journalDigest)))])
        if recordKey != nil {
            journal["unproven"] = unproven.json
            journal["unseen"] = unseen.json
        }
        var fields = JSONObject([
            ("format", .string(Self.format)), ("version", .integer(recordKey == nil ? 1 : Self.version)),
            ("key", .string(key.text)), ("counter", .integer(counter)),
            ("key_files", .array(keyFiles.map { .string(Hex.encode($0)) })),
            ("list_key", listKey.map { .string(Hex.encode($0)) } ?? .null),
            ("book", .array((lists[.book] ?? []).map(\.json))), ("policy", .array((lists[.policy] ?? []).map(\.json))),
            ("journal", .object(journal)), ("drilled", drilled.map { .integer($0.seconds) } ?? .null),
        ])
        if let recordKey {
            fields["record_key"] = .string(Hex.encode(recordKey))
            fields["accepted"] = .array(
                accepted.map { ["key": .string($0.name.text), "record_key": .string(Hex.encode($0.recordKey))] })
            fields["clock"] = clock?.json ?? .null
        }
        return Array(JSON.object(fields).text().utf8) + [UInt8(ascii: "\n")]
    }

    /// The second line, including its newline: SHA-256 of the first, so that accidental damage is detected without the
    /// PIN.
    private var checkLine: [UInt8] { Array(Hex.encode(SHA256.hash(line)).utf8) + [UInt8(ascii: "\n")] }

    /// The content of the file; its third line is the key's authenticator over the first two.
    func bytes(by key: borrowing RecordKey) throws(SodiumError) -> [UInt8] {
        let lines = line + checkLine
        return lines + Array(Hex.encode(try key.authenticate(lines)).utf8) + [UInt8(ascii: "\n")]
    }

    /// Whether the key itself wrote the file.
    func isWritten(_ bytes: [UInt8], by key: borrowing RecordKey) throws(SodiumError) -> Bool {
        try self.bytes(by: key) == bytes
    }

    /// Parses a seal without verifying who wrote it.
    ///
    /// - Throws: `.damaged`, `.unsupportedVersion`.
    init(parsing bytes: [UInt8], key: KeyName) throws(StateError) {
        let file = Self.prefix + key.text
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == 4, lines[3].isEmpty else {
            throw .damaged(file: file, reason: "it has not exactly three lines")
        }
        do {
            let fields = try JSON(parsing: Array(lines[0]), maximumDepth: 6)
            guard try fields.string("format") == Self.format else {
                throw JSONError.wrongType(field: "format", expected: Self.format)
            }
            let version = try fields.integer("version", as: UInt64.self)
            guard (1...Self.version).contains(version) else {
                throw StateError.unsupportedVersion(file: file, found: version)
            }
            try self.init(fields, key: key, version: version)
        } catch let error as JSONError {
            throw .damaged(file: file, reason: error.message)
        } catch let error as StateError {
            throw error
        } catch {
            throw .damaged(file: file, reason: "it cannot be parsed")
        }
        guard (line + checkLine).elementsEqual(bytes.prefix(line.count + checkLine.count)) else {
            throw .damaged(file: file, reason: "its check does not agree with what it says")
        }
    }

    private init(_ fields: JSON, key: KeyName, version: UInt64) throws(JSONError) {
        self.key = key
        guard try fields.string("key") == key.text else { throw .wrongType(field: "key", expected: key.text) }
        counter = try Counter.read(fields, "counter")
        keyFiles = try fields.array("key_files").map { element throws(JSONError) in
            guard let bytes = try? Hex.decode(element.asString ?? ""), bytes.count == 32 else {
                throw .wrongType(field: "key_files", expected: "64 hex digits each")
            }
            return bytes
        }
        if try fields.member("list_key") != .null { listKey = try hexBytes(fields, "list_key", count: 32) }
        for kind in ListKind.allCases {
            let marks = try fields.array(kind.rawValue).map { mark throws(JSONError) in try ListMark(mark) }
            if !marks.isEmpty { lists[kind] = marks }
        }
        let journal = try fields.object("journal")
        journalLines = try journal.integer("lines")
        guard journalLines >= 0 else { throw .outOfRange(field: "lines") }
        journalDigest = try hexBytes(journal, "digest", count: 32)
        if try fields.member("drilled") != .null { drilled = Timestamp(try fields.integer("drilled")) }
        guard version > 1 else { return }
        unproven = try LineRanges(journal, "unproven", upTo: journalLines)
        unseen = try LineRanges(journal, "unseen", upTo: journalLines)
        recordKey = try hexBytes(fields, "record_key", count: Ed25519.publicKeyLength)
        accepted = try fields.array("accepted").map { other throws(JSONError) in
            guard let name = try? KeyName(try other.string("key")) else {
                throw .wrongType(field: "key", expected: "a key name")
            }
            return AcceptedKey(
                name: name, recordKey: try hexBytes(other, "record_key", count: Ed25519.publicKeyLength))
        }
        if try fields.member("clock") != .null { clock = try ClockReading(try fields.object("clock")) }
    }
}

extension KeySeal {
    /// Maximum number of other keys in a seal.
    private static let mostAccepted = 100

    /// A change to a seal that does not follow from the state of the vault.
    package enum Change {
        case list(ListKind, [ListMark])
        case keyFiles([[UInt8]])
        case drilled(Timestamp)
    }

    mutating func apply(_ change: Change) {
        switch change {
        case .list(let kind, let marks): lists[kind] = marks
        case .keyFiles(let digests): keyFiles = digests
        case .drilled(let time): drilled = time
        }
    }

    /// Adds other keys whose journal lines this key accepts from now on.
    mutating func accept(_ others: [AcceptedKey]) {
        for other in others where !accepted.contains(other) { accepted.append(other) }
        accepted = accepted.suffix(Self.mostAccepted)
    }

    /// Whether a user has reviewed an unproven line.
    func hasSettled(_ line: Int) -> Bool {
        line <= journalLines && unproven.contains(line) && !unseen.contains(line)
    }

    /// Stores the first reading of each boot. If later ones replaced it, the clock could be moved forward a little with
    /// every signature.
    mutating func note(_ reading: ClockReading?) {
        guard let reading, clock?.boot != reading.boot else { return }
        clock = reading
    }
}

/// Counters of lists and seals, which only increase. No vault reaches the last value; an attacker could plant a number
/// near the maximum integer so that the next increment crashes the program, or so that no higher number is left.
enum Counter {
    static let last: UInt64 = 1 << 62

    static func read(_ fields: JSON, _ key: String) throws(JSONError) -> UInt64 {
        let counter: UInt64 = try fields.integer(key)
        guard counter <= last else { throw .outOfRange(field: key) }
        return counter
    }

    /// - Throws: `.damaged` when the last value is reached, because someone must have planted it.
    static func next(after counter: UInt64, of file: String) throws(StateError) -> UInt64 {
        guard counter < last else {
            throw .damaged(file: file, reason: "the counter \(counter) cannot be increased")
        }
        return counter + 1
    }
}

/// A version of a list.
package struct ListMark: Hashable, Sendable {
    /// 1 for the first version, incremented with every change.
    package let counter: UInt64
    /// SHA-256 of the list's first line, 32 bytes.
    package let digest: [UInt8]

    package init(counter: UInt64, digest: [UInt8]) {
        self.counter = counter
        self.digest = digest
    }

    var json: JSON { ["counter": .integer(counter), "digest": .string(Hex.encode(digest))] }

    init(_ fields: JSON) throws(JSONError) {
        counter = try Counter.read(fields, "counter")
        digest = try hexBytes(fields, "digest", count: 32)
    }
}

/// Decodes a field of hex digits with a fixed number of bytes.
func hexBytes(_ fields: JSON, _ key: String, count: Int) throws(JSONError) -> [UInt8] {
    guard let bytes = try? Hex.decode(try fields.string(key)), bytes.count == count else {
        throw .wrongType(field: key, expected: "\(count * 2) hex digits")
    }
    return bytes
}
