// SPDX-License-Identifier: Apache-2.0

import Codec

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
