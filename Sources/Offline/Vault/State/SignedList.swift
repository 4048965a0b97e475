// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import Stellar

/// A list that anyone can read and only the owner of the book can change: a line of JSON, and an Ed25519 signature over it. The
/// signing key is derived from the owner's secret and signs only lists.
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
    var line: [UInt8] {
        let fields: JSON = [
            "format": .string(kind.format), "version": .integer(Self.version), "counter": .integer(counter),
            "owner": .string(owner.text), "list_key": .string(Hex.encode(listKey)), "time": .integer(time.seconds),
            "content": content,
        ]
        return Array(fields.text().utf8) + [UInt8(ascii: "\n")]
    }

    /// The content of the file.
    package var bytes: [UInt8] { line + Array(Hex.encode(signature).utf8) + [UInt8(ascii: "\n")] }

    package var mark: ListMark { ListMark(counter: counter, digest: SHA256.hash(line)) }
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
        guard Ed25519.verify(list.signature, message: Self.domain + list.line, publicKey: list.listKey) else {
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

/// A signed list of the vault; the raw value is the name of the file.
package enum ListKind: String, Hashable, Sendable, CaseIterable {
    /// The signer's own data: contacts, accounts, domains, assets, contracts.
    case book
    /// The rules for what may be signed.
    case policy

    /// The value of `format` in the list's first line.
    package var format: String { "coldstar-\(rawValue)" }
}
