// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Practice

/// SEP-45. Tests/python/test_practice_sep45.py logs in with the Python SDK.
struct ContractLoginTests {
    private static let account = StrKey.contract(PracticeContract.simpleAccount.id(on: .testnet)).text

    private static func entries(_ reply: AnchorReply) throws -> [SorobanAuthorizationEntry] {
        let text = try #require(reply.json?["authorization_entries"]?.asString)
        return try [SorobanAuthorizationEntry](xdr: try Base64.decode(text))
    }

    @Test func `a challenge has one entry of the account and one of the anchor, which is signed`() async throws {
        let practice = try PracticeSession()
        let entries = try Self.entries(await practice.get("/sep45", [("account", Self.account)]))
        #expect(entries.count == 2 && entries[0].rootInvocation == entries[1].rootInvocation)
        let signatures = entries.map { ($0.credentials.address?.address.address, $0.credentials.address?.signature) }
        #expect(signatures.first { $0.0 == Self.account }?.1 == .void)
        #expect(signatures.first { $0.0 == loginKey.id.address }?.1 != .void)
        let other = try Self.entries(await practice.get("/sep45", [("account", Self.account)]))
        #expect(other[0].rootInvocation != entries[0].rootInvocation)
    }

    @Test(arguments: [
        ([], "account"), ([("account", alice.address)], "account"),
        ([("account", account), ("home_domain", "example.com")], "home_domain"),
        ([("account", account), ("client_domain", "example.com")], "client_domain"),
    ]) func `rejects challenge requests with invalid parameters`(query: [(String, String)], word: String) async throws {
        let reply = await (try PracticeSession()).get("/sep45", query)
        #expect(reply.status == 400 && reply.reason.contains("'\(word)'"))
    }

    @Test func `rejects a challenge that only the anchor signed`() async throws {
        let practice = try PracticeSession()
        let entries = try Self.entries(await practice.get("/sep45", [("account", Self.account)]))
        let body: JSON = ["authorization_entries": .string(Base64.encode(entries.xdr))]
        let reply = await practice.ask("POST", "/sep45", body: body.text())
        #expect(reply.status == 400 && reply.reason.contains("authorize"))
        #expect(await practice.ask("PUT", "/sep45").status == 405)
    }

    @Test func `a token's subject is read back`() throws {
        let contract = PracticeContract.simpleAccount.id(on: .testnet)
        let session = try #require(Session(subject: Self.account))
        #expect(session == Session(contract) && session.account == nil && session.number == nil)
        #expect(Session(subject: Self.account + ":7") == nil)
    }
}
