// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A type that a contract defines, with its parts by name.
package enum UserType: Hashable, Sendable {
    /// Named fields: a map by symbol.
    case structure(SCSpecUDTStructV0)
    /// Fields named 0, 1, …: a list.
    case tuple(SCSpecUDTStructV0)
    /// Cases with values: a list of the case's symbol and its values.
    case union(SCSpecUDTUnionV0, byName: [[UInt8]: SCSpecUDTUnionCaseV0])
    /// Cases that are numbers.
    case enumeration(name: [UInt8], byValue: [UInt32: [UInt8]])
    /// Errors, by their numbers.
    case errors(name: [UInt8], byValue: [UInt32: [UInt8]])

    package var name: [UInt8] {
        switch self {
        case .structure(let type), .tuple(let type): type.name.bytes
        case .union(let type, _): type.name.bytes
        case .enumeration(let name, _), .errors(let name, _): name
        }
    }

    /// The type of an entry; nil for a function or an event.
    init?(_ entry: SCSpecEntry) throws(ContractError) {
        switch entry {
        case .functionV0, .eventV0: return nil
        case .udtStructV0(let type):
            _ = try Self.table(type.fields, .field(of: type.name.bytes)) { ($0.name.bytes, ()) }
            self = Self.isTuple(type) ? .tuple(type) : .structure(type)
        case .udtUnionV0(let type):
            let cases = try Self.table(type.cases, .unionCase(of: type.name.bytes)) { ($0.name, $0) }
            self = .union(type, byName: cases)
        case .udtEnumV0(let type):
            let cases = type.cases.map { (name: $0.name.bytes, value: $0.value) }
            self = .enumeration(name: type.name.bytes, byValue: try Self.numbers(cases, of: type.name.bytes))
        case .udtErrorEnumV0(let type):
            let cases = type.cases.map { (name: $0.name.bytes, value: $0.value) }
            self = .errors(name: type.name.bytes, byValue: try Self.numbers(cases, of: type.name.bytes))
        }
    }

    private static func isTuple(_ type: SCSpecUDTStructV0) -> Bool {
        !type.fields.isEmpty
            && type.fields.enumerated().allSatisfy { $0.element.name.bytes.elementsEqual(String($0.offset).utf8) }
    }

    private static func numbers(
        _ cases: [(name: [UInt8], value: UInt32)], of type: [UInt8]
    ) throws(ContractError) -> [UInt32: [UInt8]] {
        _ = try table(cases, .enumCase(of: type)) { ($0.name, ()) }
        var found: [UInt32: [UInt8]] = [:]
        for (name, value) in cases where found.updateValue(name, forKey: value) != nil {
            throw .duplicate(.enumCase(of: type), Array(String(value).utf8))
        }
        return found
    }

    /// The parts by their names, none of which occurs twice.
    static func table<Part, Value>(
        _ parts: [Part], _ what: SpecName, _ entry: (Part) -> ([UInt8], Value)
    ) throws(ContractError) -> [[UInt8]: Value] {
        var found: [[UInt8]: Value] = [:]
        for part in parts {
            let (name, value) = entry(part)
            guard found.updateValue(value, forKey: name) == nil else { throw .duplicate(what, name) }
        }
        return found
    }
}

extension SCSpecUDTUnionCaseV0 {
    package var name: [UInt8] {
        switch self {
        case .voidV0(let one): one.name.bytes
        case .tupleV0(let one): one.name.bytes
        }
    }

    /// The types of the values that follow the case's name.
    package var types: [SCSpecTypeDef] {
        switch self {
        case .voidV0: []
        case .tupleV0(let one): one.type
        }
    }
}
