// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Stellar
import StellarXDR
import Testing

@testable import Submitting

/// Which transactions a change is attributed to.
struct WatchReportTests {
    private static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    private static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"

    private static func state(sequence: Int64 = 7, balance: Int64 = 1000, weight: Int = 1) -> AccountSnapshot {
        AccountSnapshot(
            sequence: sequence, thresholds: [0, 0, 0], signers: [alice: weight], flags: [], homeDomain: nil, data: [:],
            lines: ["native": .init(balance: balance, limit: nil, isAuthorized: true, isOffered: false)])
    }

    /// A payment in stroops, which costs its source 100.
    private static func payment(
        from source: String, to destination: String, _ amount: Int64, number: Int64 = 8, isOurs: Bool
    ) throws -> ObservedTransaction {
        let body = OperationBody.payment(
            PaymentOp(destination: try MuxedAccount(address: destination), asset: .native, amount: amount))
        return try observed(body, from: source, number: number, isOurs: isOurs)
    }

    private static func observed(
        _ body: OperationBody, from source: String, number: Int64, isOurs: Bool, hash: String? = nil
    ) throws -> ObservedTransaction {
        let operations = try #require(BoundedArray<Operation, 100>([Operation(sourceAccount: nil, body: body)]))
        let transaction = Transaction(
            sourceAccount: try MuxedAccount(address: source), fee: 100, seqNum: number, cond: .none, memo: .none,
            operations: operations, ext: .v0)
        let envelope = TransactionEnvelope.tx(
            TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        let entry: JSON = [
            "hash": .string(hash ?? envelope.hash(on: .testnet).hex), "successful": true, "ledger": 5,
            "result_xdr": "", "source_account": .string(source), "source_account_sequence": .string(String(number)),
            "fee_charged": "100", "envelope_xdr": .string(Base64.encode(envelope.xdr)), "paging_token": "1",
        ]
        var observed = try ObservedTransaction(
            try HistoryEntry(entry), of: try AccountID(address: alice), on: .testnet)
        observed.settle(knows: isOurs, knowsInner: false)
        return observed
    }

    private static func report(
        to new: AccountSnapshot, by transactions: [ObservedTransaction]
    ) throws -> WatchReport {
        WatchReport(
            try AccountID(address: alice), since: Timestamp(1_790_000_000), from: state(), to: new, by: transactions)
    }

    @Test(arguments: ["result_xdr", "source_account", "source_account_sequence", "fee_charged", "envelope_xdr"])
    func `a transaction of the account that cannot be read is an unknown one`(member: String) throws {
        let hash = String(repeating: "ab", count: 32)
        let entry: JSON = [
            "hash": .string(hash), "successful": true, "ledger": 5, "result_xdr": "",
            "source_account": .string(Self.bob), "source_account_sequence": "8", "fee_charged": "100",
            "envelope_xdr": "", "paging_token": "17",
        ]
        var object = try #require(entry.asObject)
        object[member] = ["of": "a later version"]
        let read = try HistoryEntry(.object(object))
        #expect(read.token == 17 && read.fault?.contains(member) == true && read.envelope == nil)
        let observed = try ObservedTransaction(read, of: try AccountID(address: Self.alice), on: .testnet)
        #expect(observed.acts && !observed.isOurs && observed.hash.hex == hash)
        let report = try Self.report(to: Self.state(), by: [observed])
        #expect(report.level == .alarm)
        #expect(
            report.lines.last?.contains("NOT OURS, in the account's name: cannot be read: the field \"\(member)\"")
                == true)
    }

    @Test(arguments: ["paging_token", "hash", "ledger", "successful"])
    func `a transaction without its place in the history is an error that names the field`(member: String) throws {
        let entry: JSON = [
            "hash": .string(String(repeating: "ab", count: 32)), "successful": true, "ledger": 5, "paging_token": "17",
        ]
        var object = try #require(entry.asObject)
        #expect(try HistoryEntry(.object(object)).fault != nil)
        object[member] = nil
        let error = #expect(throws: JSONError.self) { try HistoryEntry(.object(object)) }
        #expect(error == .missing(field: member))
    }

    @Test func `attributes changes to a known outgoing payment`() throws {
        let payment = try Self.payment(from: Self.alice, to: Self.bob, 50, isOurs: true)
        let report = try Self.report(to: Self.state(sequence: 8, balance: 850), by: [payment])
        #expect(report.level == .ours)
        #expect(report.findings.map(\.change.kind) == ["sequence", "balance"])
        #expect(report.findings.allSatisfy { $0.transactions.map(\.hash) == [payment.hash] && $0.remark == nil })
        #expect(WatchReport.failure(in: [report], alarmsOnly: false) == nil)
    }

    @Test func `reports an incoming payment without an alarm`() throws {
        let payment = try Self.payment(from: Self.bob, to: Self.alice, 50, isOurs: false)
        let report = try Self.report(to: Self.state(balance: 1050), by: [payment])
        #expect(report.level == .info)
        #expect(WatchReport.failure(in: [report], alarmsOnly: false)?.kind == .refusedByLedger)
        #expect(WatchReport.failure(in: [report], alarmsOnly: true) == nil)
    }

    @Test func `raises an alarm for an unknown outgoing payment`() throws {
        let payment = try Self.payment(from: Self.alice, to: Self.bob, 50, isOurs: false)
        let report = try Self.report(to: Self.state(sequence: 8, balance: 850), by: [payment])
        #expect(report.level == .alarm && report.unknownTransactions.map(\.hash) == [payment.hash])
        #expect(WatchReport.failure(in: [report], alarmsOnly: true) != nil)
    }

    @Test func `raises an alarm for a balance change without a transaction`() throws {
        let report = try Self.report(to: Self.state(balance: 900), by: [])
        #expect(report.level == .alarm)
        #expect(report.findings[0].transactions.isEmpty)
        #expect(report.findings[0].remark == "no transaction in its history explains it")
    }

    @Test func `does not attribute a changed signer weight to a payment`() throws {
        let payment = try Self.payment(from: Self.alice, to: Self.bob, 50, isOurs: true)
        let report = try Self.report(to: Self.state(sequence: 8, balance: 850, weight: 0), by: [payment])
        let signer = try #require(report.findings.first { $0.change.kind == "signer" })
        #expect(signer.level == .alarm && signer.transactions.isEmpty)
    }

    @Test func `raises an alarm for a balance that fell by more than the transactions explain`() throws {
        let payment = try Self.payment(from: Self.alice, to: Self.bob, 50, isOurs: true)
        let report = try Self.report(to: Self.state(sequence: 8, balance: 800), by: [payment])
        #expect(report.level == .alarm)
        #expect(
            report.findings.last?.remark == "its transactions change it by -0.000015, not by -0.00002")
    }

    @Test func `raises an alarm for a balance that its transactions should have changed`() throws {
        let payment = try Self.payment(from: Self.alice, to: Self.bob, 50, isOurs: true)
        let report = try Self.report(to: Self.state(sequence: 8), by: [payment])
        #expect(report.level == .alarm)
        #expect(report.findings.last?.remark == "its transactions change it by -0.000015")
    }

    @Test func `raises an alarm for a sequence number that the history does not explain`() throws {
        let payment = try Self.payment(from: Self.alice, to: Self.bob, 50, isOurs: true)
        let report = try Self.report(to: Self.state(sequence: 9, balance: 850), by: [payment])
        #expect(report.level == .alarm && report.findings[0].remark == "its history explains 8")
    }

    @Test func `rejects an envelope whose hash differs from the record's`() throws {
        let body = OperationBody.bumpSequence(BumpSequenceOp(bumpTo: 9))
        #expect(throws: HorizonError.self) {
            try Self.observed(
                body, from: Self.alice, number: 8, isOurs: true, hash: String(repeating: "0", count: 64))
        }
    }

    @Test func `reads back a snapshot from its journal text`() throws {
        let state = Self.state(sequence: .max)
        #expect(try AccountSnapshot.read(AccountSnapshot.text(of: state)) == state)
        #expect(try AccountSnapshot.read(AccountSnapshot.text(of: nil)) == nil)
    }

    @Test(arguments: [
        "", "{}", #"{"version":2,"account":null}"#, #"{"version":1}"#, #"{"version":1,"account":{}}"#,
        #"{"version":1,"account":{"sequence":1,"thresholds":[0],"signers":{},"flags":[],"data":{},"balances":{}}}"#,
    ])
    func `rejects a malformed snapshot`(text: String) {
        #expect(throws: JSONError.self) { try AccountSnapshot.read(text) }
    }

    @Test func `distinguishes an unchanged account from one with an unexplained change`() throws {
        let alarm = try Self.report(to: Self.state(balance: 900), by: [])
        let quiet = try Self.report(to: Self.state(), by: [])
        #expect(quiet.lines == ["\(Self.alice) since 2026-09-21 14:13:20 UTC: no changes"])
        #expect(alarm.level == .alarm && quiet.level == .ours)
    }
}
