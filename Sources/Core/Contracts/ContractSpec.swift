// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// A contract's interface: its functions and types, as its author describes them.
///
/// Names and docs are the author's bytes: they may lie, and whoever shows them escapes them.
///
/// - Source: SEP-48.
package struct ContractSpec: Hashable, Sendable {
    /// The SHA-256 of the section `contractspecv0`.
    package let hash: Hash
    /// The SHA-256 of the module; nil when only the section was given.
    package let wasmHash: Hash?
    /// The section's bytes.
    package let section: [UInt8]
    /// In the order of the section.
    package let functions: [SCSpecFunctionV0]
    /// In the order of the section.
    package let types: [UserType]
    private let functionsByName: [[UInt8]: Int]
    private let typesByName: [[UInt8]: Int]

    /// The interface in a module of WebAssembly, or in the bytes of its section alone.
    package init(moduleOrSection bytes: [UInt8]) throws(ContractError) {
        if WasmModule.isModule(bytes) {
            try self.init(WasmModule(bytes))
        } else {
            try self.init(section: bytes)
        }
    }

    package init(_ module: WasmModule) throws(ContractError) {
        try self.init(section: module.spec, wasmHash: module.hash)
    }

    package init(section: [UInt8]) throws(ContractError) { try self.init(section: section, wasmHash: nil) }

    private init(section: [UInt8], wasmHash: Hash?) throws(ContractError) {
        guard section.count <= ContractLimits.module else {
            throw .tooLarge(size: section.count, limit: ContractLimits.module)
        }
        var functions: [SCSpecFunctionV0] = []
        var types: [UserType] = []
        for entry in try Self.entries(section) {
            if case .functionV0(let function) = entry {
                _ = try UserType.table(function.inputs, .argument(of: function.name.bytes)) { ($0.name.bytes, ()) }
                functions.append(function)
            } else if let type = try UserType(entry) {
                types.append(type)
            }
        }
        functionsByName = try UserType.table(Array(functions.enumerated()), .function) {
            ($0.element.name.bytes, $0.offset)
        }
        typesByName = try UserType.table(Array(types.enumerated()), .type) { ($0.element.name, $0.offset) }
        self.functions = functions
        self.types = types
        self.section = section
        self.wasmHash = wasmHash
        hash = Hash(sha256: section)
    }

    /// The entries of a stream without a count or an end.
    private static func entries(_ section: [UInt8]) throws(ContractError) -> [SCSpecEntry] {
        try section.withUnsafeBufferPointer { bytes throws(ContractError) in
            var reader = XDRReader(UnsafeRawBufferPointer(bytes))
            var found: [SCSpecEntry] = []
            while reader.remaining > 0 {
                guard found.count < ContractLimits.entries else {
                    throw ContractError.tooManyEntries(limit: ContractLimits.entries)
                }
                found.append(try entry(found.count + 1, &reader))
            }
            return found
        }
    }

    private static func entry(_ number: Int, _ reader: inout XDRReader) throws(ContractError) -> SCSpecEntry {
        do throws(XDRError) { return try SCSpecEntry.decode(from: &reader) } catch { throw .entry(number, error) }
    }

    /// The function of this name.
    package func function(_ name: [UInt8]) -> SCSpecFunctionV0? { functionsByName[name].map { functions[$0] } }

    /// The type of this name; nil if the spec uses it without defining it.
    package func type(_ name: [UInt8]) -> UserType? { typesByName[name].map { types[$0] } }
}
