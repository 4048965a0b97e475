// SPDX-License-Identifier: Apache-2.0

import Foundation
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport

@testable import Journal

/// A temporary folder for one test, removed with this object, and its journal.
final class Home {
    private let temporary = TemporaryFolder()
    var folder: String { temporary.path }
    var online: String { folder + "/online" }
    var file: String { online + "/journal.sqlite" }

    func journal(at time: Int64 = 1_000) throws -> SQLiteJournal {
        try SQLiteJournal(folder: online) { time }
    }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? Int) ?? -1
    }

    /// Runs SQL on the file with Python's sqlite3 module, bypassing the journal.
    func sqlite(_ sql: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])"
        process.arguments = ["python3", "-c", script, file, sql]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// SQL that reverts each schema migration, from version 2 on.
    private static let undoing = [
        "DROP TABLE contact", "DROP TABLE watched_account; DROP INDEX submission_inner",
        """
        DROP TABLE archived; DROP TRIGGER event_is_not_removed;
        CREATE TRIGGER event_is_not_removed BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are not removed'); END
        """,
        "ALTER TABLE submission DROP COLUMN held", "DROP TABLE transfer",
        """
        UPDATE submission SET error = 'went in as ' || went_in_as WHERE went_in_as IS NOT NULL;
        DROP INDEX submission_number; ALTER TABLE submission DROP COLUMN went_in_as
        """,
        "DROP INDEX request_number", "DROP TABLE signature",
        "DROP TABLE withdrawal_payment", "DROP TABLE ramp_event; DROP TABLE ramp_session",
        """
        CREATE TABLE earlier (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            kind TEXT NOT NULL CHECK (kind IN ('transaction', 'challenge', 'message')),
            network_passphrase TEXT NOT NULL,
            document TEXT NOT NULL,
            source TEXT,
            sequence INTEGER,
            note TEXT,
            created INTEGER NOT NULL
        ) STRICT;
        INSERT INTO earlier SELECT * FROM request WHERE kind <> 'authorization';
        DELETE FROM sqlite_sequence WHERE name = 'earlier';
        INSERT INTO sqlite_sequence SELECT 'earlier', seq FROM sqlite_sequence WHERE name = 'request';
        DROP TABLE request;
        ALTER TABLE earlier RENAME TO request;
        CREATE INDEX request_hash ON request (hash);
        CREATE INDEX request_number ON request (source, sequence)
        """,
        """
        DROP TABLE payment; DROP INDEX request_batch; DROP INDEX request_batch_name; ALTER TABLE request DROP COLUMN batch_rows;
        ALTER TABLE request DROP COLUMN batch_name; ALTER TABLE request DROP COLUMN batch
        """,
        "DROP TABLE kept_transaction; DROP TABLE kept_ledgers",
    ]

    /// Reverts the file to an earlier version of the schema.
    func takeBack(to version: Int) throws {
        let steps = Self.undoing[(version - 1)...].reversed() + ["PRAGMA user_version = \(version)"]
        let status = try sqlite(steps.joined(separator: ";\n"))
        guard status == 0 else { throw CocoaError(.featureUnsupported) }
    }
}

/// The accounts and networks of the tests.
let (alice, bob) = (account(1), account(2))
let (testnet, another) = (Network.testnet, Network(passphrase: "another"))

private func account(_ number: UInt8) -> AccountID {
    guard let key = Uint256(Array(repeating: number, count: 32)) else { preconditionFailure("a key has 32 bytes") }
    return .ed25519(key)
}

func hash(_ number: Int) -> TransactionHash {
    let digits = String(number, radix: 16)
    guard let hash = TransactionHash(hex: String(repeating: "0", count: 64 - digits.count) + digits) else {
        preconditionFailure("a hash has 64 digits")
    }
    return hash
}

func request(_ number: Int, id: String? = nil) -> RecordedRequest {
    RecordedRequest(
        hash: hash(number), id: id ?? "id-\(number)", kind: .transaction,
        network: testnet,
        document: #"{"format": "coldstar-request"}"#, source: alice, sequence: .max, note: "Invoice \(number)",
        created: 900)
}

func transaction(_ number: Int, envelope: String = "AAAA") -> SignedTransaction {
    SignedTransaction(
        hash: hash(number), network: testnet, envelope: envelope, source: alice, sequence: Int64(number),
        maxTime: 2_000)
}

let refusal = SubmissionOutcome.failed(
    ledger: nil, resultXDR: "AAAA",
    codes: ResultCodes(transaction: .txBadSeq, innerTransaction: nil, operations: []), reason: "tx_bad_seq")
