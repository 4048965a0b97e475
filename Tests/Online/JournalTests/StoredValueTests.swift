// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import Testing
import Workspace

@testable import Journal

/// Values in the database that a type does not have, as after an edit by hand or from a newer release, and those that
/// it has.
struct StoredValueTests {
    private let home = Home()
    private let journal: SQLiteJournal

    init() throws {
        journal = try home.journal()
        try journal.record(request(1))
        _ = try journal.queue(transaction(1))
        try journal.record([RecordedSignature(hash: hash(1), hint: "00ff00ff", signature: "AAAA")])
        _ = try journal.add(transfer)
        try journal.keep(
            WatchedAccount(network: testnet, account: alice, state: "{}", cursor: nil, ledger: 9, seen: 1_000))
    }

    private var transfer: RecordedTransfer {
        RecordedTransfer(
            network: testnet, homeDomain: "example.com", account: .init(alice), memo: nil, kind: .deposit,
            protocol: .sep24, asset: "SRT")
    }

    /// Changes a row as another program could, without the table's own checks.
    private func set(_ table: String, _ change: String) throws {
        let sql =
            "PRAGMA ignore_check_constraints = on; DROP TRIGGER event_is_not_changed; UPDATE \(table) SET \(change)"
        guard try home.sqlite(sql) == 0 else { throw JournalError.badValue(change) }
    }

    private func reason<T>(_ read: () throws(JournalError) -> T) throws -> String {
        let error = try #require(throws: JournalError.self) { _ = try read() }
        guard case .corrupt(home.file, let reason) = error else { throw error }
        return reason
    }

    // MARK: unknown values

    @Test(arguments: ["", "lost", "Queued", "queued ", "5"])
    func `an unknown state of a submission is an error that names the row`(state: String) throws {
        try set("submission", "state = '\(state)'")
        #expect(
            try reason { () throws(JournalError) in try journal.submission(hash: hash(1)) }
                == "submission 1 has an unknown value in the column state")
    }

    @Test(arguments: ["", "payment", "Transaction"])
    func `an unknown kind of a request is an error that names the row`(kind: String) throws {
        try set("request", "kind = '\(kind)'")
        #expect(
            try reason { () throws(JournalError) in try journal.requests(limit: 9) }
                == "request 1 has an unknown value in the column kind")
    }

    @Test(arguments: ["", "erased", "Queued"])
    func `an unknown kind of an event is an error that names the row`(kind: String) throws {
        try set("event", "kind = '\(kind)' WHERE kind = 'queued'")
        #expect(
            try reason { () throws(JournalError) in try journal.events(hash: hash(1)) }
                == "event 2 has an unknown value in the column kind")
    }

    @Test(arguments: [
        ("kind", "gift"), ("kind", "withdraw"), ("protocol", "sep31"), ("protocol", "SEP24"), ("step", "elsewhere"),
        ("account", "GA"), ("account", "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA"),
    ])
    func `an unknown value of a transfer is an error that names the row`(column: String, value: String) throws {
        try set("transfer", "\(column) = '\(value)'")
        let expected = "transfer 1 has an unknown value in the column \(column)"
        #expect(try reason { () throws(JournalError) in try journal.transfer(number: 1) } == expected)
        #expect(try reason { () throws(JournalError) in try journal.transfers(limit: 9) } == expected)
    }

    @Test(arguments: [
        ("inner_hash", "'abc'"), ("source", "'GA'"), ("source", "''"), ("went_in_as", "'abc'"),
    ])
    func `a hash or an account that is none is an error that names the row`(
        column: String, value: String
    ) throws {
        try set("submission", "\(column) = \(value)")
        #expect(
            try reason { () throws(JournalError) in try journal.submissions(limit: 9) }
                == "submission 1 has an unknown value in the column \(column)")
    }

    @Test func `a list of pending transactions with one of an invalid source is an error`() throws {
        try set("submission", "source = 'GA'")
        #expect(
            try reason { () throws(JournalError) in try journal.open() }
                == "submission 1 has an unknown value in the column source")
    }

    @Test func `a sequence number of an unknown state is never free`() throws {
        try set("submission", "state = 'lost'")
        #expect(
            try reason { () throws(JournalError) in
                try journal.numbersInUse(network: testnet, source: alice, after: 0)
            } == "request or submission 1 has an unknown value in the column state")
    }

    @Test(arguments: ["{", "{}", "{\"transaction\":\"\u{1B}[2J\"}"])
    func `unreadable result codes hide no outcome, and the audit names them`(codes: String) throws {
        try set("submission", "codes = '\(codes)'")
        let found = try #require(try journal.submission(hash: hash(1)))
        #expect(found.codes == nil && found.state == .queued)
        let audit = try JournalAudit(journal, path: home.file)
        #expect(audit.faults.contains("submission 1: its result codes cannot be read"))
    }

    @Test func `a source that is not an account hides no other, and the audit names it`() throws {
        try set("request", "source = 'GA'")
        #expect(try journal.sources(network: testnet) == [alice])
        #expect(try home.sqlite("UPDATE submission SET source = 'GA'") == 0)
        #expect(try journal.sources(network: testnet) == [])
        let audit = try JournalAudit(journal, path: home.file)
        #expect(audit.faults.contains("submission 1: its source is not an account"))
    }

    @Test func `an unknown value is only an error where it is read`() throws {
        try set("transfer", "kind = 'gift'")
        #expect(try journal.transfers(id: "x") == [])
        #expect(try journal.submission(hash: hash(1)) != nil)
        var rows = 0
        try journal.export { _ in
            rows += 1
            return true
        }
        #expect(rows == 5, "an export gives every row as it is stored")
    }

    // MARK: known values

    @Test(arguments: RecordedRequest.Kind.allCases)
    func `every kind of request is read as it was written`(kind: RecordedRequest.Kind) throws {
        var other = request(2)
        other.kind = kind
        try journal.record(other)
        #expect(try home.journal().request(hash: hash(2)) == other)
    }

    @Test(arguments: TransferKind.allCases, TransferProtocol.allCases)
    func `every kind and protocol of a transfer is read as it was written`(
        kind: TransferKind, spoken: TransferProtocol
    ) throws {
        let added = try journal.add(
            RecordedTransfer(
                network: another, homeDomain: "example.com", account: .init(bob), memo: "7", kind: kind,
                protocol: spoken, asset: "native"))
        #expect(try home.journal().transfer(number: added.number) == added)
    }

    @Test(arguments: [TransferStatus.incomplete, .noMarket, TransferStatus(rawValue: "pending_moon_landing")])
    func `every status of a transfer is kept, since anchors may send one that no SEP defines`(
        status: TransferStatus
    ) throws {
        var known = try #require(try journal.transfer(number: 1))
        known.status = status
        _ = try journal.update(known, before: .customer)
        #expect(try home.journal().transfer(number: 1)?.status == status)
    }

    @Test func `result codes are stored as Horizon's JSON, and read as they were`() throws {
        let codes = ResultCodes(
            transaction: .txFeeBumpInnerFailed, innerTransaction: .txFailed, operations: [.opSuccess, "op_new_code"])
        _ = try journal.beginAttempt(hash: hash(1))
        let known = try journal.finish(
            hash: hash(1), .failed(ledger: 7, resultXDR: nil, codes: codes, reason: "tx_failed"))
        #expect(known.codes == codes)
        var stored: JournalRow.Value?
        try journal.export { row in
            if row.table == .submission { stored = row["codes"] }
            return true
        }
        let text =
            #"{"transaction":"tx_fee_bump_inner_failed","inner_transaction":"tx_failed","operations":["op_success","op_new_code"]}"#
        #expect(stored == .text(text))
    }

    @Test func `hashes, networks and accounts are stored as their texts`() throws {
        var row: JournalRow?
        try journal.export { found in
            row = found
            return false
        }
        #expect(row?["hash"] == .text(hash(1).hex))
        #expect(row?["network_passphrase"] == .text(testnet.passphrase))
        #expect(row?["source"] == .text(alice.address))
        #expect(row?["kind"] == .text("transaction"))
    }
}
