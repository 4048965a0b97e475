// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// The custom sections of contracts: streams of entries without a count.
struct ContractSpecTests {
    private static func stream<Entry: XDRCodable>(_ bytes: [UInt8], of type: Entry.Type = Entry.self) throws -> [Entry]
    {
        try bytes.withUnsafeBytes { bytes in
            var reader = XDRReader(bytes)
            var entries: [Entry] = []
            while reader.remaining > 0 { entries.append(try Entry.decode(from: &reader)) }
            return entries
        }
    }

    /// The custom sections of a module in which every size takes at most two bytes.
    private static func sections(_ module: [UInt8]) -> [(name: String, content: [UInt8])] {
        var rest = module.dropFirst(8)
        func number() -> Int {
            var (value, shift) = (0, 0)
            while let byte = rest.popFirst() {
                value |= Int(byte & 0x7f) << shift
                shift += 7
                if byte & 0x80 == 0 { break }
            }
            return value
        }
        var found: [(String, [UInt8])] = []
        while let kind = rest.popFirst() {
            let size = number()
            let end = rest.startIndex + size
            if kind == 0 {
                let length = number()
                let name = rest.prefix(length)
                rest = rest.dropFirst(name.count)
                found.append((String(decoding: name, as: UTF8.self), Array(rest[rest.startIndex..<end])))
            }
            rest = rest.suffix(from: end)
        }
        return found
    }

    @Test func `specs have the entries of the vectors, and the same bytes again`() throws {
        let rows = try Vectors.cases("specs")
        #expect(rows.count == 7)
        for row in rows {
            let bytes = try Base64.decode(try row.string("spec_section"))
            let entries = try Self.stream(bytes, of: SCSpecEntry.self)
            #expect(try entries.count == row.integer("entries"))
            #expect(entries.flatMap(\.xdr) == bytes)
            let json = try entries.map { try JSON(parsing: Array(XDRJSON.text(of: $0).utf8)) }
            #expect(try json == row.array("entries_json"), "\(row["name"] ?? .null)")
        }
    }

    @Test func `modules say their protocol and meta entries as in the vectors`() throws {
        for row in try Vectors.cases("specs") {
            let sections = Self.sections(try Base64.decode(try row.string("wasm")))
            func entries<Entry: XDRCodable>(_ name: String, _: Entry.Type) throws -> [Entry] {
                try Self.stream(sections.filter { $0.name == name }.flatMap(\.content))
            }
            let meta = try entries("contractmetav0", SCMetaEntry.self).map { entry -> JSON in
                guard case .scMetaV0(let pair) = entry else { throw NoValue() }
                return [
                    .string(String(decoding: pair.key.bytes, as: UTF8.self)),
                    .string(String(decoding: pair.val.bytes, as: UTF8.self)),
                ]
            }
            #expect(try meta == row.array("meta"), "\(row["name"] ?? .null)")
            let protocols = try entries("contractenvmetav0", SCEnvMetaEntry.self).map { entry -> JSON in
                switch entry {
                case .interfaceVersion(let version): .integer(version.protocol)
                }
            }
            #expect(try protocols.first ?? .null == row.member("protocol"), "\(row["name"] ?? .null)")
        }
    }

    @Test func `the sections of real modules decode and encode to the same bytes`() throws {
        func check<Entry: XDRCodable>(_ row: JSON, _ name: String, _: Entry.Type) throws -> Int {
            try (row.member("sections")[name]?.asArray ?? []).reduce(0) { count, section in
                let bytes = try Base64.decode(try #require(section.asString))
                let entries = try Self.stream(bytes, of: Entry.self)
                #expect(entries.flatMap(\.xdr) == bytes)
                return count + entries.count
            }
        }
        let rows = try Vectors.cases("real/specs")
        #expect(rows.count == 16)
        for row in rows {
            #expect(try check(row, "contractspecv0", SCSpecEntry.self) > 0)
            #expect(try check(row, "contractenvmetav0", SCEnvMetaEntry.self) == 1)
            _ = try check(row, "contractmetav0", SCMetaEntry.self)
        }
    }

    @Test func `rejects a cut section and an unknown kind of entry`() throws {
        let row = try #require(try Vectors.cases("specs").first)
        let bytes = try Base64.decode(try row.string("spec_section"))
        for count in [1, 2, 3, bytes.count - 4, bytes.count - 1] {
            #expect(throws: XDRError.self) { try Self.stream(Array(bytes[..<count]), of: SCSpecEntry.self) }
        }
        #expect(throws: XDRError.unknownValue(type: "SCMetaEntry", offset: 0, value: 1)) {
            try SCMetaEntry(xdr: [0, 0, 0, 1])
        }
        #expect(throws: XDRError.unknownValue(type: "SCEnvMetaEntry", offset: 0, value: 1)) {
            try SCEnvMetaEntry(xdr: [0, 0, 0, 1])
        }
    }
}
