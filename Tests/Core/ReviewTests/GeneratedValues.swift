// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import XDR

/// A repeatable sequence of numbers (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}

/// Makes values of any type of the schema along its layout: every structure, union and list, with one integer or all of
/// them at an extreme.
struct GeneratedValues: XDRSource {
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
    enum Extreme {
        case none
        /// Of the integer with this index, the extreme with this index.
        case one(Int, Int)
        case all
    }

    private var random: Seeded
    private let extreme: Extreme
    /// The arm of each union with this name.
    private let arms: [String: Int32]
    private let people: [Person]
    private var depth = 0
    private(set) var integers = 0

    init(seed: UInt64, _ extreme: Extreme = .none, arms: [String: Int32] = [:], people: [Person] = [alice, bob, carol])
    {
        random = Seeded(seed)
        self.extreme = extreme
        self.arms = arms
        self.people = people
    }

    /// A value of the type.
    mutating func value<T: XDRCodable>(_ type: T.Type = T.self) throws -> T { try T(xdr: T.layout.bytes(from: &self)) }

    /// The number of integers in a value without extremes, and the largest number of extremes of any.
    static func integers<T: XDRCodable>(of type: T.Type, seed: UInt64, arms: [String: Int32] = [:]) throws -> Int {
        var values = GeneratedValues(seed: seed, arms: arms)
        _ = try values.value(type)
        return values.integers
    }

    static let mostExtremes = 8

    private var isDeep: Bool { depth > 14 }

    mutating func whole(_ type: any XDRCodable.Type) -> (any XDRCodable)? {
        let person = people[Int(random.next() % UInt64(people.count))]
        if type == AccountID.self { return person.account }
        if type == MuxedAccount.self { return person.muxed }
        return nil
    }
    mutating func begin(structure name: StaticString, fields: [XDRLayout.Field]) {}
    mutating func enter(field: StaticString) { depth += 1 }
    mutating func arm(of union: XDRLayout.Union) -> Int32 {
        if let chosen = arms["\(union.name)"] { return chosen }
        let place = isDeep ? 0 : Int(random.next() % UInt64(union.arms.count))
        return union.arms[place].value
    }
    mutating func enter(arm value: Int32, field: StaticString, of union: XDRLayout.Union) { depth += 1 }
    mutating func count(limit: Int?) -> Int { isDeep ? 0 : min(limit ?? 2, Int(random.next() % 3)) }
    mutating func enter(element: Int) { depth += 1 }
    mutating func leave() { depth -= 1 }
    mutating func isPresent() -> Bool { !isDeep && random.next() % 4 != 0 }

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

    mutating func integer(bits: Int, alias: StaticString?) -> Int64 { number(bits: bits, isSigned: true) }
    mutating func unsigned(bits: Int, alias: StaticString?) -> UInt64 {
        UInt64(bitPattern: number(bits: bits, isSigned: false))
    }
    mutating func boolean() -> Bool { random.next() % 2 == 0 }
    mutating func member(of enumeration: XDRLayout.Enumeration) -> Int32 {
        enumeration.members[Int(random.next() % UInt64(enumeration.members.count))].value
    }
    mutating func opaque(size: Int, alias: StaticString?) -> [UInt8] {
        switch size {
        case 4: Array("USDC".utf8)
        case 12: Array("LONGERCODE12".utf8)
        default: (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
    }
    mutating func opaque(limit: Int?, alias: StaticString?) -> [UInt8] { Array("bytes".utf8.prefix(limit ?? 5)) }
    mutating func string(limit: Int?, alias: StaticString?) -> [UInt8] { Array("transfer".utf8.prefix(limit ?? 8)) }
    func tooDeep() -> Never { preconditionFailure("a generated value is too deep") }
}

/// A whole number of any size that is not negative, in decimal digits, the last one first: slow, and nothing like the code that it
/// checks.
struct Digits: Comparable, CustomStringConvertible {
    private var digits: [UInt8] = []

    init(_ number: some BinaryInteger) { digits = String(number).utf8.reversed().map { $0 - 48 } }
    private init(digits: [UInt8]) {
        self.digits = digits
        while self.digits.count > 1, self.digits.last == 0 { self.digits.removeLast() }
    }

    static func + (a: Digits, b: Digits) -> Digits {
        var sum: [UInt8] = []
        var carry: UInt8 = 0
        for place in 0..<max(a.digits.count, b.digits.count) + 1 {
            let part =
                carry + (place < a.digits.count ? a.digits[place] : 0) + (place < b.digits.count ? b.digits[place] : 0)
            sum.append(part % 10)
            carry = part / 10
        }
        return Digits(digits: sum)
    }

    static func * (a: Digits, b: Digits) -> Digits {
        var product = Digits(0)
        for (place, digit) in b.digits.enumerated() {
            for _ in 0..<digit {
                product = product + Digits(digits: Array(repeating: 0, count: place) + a.digits)
            }
        }
        return product
    }

    static func < (a: Digits, b: Digits) -> Bool {
        a.digits.count != b.digits.count
            ? a.digits.count < b.digits.count : a.digits.reversed().lexicographicallyPrecedes(b.digits.reversed())
    }

    var description: String { String(decoding: digits.reversed().map { $0 + 48 }, as: UTF8.self) }
}
