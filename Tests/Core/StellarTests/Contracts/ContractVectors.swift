// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import Stellar
import StellarXDR

/// The files in `ContractVectors`.
enum ContractVectors {
    static func cases(_ name: String) throws -> [JSON] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "Vectors/\(name).json")))
        return try JSON(parsing: bytes, maximumDepth: 200).array("cases")
    }

    static func named(_ name: String, in file: String = "specs") throws -> JSON {
        try cases(file).first { try $0.string("name") == name } ?? .null
    }

    /// The interface of a case of `specs`.
    static func spec(_ name: String) throws -> ContractSpec {
        try ContractSpec(moduleOrSection: Base64.decode(try named(name).string("wasm")))
    }
}

/// Parts of specs.
enum ContractSample {
    static let contract = ContractID()

    static func name<let max: Int>(_ text: String) -> Opaque<max> { Opaque(Array(text.utf8)) ?? Opaque() }

    static func function(_ name: String, _ inputs: [(String, SCSpecTypeDef)]) -> SCSpecEntry {
        .functionV0(
            SCSpecFunctionV0(
                doc: Opaque(), name: self.name(name),
                inputs: inputs.map { SCSpecFunctionInputV0(doc: Opaque(), name: self.name($0.0), type: $0.1) },
                outputs: BoundedArray()))
    }

    static func structure(_ name: String, _ fields: [(String, SCSpecTypeDef)]) -> SCSpecEntry {
        .udtStructV0(
            SCSpecUDTStructV0(
                doc: Opaque(), lib: Opaque(), name: self.name(name),
                fields: fields.map { SCSpecUDTStructFieldV0(doc: Opaque(), name: self.name($0.0), type: $0.1) }))
    }

    static func own(_ name: String) -> SCSpecTypeDef { .udt(SCSpecTypeUDT(name: self.name(name))) }

    static func option(_ type: SCSpecTypeDef) -> SCSpecTypeDef { .option(SCSpecTypeOption(valueType: type)) }

    static func vec(_ type: SCSpecTypeDef) -> SCSpecTypeDef { .vec(SCSpecTypeVec(elementType: type)) }

    static func spec(_ entries: [SCSpecEntry]) throws -> ContractSpec {
        try ContractSpec(section: entries.flatMap(\.xdr))
    }

    /// A custom section; every size below 2^28 takes four bytes at most.
    static func section(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = number(name.utf8.count) + Array(name.utf8) + content
        return [0] + number(body.count) + body
    }

    static func number(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + number(value >> 7)
    }

    static func module(_ sections: [UInt8]...) -> [UInt8] {
        [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00] + sections.flatMap { $0 }
    }

    /// The type that the vectors write as a name or as a list of a name and its parts.
    static func type(_ tree: JSON) throws -> SCSpecTypeDef {
        if let name = tree.asString { return try plain(name) }
        let parts = tree.asArray ?? []
        func part(_ place: Int) throws -> SCSpecTypeDef { try type(parts[place]) }
        switch parts.first?.asString {
        case "bytes_n": return .bytesN(SCSpecTypeBytesN(n: parts[1].asInteger() ?? 0))
        case "option": return option(try part(1))
        case "vec": return vec(try part(1))
        case "map": return .map(SCSpecTypeMap(keyType: try part(1), valueType: try part(2)))
        case "tuple":
            let types = try parts.dropFirst().map { try type($0) }
            return .tuple(SCSpecTypeTuple(valueTypes: BoundedArray(types) ?? BoundedArray()))
        case "udt": return own(parts[1].asString ?? "")
        default: throw JSONError.missing(field: "type_tree")
        }
    }

    private static func plain(_ name: String) throws -> SCSpecTypeDef {
        let types: [String: SCSpecTypeDef] = [
            "val": .val, "bool": .bool, "u32": .u32, "i32": .i32, "u64": .u64, "i64": .i64, "u128": .u128,
            "i128": .i128,
            "u256": .u256, "i256": .i256, "timepoint": .timepoint, "duration": .duration, "bytes": .bytes,
            "string": .string, "symbol": .symbol, "address": .address, "muxed_address": .muxedAddress,
        ]
        guard let type = types[name] else { throw JSONError.missing(field: name) }
        return type
    }
}
