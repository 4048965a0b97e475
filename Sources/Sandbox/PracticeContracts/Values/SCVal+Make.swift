// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

/// Values as contracts write them.
extension SCVal {
    /// A symbol; a text of more than 32 bytes makes the empty symbol.
    package static func name(_ text: String) -> SCVal { .symbol(SCSymbol(name: text)) }

    package static func text(_ text: String) -> SCVal { .string(SCString(Array(text.utf8)) ?? SCString()) }

    package static func raw(_ bytes: [UInt8]) -> SCVal { .bytes(SCBytes(bytes) ?? SCBytes()) }

    package static func amount(_ value: Int128) -> SCVal {
        .i128(Int128Parts(hi: Int64(truncatingIfNeeded: value >> 64), lo: UInt64(truncatingIfNeeded: value)))
    }

    /// A structure: a map with its fields' names as keys, which must be given in ascending order.
    package static func record(_ fields: (String, SCVal)...) -> SCVal {
        .map(fields.map { SCMapEntry(key: .name($0.0), val: $0.1) })
    }

    /// A case of a union: its name and its values.
    package static func tagged(_ name: String, _ values: SCVal...) -> SCVal { .vec([.name(name)] + values) }
}

extension SCSymbol {
    /// The symbol with this text; empty if the text has more than 32 bytes.
    package init(name: String) { self = SCSymbol(Array(name.utf8)) ?? SCSymbol() }

    /// The symbol as text, for comparisons with names that are known; other bytes may be anything.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Int128Parts {
    var value: Int128 { Int128(hi) << 64 | Int128(lo) }
}
