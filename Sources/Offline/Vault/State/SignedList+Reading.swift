// SPDX-License-Identifier: Apache-2.0

import SodiumKit
import Stellar
import TextCodec

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
            throw .damaged(file: file, reason: "it does not read")
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
