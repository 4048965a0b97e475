// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Every field of XDR in the vectors: what the Python SDK, real servers and the real host wrote.
struct VectorFieldTests {
    @Test(arguments: Vectors.types.keys.sorted())
    func `every field decodes and encodes to the same bytes`(file: String) throws {
        let fields = try Vectors.fields(file)
        #expect(fields.count >= 8)
        for field in fields {
            let bytes = try field.bytes
            let value = try field.type.type.init(xdr: bytes)
            #expect(value.xdr == bytes, "\(field.testDescription)")
        }
    }

    @Test(arguments: Vectors.types.keys.sorted())
    func `every field survives the way through JSON`(file: String) throws {
        for field in try Vectors.fields(file) {
            let bytes = try field.bytes
            let json = try JSON(
                parsing: Array(try XDRJSON.text(bytes, field.type).utf8), maximumDepth: XDRJSON.maximumDepth)
            #expect(try XDRJSON.bytes(json, field.type) == bytes, "\(field.testDescription)")
        }
    }

    /// XDR of these types begins with zeros, and so the base64 with an A.
    @Test(arguments: Vectors.types.keys.sorted())
    func `no text that looks like XDR is left out`(file: String) throws {
        // `sdk_result` repeats parts of the answer.
        let known = Set(try Vectors.fields(file).map(\.text))
        let others = try Vectors.texts(file).map(\.text).filter { text in
            text.hasPrefix("A") && text.utf8.count >= 8 && (try? Base64.decode(text)) != nil && !known.contains(text)
        }
        #expect(others.isEmpty, "\(others)")
    }

    @Test func `every type of a field is there`() throws {
        let seen = Set(try Vectors.allFields().map(\.type.name))
        #expect(seen == Set(Vectors.types.values.flatMap(\.values)))
    }

    @Test func `values that the Python SDK drew at random decode and encode to the same bytes`() throws {
        let rows = try Vectors.cases("random")
        #expect(rows.count > 100)
        for row in rows {
            let type = try Vectors.type(try row.string("type"))
            let bytes = try Base64.decode(try row.string("xdr"))
            #expect(try type.type.init(xdr: bytes).xdr == bytes, "\(type.name)")
            let json = try JSON(parsing: Array(try XDRJSON.text(bytes, type).utf8), maximumDepth: XDRJSON.maximumDepth)
            #expect(try XDRJSON.bytes(json, type) == bytes, "\(type.name)")
        }
        // Every setting of the network is among them.
        let settings = try rows.filter { try $0.string("type") == "ConfigSettingEntry" }.map {
            try ConfigSettingEntry(xdr: try Base64.decode(try $0.string("xdr"))).discriminant
        }
        #expect(Set(settings) == Set(ConfigSettingID.allCases))
    }

    /// Of each type the shortest value and the longest of at most 3,000 bytes.
    private static func samples() throws -> [XDRField] {
        try Dictionary(grouping: try Vectors.allFields(), by: \.type.name).values.flatMap { fields in
            let sorted = try fields.sorted { try $0.bytes.count < $1.bytes.count }
            return [sorted.first, try sorted.last { try $0.bytes.count <= 3000 }].compactMap { $0 }
        }
    }

    @Test(arguments: try samples()) func `rejects every truncation`(field: XDRField) throws {
        let bytes = try field.bytes
        let accepted = bytes.indices.filter { (try? field.type.type.init(xdr: Array(bytes[..<$0]))) != nil }
        #expect(accepted.isEmpty)
    }

    @Test(arguments: try samples()) func `rejects trailing bytes`(field: XDRField) throws {
        let bytes = try field.bytes
        for more in [1, 4, 100] {
            #expect(throws: XDRError.trailingBytes(offset: bytes.count, count: more)) {
                try field.type.type.init(xdr: bytes + [UInt8](repeating: 0, count: more))
            }
        }
    }

    @Test(arguments: try samples()) func `a changed byte is rejected or encodes to the changed bytes`(field: XDRField)
        throws
    {
        let bytes = try field.bytes
        var rejected = 0
        for index in bytes.indices.prefix(1200) {
            for change: UInt8 in [1, 0x80] {
                var changed = bytes
                changed[index] ^= change
                guard let value = try? field.type.type.init(xdr: changed) else {
                    rejected += 1
                    continue
                }
                if value.xdr != changed { Issue.record("byte \(index)") }
            }
        }
        #expect(rejected > 0 || bytes.count <= 4)
    }
}
