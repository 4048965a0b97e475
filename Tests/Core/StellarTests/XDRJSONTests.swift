// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

struct XDRJSONTests {
    private static func parsed(_ text: String) throws -> JSON {
        try JSON(parsing: Array(text.utf8), maximumDepth: XDRJSON.maximumDepth)
    }

    /// The XDR of a JSON value of any type of the schema.
    private static func bytes(_ text: String, as name: String = "TransactionEnvelope") throws -> [UInt8] {
        try XDRJSON.bytes(try parsed(text), try #require(WireType(named: name)))
    }

    private static func text(_ bytes: [UInt8], as name: String) throws -> String {
        try XDRJSON.text(bytes, try #require(WireType(named: name)))
    }

    /// A vector's JSON with escaped zeros, which the Python SDK leaves unescaped in asset codes.
    private static func escapingZeros(_ json: JSON) -> JSON {
        switch json {
        case .string(let text):
            .string(text.split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\\0"))
        case .array(let elements): .array(elements.map(escapingZeros))
        case .object(let object): .object(JSONObject(object.members.map { ($0.key, escapingZeros($0.value)) }))
        default: json
        }
    }

    /// A type of either side.
    private static func type(_ name: String) -> WireType? {
        WireType(named: name) ?? WireType(named: name, in: WireType.ledgerXDR)
    }

    @Test func `writes and reads every vector`() throws {
        let rows = try #require(JSON(parsing: Vectors.bytes("sep51.json"), maximumDepth: 200).asArray)
        #expect(rows.count > 150)
        for row in rows {
            let name = try row.string("name")
            let type = try #require(Self.type(try row.string("type")), "\(name)")
            let bytes = try Base64.decode(try row.string("xdr"))
            let json = try row.member("json")
            #expect(try XDRJSON.bytes(json, type) == bytes, "\(name)")
            let text = try XDRJSON.text(bytes, type)
            let written = try Self.parsed(text)
            #expect(try XDRJSON.bytes(written, type) == bytes, "\(name)")
            // The text has the form that Coldstar's JSON writer gives.
            #expect(text == written.text(), "\(name)")
            #expect(try XDRJSON.text(bytes, type, pretty: true) == written.text(pretty: true), "\(name)")
            // The SEP's own example has 64-bit numbers where others have text.
            if row["source"] != "SEP-51" || type.name != "TransactionEnvelope" {
                #expect(written == Self.escapingZeros(json), "\(name)")
            }
        }
    }

    @Test func `writes random values as the SDK does, and reads them back`() throws {
        let rows = try Vectors.random()
        #expect(rows.count > 200 && rows.count { $0["json"] != nil } > 180)
        for row in rows {
            let name = try row.string("name")
            let type = try #require(Self.type(try row.string("type")), "\(name)")
            let bytes = try Base64.decode(try row.string("xdr"))
            let written = try Self.parsed(try XDRJSON.text(bytes, type))
            #expect(try XDRJSON.bytes(written, type) == bytes, "\(name)")
            if let json = row["json"] {
                #expect(written == json, "\(name)")
                #expect(try XDRJSON.bytes(json, type) == bytes, "\(name)")
            }
        }
    }

    @Test func `round-trips every envelope`() throws {
        for row in try Vectors.lines("envelopes.jsonl") {
            let bytes = try Base64.decode(try row.string("xdr"))
            let json = try Self.parsed(XDRJSON.text(of: try TransactionEnvelope(xdr: bytes)))
            let back: TransactionEnvelope = try XDRJSON.value(json)
            #expect(back.xdr == bytes, "\(row["name"]?.asString ?? "")")
        }
    }

    @Test func `round-trips every result`() throws {
        let type = try #require(Self.type("transactionresult"))
        for row in try Vectors.lines("results.jsonl") {
            let bytes = try Base64.decode(try row.string("xdr"))
            let json = try Self.parsed(try XDRJSON.text(bytes, type))
            #expect(try XDRJSON.bytes(json, type) == bytes, "\(row["name"]?.asString ?? "")")
        }
    }

    @Test(arguments: [
        ("String64", "0000000a000a090d5cff20227e7f0000", #""\\0\\n\\t\\r\\\\\\xff \"~\\x7f""#),
        ("AssetCode4", "41420000", #""AB""#), ("AssetCode4", "00000000", #""""#),
        ("AssetCode4", "41004200", #""A\\0B""#), ("AssetCode12", "414243000000000000000000", #""ABC\\0\\0""#),
        ("AssetCode12", "000000000000000000000000", #""\\0\\0\\0\\0\\0""#),
        ("Int128Parts", "80000000000000000000000000000000", #""-170141183460469231731687303715884105728""#),
        ("Int128Parts", "ffffffffffffffffffffffffffffffff", #""-1""#),
        ("UInt128Parts", "ffffffffffffffffffffffffffffffff", #""340282366920938463463374607431768211455""#),
        ("UInt256Parts", "0000000000000000000000000000000000000000000000000000000000000000", #""0""#),
        (
            "Int256Parts", "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            #""57896044618658097711785492504343953926634992332820282019728792003956564819967""#
        ),
        ("int64", "8000000000000000", #""-9223372036854775808""#), ("uint32", "ffffffff", "4294967295"),
        ("SCVal", "00000000" + "00000001", #"{"bool":true}"#), ("SCVal", "00000001", #""void""#),
        ("SCVal", "00000010" + "00000000", #"{"vec":null}"#), ("ExtensionPoint", "00000000", #""v0""#),
        ("SequenceNumber", "0000000000000001", #""1""#),
        ("SCVal", "00000016" + "00000002" + "76310000", #"{"executable_tag":"v1"}"#),
        (
            "ContractExecutable",
            "00000002" + "00000001" + String(repeating: "00", count: 32) + "00000002" + "76310000",
            #"{"external_ref":{"executable_owner":"\#(Self.zeroContract)","tag":"v1"}}"#
        ),
    ])
    func `writes a value as in SEP-51 and reads it back`(type: String, hex: String, json: String) throws {
        let bytes = try Hex.decode(hex)
        #expect(try Self.text(bytes, as: type) == json)
        #expect(try Self.bytes(json, as: type) == bytes)
    }

    @Test(arguments: [
        ("PoolID", 32, "L"), ("ContractID", 32, "C"), ("AccountID", 36, "G"), ("ClaimableBalanceID", 36, "B"),
        ("MuxedAccountMed25519", 40, "M"), ("MuxedEd25519Account", 40, "M"),
    ])
    func `writes each address type with its prefix`(type: String, size: Int, letter: String) throws {
        let bytes = [UInt8](repeating: 0, count: size)
        let text = try Self.text(bytes, as: type)
        #expect(text.hasPrefix("\"" + letter))
        #expect(try Self.bytes(text, as: type) == bytes)
    }

    @Test func `writes a signer with an empty signed payload as an object`() throws {
        let bytes = try Hex.decode("00000003" + String(repeating: "00", count: 32) + "00000000")
        let text = try Self.text(bytes, as: "SignerKey")
        #expect(text.hasPrefix(#"{"ed25519_signed_payload":{"ed25519":"#))
        #expect(try Self.bytes(text, as: "SignerKey") == bytes)
    }

    @Test(arguments: [
        ("Price", #"{"n": 1, "d": 2, "$schema": "https://example.com"}"#, "0000000100000002"),
        (
            "Asset", #"{"$schema": "x", "credit_alphanum4": {"asset_code": "A\u0000B", "issuer": "\#(Self.zeroKey)"}}"#,
            nil
        ),
        ("AssetCode", #""ABCD""#, "0000000141424344"), ("AssetCode", #""ABCDE""#, "00000002414243444500000000000000"),
        ("int64", "9223372036854775807", "7fffffffffffffff"), ("uint64", "0", "0000000000000000"),
        ("Int128Parts", "5", "00000000000000000000000000000005"),
        ("Int128Parts", #"{"hi": "0", "lo": "5"}"#, "00000000000000000000000000000005"),
        ("Hash", #""\#(String(repeating: "aB", count: 32))""#, String(repeating: "ab", count: 32)),
        ("AccountID", #"{"public_key_type_ed25519": "\#(String(repeating: "00", count: 32))"}"#, nil),
    ])
    func `accepts alternative forms of a value`(type: String, json: String, hex: String?) throws {
        let bytes = try Self.bytes(json, as: type)
        if let hex { #expect(Hex.encode(bytes) == hex) }
    }

    private static let zeroContract = "CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABSC4"
    private static let zeroKey = "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF"

    @Test func `accepts from or from_ in a clawback, but not both`() throws {
        let asset = #""asset": "native", "amount": "1""#
        let (from, other) = (#""from": "\#(Self.zeroKey)""#, #""from_": "\#(Self.zeroKey)""#)
        let bytes = try Self.bytes("{\(asset), \(from)}", as: "ClawbackOp")
        #expect(try Self.bytes("{\(asset), \(other)}", as: "ClawbackOp") == bytes)
        #expect(throws: FormatError.member("from", .unknown)) {
            try Self.bytes("{\(asset), \(from), \(other)}", as: "ClawbackOp")
        }
    }

    @Test(
        arguments: [
            ("TransactionEnvelope", "{}", "", .expected("an object with one member")),
            ("TransactionEnvelope", "[]", "", .expected("a text or an object with one member")),
            ("TransactionEnvelope", #""tx""#, "", .expected("an object: this arm of TransactionEnvelope has a value")),
            ("TransactionEnvelope", #"{"tx": {}, "tx_v0": {}}"#, "", .expected("an object with one member")),
            ("TransactionEnvelope", #"{"scp": {}}"#, "", .expected("one of the arms of TransactionEnvelope")),
            ("TransactionEnvelope", #"{"tx": {"tx": {}}}"#, "tx.tx.source_account", .missing),
            (
                "TransactionEnvelope", #"{"tx": {"tx": {"source_account": 5}}}"#, "tx.tx.source_account",
                .expected("an address")
            ),
            ("TransactionEnvelope", #"{"tx": {"sourceAccount": 5}}"#, "tx.sourceAccount", .unknown),
            ("Memo", #"{"none": null}"#, "", .expected("an arm without a value")),
            ("Memo", #"{"text": "\#(String(repeating: "a", count: 29))"}"#, "text", .tooLong(limit: 28)),
            ("Memo", #"{"text": "é"}"#, "text", .notASCII), ("Memo", #"{"text": "\n"}"#, "text", .notASCII),
            ("Memo", #"{"text": "\\"}"#, "text", .badEscape), ("Memo", #"{"text": "\\q"}"#, "text", .badEscape),
            ("Memo", #"{"text": "\\x4"}"#, "text", .badEscape), ("Memo", #"{"text": "\\x+1"}"#, "text", .badEscape),
            ("Memo", #"{"id": "18446744073709551616"}"#, "id", .outOfRange),
            ("Memo", #"{"id": "-1"}"#, "id", .outOfRange),
            ("Memo", #"{"id": "01"}"#, "id", .expected("a whole number")),
            ("Memo", #"{"id": "1.0"}"#, "id", .expected("a whole number")),
            ("Memo", #"{"id": 1e3}"#, "id", .expected("a whole number")),
            ("Memo", #"{"id": "+1"}"#, "id", .expected("a whole number")),
            ("Memo", #"{"id": " 1"}"#, "id", .expected("a whole number")),
            ("Memo", #"{"hash": "00"}"#, "hash", .wrongLength(wanted: 32)),
            ("Memo", #"{"hash": "zz"}"#, "hash", .expected("hexadecimal digits")),
            ("Price", #"{"n": "1", "d": 2}"#, "n", .expected("a whole number")),
            ("Price", #"{"n": 2147483648, "d": 2}"#, "n", .outOfRange), ("Price", "[]", "", .expected("an object")),
            ("MemoType", #""MEMO_NONE""#, "", .expected("a member of MemoType")),
            ("MemoType", "0", "", .expected("a text")),
            ("AssetCode4", #""ABCDE""#, "", .tooLong(limit: 4)),
            ("AssetCode", #""ABCDEFGHIJKLM""#, "", .tooLong(limit: 12)),
            ("SCVec", #"[{"u32": 1}, {"u32": -1}]"#, "[1].u32", .outOfRange), ("SCVec", "5", "", .expected("an array")),
            ("SCVal", #"{"bool": 1}"#, "bool", .expected("true or false")),
            ("Int128Parts", #""170141183460469231731687303715884105728""#, "", .outOfRange),
            ("Int128Parts", #""-170141183460469231731687303715884105729""#, "", .outOfRange),
            ("Int128Parts", #""-0""#, "", .outOfRange), ("UInt128Parts", #""-1""#, "", .outOfRange),
            ("UInt128Parts", #""0x1""#, "", .expected("a whole number")),
            ("UInt256Parts", #""\#(String(repeating: "9", count: 79))""#, "", .outOfRange),
            ("AccountID", #""MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFNZG""#, "", nil),
            ("PoolID", #""\#(Self.zeroKey)""#, "", nil), ("ContractID", #""00""#, "", nil),
            ("SCAddress", #""T""#, "", nil),
        ] as [(String, String, String, ValueFormatError?)])
    func `rejects a value that does not fit the type and reports its path`(
        type: String, json: String, path: String, fault: ValueFormatError?
    ) throws {
        let error = #expect(throws: FormatError.self) { try Self.bytes(json, as: type) }
        guard case .member(let found, let why)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found == path)
        if let fault { #expect(why == fault) }
    }

    @Test func `limits the number of elements and the nesting depth`() throws {
        let path = Array(repeating: #""native""#, count: 6).joined(separator: ",")
        let json =
            #"{"send_asset":"native","send_amount":"1","destination":"\#(Self.zeroKey)","dest_asset":"native","dest_min":"1","path":[\#(path)]}"#
        #expect(throws: FormatError.member("path", .tooLong(limit: 5))) {
            try Self.bytes(json, as: "PathPaymentStrictSendOp")
        }
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"vec":["#, count: depth) + #""void""# + String(repeating: "]}", count: depth)
        }
        #expect(try Self.bytes(nested(150), as: "SCVal").count == 150 * 12 + 4)
        #expect(throws: FormatError.self) { try Self.bytes(nested(230), as: "SCVal") }
        #expect(throws: JSONError.self) { try Self.bytes(nested(10_000), as: "SCVal") }
    }

    @Test func `an error message never repeats a secret key`() throws {
        let secret = "SBPOVRVKTTV7W3IOX2FJPSMPCJ5L2WU2YKTP3HCLYPXNI5MDIGREVNYC"
        let error = #expect(throws: FormatError.self) { try Self.bytes("\"\(secret)\"", as: "AccountID") }
        #expect(error == .member("", .address(.secretSeed)))
        #expect(error?.message.contains(secret.dropFirst(10)) == false)
    }
}
