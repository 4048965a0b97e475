// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
import SafeFiles
package import Stellar

/// A list that anyone can read and only the owner of the book can change: a line of JSON, and an Ed25519 signature over
/// it. The signing key is derived from the owner's secret and signs only lists.
///
/// Both lines are canonical. The list does not prove whose key signed it; the seals do.
package struct SignedList: Hashable, Sendable {
    package let kind: ListKind
    package let counter: UInt64
    /// The name of the key that signed the list.
    package let owner: KeyName
    /// The owner's public list key, 32 bytes.
    package let listKey: [UInt8]
    package let time: Timestamp
    /// The content, parsed by `Review`.
    package let content: JSON
    /// The signature, 64 bytes.
    let signature: [UInt8]
    /// Identifies this version of the list; computed once, because a list may be large.
    package let mark: ListMark

    static let version: UInt64 = 1
    /// Maximum size of a list in bytes.
    package static let limit = 4 << 20
    /// Domain separator at the start of the signed bytes.
    static let domain = Array("Coldstar signed list 1\n".utf8)

    init(
        kind: ListKind, counter: UInt64, owner: KeyName, listKey: [UInt8], time: Timestamp, content: JSON,
        signature: [UInt8]
    ) {
        self.kind = kind
        self.counter = counter
        self.owner = owner
        self.listKey = listKey
        self.time = time
        self.content = content
        self.signature = signature
        mark = ListMark(
            counter: counter, digest: SHA256.hash(Self.line(kind, counter, owner, listKey, time, content)))
    }

    /// Creates a new version, signed by the key.
    ///
    /// - Parameter previous: the counter of the version that it replaces, below `Counter.last`; 0 if there is none.
    package init(
        _ kind: ListKind, content: JSON, after previous: UInt64, time: Timestamp, by key: borrowing UnlockedKey
    ) throws(KeyUseError) {
        let unsigned = SignedList(
            kind: kind, counter: previous + 1, owner: key.info.name, listKey: key.listKey, time: time, content: content,
            signature: [])
        self.init(
            kind: kind, counter: unsigned.counter, owner: unsigned.owner, listKey: unsigned.listKey, time: time,
            content: content, signature: try key.signature(list: Self.domain + unsigned.line))
    }

    /// The first line, including its newline.
    var line: [UInt8] { Self.line(kind, counter, owner, listKey, time, content) }

    private static func line(
        _ kind: ListKind, _ counter: UInt64, _ owner: KeyName, _ listKey: [UInt8], _ time: Timestamp, _ content: JSON
    ) -> [UInt8] {
        let fields: JSON = [
            "format": .string(kind.format), "version": .integer(version), "counter": .integer(counter),
            "owner": .string(owner.text), "list_key": .string(Hex.encode(listKey)), "time": .integer(time.seconds),
            "content": content,
        ]
        return Array(fields.text().utf8) + [UInt8(ascii: "\n")]
    }

    /// The content of the file.
    package var bytes: [UInt8] { line + Array(Hex.encode(signature).utf8) + [UInt8(ascii: "\n")] }
}

extension SignedList {
    /// Parses a list and verifies its signature with the key in the list.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: `.damaged`, `.unsupportedVersion`.
    package init(parsing bytes: [UInt8], kind: ListKind, file: String) throws(StateError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == 3, lines[2].isEmpty else {
            throw .damaged(file: file, reason: "it has not exactly two lines")
        }
        let list: SignedList
        do {
            let fields = try JSON(parsing: Array(lines[0]))
            guard try fields.string("format") == kind.format else {
                throw JSONError.wrongType(field: "format", expected: kind.format)
            }
            let version = try fields.integer("version", as: UInt64.self)
            guard version == Self.version else { throw StateError.unsupportedVersion(file: file, found: version) }
            guard let signature = try? Hex.decode(String(decoding: lines[1], as: UTF8.self)) else {
                throw StateError.damaged(file: file, reason: "its second line is not a signature")
            }
            list = try Self.list(fields, kind: kind, signature: signature)
        } catch let error as JSONError {
            throw .damaged(file: file, reason: error.message)
        } catch let error as StateError {
            throw error
        } catch {
            throw .damaged(file: file, reason: "it cannot be parsed")
        }
        guard list.bytes == bytes else { throw .damaged(file: file, reason: "it is not as Coldstar writes it") }
        let line = bytes[...lines[0].endIndex]
        guard Ed25519.verify(list.signature, message: Self.domain + line, publicKey: list.listKey) else {
            throw .damaged(file: file, reason: "its signature is wrong")
        }
        self = list
    }

    private static func list(_ fields: JSON, kind: ListKind, signature: [UInt8]) throws(JSONError) -> SignedList {
        guard let owner = try? KeyName(try fields.string("owner")) else {
            throw .wrongType(field: "owner", expected: "a key name")
        }
        let listKey = try hexBytes(fields, "list_key", count: Ed25519.publicKeyLength)
        return SignedList(
            kind: kind, counter: try Counter.read(fields, "counter"), owner: owner, listKey: listKey,
            time: Timestamp(try fields.integer("time")), content: try fields.object("content"), signature: signature)
    }
}

extension VaultState {
    /// Replaces a list with a new version. An interruption at any moment leaves one of the two versions, and a seal
    /// that covers it.
    ///
    /// If another key has owned the lists until now, this key takes over both, but only lists that it accepts.
    ///
    /// - Returns: the list as written.
    /// - Throws: `.key` for a key of another chain; the errors of `verify`, and `.unknownOwner` for a list of an owner
    ///   that the key does not know: nothing is written then; the errors of `reseal`; `.journal`.
    package func replace(
        _ kind: ListKind, with content: JSON, time: Timestamp, by key: borrowing UnlockedKey,
        holding lock: borrowing VaultLock
    ) throws(StateError) -> SignedList {
        // Book and policy say what keys of Stellar may sign.
        guard key.info.chain == .stellar else {
            throw .key(.otherChain(key.info.name, key.info.chain, asked: .stellar))
        }
        if try verify(key) {
            let list = ListKind.allCases.lazy.compactMap { self.list($0) }.first { $0.listKey != key.listKey }
            throw .unknownOwner(file: (list?.kind ?? kind).rawValue, owner: list?.owner ?? key.info.name)
        }
        let written = try write(kind, content, time: time, by: key, holding: lock)
        for other in ListKind.allCases where other != kind {
            guard let list = list(other), list.listKey != key.listKey else { continue }
            let state = try VaultState(folder: folder, for: [key.info.name], holding: lock)
            _ = try state.write(other, list.content, time: time, by: key, holding: lock)
        }
        return written
    }

    private func write(
        _ kind: ListKind, _ content: JSON, time: Timestamp, by key: borrowing UnlockedKey,
        holding lock: borrowing VaultLock
    ) throws(StateError) -> SignedList {
        let new: SignedList
        let proven = try view(of: key.info.name).proven.lists[kind]
        let counter = max(list(kind)?.counter ?? 0, proven?.counter ?? 0)
        _ = try Counter.next(after: counter, of: kind.rawValue)
        do { new = try SignedList(kind, content: content, after: counter, time: time, by: key) } catch {
            throw .damaged(file: kind.rawValue, reason: error.message)
        }
        guard new.bytes.count <= SignedList.limit else {
            throw .damaged(file: kind.rawValue, reason: "it would be larger than \(SignedList.limit) bytes")
        }
        let old = list(kind)?.mark ?? ListMark(counter: 0, digest: [UInt8](repeating: 0, count: SHA256.length))
        let seal = try reseal(
            key.record, holding: lock, believing: new.listKey, changing: .list(kind, [old, new.mark]))
        try inState { () throws(FileError) in
            try SafeFiles.write(new.bytes, to: folder + "/" + kind.rawValue, replacing: true)
        }
        let name = key.info.name
        do {
            let change = ListChange(time: time, list: kind, mark: new.mark, key: name, seal: seal.counter)
            try SignerJournal(folder: folder).record([.change(change)], by: key.record)
        } catch {
            throw .journal(error)
        }
        let now = try VaultState(folder: folder, for: [name], holding: lock)
        try now.reseal(key.record, holding: lock, believing: new.listKey, changing: .list(kind, [new.mark]))
        return new
    }
}

/// Proof that an opened key accepts the lists of a vault; comes only from `VaultState.prove`.
package struct ListProof: Hashable, Sendable {
    /// Whether the key sees lists of another owner for the first time: only a person can accept them.
    package let isFirst: Bool
    private let marks: [ListKind: ListMark]

    fileprivate init(isFirst: Bool, marks: [ListKind: ListMark]) {
        self.isFirst = isFirst
        self.marks = marks
    }

    /// Whether this version of a list is one of the proven ones.
    package func covers(_ list: SignedList) -> Bool { marks[list.kind] == list.mark }
}

extension VaultState {
    /// Verifies the lists with an opened key; see `verify`.
    ///
    /// - Throws: the errors of `verify`.
    package func prove(_ key: borrowing UnlockedKey) throws(StateError) -> ListProof {
        let isFirst = try verify(key)
        var marks: [ListKind: ListMark] = [:]
        for kind in ListKind.allCases { marks[kind] = list(kind)?.mark }
        return ListProof(isFirst: isFirst, marks: marks)
    }
}

/// A signed list of the vault; the raw value is the name of the file.
package enum ListKind: String, Hashable, Sendable, CaseIterable {
    /// The signer's own data: contacts, accounts, domains, assets, contracts.
    case book
    /// The rules for what may be signed.
    case policy

    /// The value of `format` in the list's first line.
    package var format: String { "coldstar-\(rawValue)" }
}
