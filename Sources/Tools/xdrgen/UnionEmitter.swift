// SPDX-License-Identifier: Apache-2.0

extension Emitter {
    /// One case of a Swift enum: each case of the schema becomes one, even if several share an arm.
    private struct Case {
        let swiftName: String
        let member: String
        let value: Int32
        let field: FieldDeclaration?
    }

    /// Large unions, which are stored behind a pointer: the values that contain them are copied often, and the compiler
    /// generates code that copies every arm for each type that contains one.
    private static let wide: Set = [
        "FeeBumpTransactionInnerTx", "HashIDPreimage", "HostFunction", "LedgerKey", "OperationBody",
        "OperationResultTr",
        "RevokeSponsorshipOp", "SorobanAuthorizedFunction", "SorobanCredentials", "TransactionEnvelope",
        "TransactionSignaturePayloadTaggedTransaction",
    ]

    func union(_ definition: Definition, _ discriminant: FieldDeclaration, _ arms: [UnionArm]) -> String {
        let name = Naming.type(definition.name)
        let cases = cases(discriminant, arms)
        let indirect = schema.containsItself(definition.name) || Self.wide.contains(name) ? "indirect " : ""
        let enumeration = enumerationName(discriminant)
        // Inlining would copy the whole switch into each loop over such a union.
        let inlining = cases.count > 2 ? "@inline(never) " : ""
        let declared = cases.map {
            "    case \(Naming.quoted($0.swiftName))\($0.field.map { "(\(swiftType($0.type)))" } ?? "")"
        }
        let layouts = cases.map {
            "                (\($0.value), \($0.field.map { ".init(\"\($0.name)\", \(layout($0.type)))" } ?? "nil")),"
        }
        return """
            package \(indirect)enum \(name): Hashable, Sendable {
            \(declared.joined(separator: "\n"))
            }

            extension \(name): XDRCodable {
                \(inlining)package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
            \(unionDecoding(definition, cases))
                }

                \(inlining)package func encode(into writer: inout XDRWriter) {
                    switch self {
            \(cases.map(encodingCase).joined(separator: "\n"))
                    }
                }

                package static let layout = XDRLayout.union(
                    .init(
                        "\(definition.name)", "\(discriminant.name)", \(enumeration.map { "\($0).self" } ?? "nil"),
                        [
            \(layouts.joined(separator: "\n"))
                        ]))
            }

            """ + discriminantProperty(name, enumeration, cases)
    }

    private func enumerationName(_ discriminant: FieldDeclaration) -> String? {
        if case .named(let name) = discriminant.type, schema[name] != nil { return Naming.type(name) }
        return nil
    }

    private func cases(_ discriminant: FieldDeclaration, _ arms: [UnionArm]) -> [Case] {
        arms.flatMap { arm in
            arm.cases.map { text in
                guard case .named(let name) = discriminant.type, let definition = schema[name],
                    case .enumeration(let members) = definition.kind
                else {
                    return Case(swiftName: "v\(text)", member: "v\(text)", value: Int32(text) ?? 0, field: arm.field)
                }
                let swiftName = Naming.member(text, dropping: Naming.swiftPrefix(definition, members))
                let value = members.first { $0.name == text }?.value ?? 0
                return Case(swiftName: swiftName, member: swiftName, value: value, field: arm.field)
            }
        }
    }

    private func unionDecoding(_ definition: Definition, _ cases: [Case]) -> String {
        let recursive = schema.isRecursive(definition.name)
        let branches = cases.map { one in
            let payload = one.field.map { "(\(decoding($0.type)))" } ?? ""
            return "case \(one.value): return .\(one.swiftName)\(payload)"
        }
        let lines =
            ["let offset = reader.offset", "switch try Int32.decode(from: &reader) {"] + branches
            + ["case let value: throw .unknownValue(type: \"\(definition.name)\", offset: offset, value: value)", "}"]
        guard recursive else { return lines.map { "        " + $0 }.joined(separator: "\n") }
        let inner = lines.map { "            " + $0 }
        return """
                    try reader.descend { (reader: inout XDRReader) throws(XDRError) -> Self in
            \(inner.joined(separator: "\n"))
                    }
            """
    }

    private func encodingCase(_ one: Case) -> String {
        let word = one.value < 0 ? "UInt32(bitPattern: \(one.value))" : "\(one.value) as UInt32"
        guard one.field != nil else { return "        case .\(one.swiftName): writer.write(\(word))" }
        return """
                    case .\(one.swiftName)(let value):
                        writer.write(\(word))
                        value.encode(into: &writer)
            """
    }

    private func discriminantProperty(_ name: String, _ enumeration: String?, _ cases: [Case]) -> String {
        guard let enumeration else { return "" }
        let branches = cases.map { "        case .\($0.swiftName): .\($0.member)" }
        return """

            extension \(name) {
                /// Which arm this is.
                package var discriminant: \(enumeration) {
                    switch self {
            \(branches.joined(separator: "\n"))
                    }
                }
            }

            """
    }
}
