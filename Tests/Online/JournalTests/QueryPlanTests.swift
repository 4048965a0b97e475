// SPDX-License-Identifier: Apache-2.0

import GRDB
import Stellar
import Testing

@testable import Journal

/// The cost of a query for one transaction must not grow with the number of transactions.
struct QueryPlanTests {
    private final class Log {
        var statements: Set<String> = []
    }

    /// SQLite's query plan for each statement that the work runs in a journal.
    private static func plans(of work: (SQLiteJournal) throws -> Void) throws -> [(sql: String, plan: [String])] {
        let journal = try Home().journal()
        let log = Log()
        try journal.file.write { db in db.trace { log.statements.insert($0.expandedDescription) } }
        try work(journal)
        return try journal.file.write { db in
            db.trace(nil)
            let statements = log.statements.filter { sql in
                ["SELECT", "UPDATE", "INSERT INTO signature"].contains { sql.hasPrefix($0) }
            }
            return try statements.map { sql in
                let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)")
                return (sql, plan.map { row in row["detail"] })
            }
        }
    }

    @Test func `queries for one transaction use an index and never scan a table`() throws {
        let plans = try Self.plans { journal in
            var bump = transaction(2)
            bump.innerHash = hash(1)
            try journal.record(request(1))
            for one in [transaction(1), bump] {
                _ = try journal.queue(one)
                _ = try journal.beginAttempt(hash: one.hash)
            }
            _ = try journal.finish(hash: hash(1), .unknown(reason: "504"))
            _ = try journal.finish(hash: hash(2), .included(ledger: 7, resultXDR: nil))
            var later = transaction(3)
            later.innerHash = hash(1)
            _ = try journal.queue(later)
            _ = try journal.request(hash: hash(1))
            _ = try journal.asked([AccountNumber(source: alice, sequence: 1)], network: testnet)
            _ = try journal.holder(of: 1, source: alice, network: testnet)
            _ = try journal.laterHolder(than: 1, source: alice, network: testnet)
            _ = try journal.transactions(paying: [PaymentDigest(bits: 1)])
            _ = try journal.submissions(of: hash(1))
            _ = try journal.batch("week 48")
            _ = try journal.hashes(beginningWith: "00", limit: 3)
            _ = try journal.knows(hash: hash(1))
            try journal.record([RecordedSignature(hash: hash(1), hint: "00ff00ff", signature: "AAAA")])
            _ = try journal.signatures(hash: hash(1))
            _ = try journal.record([request(5)], since: try journal.mark())
            _ = try journal.numbersInUse(network: testnet, source: alice, after: 0)
            _ = try journal.numbersInDoubt(network: testnet, source: alice, before: 9)
        }
        #expect(plans.count > 10)
        for (sql, plan) in plans {
            // An index on the network alone still visits nearly every row.
            let slow = plan.filter {
                $0.hasPrefix("SCAN ") && $0 != "SCAN CONSTANT ROW" || $0.contains("(network_passphrase=?)")
            }
            #expect(slow == [], "\(sql)")
        }
    }
}
