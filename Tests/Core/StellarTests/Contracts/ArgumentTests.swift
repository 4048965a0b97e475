// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

/// Arguments from text, judged by the rules of stellar-cli as the vectors have them.
struct ArgumentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let number: Int
        let type: SCSpecTypeDef
        let text: String
        /// Base64; nil when the text must be refused.
        let value: String?

        var testDescription: String { "\(number): \(type.text) from \(text)" }
    }

    static func rows() throws -> [Row] {
        try ContractVectors.cases("args").enumerated().map { number, row in
            let strict = row["strict"]?.asString ?? ""
            // Of what a careful builder may refuse, this one refuses all.
            let isRefused =
                row["error"] != nil || strict.hasPrefix("refuse") || strict == "may refuse" || strict == "ambiguous"
            return Row(
                number: number, type: try ContractSample.type(row.member("type_tree")), text: try row.string("text"),
                value: isRefused ? nil : try row.string("scval"))
        }
    }

    /// The types of the vectors with one function.
    private static func spec(_ type: SCSpecTypeDef) throws -> ContractSpec {
        let kitchen = try Base64.decode(ContractVectors.named("kitchen_sink").string("spec_section"))
        return try ContractSpec(section: kitchen + ContractSample.function("f", [("x", type)]).xdr)
    }

    private static func noFile(_: String, _: Int) throws(Failure) -> [UInt8] { throw Failure(.noInput, "no file") }

    private static func read(_ words: [String], _ spec: ContractSpec) throws(ContractError) -> [SCVal] {
        try spec.call(words, of: ContractSample.contract, readFile: noFile).args
    }

    @Test func `the vectors have 150 rows`() throws {
        let rows = try Self.rows()
        #expect(rows.count == 150)
        #expect(rows.count { $0.value == nil } > 50)
    }

    @Test(arguments: try rows())
    func `an argument is encoded by its type, or refused where stellar-cli refuses it or changes it silently`(row: Row)
        throws
    {
        let spec = try Self.spec(row.type)
        for words in [["f", "--x", row.text], ["f", "--x=\(row.text)"]] {
            guard let expected = row.value else {
                let error = #expect(throws: ContractError.self) { try Self.read(words, spec) }
                guard case .argument(let path, _)? = error else {
                    Issue.record("\(error?.message ?? "accepted")")
                    return
                }
                #expect(path.wording.plain.hasPrefix("x"))
                let said = (error?.message ?? "") + (error?.hint?.plain ?? "")
                #expect(said.utf8.allSatisfy { (0x20...0x7e).contains($0) })
                #expect(row.text.utf8.count < 56 || !said.contains(row.text))
                continue
            }
            let args = try Self.read(words, spec)
            #expect(args.map { Base64.encode($0.xdr) } == [expected])
            let call = InvokeContractArgs(
                contractAddress: .contract(ContractSample.contract), functionName: ContractSample.name("f"), args: args)
            guard case .named(let named) = spec.named(call) else {
                Issue.record("the value does not fit its own type")
                return
            }
            #expect(named.map(\.type) == [row.type] && named[0].undefinedType == nil)
            #expect(named[0].value.text.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        }
    }

    /// A text that is no value, with the place and the reason.
    private static let faults: [(SCSpecTypeDef, String, String)] = [
        (ContractSample.own("Test"), #"{"a":1,"b":true,"c":5}"#, "x.c: expected a symbol"),
        (ContractSample.own("TupleStruct"), #"[{"a":1,"b":2,"c":"w"},"First"]"#, "x[0].b: expected true or false"),
        (
            ContractSample.own("ComplexEnum"), #"{"Asset":["alice","-5"]}"#,
            "x.Asset[0]: not an address: character 1 is none of A-Z and 2-7"
        ),
        (ContractSample.own("ComplexEnum"), "Assets", "x: not a case of ComplexEnum"),
        (ContractSample.own("RoyalCard"), "14", "x: not a case of RoyalCard"),
        (
            ContractSample.own("Recursive"), #"{"child":{"child":null,"value":-1},"value":1}"#,
            "x.child.value: the number is outside the range of u32"
        ),
        (ContractSample.vec(.i128), #"["1","2.5"]"#, "x[1]: expected a whole number (i128)"),
        (ContractSample.vec(.bytes), #"["00",[0,256]]"#, "x[1][1]: expected a number from 0 to 255"),
        (.symbol, "a-b", "x: a symbol has only the characters a-z, A-Z, 0-9 and _"),
        (
            .u32, "1 2",
            "x: expected a whole number (u32), but this is not JSON: something after the document at byte offset 2"
        ),
    ]

    @Test func `an error names the argument, the place inside its value and what is expected`() throws {
        for (type, text, message) in Self.faults {
            let error = #expect(throws: ContractError.self) { try Self.read(["f", "--x", text], try Self.spec(type)) }
            #expect(error?.message == message)
        }
    }

    @Test func `a text of the form of a secret key is not repeated, wherever it stands`() throws {
        let secret = "SB5TM72R6VURS5WWNL25S5NY4466VSSAHMLFVZQYKSZTKAS3VBX7OTJK"
        let types: [SCSpecTypeDef] = [
            .address, .muxedAddress, .symbol, .bytes, .u32, .i128, .u256, .bool, .val, ContractSample.own("Test"),
            ContractSample.own("SimpleEnum"), ContractSample.own("ComplexEnum"), ContractSample.option(.address),
            ContractSample.vec(.address),
            .map(SCSpecTypeMap(keyType: .symbol, valueType: .u32)),
            .map(SCSpecTypeMap(keyType: .string, valueType: .bool)),
            .bytesN(SCSpecTypeBytesN(n: 32)),
        ]
        let texts = [
            secret, #""\#(secret)""#, #"["\#(secret)"]"#, #"{"\#(secret)":1}"#,
            #"{"a":1,"\#(secret)":2,"\#(secret)":3}"#,
            secret.dropLast(1) + "", #"{"\#(secret.dropLast(1))":1}"#, secret + " ",
        ]
        for type in types {
            let spec = try Self.spec(type)
            for words in texts.flatMap({
                [["f", "--x", $0], ["f", $0], [$0], ["f", "--\($0)", "1"], ["f", "--x", "1", "--y=\($0)"]]
            }) {
                let error = #expect(throws: ContractError.self, "\(type.text) \(words)") { try Self.read(words, spec) }
                let said = (error?.message ?? "") + (error?.hint?.plain ?? "")
                #expect(!said.contains(secret.dropLast(20)), "\(said)")
            }
        }
    }

    @Test func `values that are easily confused are refused, and their exact forms accepted`() throws {
        func accepts(_ type: SCSpecTypeDef, _ text: String) throws -> Bool {
            (try? Self.read(["f", "--x", text], try Self.spec(type))) != nil
        }
        for (type, text, isRight) in [
            (.u32, "-0", false), (.u32, "0", true), (.i128, "-0", false), (.i128, "007", false), (.i128, "7", true),
            (.u256, "0X1f", false), (.u256, "0x1f", true), (.u256, "0x", false), (.u256, "0b2", false),
            (.u256, "0o17", true),
            (.u256, "-0x1", false), (.i256, "-0x1", true), (.u256, "\"5\"", false),
            (ContractSample.vec(.u256), "[\"0x5\"]", true),
            (.bytes, "\"\"", true), (.bytes, "1e10", true), (.bytes, "-1", false), (.bool, "null", false),
            (ContractSample.option(.i128), "5", true), (ContractSample.option(.i128), "\"5\"", true),
            (ContractSample.option(.i128), "+5", false),
            (ContractSample.option(ContractSample.option(.u32)), "null", false),
            (ContractSample.option(ContractSample.option(.u32)), "3", true),
            (.string, "\"\"", true), (.string, "null", true), (.void, "null", true), (.void, "0", false),
            (.error, "1", false),
            (ContractSample.own("Error"), "1", false), (ContractSample.own("ComplexEnum"), "{}", false),
            (ContractSample.own("SimpleEnum"), "first", false),
            (.address, "LDFRHXTCN2PXEAWBZSOO3DDKLJUQZATBLNEQ64NQ6RQ5IPVPSGFLCDSA", false),
        ] as [(SCSpecTypeDef, String, Bool)] {
            #expect(try accepts(type, text) == isRight, "\(type.text) \(text)")
        }
    }

    @Test func `an address with an id stands only where the type takes one, and the error names the one without`()
        throws
    {
        let muxed = [
            (
                "MDEZR7L3WP543JLCVMVG2FDKGPF7YQNPNELDPHXZHROPWYBCUCSKKAAAAAAAAAAAA5MSI",
                "GDEZR7L3WP543JLCVMVG2FDKGPF7YQNPNELDPHXZHROPWYBCUCSKL3H2"
            ),
            (
                "WCOAIQKXY3AZ4ZNI56YADT4UXCKLPO3HSNFWXFG4PMYUIUO7D24PCAAAAAAAAAPCIBM6A",
                "CCOAIQKXY3AZ4ZNI56YADT4UXCKLPO3HSNFWXFG4PMYUIUO7D24PDJVO"
            ),
        ]
        for (text, plain) in muxed {
            let spec = try Self.spec(.muxedAddress)
            let value = try #require(Self.read(["f", "--x", text], spec).first)
            guard case .address(let address) = value else { return }
            #expect(address.address == text)
            let call = InvokeContractArgs(
                contractAddress: .contract(ContractSample.contract), functionName: ContractSample.name("f"),
                args: [value])
            guard case .named(let named) = spec.named(call) else {
                Issue.record("\(text) does not fit MuxedAddress")
                return
            }
            #expect(named[0].value.text == text)
            guard case .mismatch = try Self.spec(.address).named(call) else {
                Issue.record("\(text) fits Address")
                return
            }
            for (type, form) in [(.address, text), (ContractSample.option(.address), #""\#(text)""#)]
                as [(SCSpecTypeDef, String)]
            {
                let error = #expect(throws: ContractError.self) {
                    try Self.read(["f", "--x", form], try Self.spec(type))
                }
                #expect(error?.message.contains("an address with an id (M... or W...) cannot stand here") == true)
                #expect(error?.hint?.plain.contains(plain) == true)
            }
            #expect(throws: ContractError.self) {
                try Self.read(["f", "--x", #"["\#(text)"]"#], try Self.spec(ContractSample.vec(.address)))
            }
        }
    }

    @Test func `keys that become the same value are refused`() throws {
        let type = SCSpecTypeDef.map(SCSpecTypeMap(keyType: .bytes, valueType: .u32))
        #expect(throws: ContractError.argument(ArgumentPath([0x78]), .repeatedKey)) {
            try Self.read(["f", "--x", #"{"ff":1,"FF":2}"#], try Self.spec(type))
        }
    }

    @Test func `a map is in the network's order, whatever its keys are`() throws {
        func keys(_ type: SCSpecTypeDef, _ text: String) throws -> [String] {
            let map = SCSpecTypeDef.map(SCSpecTypeMap(keyType: type, valueType: .u32))
            guard case .map(let entries?) = try Self.read(["f", "--x", text], try Self.spec(map))[0] else { return [] }
            return entries.map { NamedValue.plain($0.key).text }
        }
        #expect(try keys(.i32, #"{"1":0,"-1":0,"0":0}"#) == ["-1", "0", "1"])
        #expect(try keys(.i256, #"{"1":0,"-1":0,"-256":0}"#) == ["-256", "-1", "1"])
        #expect(try keys(.bytes, #"{"ff":0,"00ff":0,"":0}"#) == ["(no bytes)", "00ff", "ff"])
        #expect(try keys(.string, #"{"b":0,"aa":0,"a":0}"#) == ["\"a\"", "\"aa\"", "\"b\""])
        #expect(try keys(.bool, #"{"true":0,"false":0}"#) == ["false", "true"])
        #expect(try keys(ContractSample.vec(.u32), #"{"[2]":0,"[1,5]":0,"[1]":0}"#) == ["[1]", "[1, 5]", "[2]"])
    }

    @Test func `types inside types end at the limit`() throws {
        let deep = (0..<90).reduce(SCSpecTypeDef.u32) { type, _ in ContractSample.option(type) }
        #expect(try Self.read(["f", "--x", "1"], try Self.spec(deep)) == [.u32(1)])
        let entries = [
            ContractSample.function("f", [("x", ContractSample.own("L"))]),
            ContractSample.structure(
                "L", [("n", (0..<90).reduce(ContractSample.own("L")) { type, _ in ContractSample.option(type) })]),
        ]
        let text = String(repeating: #"{"n":"#, count: 40) + "null" + String(repeating: "}", count: 40)
        let error = #expect(throws: ContractError.self) {
            try Self.read(["f", "--x", text], try ContractSample.spec(entries))
        }
        guard case .argument(_, .tooDeep)? = error else {
            Issue.record("\(error?.message ?? "")")
            return
        }
    }

    @Test func `types that need each other and can hold no value are refused in any text`() throws {
        let bytes = try Base64.decode(
            ContractVectors.named("deceives/huge_recursion", in: "specs-negative").string("wasm"))
        let spec = try ContractSpec(moduleOrSection: bytes)
        for text in ["{}", "null", #"{"b":{"a":{"b":{}}}}"#, "A", String(repeating: #"{"b":{"a":"#, count: 5000)] {
            #expect(throws: ContractError.self) { try Self.read(["f", "--x", text], spec) }
        }
    }
}
