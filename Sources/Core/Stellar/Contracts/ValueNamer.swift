// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// Finds the names of a value's parts, and checks every part against its type.
struct ValueNamer {
    let spec: ContractSpec
    /// The first type that is used but not defined.
    private(set) var undefinedType: [UInt8]?
    /// Each step goes to a part of the value or of the type. Both are bounded alone, but their product is not.
    private var depth = 0
    /// The steps taken so far: at most a fixed number for each part of the values.
    private(set) var steps = 0

    init(spec: ContractSpec) { self.spec = spec }

    /// - Parameter wrappers: the Options and Results around this value.
    mutating func named(
        _ value: SCVal, _ type: SCSpecTypeDef, wrappers: Int = 0
    ) throws(ValueMismatch) -> NamedValue {
        // Each list's elements go through all of their type's wrappers, so that their number multiplies the work.
        guard depth < ContractLimits.depth, wrappers <= ContractLimits.wrappers else {
            throw ValueMismatch(value: value, wanted: type)
        }
        depth += 1
        steps += 1
        defer { depth -= 1 }
        switch type {
        case .val: return .plain(value)
        case .option(let option):
            return value == .void ? .none : try named(value, option.valueType, wrappers: wrappers + 1)
        case .result(let result):
            // Decided by the value alone: trying both would take time without a bound.
            if case .error = value { return try named(value, result.errorType, wrappers: wrappers + 1) }
            return try named(value, result.okType, wrappers: wrappers + 1)
        case .vec(let vec): return .list(try list(value, type) { _ in vec.elementType })
        case .tuple(let tuple): return .list(try list(value, type, of: tuple.valueTypes.elements))
        case .map(let map): return .map(try entries(value, map, type))
        case .udt(let own): return try self.own(value, own.name.bytes, type)
        case .bytesN(let fixed):
            guard case .bytes(let bytes) = value, bytes.bytes.count == Int(fixed.n) else { break }
            return .plain(value)
        default:
            guard Self.isPlain(value, type) else { break }
            return .plain(value)
        }
        throw ValueMismatch(value: value, wanted: type)
    }

    /// Whether a value without parts is of a type without parts.
    private static func isPlain(_ value: SCVal, _ type: SCSpecTypeDef) -> Bool {
        switch (type, value) {
        case (.bool, .bool), (.void, .void), (.error, .error), (.u32, .u32), (.i32, .i32), (.u64, .u64), (.i64, .i64),
            (.timepoint, .timepoint), (.duration, .duration), (.u128, .u128), (.i128, .i128), (.u256, .u256),
            (.i256, .i256), (.bytes, .bytes), (.string, .string), (.symbol, .symbol),
            (.address, .address(.account)), (.address, .address(.contract)), (.muxedAddress, .address(.account)),
            (.muxedAddress, .address(.contract)), (.muxedAddress, .address(.muxedAccount)),
            (.muxedAddress, .address(.muxedContract)):
            true
        default: false
        }
    }

    private mutating func list(
        _ value: SCVal, _ type: SCSpecTypeDef, _ elementType: (Int) -> SCSpecTypeDef
    ) throws(ValueMismatch) -> [NamedValue] {
        guard case .vec(let elements?) = value else { throw ValueMismatch(value: value, wanted: type) }
        var found: [NamedValue] = []
        for (index, element) in elements.enumerated() { found.append(try named(element, elementType(index))) }
        return found
    }

    /// A list with one value of each type.
    private mutating func list(
        _ value: SCVal, _ type: SCSpecTypeDef, of types: [SCSpecTypeDef]
    ) throws(ValueMismatch) -> [NamedValue] {
        guard case .vec(let elements?) = value, elements.count == types.count else {
            throw ValueMismatch(value: value, wanted: type)
        }
        return try list(value, type) { types[$0] }
    }

    private mutating func entries(
        _ value: SCVal, _ map: SCSpecTypeMap, _ type: SCSpecTypeDef
    ) throws(ValueMismatch) -> [NamedValue.Entry] {
        guard case .map(let entries?) = value else { throw ValueMismatch(value: value, wanted: type) }
        var found: [NamedValue.Entry] = []
        for entry in entries {
            found.append(
                .init(key: try named(entry.key, map.keyType), value: try named(entry.val, map.valueType)))
        }
        return found
    }

    private mutating func own(
        _ value: SCVal, _ name: [UInt8], _ type: SCSpecTypeDef
    ) throws(ValueMismatch) -> NamedValue {
        switch spec.type(name) {
        case nil:
            undefinedType = undefinedType ?? name
            return .plain(value)
        case .tuple(let own)?:
            // The count first: the fields of a type that does not fit are not read for each value.
            guard case .vec(let elements?) = value, elements.count == own.fields.count else { break }
            return .list(try list(value, type) { own.fields[$0].type })
        case .structure(let own)?: return .structure(type: name, fields: try fields(value, own, type))
        case .union(_, let cases)?: return try unionCase(value, cases, name, type)
        case .enumeration(_, let cases)?:
            guard case .u32(let number) = value, let found = cases[number] else { break }
            return .enumCase(type: name, name: found, value: number)
        case .errors(_, let cases)?:
            guard case .error(.contract(let number)) = value, let found = cases[number] else { break }
            return .enumCase(type: name, name: found, value: number)
        }
        throw ValueMismatch(value: value, wanted: type)
    }

    /// A map with exactly the fields as keys.
    private mutating func fields(
        _ value: SCVal, _ own: SCSpecUDTStructV0, _ type: SCSpecTypeDef
    ) throws(ValueMismatch) -> [NamedValue.Field] {
        guard case .map(let entries?) = value, entries.count == own.fields.count else {
            throw ValueMismatch(value: value, wanted: type)
        }
        var given: [[UInt8]: SCVal] = [:]
        for entry in entries {
            if case .symbol(let name) = entry.key { given[name.bytes] = entry.val }
        }
        var found: [NamedValue.Field] = []
        for field in own.fields {
            guard let member = given[field.name.bytes] else { throw ValueMismatch(value: value, wanted: type) }
            found.append(.init(name: field.name.bytes, value: try named(member, field.type)))
        }
        return found
    }

    /// A list of the case's symbol and its values.
    private mutating func unionCase(
        _ value: SCVal, _ cases: [[UInt8]: SCSpecUDTUnionCaseV0], _ name: [UInt8], _ type: SCSpecTypeDef
    ) throws(ValueMismatch) -> NamedValue {
        guard case .vec(let elements?) = value, case .symbol(let symbol)? = elements.first,
            let one = cases[symbol.bytes]
        else { throw ValueMismatch(value: value, wanted: type) }
        guard elements.count == one.types.count + 1 else { throw ValueMismatch(value: value, wanted: type) }
        var values: [NamedValue] = []
        for (element, type) in zip(elements.dropFirst(), one.types) { values.append(try named(element, type)) }
        return .unionCase(type: name, name: symbol.bytes, values: values)
    }
}

/// A value that is not of the type that a spec declares.
struct ValueMismatch: Error {
    let value: SCVal
    let wanted: SCSpecTypeDef
}

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
