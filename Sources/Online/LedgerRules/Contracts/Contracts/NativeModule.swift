// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import StellarXDR

/// A WebAssembly module that has only custom sections, to be written: a contract's description.
///
/// - Source: WebAssembly 1.0 §5.5 for the module; CAP-46-08, SEP-46 and SEP-48 for the sections.
struct NativeModule {
    let bytes: [UInt8]

    /// The protocol that the module says it was made for.
    private static let version: UInt32 = 27

    init(spec: [SCSpecEntry]) {
        let environment = SCEnvMetaEntry.interfaceVersion(.init(protocol: Self.version, preRelease: 0))
        let meta = [("practice", "native"), ("Description", "coldstar-sandbox runs this contract without its Wasm")]
        bytes =
            [0, UInt8(ascii: "a"), UInt8(ascii: "s"), UInt8(ascii: "m"), 1, 0, 0, 0]
            + Self.section("contractenvmetav0", environment.xdr)
            + Self.section("contractmetav0", meta.flatMap { Self.entry($0.0, $0.1).xdr })
            + Self.section("contractspecv0", spec.flatMap(\.xdr))
    }

    private static func entry(_ key: String, _ value: String) -> SCMetaEntry {
        .scMetaV0(SCMetaV0(key: Opaque(Array(key.utf8)) ?? Opaque(), val: Opaque(Array(value.utf8)) ?? Opaque()))
    }

    /// A custom section: its name, then its content.
    private static func section(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = length(name.utf8.count) + Array(name.utf8) + content
        return [0] + length(body.count) + body
    }

    /// A length as LEB128: seven bits a byte, the lowest first.
    private static func length(_ value: Int) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        repeat {
            let low = UInt8(rest & 0x7f)
            rest >>= 7
            bytes.append(rest == 0 ? low : low | 0x80)
        } while rest > 0
        return bytes
    }
}

/// The entries of a contract's description, from texts.
extension SCSpecEntry {
    static func function(
        _ name: String, _ doc: String, _ inputs: [(String, SCSpecTypeDef)], returns output: SCSpecTypeDef? = nil
    ) -> SCSpecEntry {
        let inputs = inputs.map { SCSpecFunctionInputV0(doc: Opaque(), name: .init($0.0), type: $0.1) }
        return .functionV0(
            SCSpecFunctionV0(
                doc: .init(doc), name: SCSymbol(name: name), inputs: inputs,
                outputs: BoundedArray([output].compactMap(\.self)) ?? BoundedArray()))
    }

    static func structure(_ name: String, _ fields: [(String, SCSpecTypeDef)]) -> SCSpecEntry {
        let fields = fields.map { SCSpecUDTStructFieldV0(doc: Opaque(), name: .init($0.0), type: $0.1) }
        return .udtStructV0(SCSpecUDTStructV0(doc: Opaque(), lib: Opaque(), name: .init(name), fields: fields))
    }

    static func union(_ name: String, _ cases: [(String, [SCSpecTypeDef])]) -> SCSpecEntry {
        let cases = cases.map { SCSpecUDTUnionCaseTupleV0(doc: Opaque(), name: .init($0.0), type: $0.1) }
        return .udtUnionV0(
            SCSpecUDTUnionV0(
                doc: Opaque(), lib: Opaque(), name: .init(name), cases: cases.map(SCSpecUDTUnionCaseV0.tupleV0)))
    }

    static func errors(_ name: String, _ cases: [(String, UInt32)]) -> SCSpecEntry {
        let cases = cases.map { SCSpecUDTErrorEnumCaseV0(doc: Opaque(), name: .init($0.0), value: $0.1) }
        return .udtErrorEnumV0(
            SCSpecUDTErrorEnumV0(doc: Opaque(), lib: Opaque(), name: .init(name), cases: cases))
    }
}

extension SCSpecEntry {
    /// A function with the names of its arguments in reverse order; anything else as it is.
    var withReversedNames: SCSpecEntry {
        guard case .functionV0(var function) = self else { return self }
        let names = Array(function.inputs.map(\.name).reversed())
        for index in function.inputs.indices { function.inputs[index].name = names[index] }
        return .functionV0(function)
    }
}

extension SCSpecTypeDef {
    static func bytes(_ count: UInt32) -> SCSpecTypeDef { .bytesN(SCSpecTypeBytesN(n: count)) }
    static func list(_ element: SCSpecTypeDef) -> SCSpecTypeDef { .vec(SCSpecTypeVec(elementType: element)) }
    static func named(_ name: String) -> SCSpecTypeDef { .udt(SCSpecTypeUDT(name: .init(name))) }

    static func dictionary(_ key: SCSpecTypeDef, _ value: SCSpecTypeDef) -> SCSpecTypeDef {
        .map(SCSpecTypeMap(keyType: key, valueType: value))
    }
}

extension Opaque {
    /// A text of this program's own, which fits.
    fileprivate init(_ text: String) { self = Self(Array(text.utf8)) ?? Self() }
}
