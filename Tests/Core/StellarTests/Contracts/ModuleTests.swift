// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

/// Modules and their sections.
struct ModuleTests {
    @Test func `reads every module of the vectors`() throws {
        let rows = try ContractVectors.cases("specs")
        #expect(rows.count == 7)
        for row in rows {
            let bytes = try Base64.decode(row.string("wasm"))
            let module = try WasmModule(bytes)
            let spec = try ContractSpec(moduleOrSection: bytes)
            #expect(try Hex.encode(module.hash.bytes) == row.string("wasm_hash"))
            #expect(try Hex.encode(spec.hash.bytes) == row.string("spec_hash"))
            #expect(spec.wasmHash == module.hash)
            #expect(try Base64.encode(spec.section) == row.string("spec_section"))
            #expect(try spec.functions.map(\.text) == row.array("functions").compactMap(\.asString))
            #expect(try module.meta.isEmpty == row.array("meta").isEmpty)
            #expect(try module.environmentMeta.isEmpty == (row.member("protocol") == .null))
        }
    }

    @Test func `the section alone gives the same interface without a hash of the code`() throws {
        for row in try ContractVectors.cases("specs") {
            let whole = try ContractSpec(moduleOrSection: Base64.decode(row.string("wasm")))
            let alone = try ContractSpec(moduleOrSection: Base64.decode(row.string("spec_section")))
            #expect(alone.wasmHash == nil)
            #expect(alone.hash == whole.hash && alone.functions == whole.functions && alone.types == whole.types)
        }
    }

    @Test func `reads the sections of real modules, and escapes their names`() throws {
        let rows = try ContractVectors.cases("real/specs")
        #expect(rows.count == 16)
        for row in rows {
            func section(_ name: String) throws -> [[UInt8]] {
                try (row.member("sections")[name]?.asArray ?? []).map { try Base64.decode($0.asString ?? "") }
            }
            let code = [[UInt8(10), 4, 1, 2, 0, 11]]
            let meta = try section("contractmetav0")
            let parts =
                try code + section("contractspecv0").map { ContractSample.section("contractspecv0", $0) }
                + meta.map { ContractSample.section("contractmetav0", $0) }
            let module = try WasmModule(ContractSample.module(parts.flatMap(\.self)))
            #expect(module.meta == meta.flatMap(\.self))
            let spec = try ContractSpec(module)
            let functions = try row.array("functions")
            let texts = try functions.map { function in
                let text = try function.string("text")
                let name = text.prefix { $0 != "(" }
                return ForeignName(String(name)).text + text.dropFirst(name.count)
            }
            #expect(spec.functions.map(\.text) == texts)
            for (function, expected) in zip(spec.functions, functions) {
                #expect(try function.doc.bytes == Array(expected.string("doc").utf8))
                #expect(spec.function(function.name.bytes) == function)
                #expect(function.text.utf8.allSatisfy { (0x20...0x7e).contains($0) })
            }
            let types = try row.array("types").filter { $0.asArray?.first?.asString != "EVENT_V0" }
            #expect(
                spec.types.map { String(decoding: $0.name, as: UTF8.self) }
                    == types.compactMap { $0.asArray?.last?.asString })
        }
    }

    /// The broken modules of the vectors, and why each is refused.
    private static let refused: [String: ContractError] = [
        "two_spec_sections": .severalSpecs, "truncated_section": .module(offset: 9, .truncated),
        "leb_too_long": .module(offset: 9, .number), "leb_above_u32": .module(offset: 9, .number),
        "not_wasm": .notAModule, "component": .module(offset: 4, .version),
        "name_beyond_section": .module(offset: 10, .truncated), "name_not_utf8": .module(offset: 10, .nameNotUTF8),
        "deceives/same_name_twice": .duplicate(.function, Array("f".utf8)),
        "deceives/same_field_twice": .duplicate(.field(of: Array("S".utf8)), Array("a".utf8)),
    ]

    @Test func `refuses the broken modules of the vectors, and reads those that deceive`() throws {
        let rows = try ContractVectors.cases("specs-negative")
        #expect(rows.count == 21)
        for row in rows {
            let (name, bytes) = (try row.string("name"), try Base64.decode(row.string("wasm")))
            func read() throws(ContractError) -> ContractSpec { try ContractSpec(WasmModule(bytes)) }
            if let error = Self.refused[name] {
                #expect(throws: error, "\(name)") { try read() }
            } else if name.hasPrefix("deceives/") {
                let spec = try read()
                #expect(spec.functions.allSatisfy { $0.text.utf8.allSatisfy { (0x20...0x7e).contains($0) } }, "\(name)")
            } else {
                let error = #expect(throws: ContractError.self, "\(name)") { try read() }
                guard case .entry? = error else {
                    Issue.record("\(name): \(error?.message ?? "no error")")
                    continue
                }
            }
        }
    }

    @Test func `refuses what is too large, has no spec, or has unknown or too many sections`() throws {
        let spec = ContractSample.section("contractspecv0", [])
        #expect(try ContractSpec(WasmModule(ContractSample.module(spec))).functions.isEmpty)
        #expect(throws: ContractError.noSpec) { try WasmModule(ContractSample.module()) }
        #expect(throws: ContractError.noSpec) {
            try WasmModule(ContractSample.module(ContractSample.section("contractspecv00", [])))
        }
        #expect(throws: ContractError.module(offset: 8, .unknownSection(14))) {
            try WasmModule(ContractSample.module([14, 0], spec))
        }
        #expect(throws: ContractError.notAModule) { try WasmModule([]) }
        let limit = ContractLimits.module
        let filler = ContractSample.section("x", [UInt8](repeating: 0, count: limit - 8 - spec.count - 6))
        #expect(ContractSample.module(spec, filler).count == limit)
        #expect(try WasmModule(ContractSample.module(spec, filler)).spec.isEmpty)
        #expect(throws: ContractError.tooLarge(size: limit + 2, limit: limit)) {
            try WasmModule(ContractSample.module(spec, filler, [1, 0]))
        }
        #expect(throws: ContractError.tooLarge(size: limit + 1, limit: limit)) {
            try ContractSpec(section: [UInt8](repeating: 0, count: limit + 1))
        }
        let many = [UInt8](repeating: 0, count: 2 * (ContractLimits.sections - 1)).indices.map {
            UInt8($0 % 2 == 0 ? 1 : 0)
        }
        #expect(try WasmModule(ContractSample.module(many, spec)).spec.isEmpty)
        #expect(throws: ContractError.self) { try WasmModule(ContractSample.module(many, [1, 0], spec)) }
    }

    @Test func `refuses names that occur twice, and more entries than the limit`() throws {
        let (f, s) = (ContractSample.function("f", []), ContractSample.structure("S", [("a", .u32)]))
        _ = try ContractSample.spec([f, s, ContractSample.function("S", [])])
        #expect(throws: ContractError.duplicate(.function, [0x66])) { try ContractSample.spec([f, s, f]) }
        #expect(throws: ContractError.duplicate(.type, [0x53])) { try ContractSample.spec([s, s]) }
        #expect(throws: ContractError.duplicate(.argument(of: [0x67]), [0x61])) {
            try ContractSample.spec([ContractSample.function("g", [("a", .u32), ("a", .i128)])])
        }
        let many = (0...ContractLimits.entries).map { ContractSample.function("f\($0)", []) }
        #expect(try ContractSample.spec(Array(many.dropLast())).functions.count == ContractLimits.entries)
        #expect(throws: ContractError.tooManyEntries(limit: ContractLimits.entries)) { try ContractSample.spec(many) }
    }

    @Test func `a section cut anywhere but between two entries is refused`() throws {
        for row in try ContractVectors.cases("specs") {
            let section = try Base64.decode(row.string("spec_section"))
            let entries = try row.integer("entries", as: Int.self)
            var read = 0
            for count in section.indices {
                if (try? ContractSpec(section: Array(section[..<count]))) != nil { read += 1 }
            }
            #expect(read == entries, "\(row["name"] ?? .null)")
        }
    }

    @Test func `a module that is cut or has another byte is read or refused, and never ends the program`() throws {
        var (read, refused) = (0, 0)
        func attempt(_ bytes: [UInt8]) {
            do throws(ContractError) {
                for function in try ContractSpec(moduleOrSection: bytes).functions {
                    #expect(function.text.utf8.allSatisfy { (0x20...0x7e).contains($0) })
                }
                read += 1
            } catch {
                #expect(error.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
                refused += 1
            }
        }
        for name in ["counter", "upgradeable_vault"] {
            let module = try Base64.decode(ContractVectors.named(name).string("wasm"))
            for place in module.indices {
                attempt(Array(module[..<place]))
                for change in [0x01, 0x40, 0x80, 0xff] as [UInt8] {
                    var changed = module
                    changed[place] ^= change
                    attempt(changed)
                }
            }
        }
        #expect(read > 100 && refused > 100)
    }
}
