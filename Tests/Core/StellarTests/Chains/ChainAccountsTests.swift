// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

struct ChainAccountsTests {
    private static let text = """
        {"format":"coldstar-accounts","version":1,"accounts":[\
        {"name":"coins","chain":"solana","address":"HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk","path":"m/44'/501'/0'/0'"},\
        {"name":"ether","chain":"eip155","address":"0x9858EfFD232B4033E47d90003D41EC34EcaEda94","path":null},\
        {"name":"lumens","chain":"stellar","address":"GB3JDWCQJCWMJ3IILWIGDTQJJC5567PGVEVXSCVPEQOTDN64VJBDQBYX","path":null}]}
        """

    private func parse(_ text: String) throws -> ChainAccounts { try ChainAccounts(parsing: Array(text.utf8)) }

    @Test func `reads what the signer writes`() throws {
        let document = try parse(Self.text)
        #expect(document.json.text() == Self.text)
        #expect(document.accounts.map(\.name) == ["coins", "ether", "lumens"])
        #expect(document.addresses.map(\.chain) == [.solana, .eip155])
    }

    @Test(arguments: [
        ("coldstar-accounts", "coldstar-key"), ("\"version\":1", "\"version\":2"),
        ("\"chain\":\"solana\"", "\"chain\":\"eip155\""),
        ("\"chain\":\"solana\"", "\"chain\":\"bitcoin\""), ("HAgk14", "0Agk14"), ("0x9858Ef", "0x9858ef"),
        ("GB3J", "GB3K"),
        ("\"path\":null", "\"path\":1"), (",\"path\":null", ""), ("\"name\":\"coins\",", ""), ("}]}", "}]"),
        ("[{", "{"),
    ]) func `rejects any other document`(old: String, new: String) throws {
        let place = try #require(Self.text.firstRange(of: old))
        let text = Self.text[..<place.lowerBound] + new + Self.text[place.upperBound...]
        #expect(throws: JSONError.self) { try parse(String(text)) }
    }

    @Test func `rejects a document that is too large`() {
        #expect(throws: JSONError.self) { try parse(Self.text + String(repeating: " ", count: ChainAccounts.limit)) }
    }
}
