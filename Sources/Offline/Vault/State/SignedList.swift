// SPDX-License-Identifier: Apache-2.0

package import SodiumKit
package import Stellar
package import TextCodec

/// A list that anybody may read and only the owner of the book can change: a line of JSON, and the Ed25519 signature over it
/// by a key that the owner's secret gives and that signs nothing else.
///
/// Both lines are canonical. Whose key it is nobody can tell by looking: that is what the seals are for.
package struct SignedList: Hashable, Sendable {
    package let kind: ListKind
    package let counter: UInt64
    /// The name of the key whose PIN it was signed with.
    package let owner: KeyName
    /// The public half of the owner's list key, 32 bytes.
    package let listKey: [UInt8]
    package let time: Timestamp
    /// What it says; for `Review` to read.
    package let content: JSON
    /// 64 bytes.
    let signature: [UInt8]

    static let version: UInt64 = 1
    /// No list of ours is larger.
    package static let limit = 4 << 20
    /// What is signed begins so, that it can be nothing else.
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

    /// A new version, signed by the key.
    ///
    /// - Parameter previous: the counter of the version that it replaces, below `Counter.last`; 0 when there is none.
    package init(
        _ kind: ListKind, content: JSON, after previous: UInt64, time: Timestamp, by key: borrowing UnlockedKey
    ) throws(SodiumError) {
        let unsigned = SignedList(
            kind: kind, counter: previous + 1, owner: key.info.name, listKey: key.listKey, time: time, content: content,
            signature: [])
        self.init(
            kind: kind, counter: unsigned.counter, owner: unsigned.owner, listKey: unsigned.listKey, time: time,
            content: content, signature: try key.signature(list: Self.domain + unsigned.line))
    }

    /// The first line with its newline.
    var line: [UInt8] {
        let fields: JSON = [
            "format": .string(kind.format), "version": .integer(Self.version), "counter": .integer(counter),
            "owner": .string(owner.text), "list_key": .string(Hex.encode(listKey)), "time": .integer(time.seconds),
            "content": content,
        ]
        return Array(fields.text().utf8) + [UInt8(ascii: "\n")]
    }

    /// The whole file.
    package var bytes: [UInt8] { line + Array(Hex.encode(signature).utf8) + [UInt8(ascii: "\n")] }

    package var mark: ListMark { ListMark(counter: counter, digest: SHA256.hash(line)) }
}
