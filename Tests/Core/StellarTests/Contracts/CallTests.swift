// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

/// Calls from words.
struct CallTests {
    private static let account = "GDFRHXTCN2PXEAWBZSOO3DDKLJUQZATBLNEQ64NQ6RQ5IPVPSGFLCDSA"

    private static func spec() throws -> ContractSpec {
        try ContractSample.spec([
            ContractSample.function("two", [("first", .address), ("second", ContractSample.option(.i128))]),
            ContractSample.function("none", []),
            ContractSample.function("load", [("code", .bytes), ("long_name", .string)]),
            ContractSample.function("alike", [("a_b", .u32), ("a-b", .u32)]),
            ContractSample.function("__constructor", []),
        ])
    }

    private static func call(
        _ words: [String], files: [String: [UInt8]] = [:]
    ) throws -> InvokeContractArgs {
        func read(_ path: String, _ limit: Int) throws(Failure) -> [UInt8] {
            guard let content = files[path] else { throw Failure(.noInput, "there is no file \(path)") }
            return Array(content.prefix(limit))
        }
        return try spec().call(words, of: ContractSample.contract, readFile: read)
    }

    @Test func `arguments are matched by name, and a missing Option is void`() throws {
        for words in [
            ["two", "--first", Self.account, "--second", "5"], ["two", "--second=5", "--first=\(Self.account)"],
        ] {
            let call = try Self.call(words)
            #expect(call.functionName.bytes == Array("two".utf8) && call.args.count == 2)
            #expect(call.args[1] == .i128(Int128Parts(hi: 0, lo: 5)))
        }
        #expect(try Self.call(["two", "--first", Self.account]).args[1] == .void)
        #expect(try Self.call(["none"]).args.isEmpty)
        #expect(
            try Self.call(["two", "--first", Self.account, "--second", "-5"]).args[1]
                == .i128(Int128Parts(hi: -1, lo: UInt64.max - 4)))
    }

    @Test func `a value that begins with two dashes needs the equals sign`() throws {
        let (code, text) = (Array("code".utf8), "--x=1")
        #expect(
            try Self.call(["load", "--code=00", "--long_name=\(text)"]).args[1]
                == .string(SCString(Array(text.utf8)) ?? SCString()))
        #expect(throws: ContractError.noValue(argument: code)) {
            try Self.call(["load", "--code", "--long_name", "x"])
        }
    }

    @Test func `dashes stand for underscores if only one argument can be meant`() throws {
        #expect(try Self.call(["load", "--code", "00", "--long-name", "x"]).args.count == 2)
        #expect(try Self.call(["alike", "--a_b", "1", "--a-b", "2"]).args == [.u32(1), .u32(2)])
    }

    @Test func `bytes come from a file as they are, and other values as text`() throws {
        let files = [
            "code": [0, 0xff, 0x0a], "text": Array("a\n".utf8), "id": Array((Self.account + "\n").utf8), "bad": [0xff],
        ]
        let call = try Self.call(["load", "--code-file-path", "code", "--long-name-file-path", "text"], files: files)
        #expect(
            call.args == [
                .bytes(SCBytes([0, 0xff, 0x0a]) ?? SCBytes()), .string(SCString([0x61, 0x0a]) ?? SCString()),
            ])
        #expect(
            try Self.call(["two", "--first-file-path=id"], files: files) == Self.call(["two", "--first", Self.account]))
        for (words, error) in [
            (
                ["load", "--code-file-path", "none", "--long_name", "x"],
                ContractError.file(argument: Array("code".utf8), why: "there is no file none")
            ),
            (
                ["load", "--code", "00", "--long_name-file-path", "bad"],
                .argument(ArgumentPath(Array("long_name".utf8)), .notUTF8)
            ),
            (["load", "--code", "00", "--code-file-path", "code"], .repeatedArgument(Array("code".utf8))),
        ] {
            #expect(throws: error) { try Self.call(words, files: files) }
        }
    }

    @Test func `a call that does not fit the spec is refused, and says what would`() throws {
        let known = ["two", "none", "load", "alike"].map { Array($0.utf8) }
        let inputs = ["first", "second"].map { Array($0.utf8) }
        for (words, error) in [
            ([], ContractError.noFunction(known: known)), (["three"], .unknownFunction("three", known: known)),
            (["Two"], .unknownFunction("Two", known: known)),
            (["__constructor"], .reserved(Array("__constructor".utf8))),
            (["two"], .missingArguments(["first: Address"])),
            (["two", "--second", "5"], .missingArguments(["first: Address"])),
            (["two", "--first", Self.account, "--third", "1"], .unknownArgument("third", known: inputs)),
            (["two", "--first", Self.account, "--FIRST", "1"], .unknownArgument("FIRST", known: inputs)),
            (["none", "extra"], .extraWord(position: 1)),
            (["two", "--first", Self.account, "x"], .extraWord(position: 3)),
            (["none", "--"], .extraWord(position: 1)), (["none", "-x"], .extraWord(position: 1)),
            (["two", "--first", Self.account, "--first", Self.account], .repeatedArgument(Array("first".utf8))),
            (["two", "--first"], .noValue(argument: Array("first".utf8))),
            (["two", "--first="], .argument(ArgumentPath(Array("first".utf8)), .empty)),
            (["two", "--=5"], .unknownArgument("", known: inputs)),
            ([String](repeating: "x", count: ContractLimits.words + 1), .tooManyWords(limit: ContractLimits.words)),
        ] {
            #expect(throws: error) { try Self.call(words) }
            #expect(error.kind == .usage || error.kind == .badInput)
        }
        #expect(ContractError.unknownFunction("tow", known: known).hint?.plain == "closest: two")
        #expect(
            ContractError.unknownFunction("transfer", known: known).hint?.plain == "functions: two, none, load, alike")
        #expect(ContractError.missingArguments(["first: Address"]).message == "missing argument: first: Address")
    }
}
