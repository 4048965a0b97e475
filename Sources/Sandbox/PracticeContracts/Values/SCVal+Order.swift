// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import XDR

/// The order of values, by which a map's keys ascend: first by type, then by content.
///
/// - Source: CAP-46-01 §Comparison.
extension SCVal {
    func precedes(_ other: SCVal) -> Bool {
        let (type, otherType) = (discriminant.rawValue, other.discriminant.rawValue)
        guard type == otherType else { return type < otherType }
        return switch (self, other) {
        case (.bool(let a), .bool(let b)): !a && b
        case (.u32(let a), .u32(let b)): a < b
        case (.i32(let a), .i32(let b)): a < b
        case (.i64(let a), .i64(let b)): a < b
        case (.i128(let a), .i128(let b)): a.value < b.value
        case (.i256(let a), .i256(let b)):
            (a.hi_hi, a.hi_lo, a.lo_hi, a.lo_lo) < (b.hi_hi, b.hi_lo, b.lo_hi, b.lo_lo)
        case (.bytes(let a), .bytes(let b)): a.bytes.lexicographicallyPrecedes(b.bytes)
        case (.string(let a), .string(let b)): a.bytes.lexicographicallyPrecedes(b.bytes)
        case (.symbol(let a), .symbol(let b)): a.bytes.lexicographicallyPrecedes(b.bytes)
        case (.vec(let a?), .vec(let b?)): a.lexicographicallyPrecedes(b) { $0.precedes($1) }
        case (.map(let a?), .map(let b?)):
            a.lexicographicallyPrecedes(b) { $0.key == $1.key ? $0.val.precedes($1.val) : $0.key.precedes($1.key) }
        // What is left has no parts, or parts of fixed size without a sign, whose bytes have their order.
        default: xdr.lexicographicallyPrecedes(other.xdr)
        }
    }

    /// Whether contracts can have the value: a map's keys ascend, a vector and a map are there, a symbol has letters, digits and
    /// underscores only, and nothing is a key of the ledger.
    ///
    /// - Source: rs-soroban-env `Host::to_host_val`.
    var isSound: Bool {
        switch self {
        case .contractInstance, .ledgerKeyContractInstance, .ledgerKeyNonce, .executableTag: false
        case .symbol(let symbol): symbol.bytes.allSatisfy(Self.isSymbolCharacter)
        case .vec(let values): values?.allSatisfy(\.isSound) ?? false
        case .map(let entries):
            entries.map { entries in
                entries.allSatisfy { $0.key.isSound && $0.val.isSound }
                    && zip(entries, entries.dropFirst()).allSatisfy { $0.key.precedes($1.key) }
            } ?? false
        default: true
        }
    }

    private static func isSymbolCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
