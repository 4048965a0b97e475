// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Handoff
import LedgerAPI
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Submitting

/// What `check` and `signatures` show, for people and for other programs.
struct CheckTextTests {
    private let alice = TestKey("alice")
    private let bob = TestKey("bob")
    private static let hash = TransactionHash(Hash(sha256: [2]))

    private func view(_ accounts: [TestKey], applied: TransactionHash = hash) throws -> LedgerView {
        var state = FakeHorizon.State()
        for key in accounts { state.accounts[key.id.address] = FakeHorizon.account(key.id.address) }
        let horizon = FakeHorizon(state, hash: applied)
        let client = HorizonClient(base: try HTTPURL("http://127.0.0.1:8000/"), transport: horizon.transport)
        return try LedgerView(client, network: .testnet)
    }

    private func result(
        _ envelope: TransactionEnvelope, accounts: [TestKey]
    ) throws -> (hash: TransactionHash, result: SubmissionCheck.Result) {
        let union = CollectedSignatures(envelope, from: "signed.xdr", on: .testnet)
        let check = try SubmissionCheck(
            [union], on: .testnet, in: AnyLedger(try view(accounts)), now: Timestamp(1_000_000))
        return (union.hash, try check.result(at: 0, request: nil, in: try TestJournal().journal))
    }

    @Test func `a transaction without problems is ready to submit`() throws {
        let (hash, result) = try result(alice.payment(by: [alice]), accounts: [alice, TestKey("shop")])
        let lines = result.text(of: hash).plain
        #expect(lines.first == "hash        \(hash.hex)")
        #expect(lines[1] == "words       \(CheckWords.text(of: hash))")
        #expect(lines.contains("signature   ok       1, by \(alice.id.address)"))
        #expect(lines.last == "result      ready to submit")
        #expect(result.failure(of: hash) == nil)
        let document = result.document(of: hash, in: PlainStyle())
        #expect(document["ok"] == true && document["problems"] == [])
        #expect(document["checks"]?.asArray?.allSatisfy { $0["state"] != "problem" } == true)
    }

    @Test func `a missing destination is a problem of its operation, without a conclusion`() throws {
        let (hash, result) = try result(alice.payment(by: [alice]), accounts: [alice])
        #expect(!result.text(of: hash).plain.contains { $0.hasPrefix("result") })
        #expect(result.text(of: hash).plain.contains { $0.hasPrefix("operation   PROBLEM  1, payment: ") })
        #expect(result.failure(of: hash)?.kind == .refusedByLedger)
        let document = result.document(of: hash, in: PlainStyle())
        #expect(document["ok"] == false)
        #expect(document["problems"]?.asArray?.first?["code"] == "op_no_destination")
        #expect(document["problems"]?.asArray?.first?["operation"] == 0)
    }

    @Test func `a signature that is missing is reported with the weight that is`() throws {
        let (hash, result) = try result(alice.payment(by: []), accounts: [alice, TestKey("shop")])
        #expect(result.failure(of: hash)?.kind == .refusedByLedger)
        #expect(result.document(of: hash, in: PlainStyle())["authorities"]?.asArray?.first?["met"] == false)
    }

    @Test func `a state that was not checked has a dash for people and a name for programs`() {
        let row = CheckRow(.fee, .notChecked, "not checked")
        #expect(row.finding == TextFinding("fee", "-", .neutral, "not checked"))
        #expect(row.json == ["check": "fee", "state": "not_checked", "text": "not checked"])
    }

    // MARK: what is settled

    @Test func `an applied transaction is good, with its ledger and no checks`() {
        let result = SubmissionCheck.Result.settled(.included(ledger: 7))
        #expect(result.failure(of: Self.hash) == nil)
        #expect(result.text(of: Self.hash).plain.last == "result      was already applied in ledger 7; nothing to do")
        let document = result.document(of: Self.hash, in: PlainStyle())
        #expect(document["ok"] == true && document["ledger"] == 7 && document["checks"] == [])
    }

    @Test func `a failed transaction is not good, and says so in its result`() {
        let result = SubmissionCheck.Result.settled(.failed(ledger: 7))
        #expect(result.failure(of: Self.hash)?.kind == .refusedByLedger)
        #expect(result.document(of: Self.hash, in: PlainStyle())["ok"] == false)
        #expect(result.document(of: Self.hash, in: PlainStyle())["problems"] == [])
    }

    @Test func `a contradiction of the servers is a problem of an unknown outcome`() {
        let result = SubmissionCheck.Result.settled(.contradicted("a and b disagree"))
        #expect(result.failure(of: Self.hash)?.kind == .unknownYet)
        let document = result.document(of: Self.hash, in: PlainStyle())
        #expect(document["ledger"] == .null)
        #expect(document["problems"]?.asArray?.first?["message"] == "is unknown: a and b disagree")
    }

    // MARK: signatures

    @Test func `shows who has signed, who is missing, and surplus signatures by their places`() throws {
        let union = CollectedSignatures(alice.payment(by: [bob]), from: "signed.xdr", on: .testnet)
        var view = try view([alice])
        let report = try union.report(in: &view)
        let lines = report.text(of: union.hash).plain
        #expect(lines[1].hasPrefix("account     \(alice.id.address): weight 0 of 1 ("))
        #expect(lines[1].hasSuffix(" NOT ENOUGH"))
        #expect(lines[2] == "  missing \(alice.id.address) weight 1")
        #expect(lines.last == "surplus     signature 1, by no known signer")
        let document = report.document(of: union.hash)
        #expect(document["hash"] == .string(union.hash.hex) && document["surplus"] == [0])
        #expect(document["authorities"]?.asArray?.first?["signers"]?.asArray?.first?["signed"] == false)
    }

    // MARK: the machine and the servers

    @Test func `the first finding that needs attention is the failure`() {
        let findings = [
            Readiness.Item(name: "journal", isGood: true, text: "no journal yet"),
            Readiness.Item(name: "ledger", isGood: false, text: "old"),
            Readiness.Item(name: "clock", isGood: false, text: "slow"),
        ]
        #expect([Readiness.text(of: findings)].plain[1] == "ledger     attention  old")
        #expect(Readiness.failure(in: findings)?.message == "ledger needs attention: old")
        #expect(Readiness.failure(in: [findings[0]]) == nil)
        #expect(Readiness.document(findings, in: PlainStyle())["ok"] == false)
        #expect(Readiness.document([findings[0]], in: PlainStyle())["ok"] == true)
    }
}
