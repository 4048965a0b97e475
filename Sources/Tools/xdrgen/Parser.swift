// SPDX-License-Identifier: Apache-2.0

/// Parses one schema file in the XDR language (RFC 4506 §6.3).
///
/// It accepts what the Stellar schema needs once anonymous types have been given names: `const`, `enum`, `struct`,
/// `union`, `typedef`. There is no `default` arm: a union lists the known arms, and a decoder refuses the rest.
struct Parser {
    /// The most bytes that the runtime's `FixedOpaque` can hold.
    private static let largestFixed = 32

    private let bytes: [UInt8]
    private let file: String
    private let module: String
    private let tokens: [Token]
    private var at = 0
    private var constants: [String: Int]

    init(_ bytes: [UInt8], file: String, module: String, constants: [String: Int]) throws(SchemaError) {
        self.bytes = bytes
        self.file = file
        self.module = module
        self.constants = constants
        var lexer = Lexer(bytes, file: file)
        tokens = try lexer.tokens()
    }

    /// The file's definitions, and the constants known after it.
    mutating func parse() throws(SchemaError) -> (definitions: [Definition], constants: [String: Int]) {
        var found: [Definition] = []
        while at < tokens.count {
            let start = tokens[at]
            switch try next() {
            case "const": try constant()
            case "enum": found.append(try definition(from: start) { p throws(SchemaError) in try p.enumeration() })
            case "struct": found.append(try definition(from: start) { p throws(SchemaError) in try p.structure() })
            case "union": found.append(try definition(from: start) { p throws(SchemaError) in try p.union() })
            case "typedef": found.append(try typeDefinition(from: start))
            default: throw error("\(start.text) begins no definition")
            }
        }
        return (found, constants)
    }

    // MARK: definitions

    private mutating func constant() throws(SchemaError) {
        let name = try word()
        try expect("=")
        constants[name] = try number()
        try expect(";")
    }

    private mutating func definition(
        from start: Token, body: (inout Parser) throws(SchemaError) -> Definition.Kind
    ) throws(SchemaError) -> Definition {
        let name = try word()
        let kind = try body(&self)
        try expect(";")
        return made(name, kind, from: start)
    }

    private mutating func typeDefinition(from start: Token) throws(SchemaError) -> Definition {
        let field = try declaration()
        try expect(";")
        return made(field.name, .alias(field.type), from: start)
    }

    private func made(_ name: String, _ kind: Definition.Kind, from start: Token) -> Definition {
        let text = String(decoding: bytes[start.range.lowerBound..<tokens[at - 1].range.upperBound], as: UTF8.self)
        return Definition(name: name, kind: kind, source: text, module: module, file: file, line: start.line)
    }

    private mutating func enumeration() throws(SchemaError) -> Definition.Kind {
        try expect("{")
        var members: [EnumMember] = []
        repeat {
            let name = try word()
            try expect("=")
            guard let value = Int32(exactly: try number()) else { throw error("\(name) does not fit 32 bits") }
            if members.contains(where: { $0.name == name || $0.value == value }) {
                throw error("\(name) repeats a name or a value")
            }
            members.append(EnumMember(name: name, value: value))
        } while accept(",")
        try expect("}")
        return .enumeration(members)
    }

    private mutating func structure() throws(SchemaError) -> Definition.Kind {
        try expect("{")
        var fields: [FieldDeclaration] = []
        while !accept("}") {
            fields.append(try declaration())
            try expect(";")
        }
        return .structure(fields)
    }

    private mutating func union() throws(SchemaError) -> Definition.Kind {
        try expect("switch")
        try expect("(")
        let discriminant = try declaration()
        try expect(")")
        try expect("{")
        var arms: [UnionArm] = []
        while !accept("}") {
            var cases: [String] = []
            while accept("case") {
                cases.append(try word())
                try expect(":")
            }
            if cases.isEmpty { throw error("expected case, not \(peek)") }
            arms.append(UnionArm(cases: cases, field: accept("void") ? nil : try declaration()))
            try expect(";")
        }
        return .union(discriminant: discriminant, arms: arms)
    }

    // MARK: declarations

    private mutating func declaration() throws(SchemaError) -> FieldDeclaration {
        let base = try word()
        if base == "opaque" || base == "string" { return try bytesDeclaration(base) }
        let type = try plainType(base)
        if accept("*") { return FieldDeclaration(name: try word(), type: .optional(type)) }
        let name = try word()
        guard accept("<") else { return FieldDeclaration(name: name, type: type) }
        let limit = peek == ">" ? nil : try number()
        try expect(">")
        return FieldDeclaration(name: name, type: .array(type, limit: limit))
    }

    private mutating func bytesDeclaration(_ base: String) throws(SchemaError) -> FieldDeclaration {
        let name = try word()
        if base == "opaque", accept("[") {
            let size = try number()
            try expect("]")
            guard (1...Self.largestFixed).contains(size) else {
                throw error("opaque[\(size)]: the runtime keeps 1 to \(Self.largestFixed) bytes in place")
            }
            return FieldDeclaration(name: name, type: .opaqueFixed(size))
        }
        try expect("<")
        let limit = peek == ">" ? nil : try number()
        try expect(">")
        return FieldDeclaration(name: name, type: base == "opaque" ? .opaqueVariable(limit) : .string(limit))
    }

    private mutating func plainType(_ word: String) throws(SchemaError) -> TypeUse {
        switch word {
        case "int": return .int
        case "hyper": return .hyper
        case "bool": return .bool
        case "unsigned":
            if accept("hyper") { return .unsignedHyper }
            try expect("int")
            return .unsignedInt
        default: return .named(word)
        }
    }

    // MARK: tokens

    private var peek: String { at < tokens.count ? tokens[at].text : "the end" }

    private func error(_ what: String) -> SchemaError {
        SchemaError(file: file, line: tokens.isEmpty ? 1 : tokens[min(at, tokens.count - 1)].line, what: what)
    }

    private mutating func next() throws(SchemaError) -> String {
        guard at < tokens.count else { throw error("the file ends in the middle of a definition") }
        at += 1
        return tokens[at - 1].text
    }

    private mutating func accept(_ text: String) -> Bool {
        guard peek == text, at < tokens.count else { return false }
        at += 1
        return true
    }

    private mutating func expect(_ text: String) throws(SchemaError) {
        guard accept(text) else { throw error("expected \(text), not \(peek)") }
    }

    private mutating func word() throws(SchemaError) -> String {
        guard let first = peek.utf8.first,
            first == UInt8(ascii: "_") || peek.first?.isLetter == true || peek.first?.isNumber == true
        else { throw error("expected a name, not \(peek)") }
        return try next()
    }

    private mutating func number() throws(SchemaError) -> Int {
        let text = try next()
        if let value = Int(text) ?? constants[text] { return value }
        if text.hasPrefix("0x"), let value = Int(text.dropFirst(2), radix: 16) { return value }
        throw error("\(text) is neither a number nor a constant")
    }
}
