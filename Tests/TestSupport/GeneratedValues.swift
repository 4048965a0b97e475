// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// A repeatable sequence of numbers (SplitMix64).
package struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}

/// Makes values of any type of the schema along its layout: every structure, union and list, with one integer or all of
/// them at an extreme.
package struct GeneratedValues: XDRSource {
    /// The integers' extremes, by width and sign.
    private static func extremes(bits: Int, isSigned: Bool) -> [Int64] {
        switch (bits, isSigned) {
        case (64, true): [.min, .min + 1, -1, 0, 1, 1 << 62, .max - 1, .max]
        // Of unsigned ones, the bits.
        case (64, false): [0, 1, 1 << 62, .max, .min, -1]
        case (_, true): [Int64(Int32.min), -1, 0, 1, 1 << 30, Int64(Int32.max)]
        case (_, false): [0, 1, 1 << 30, 1 << 31, Int64(UInt32.max)]
        }
    }

    /// Which integers are at an extreme, and at which.
    package enum Extreme {
        case none
        /// Of the integer with this index, the extreme with this index.
        case one(Int, Int)
        case all
    }

    private var random: Seeded
    private let extreme: Extreme
    /// The arm of each union with this name.
    private let arms: [String: Int32]
    private let accounts: [AccountID]
    private var depth = 0
    package private(set) var integers = 0

    /// - Parameter accounts: those that occur.
    package init(
        seed: UInt64, _ extreme: Extreme = .none, arms: [String: Int32] = [:], accounts: [AccountID]
    ) {
        random = Seeded(seed)
        self.extreme = extreme
        self.arms = arms
        self.accounts = accounts
    }

    /// A value of the type.
    package mutating func value<T: XDRCodable>(_ type: T.Type = T.self) throws -> T {
        try T(xdr: T.layout.bytes(from: &self))
    }

    /// The number of integers in a value without extremes, and the largest number of extremes of any.
    private static func integers<T: XDRCodable>(
        of type: T.Type, seed: UInt64, arms: [String: Int32] = [:], accounts: [AccountID]
    ) throws -> Int {
        var values = GeneratedValues(seed: seed, arms: arms, accounts: accounts)
        _ = try values.value(type)
        return values.integers
    }

    private static let mostExtremes = 8

    /// Operations of a type: one for every integer and each of its extremes, of two shapes, and some with all integers
    /// extreme. Each once.
    package static func operations(
        _ type: OperationType, accounts: [AccountID]
    ) throws -> [StellarXDR.Operation] {
        let arms = ["OperationBody": type.rawValue]
        var bodies: [OperationBody] = []
        for seed in [UInt64(1), 2] {
            bodies += try eachExtreme(seed: seed, arms: arms, accounts: accounts, mostIntegers: 12)
        }
        for seed in 100..<UInt64(110) {
            var values = GeneratedValues(seed: seed, .all, arms: arms, accounts: accounts)
            bodies.append(try values.value())
        }
        var seen: Set<OperationBody> = []
        return bodies.filter { seen.insert($0).inserted }.map { StellarXDR.Operation(sourceAccount: nil, body: $0) }
    }

    /// Values of a type that differ in one integer, which is at each of its extremes.
    ///
    /// - Parameter mostIntegers: how many of a value's integers are varied, the first ones.
    package static func eachExtreme<T: XDRCodable>(
        of type: T.Type = T.self, seed: UInt64, arms: [String: Int32], accounts: [AccountID], mostIntegers: Int
    ) throws -> [T] {
        let count = try integers(of: type, seed: seed, arms: arms, accounts: accounts)
        var all: [T] = []
        for index in 0..<min(count, mostIntegers) {
            for which in 0..<mostExtremes {
                var values = GeneratedValues(seed: seed, .one(index, which), arms: arms, accounts: accounts)
                all.append(try values.value())
            }
        }
        return all
    }

    private var isDeep: Bool { depth > 14 }

    package mutating func whole(_ type: any XDRCodable.Type) -> (any XDRCodable)? {
        let account = accounts[Int(random.next() % UInt64(accounts.count))]
        if type == AccountID.self { return account }
        if type == MuxedAccount.self { return MuxedAccount(account) }
        return nil
    }
    package mutating func begin(structure name: StaticString, fields: [XDRLayout.Field]) {}
    package mutating func enter(field: StaticString) { depth += 1 }
    package mutating func arm(of union: XDRLayout.Union) -> Int32 {
        if let chosen = arms["\(union.name)"] { return chosen }
        let place = isDeep ? 0 : Int(random.next() % UInt64(union.arms.count))
        return union.arms[place].value
    }
    package mutating func enter(arm value: Int32, field: StaticString, of union: XDRLayout.Union) { depth += 1 }
    package mutating func count(limit: Int?) -> Int { isDeep ? 0 : min(limit ?? 2, Int(random.next() % 3)) }
    package mutating func enter(element: Int) { depth += 1 }
    package mutating func leave() { depth -= 1 }
    package mutating func isPresent() -> Bool { !isDeep && random.next() % 4 != 0 }

    private mutating func number(bits: Int, isSigned: Bool) -> Int64 {
        defer { integers += 1 }
        let usual = Int64(1 + random.next() % 1000)
        let all = Self.extremes(bits: bits, isSigned: isSigned)
        switch extreme {
        case .one(integers, let which): return all[which % all.count]
        case .none, .one: return usual
        case .all: return all[Int(random.next() % UInt64(all.count))]
        }
    }

    package mutating func integer(bits: Int, alias: StaticString?) -> Int64 { number(bits: bits, isSigned: true) }
    package mutating func unsigned(bits: Int, alias: StaticString?) -> UInt64 {
        UInt64(bitPattern: number(bits: bits, isSigned: false))
    }
    package mutating func boolean() -> Bool { random.next() % 2 == 0 }
    package mutating func member(of enumeration: XDRLayout.Enumeration) -> Int32 {
        enumeration.members[Int(random.next() % UInt64(enumeration.members.count))].value
    }
    package mutating func opaque(size: Int, alias: StaticString?) -> [UInt8] {
        switch size {
        case 4: Array("USDC".utf8)
        case 12: Array("LONGERCODE12".utf8)
        default: (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
    }
    package mutating func opaque(limit: Int?, alias: StaticString?) -> [UInt8] {
        Array("bytes".utf8.prefix(limit ?? 5))
    }
    package mutating func string(limit: Int?, alias: StaticString?) -> [UInt8] {
        Array("transfer".utf8.prefix(limit ?? 8))
    }
    package func tooDeep() -> Never { preconditionFailure("a generated value is too deep") }
}
