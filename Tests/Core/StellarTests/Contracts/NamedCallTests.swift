// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

/// Names for the values of a call.
struct NamedCallTests {
    private static func noFile(_: String, _: Int) throws(Failure) -> [UInt8] { throw Failure(.noInput, "no file") }

    /// A value of the types in the vectors, from text, and its rendering.
    private static func rendering(_ function: String, _ text: String) throws -> String? {
        let spec = try ContractVectors.spec("kitchen_sink")
        let call = try spec.call([function, "--x", text], of: ContractSample.contract, readFile: noFile)
        guard case .named(let arguments) = spec.named(call) else { return nil }
        #expect(arguments.map(\.name) == [Array("x".utf8)])
        return arguments.first?.value.text
    }

    @Test func `values are shown with the names of their types`() throws {
        for (function, text, shown) in [
            ("struct_", #"{"c":"word","b":true,"a":1}"#, #"Test {a: 1, b: true, c: "word"}"#),
            ("tuple_struct", #"[{"a":1,"b":false,"c":"w"},"Second"]"#, #"[Test {a: 1, b: false, c: "w"}, Second]"#),
            ("complex", "Void", "Void"), ("complex", #"{"Enum":"Third"}"#, "Enum(Third)"), ("card", "12", "Queen (12)"),
            ("option", "null", "none"), ("option", "7", "7"),
            ("words", #"{"2":false,"1":true}"#, "{1: true, 2: false}"),
            ("u256_", "0x100000000000000000000000000000000", "340282366920938463463374607431768211456"),
            ("i256_", "-5", "-5"),
            ("i128_", "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"),
            ("bytes_", "beef", "beef"), ("text", "caf\u{e9} \"x\"\u{1b}", #""caf\xc3\xa9 \x22x\x22\x1b""#),
            (
                "tree", #"{"child":{"child":null,"value":2},"value":1}"#,
                "Recursive {child: Recursive {child: none, value: 2}, value: 1}"
            ),
            (
                "to", "MDEZR7L3WP543JLCVMVG2FDKGPF7YQNPNELDPHXZHROPWYBCUCSKKAAAAAAAAAAAA5MSI",
                "MDEZR7L3WP543JLCVMVG2FDKGPF7YQNPNELDPHXZHROPWYBCUCSKKAAAAAAAAAAAA5MSI"
            ),
        ] {
            #expect(try Self.rendering(function, text) == shown)
        }
    }

    private static func named(_ function: String, _ args: [SCVal]) throws -> NamedCall {
        try ContractVectors.spec("kitchen_sink").named(
            InvokeContractArgs(
                contractAddress: .contract(ContractSample.contract), functionName: ContractSample.name(function),
                args: args))
    }

    private static func symbol(_ text: String) -> SCVal { .symbol(ContractSample.name(text)) }

    @Test func `a value of another type has no name`() throws {
        let test: [SCMapEntry] = [
            .init(key: Self.symbol("a"), val: .u32(1)), .init(key: Self.symbol("b"), val: .bool(true)),
            .init(key: Self.symbol("c"), val: Self.symbol("w")),
        ]
        #expect(try Self.named("struct_", [.map(test)]) != .unknownFunction)
        let wrong: [(String, SCVal)] = [
            ("u32_", .i32(1)), ("u32_", .void),
            ("who", .address(.muxedAccount(MuxedEd25519Account(id: 1, ed25519: Uint256())))),
            ("key9", .bytes(SCBytes([1]) ?? SCBytes())), ("list", .vec(nil)), ("list", .vec([.u64(1)])),
            ("list", .map([])),
            ("pair", .vec([Self.symbol("a")])), ("words", .map([.init(key: .u32(1), val: .u32(1))])),
            ("words", .map(nil)),
            ("struct_", .map(Array(test.dropLast()))),
            ("struct_", .map(test + [.init(key: Self.symbol("d"), val: .void)])),
            ("struct_", .vec([.u32(1), .bool(true), Self.symbol("w")])),
            ("struct_", .map([test[0], test[0], test[1]])),
            ("simple", Self.symbol("First")), ("simple", .vec([])), ("simple", .vec([Self.symbol("Fourth")])),
            ("simple", .vec([Self.symbol("First"), .void])), ("complex", .vec([Self.symbol("Asset"), .u32(1)])),
            ("card", .u32(14)), ("card", .i32(11)), ("tuple_struct", .map([])), ("time", .u64(1)),
            ("text", Self.symbol("a")),
        ]
        for (function, value) in wrong {
            guard case .mismatch(argument: 0, _, _, _) = try Self.named(function, [value]) else {
                Issue.record("\(function) \(value)")
                continue
            }
        }
    }

    @Test func `a mismatch says which part is wrong`() throws {
        let result = try Self.named("list", [.vec([.u32(1), .i32(2)])])
        #expect(result == .mismatch(argument: 0, declared: ContractSample.vec(.u32), part: .i32(2), wanted: .u32))
    }

    @Test func `a call of another number of arguments or of an unknown function has no names`() throws {
        #expect(try Self.named("two", [.void]) == .otherCount(declared: 2, given: 1))
        #expect(try Self.named("three", []) == .unknownFunction)
        #expect(try Self.named("nothing", []) == .named([]))
    }

    @Test func `a type that is not defined is reported, and its value has no names`() throws {
        let spec = try ContractSample.spec([
            ContractSample.function("f", [("a", ContractSample.vec(ContractSample.own("Nowhere")))])
        ])
        let call = InvokeContractArgs(
            contractAddress: .contract(ContractSample.contract), functionName: ContractSample.name("f"),
            args: [.vec([.u32(1)])])
        guard case .named(let arguments) = spec.named(call) else {
            Issue.record("no names")
            return
        }
        #expect(arguments[0].undefinedType == Array("Nowhere".utf8) && arguments[0].value == .list([.plain(.u32(1))]))
    }

    @Test func `a type of the contract's own cannot pass for one of the language`() {
        #expect(ContractSample.own("Address").text == "Address (the contract's own type)")
        #expect(ContractSample.own("\u{1b}[2K").text == #""\x1b[2K""#)
    }

    @Test func `nested types and values end at the limit instead of the stack`() throws {
        let link = (0..<90).reduce(ContractSample.own("L")) { type, _ in ContractSample.option(type) }
        let spec = try ContractSample.spec([
            ContractSample.function("f", [("x", ContractSample.own("L"))]),
            ContractSample.structure("L", [("n", link)]),
        ])
        let value = (0..<90).reduce(SCVal.void) { value, _ in .map([.init(key: Self.symbol("n"), val: value)]) }
        let call = InvokeContractArgs(
            contractAddress: .contract(ContractSample.contract), functionName: ContractSample.name("f"), args: [value])
        guard case .mismatch = spec.named(call) else {
            Issue.record("named")
            return
        }
    }

    @Test func `functions that replace the code or change who controls it are recognised by name`() throws {
        #expect(try Upgradability(ContractVectors.spec("upgradeable_vault")) == .yes([Array("upgrade".utf8)]))
        #expect(try ContractVectors.spec("upgradeable_vault").adminFunctions == [Array("set_admin".utf8)])
        #expect(try Upgradability(ContractVectors.spec("sep41_token")) == .no)
        #expect(Upgradability(nil) == .unknown)
        for (name, input) in [("update", "a"), ("Upgrade_to", "a"), ("migrate", "a"), ("other", "new_wasm_hash")] {
            #expect(
                try Upgradability(ContractSample.spec([ContractSample.function(name, [(input, .u32)])]))
                    == .yes([Array(name.utf8)]))
        }
        #expect(
            try Upgradability(ContractSample.spec([ContractSample.function("update_price", [("price", .u32)])])) == .no)
    }
}
