// SPDX-License-Identifier: Apache-2.0

/// The type of a field.
indirect enum TypeUse: Hashable {
    case int, unsignedInt, hyper, unsignedHyper, bool
    case named(String)
    case opaqueFixed(Int)
    /// Nil means no limit.
    case opaqueVariable(Int?)
    case string(Int?)
    case optional(TypeUse)
    case array(TypeUse, limit: Int?)

    /// The types that this one names, and whether it stores a value of them in place (not in an array).
    var references: [(name: String, inPlace: Bool)] {
        switch self {
        case .named(let name): [(name, true)]
        case .optional(let inner): inner.references
        case .array(let inner, _): inner.references.map { ($0.name, false) }
        default: []
        }
    }
}

struct FieldDeclaration: Hashable {
    let name: String
    let type: TypeUse
}

struct EnumMember: Hashable {
    let name: String
    let value: Int32
}

/// One arm of a union: the cases that share it, and its field, if it has one.
struct UnionArm: Hashable {
    /// Names of enum members, or integers as written.
    let cases: [String]
    let field: FieldDeclaration?
}

struct Definition: Hashable {
    enum Kind: Hashable {
        case structure([FieldDeclaration])
        case enumeration([EnumMember])
        case union(discriminant: FieldDeclaration, arms: [UnionArm])
        case alias(TypeUse)
    }

    let name: String
    let kind: Kind
    /// The text of the definition in the schema, quoted in the generated documentation.
    let source: String
    /// The Swift module of the type.
    let module: String
    let file: String
    let line: Int

    /// `typedef`s that map to Swift's own integers; they need no code.
    static let builtin = ["int32": "Int32", "uint32": "UInt32", "int64": "Int64", "uint64": "UInt64"]

    var isBuiltin: Bool { Self.builtin[name] != nil }

    var references: [(name: String, inPlace: Bool)] {
        switch kind {
        case .structure(let fields): fields.flatMap(\.type.references)
        case .enumeration: []
        case .union(let discriminant, let arms):
            discriminant.type.references + arms.compactMap(\.field).flatMap(\.type.references)
        case .alias(let type): type.references
        }
    }
}

/// All definitions, checked for completeness.
struct Schema {
    let definitions: [Definition]
    private let byName: [String: Definition]

    init(_ definitions: [Definition]) throws(SchemaError) {
        var byName: [String: Definition] = [:]
        for definition in definitions {
            if let first = byName[definition.name] {
                throw SchemaError(
                    file: definition.file, line: definition.line,
                    what: "\(definition.name) is already defined in \(first.file):\(first.line)")
            }
            byName[definition.name] = definition
        }
        for definition in definitions {
            for reference in definition.references where byName[reference.name] == nil {
                throw SchemaError(
                    file: definition.file, line: definition.line, what: "\(reference.name) is not defined")
            }
        }
        self.definitions = definitions
        self.byName = byName
    }

    subscript(_ name: String) -> Definition? { byName[name] }

    /// The modules of the types that a definition names, and those that only their `typedef`s lead to: the code needs
    /// the latter's members, but does not declare anything with them.
    func modules(namedBy definition: Definition) -> (declared: Set<String>, behind: Set<String>) {
        var behind: Set<String> = []
        var open = definition.references.compactMap { self[$0.name] }.filter { !$0.isBuiltin }
        let declared = Set(open.map(\.module))
        var seen: Set<String> = []
        while let named = open.popLast() {
            guard case .alias(let type) = named.kind, seen.insert(named.name).inserted else { continue }
            let next = type.references.compactMap { self[$0.name] }.filter { !$0.isBuiltin }
            behind.formUnion(next.map(\.module))
            open += next
        }
        return (declared, behind.subtracting(declared))
    }

    /// Whether a value of the type can contain another of the same type, at any depth.
    func isRecursive(_ name: String) -> Bool { reaches(name, from: name, onlyInPlace: false) }

    /// Whether a value of the type can contain another without an array in between, and so needs indirection to have a
    /// size.
    func containsItself(_ name: String) -> Bool { reaches(name, from: name, onlyInPlace: true) }

    private func reaches(_ target: String, from start: String, onlyInPlace: Bool) -> Bool {
        var seen: Set<String> = []
        var open = [start]
        while let name = open.popLast() {
            for reference in byName[name]?.references ?? [] where reference.inPlace || !onlyInPlace {
                if reference.name == target { return true }
                if seen.insert(reference.name).inserted { open.append(reference.name) }
            }
        }
        return false
    }
}
