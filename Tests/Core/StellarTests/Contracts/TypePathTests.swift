// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

/// Names of types as contracts made for protocol 30 have them: longer, and with the path of their crate.
struct TypePathTests {
    @Test(arguments: [
        ("::crate_name::types::Config", "Config"), ("::Config", "Config"), ("::a::B_2", "B_2"), ("Config", "Config"),
        ("", ""), ("::", "::"), (":Config", ":Config"), ("a::Config", "a::Config"), ("::a::", "::a::"),
        ("::a:::b", "::a:::b"), ("::a:b", "::a:b"), ("::a b::Config", "::a b::Config"),
        ("::a::Config<u32>", "::a::Config<u32>"), ("::a::\u{1b}[2J", "::a::\u{1b}[2J"), (":::a", ":::a"),
        ("::a::B ", "::a::B "), ("::a::B:", "::a::B:"),
    ])
    func `a path is shown by its last part, and any other name as it is`(_ name: String, _ short: String) {
        #expect(String(decoding: TypePath.short(Array(name.utf8)), as: UTF8.self) == short)
    }

    @Test func `types of a well-known library are found by the last part of their path`() throws {
        let spec = try ContractSample.spec([
            ContractSample.structure("::oz::accounts::AuthPayload", [("signers", .u32)]),
            ContractSample.structure("Signer", []),
            ContractSample.structure("::other::Signer", []), ContractSample.structure("::Signer::Key", []),
            ContractSample.structure("AuthPayload2", []), ContractSample.structure("x::AuthPayload", []),
        ])
        #expect(spec.types(called: "AuthPayload").map(\.name) == [Array("::oz::accounts::AuthPayload".utf8)])
        #expect(spec.types(called: "Signer").map(\.name) == ["Signer", "::other::Signer"].map { Array($0.utf8) })
        #expect(spec.types(called: "::oz::accounts::AuthPayload").isEmpty)
    }

    @Test func `a type is used by its whole path, and shown by the last part`() throws {
        let spec = try ContractSample.spec([
            ContractSample.function("set", [("config", ContractSample.own("::a::Config"))]),
            ContractSample.structure("::a::Config", [("limit", .u32)]),
            ContractSample.structure("::b::Config", [("limit", .bool)]),
        ])
        #expect(spec.functions[0].text == "set(config: Config)")
        let call = InvokeContractArgs(
            contractAddress: .contract(ContractSample.contract), functionName: ContractSample.name("set"),
            args: [.map([SCMapEntry(key: .symbol(ContractSample.name("limit")), val: .u32(7))])])
        guard case .named(let named) = spec.named(call) else {
            Issue.record("the value does not fit the type of its path")
            return
        }
        #expect(named[0].value.text == "Config {limit: 7}")
        #expect(named[0].type == ContractSample.own("::a::Config"))
    }

    @Test func `a path that ends like a type of the language is told apart`() {
        #expect(ContractSample.own("::evil::Address").text == "Address (the contract's own type)")
        #expect(ContractSample.own("::evil::i128").text == "i128 (the contract's own type)")
    }

    private static func name(_ count: Int) -> [UInt8] {
        Array("::" + String(repeating: "n", count: count - 2)).map { $0.asciiValue ?? 0 }
    }

    /// Every kind of type, and an event, with a name of this length, as bytes.
    private static func entries(_ count: Int) -> [[UInt8]] {
        func string(_ bytes: [UInt8]) -> [UInt8] {
            let length = UInt32(bytes.count)
            return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + bytes
                + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        }
        let zeros = [UInt8](repeating: 0, count: 4)
        let name = string(name(count))
        let types = (1...4).map { kind in [0, 0, 0, UInt8(kind)] + zeros + zeros + name + zeros }
        let event = [0, 0, 0, 5] + zeros + zeros + name + zeros + zeros + zeros
        let used =
            zeros + zeros + string(Array("f".utf8)) + [0, 0, 0, 1] + zeros + string(Array("x".utf8)) + [
                0, 0, 0x07, 0xd0,
            ] + name + zeros
        return types + [event, used]
    }

    @Test(arguments: [60, 61, 1023, 1024]) func `names of types and events have up to 1,024 bytes`(count: Int) throws {
        for (kind, entry) in Self.entries(count).enumerated() {
            #expect(throws: Never.self, "\(kind)") { try ContractSpec(section: entry) }
            #expect(try SCSpecEntry(xdr: entry).xdr == entry)
        }
        #expect(try ContractSpec(section: Self.entries(count)[0]).types[0].name == Self.name(count))
    }

    @Test(arguments: [1025, 1028, 70_000]) func `a longer name is refused, and says where`(count: Int) {
        for entry in Self.entries(count) {
            let error = #expect(throws: ContractError.self) { try ContractSpec(section: entry) }
            guard case .entry(1, .tooLong(_, UInt32(count), 1024))? = error else {
                Issue.record("\(error?.message ?? "accepted")")
                continue
            }
        }
    }
}
