// SPDX-License-Identifier: Apache-2.0

import Codec
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

/// The name of a type in a spec: a plain name or, from contracts made for protocol 30 on, a path such as
/// `::crate::types::Name`.
package enum TypePath {
    private static let colon = UInt8(ascii: ":")

    /// The last part of a path, by which types of well-known libraries are recognised and which is shown; any other
    /// name as it is.
    ///
    /// A path begins with `::`, and each of its parts has letters, digits and underscores only.
    package static func short(_ name: [UInt8]) -> [UInt8] {
        guard name.starts(with: "::".utf8), var start = name.indices.first else { return name }
        var at = start
        while at < name.count {
            if name[at] == colon {
                // Exactly two, and a part after them.
                guard at + 2 < name.count, name[at + 1] == colon, name[at + 2] != colon else { return name }
                at += 2
                start = at
            } else {
                guard ForeignName.isPart(name[at]) else { return name }
                at += 1
            }
        }
        return Array(name[start...])
    }
}

extension UserType {
    /// The last part of a path; see ``TypePath``.
    package var shortName: [UInt8] { TypePath.short(name) }
}

extension SCSpecTypeUDT {
    /// The last part of a path; see ``TypePath``.
    package var shortName: [UInt8] { TypePath.short(name.bytes) }
}

extension ContractSpec {
    /// The types with this name, alone or as the last part of a path: how the types of a well-known library are
    /// recognised.
    package func types(called name: StaticString) -> [UserType] {
        types.filter { $0.shortName.elementsEqual("\(name)".utf8) }
    }
}

/// A name that a user typed, as an error shows it, and the names that may be meant.
enum TypedName {
    /// No name in a call is longer, and what is longer may be a misplaced secret.
    private static let longest = 34

    static func isShown(_ name: String) -> Bool { name.utf8.count <= longest }

    static func shown(_ name: String) -> String {
        isShown(name)
            ? "\"\(TerminalText.escape(name))\"" : "(\(name.utf8.count) bytes, not repeated here)"
    }

    /// The closest known names, or else the first of them.
    static func hint(_ typed: String, _ what: String, _ known: [[UInt8]]) -> Wording? {
        if known.isEmpty { return "there are no \(what)" }
        let close = closest(to: typed, known.map { String(decoding: $0, as: UTF8.self) })
        if !close.isEmpty { return "closest: \(close.map { ForeignName($0).text }.joined(separator: ", "))" }
        let shown = known.prefix(12).map { ForeignName($0).text }.joined(separator: ", ")
        return "\(what): \(shown)" + (known.count > 12 ? ", and \(known.count - 12) more" : "")
    }

    private static func closest(to typed: String, _ known: [String]) -> [String] {
        guard (1...longest).contains(typed.utf8.count) else { return [] }
        let limit = max(2, typed.utf8.count / 3)
        return known.map { (name: $0, distance: EditDistance.typed(typed, $0)) }
            .filter { $0.distance <= min(limit, $0.name.utf8.count - 1) || $0.name.hasPrefix(typed) }
            .sorted { $0.distance < $1.distance }.prefix(3).map(\.name)
    }
}

/// What a name in a spec belongs to.
package enum SpecName: Hashable, Sendable {
    case function
    case type
    case argument(of: [UInt8])
    case field(of: [UInt8])
    case unionCase(of: [UInt8])
    case enumCase(of: [UInt8])

    var words: String {
        switch self {
        case .function: "the function"
        case .type: "the type"
        case .argument: "an argument"
        case .field: "a field"
        case .unionCase, .enumCase: "a case"
        }
    }
}
