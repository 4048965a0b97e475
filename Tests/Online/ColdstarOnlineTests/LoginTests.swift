// SPDX-License-Identifier: Apache-2.0

import ColdstarOnline
import ColdstarStellar
import Foundation
import Testing

/// Logins of Alice at `anchor.example`, whose answers are recorded.
struct LoginTests {
    private let office = Office()

    /// A challenge of the anchor, which the key signs.
    private func challenge(
        of account: Account = Office.alice.account, domain: String = "anchor.example", sequence: Int = 0,
        until end: UInt64 = RecordedNetwork.now + 900, by key: Office.Key = Office.anchor
    ) throws -> String {
        func hex(_ text: String) -> String { text.utf8.map { String(format: "%02x", $0) }.joined() }
        let server = Office.anchor.account
        let transaction = try Transaction(
            parsing: """
                type: ENVELOPE_TYPE_TX
                tx.sourceAccount: \(server)
                tx.fee: 100
                tx.seqNum: \(sequence)
                tx.cond.type: PRECOND_TIME
                tx.cond.timeBounds.minTime: \(RecordedNetwork.now - 900)
                tx.cond.timeBounds.maxTime: \(end)
                tx.memo.type: MEMO_NONE
                tx.operations.len: 2
                tx.operations[0].sourceAccount._present: true
                tx.operations[0].sourceAccount: \(account)
                tx.operations[0].body.type: MANAGE_DATA
                tx.operations[0].body.manageDataOp.dataName: "\(domain) auth"
                tx.operations[0].body.manageDataOp.dataValue._present: true
                tx.operations[0].body.manageDataOp.dataValue: \(hex(String(repeating: "QUJD", count: 16)))
                tx.operations[1].sourceAccount._present: true
                tx.operations[1].sourceAccount: \(server)
                tx.operations[1].body.type: MANAGE_DATA
                tx.operations[1].body.manageDataOp.dataName: "web_auth_domain"
                tx.operations[1].body.manageDataOp.dataValue._present: true
                tx.operations[1].body.manageDataOp.dataValue: \(hex("anchor.example"))
                tx.ext.v: 0
                signatures.len: 0
                """)
        return try key.sign(transaction)
    }

    /// Lets the anchor answer with a challenge and, to the signed one, with a token for `subject`.
    private func record(_ challenge: String, subject: Account = Office.alice.account) {
        let claims =
            #"{"sub":"\#(subject)","iss":"https://anchor.example/auth","exp":\#(RecordedNetwork.now + 3600)}"#
        let token = [#"{"alg":"HS256"}"#, claims, "signature"].map { part in
            Data(part.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
                .replacing("/", with: "_")
        }.joined(separator: ".")
        office.network.change { network in
            network.anchor = [
                "GET /.well-known/stellar.toml": """
                NETWORK_PASSPHRASE = "Test SDF Network ; September 2015"
                WEB_AUTH_ENDPOINT = "https://anchor.example/auth"
                SIGNING_KEY = "\(Office.anchor.account)"
                """, "GET /auth": #"{"transaction":"\#(challenge)"}"#, "POST /auth": #"{"token":"\#(token)"}"#,
            ]
        }
    }

    private func request() throws -> SigningRequest {
        try office.client().loginRequest(at: "anchor.example", as: Office.alice.account)
    }

    @Test func `a challenge is requested, signed and exchanged for a token`() throws {
        record(try challenge())
        let request = try request()
        let login = try office.client().login(try Office.alice.sign(request.transaction))
        #expect(login.account == Office.alice.account && login.address == "\(Office.alice.account)")
        #expect(login.homeDomain == "anchor.example")
        #expect(login.expiry == RecordedNetwork.now + 3600 && !login.token.isEmpty)
        #expect(!"\(login)".contains(login.token))
        let tokens = try #require(FileManager.default.enumerator(atPath: office.folder + "/tokens"))
        #expect(tokens.contains { "\($0)".hasSuffix(".json") })
    }

    // MARK: rejections

    @Test func `rejects a challenge that is not the anchor's, is for someone else or could be applied`() throws {
        for wrong in [
            try challenge(by: Office.stranger), try challenge(of: Office.bob.account),
            try challenge(domain: "other.example"), try challenge(sequence: 7),
            try challenge(until: RecordedNetwork.now - 1),
        ] {
            record(wrong)
            let error = #expect(throws: ColdstarError.self) { try request() }
            #expect(error?.kind == .protocolViolation)
        }
        #expect(!office.hasJournal)
    }

    @Test func `rejects a stellar.toml for another network`() throws {
        record(try challenge())
        let client = try office.client(on: .public)
        let error = #expect(throws: ColdstarError.self) {
            try client.loginRequest(at: "anchor.example", as: Office.alice.account)
        }
        #expect(error?.kind == .invalidInput)
    }

    @Test func `sends no challenge that only the anchor has signed`() throws {
        record(try challenge())
        let request = try request()
        let error = #expect(throws: ColdstarError.self) {
            try office.client().login(request.transaction.text(.xdr))
        }
        #expect(error?.kind == .invalidInput && office.network.posts == 0)
    }

    @Test func `rejects a token for someone else, and keeps none`() throws {
        record(try challenge(), subject: Office.bob.account)
        let signed = try Office.alice.sign(try request().transaction)
        let error = #expect(throws: ColdstarError.self) { try office.client().login(signed) }
        #expect(error?.kind == .protocolViolation)
        #expect(!FileManager.default.fileExists(atPath: office.folder + "/tokens"))
    }

    @Test func `never submits a login to the ledger`() throws {
        record(try challenge())
        let request = try request()
        let signed = try Office.alice.sign(request.transaction)
        let client = try office.client()
        for request in [nil, request] {
            let error = #expect(throws: ColdstarError.self) { try client.submit(signed, of: request) }
            #expect(error?.kind == .invalidInput && office.network.posts == 0)
        }
    }
}
