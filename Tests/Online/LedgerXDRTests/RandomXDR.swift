// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// Writes random values of any type, along its layout.
struct RandomXDR {
    private var state: UInt64
    private var bytes: [UInt8] = []
    private var depth = 0

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

    mutating func value(_ layout: XDRLayout) -> [UInt8] {
        bytes = []
        write(layout)
        return bytes
    }

    /// xorshift64*
    private mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_f491_4f6c_dd1d >> 16
    }

    private mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    private mutating func word(_ value: UInt32) {
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private mutating func raw(_ count: Int) {
        for _ in 0..<count { bytes.append(UInt8(truncatingIfNeeded: next())) }
        bytes += [UInt8](repeating: 0, count: (4 - count % 4) % 4)
    }

    private mutating func counted(_ limit: Int?) {
        let count = below(min(limit ?? 9, 40) + 1)
        word(UInt32(count))
        raw(count)
    }

    private mutating func write(_ layout: XDRLayout) {
        depth += 1
        defer { depth -= 1 }
        switch layout {
        case .int32, .uint32: raw(4)
        case .int64, .uint64: raw(8)
        case .bool: word(UInt32(below(2)))
        case .fixedOpaque(let size): raw(size)
        case .opaque(let limit), .string(let limit): counted(limit)
        case .optional(let inner):
            let present = depth < 24 && below(2) == 1
            word(present ? 1 : 0)
            if present { write(inner) }
        case .array(let element, let limit):
            let count = depth < 24 ? below(min(limit ?? 3, 3) + 1) : 0
            word(UInt32(count))
            for _ in 0..<count { write(element) }
        case .reference(let type): write(type.layout)
        case .alias(_, let inner): write(inner)
        case .structure(_, let fields): for field in fields { write(field.layout) }
        case .enumeration(let enumeration):
            word(UInt32(bitPattern: enumeration.members[below(enumeration.members.count)].value))
        case .union(let union):
            // Deep down only arms without a value, or the first one, end the recursion.
            let flat = union.arms.filter { $0.field == nil }
            let arms = depth < 24 || flat.isEmpty ? union.arms : flat
            let arm = arms[below(arms.count)]
            word(UInt32(bitPattern: arm.value))
            if let field = arm.field { write(field.layout) }
        }
    }
}
