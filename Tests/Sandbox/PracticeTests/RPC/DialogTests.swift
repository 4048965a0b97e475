// SPDX-License-Identifier: Apache-2.0

import Codec
import Practice
import Testing

/// The rules of JSON-RPC over HTTP, judged by vectors read from the sources of stellar-rpc.
struct DialogTests {
    private static let raw: [JSON] = (try? Vectors.json("rpc-dialog").array("raw")) ?? []

    @Test func `there are nineteen raw bodies`() { #expect(Self.raw.count == 19) }

    @Test(arguments: raw.indices) func `a body gets the response of the vectors`(index: Int) async throws {
        let one = Self.raw[index]
        let type = try one.optionalString("content_type") ?? "application/json"
        let reply = await Practice().reply(try one.string("body"), type: type)
        let error: Int? = one["error"]?.asInteger()
        if error == -32700 {
            // stellar-rpc responds with a text.
            #expect(reply.status == 500)
            return
        }
        #expect(reply.status == one["http"]?.asInteger() ?? 200)
        guard reply.status == 200 else { return }
        let answer = try JSON(parsing: Array(reply.body.utf8))
        #expect(answer["error"]?["code"]?.asInteger() == error)
        let first = answer.asArray?.first ?? answer
        #expect(error != nil || first["result"] != nil)
    }

    @Test func `members that JSON-RPC does not know are listed`() async throws {
        let reply = await Practice().reply(#"{"jsonrpc":"2.0","id":1,"method":"getHealth","a":1,"b":2}"#)
        let error = try JSON(parsing: Array(reply.body.utf8)).object("error")
        #expect(error["data"] == ["a", "b"])
    }

    @Test func `an id is echoed, and a request without one or with null has no response`() async throws {
        let practice = Practice()
        for id in ["1", "\"a\"", "1.5"] {
            let reply = await practice.reply(#"{"jsonrpc":"2.0","id":\#(id),"method":"getHealth"}"#)
            #expect(reply.body.contains("\"id\":\(id)"))
        }
        #expect(await practice.reply(#"{"jsonrpc":"2.0","id":null,"method":"getHealth"}"#).status == 204)
        #expect(await practice.reply(#"[{"jsonrpc":"2.0","method":"getHealth"}]"#).status == 204)
        #expect(await practice.reply("[]").body.contains("-32600"))
        #expect(await practice.reply("[1]").body.contains("-32600"))
    }

    @Test(arguments: [
        ("application/json", 200), ("application/json; charset=utf-8", 200), ("Application/JSON;charset=UTF-8", 200),
        ("application/json; charset=latin1", 415), ("text/json", 415), ("", 415),
    ]) func `the content type must be that of JSON`(type: String, status: Int) async {
        let body = #"{"jsonrpc":"2.0","id":1,"method":"getHealth"}"#
        #expect(await Practice().reply(body, type: type).status == status)
        #expect(await Practice().reply(body, type: nil).status == 415)
    }

    @Test(arguments: ["", "{", "{} {}", "\u{feff}{}", #"{"jsonrpc":"2.0","jsonrpc":"2.0"}"#])
    func `a body that is not JSON gets a text`(body: String) async {
        let reply = await Practice().reply(body)
        #expect(reply.status == 500 && reply.contentType?.hasPrefix("text/plain") == true)
    }

    @Test func `an error has the code of its kind`() async throws {
        let practice = Practice()
        #expect(try await practice.code("nope") == -32601)
        #expect(try await practice.code("getTransaction", ["hash": 1]) == -32602)
        #expect(try await practice.code("getTransaction") == -32602)
        #expect(try await practice.code("getTransactions", ["startLedger": 1]) == -32600)
        #expect(try await practice.code("getEvents", ["startLedger": 99_999]) == -32600)
        #expect(
            try await practice.code("getEvents", ["startLedger": 1000, "filters": [["type": "diagnostic"]]]) == -32602)
        #expect(try await practice.code("getLedgerEntries", ["keys": ["%"]]) == -32602)
        #expect(try await practice.code("getHealth", ["xdrFormat": "json"]) == -32602)
        let many = JSON.array(Array(repeating: "AAAA", count: 201))
        #expect(try await practice.code("getLedgerEntries", ["keys": many]) == -32602)
    }
}
