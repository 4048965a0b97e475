// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The order of values in which the network sorts the keys of a map.
///
/// - Source: rs-soroban-env, soroban-env-common/src/compare.rs: by kind, then by content.
enum SCValOrder {
    /// Negative, zero or positive.
    static func compare(_ a: SCVal, _ b: SCVal) -> Int {
        switch (a, b) {
        case (.bool(let a), .bool(let b)): order(a ? 1 : 0, b ? 1 : 0)
        case (.u32(let a), .u32(let b)): order(a, b)
        case (.i32(let a), .i32(let b)): order(a, b)
        case (.u64(let a), .u64(let b)), (.timepoint(let a), .timepoint(let b)), (.duration(let a), .duration(let b)):
            order(a, b)
        case (.i64(let a), .i64(let b)): order(a, b)
        case (.i128(let a), .i128(let b)): first([order(a.hi, b.hi), order(a.lo, b.lo)])
        case (.i256(let a), .i256(let b)): first([order(a.hi_hi, b.hi_hi), bytes(a.xdr, b.xdr)])
        case (.bytes(let a), .bytes(let b)): bytes(a.bytes, b.bytes)
        case (.string(let a), .string(let b)): bytes(a.bytes, b.bytes)
        case (.symbol(let a), .symbol(let b)): bytes(a.bytes, b.bytes)
        case (.vec(let a?), .vec(let b?)): lists(a, b)
        case (.map(let a?), .map(let b?)): lists(a.flatMap { [$0.key, $0.val] }, b.flatMap { [$0.key, $0.val] })
        default: bytes(a.xdr, b.xdr)
        }
    }

    private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a == b ? 0 : 1 }

    private static func first(_ orders: [Int]) -> Int { orders.first { $0 != 0 } ?? 0 }

    private static func bytes(_ a: [UInt8], _ b: [UInt8]) -> Int {
        a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    }

    private static func lists(_ a: [SCVal], _ b: [SCVal]) -> Int {
        for (a, b) in zip(a, b) {
            let order = compare(a, b)
            if order != 0 { return order }
        }
        return order(a.count, b.count)
    }
}
