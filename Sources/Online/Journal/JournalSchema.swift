// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The journal's tables and their migrations; docs/internals/JOURNALS.md describes them.
enum JournalSchema {
    /// `CSJ1`, the application id in the SQLite header.
    static let applicationID: Int64 = 0x4353_4a31

    /// One step for each version of the format; a released step is never changed.
    private static let steps: [Step] =
        [
            version1, version2, watchedAccounts, archivedTransactions, heldTransactions, transfers,
            places, requestNumbers, signatures, withdrawalPayments, rampSessions, authorizationRequests,
        ].map { Step(sql: $0) } + [Step(sql: payments, fill: PaymentRow.fill), Step(sql: keptHistories)]

    private struct Step: Sendable {
        let sql: String
        /// What SQL alone cannot do.
        var fill: @Sendable (Database) throws -> Void = { _ in }
    }

    static var newest: Int { steps.count }

    /// Refuses files of other programs and of newer formats.
    ///
    /// - Returns: the file's format version.
    static func check(_ db: Database, path: String) throws -> Int {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let owner = try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        guard owner == applicationID else {
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            guard owner == 0, version == 0, tables == 0 else { throw JournalError.notAJournal(path: path) }
            throw JournalError.corrupt(path: path, reason: "it holds no tables")
        }
        guard version > 0 else { throw JournalError.corrupt(path: path, reason: "it has no format \(version)") }
        guard version <= newest else {
            throw JournalError.newerSchema(path: path, found: version, newest: newest)
        }
        return version
    }

    /// Migrates the file to the newest format. Must be called inside a write transaction, so that of two programs
    /// starting at once one migrates and the other finds it done.
    static func migrate(_ db: Database, path: String) throws { try go(db, from: try check(db, path: path)) }

    /// Creates the tables in a new file.
    static func create(_ db: Database) throws { try go(db, from: 0) }

    private static func go(_ db: Database, from version: Int) throws {
        guard version < newest else { return }
        for step in steps[version...] {
            try db.execute(sql: step.sql)
            try step.fill(db)
        }
        try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(newest)")
    }

    private static let version1 = """
        CREATE TABLE request (
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
        CREATE INDEX request_hash ON request (hash);

        CREATE TABLE submission (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            inner_hash TEXT CHECK (length(inner_hash) = 64 AND inner_hash NOT GLOB '*[^0-9a-f]*'),
            network_passphrase TEXT NOT NULL,
            envelope TEXT NOT NULL,
            source TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            max_time INTEGER,
            state TEXT NOT NULL
                CHECK (state IN ('queued', 'sent', 'pending', 'included', 'failed', 'expired')),
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            doubtful_attempts INTEGER NOT NULL CHECK (doubtful_attempts BETWEEN 0 AND attempts),
            ledger INTEGER CHECK (ledger > 0),
            result_xdr TEXT,
            codes TEXT,
            error TEXT,
            queued_at INTEGER NOT NULL,
            first_sent INTEGER,
            last_attempt INTEGER,
            CHECK (ledger IS NOT NULL OR state <> 'included'),
            CHECK (ledger IS NULL OR state IN ('included', 'failed'))
        ) STRICT;
        CREATE INDEX submission_state ON submission (state);

        CREATE TABLE event (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            time INTEGER NOT NULL,
            hash TEXT NOT NULL,
            kind TEXT NOT NULL,
            detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX event_hash ON event (hash);
        CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
            BEGIN SELECT RAISE(ABORT, 'events are not changed'); END;
        CREATE TRIGGER event_is_not_removed BEFORE DELETE ON event
            BEGIN SELECT RAISE(ABORT, 'events are not removed'); END;
        """

    /// Names are unique regardless of case, so that no two look alike.
    private static let version2 = """
        CREATE TABLE contact (
            name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE,
            account TEXT NOT NULL,
            memo_type TEXT CHECK (memo_type IN ('text', 'id', 'hash', 'return')),
            memo TEXT,
            note TEXT,
            CHECK ((memo_type IS NULL) = (memo IS NULL))
        ) STRICT;
        """

    /// The last state of an account that `watch` saw, to compare with the next.
    private static let watchedAccounts = """
        CREATE TABLE watched_account (
            network_passphrase TEXT NOT NULL,
            account TEXT NOT NULL,
            state TEXT NOT NULL,
            cursor TEXT,
            ledger INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            PRIMARY KEY (network_passphrase, account)
        ) STRICT;
        CREATE INDEX submission_inner ON submission (inner_hash);
        """

    /// Archived transactions. The row of a submission remains, without its envelope, so that it is never submitted
    /// again.
    private static let archivedTransactions = """
        CREATE TABLE archived (
            hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            file TEXT NOT NULL,
            time INTEGER NOT NULL
        ) STRICT;
        DROP TRIGGER event_is_not_removed;
        CREATE TRIGGER event_is_not_removed BEFORE DELETE ON event
            WHEN NOT EXISTS (SELECT 1 FROM archived WHERE hash = OLD.hash)
            BEGIN SELECT RAISE(ABORT, 'events are not removed'); END;
        """

    /// Why a queued transaction must not be submitted until the user requests it again.
    private static let heldTransactions =
        "ALTER TABLE submission ADD COLUMN held TEXT CHECK (held IS NULL OR state = 'queued');"

    /// Deposits and withdrawals through anchors. The ids are the anchors', and an anchor may assign one twice.
    private static let transfers = """
        CREATE TABLE transfer (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            network_passphrase TEXT NOT NULL,
            home_domain TEXT NOT NULL,
            account TEXT NOT NULL,
            memo TEXT,
            kind TEXT NOT NULL CHECK (kind IN ('deposit', 'withdrawal')),
            protocol TEXT NOT NULL CHECK (protocol IN ('sep6', 'sep24')),
            asset TEXT NOT NULL,
            amount TEXT,
            method TEXT,
            other_asset TEXT,
            quote_id TEXT,
            payment_memo TEXT,
            claimable INTEGER NOT NULL CHECK (claimable IN (0, 1)),
            fields TEXT,
            step TEXT NOT NULL CHECK (step IN ('customer', 'fee', 'summary', 'sending', 'begun')),
            transfer_id TEXT CHECK (transfer_id IS NULL OR step = 'begun'),
            status TEXT,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX transfer_of_anchor ON transfer (network_passphrase, home_domain, transfer_id);
        """

    /// The hash under which a transaction was applied, if it is another one; earlier versions wrote it as text in the
    /// column `error`. The index does not begin with the network, because SQLite would then use it to scan all rows of
    /// a network in queries that another index answers at once.
    private static let places = """
        ALTER TABLE submission ADD COLUMN went_in_as TEXT CHECK (went_in_as IS NULL
            OR ledger IS NOT NULL AND length(went_in_as) = 64 AND went_in_as NOT GLOB '*[^0-9a-f]*');
        UPDATE submission SET went_in_as = substr(error, 12), error = NULL
            WHERE ledger IS NOT NULL AND length(error) = 75 AND substr(error, 1, 11) = 'went in as '
                AND substr(error, 12) NOT GLOB '*[^0-9a-f]*';
        CREATE INDEX submission_number ON submission (source, sequence);
        """

    /// For each transaction that is submitted, the requests with its sequence number are looked up.
    private static let requestNumbers = "CREATE INDEX request_number ON request (source, sequence);"

    /// Signatures that came back from the signer; earlier versions kept them in the envelopes of submissions only.
    private static let signatures = """
        CREATE TABLE signature (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            hint TEXT NOT NULL CHECK (length(hint) = 8 AND hint NOT GLOB '*[^0-9a-f]*'),
            signature TEXT NOT NULL,
            seen INTEGER NOT NULL,
            UNIQUE (hash, hint, signature)
        ) STRICT;
        """

    /// Transactions that paid withdrawals and whose requests were removed or archived: a withdrawal must not be paid
    /// twice.
    private static let withdrawalPayments = """
        CREATE TABLE withdrawal_payment (
            network_passphrase TEXT NOT NULL,
            home_domain TEXT NOT NULL,
            id TEXT NOT NULL,
            hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            PRIMARY KEY (network_passphrase, home_domain, id, hash)
        ) STRICT;
        """

    /// Transfers through Meso's ramp: how each was begun, and everything that happened to it.
    private static let rampSessions = """
        CREATE TABLE ramp_session (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            presentation TEXT NOT NULL CHECK (presentation IN ('embedded', 'inline')),
            origin TEXT NOT NULL,
            configuration TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE ramp_event (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            session INTEGER NOT NULL REFERENCES ramp_session (number),
            time INTEGER NOT NULL,
            kind TEXT NOT NULL,
            detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX ramp_event_session ON ramp_event (session);
        CREATE TRIGGER ramp_session_is_not_changed BEFORE UPDATE ON ramp_session
            BEGIN SELECT RAISE(ABORT, 'sessions are not changed'); END;
        CREATE TRIGGER ramp_session_is_not_removed BEFORE DELETE ON ramp_session
            BEGIN SELECT RAISE(ABORT, 'sessions are not removed'); END;
        CREATE TRIGGER ramp_event_is_not_changed BEFORE UPDATE ON ramp_event
            BEGIN SELECT RAISE(ABORT, 'events are not changed'); END;
        CREATE TRIGGER ramp_event_is_not_removed BEFORE DELETE ON ramp_event
            BEGIN SELECT RAISE(ABORT, 'events are not removed'); END;
        """

    /// Requests for authorization entries. SQLite cannot change the constraint of a column: the table is made again.
    private static let authorizationRequests = """
        CREATE TABLE request_of_any_kind (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            kind TEXT NOT NULL CHECK (kind IN ('transaction', 'challenge', 'message', 'authorization')),
            network_passphrase TEXT NOT NULL,
            document TEXT NOT NULL,
            source TEXT,
            sequence INTEGER,
            note TEXT,
            created INTEGER NOT NULL
        ) STRICT;
        INSERT INTO request_of_any_kind
            SELECT number, id, hash, kind, network_passphrase, document, source, sequence, note, created FROM request;
        DELETE FROM sqlite_sequence WHERE name = 'request_of_any_kind';
        INSERT INTO sqlite_sequence SELECT 'request_of_any_kind', seq FROM sqlite_sequence WHERE name = 'request';
        DROP TABLE request;
        ALTER TABLE request_of_any_kind RENAME TO request;
        CREATE INDEX request_hash ON request (hash);
        CREATE INDEX request_number ON request (source, sequence);
        """

    /// What each transaction pays, to recognize a payment that was made before, and the batch that a request belongs
    /// to. The rows of forgotten and archived requests stay.
    private static let payments = """
        ALTER TABLE request ADD COLUMN batch TEXT;
        ALTER TABLE request ADD COLUMN batch_name TEXT CHECK ((batch IS NULL) = (batch_name IS NULL));
        ALTER TABLE request ADD COLUMN batch_rows TEXT CHECK (batch_rows IS NULL OR batch IS NOT NULL);
        CREATE INDEX request_batch ON request (batch) WHERE batch IS NOT NULL;
        CREATE INDEX request_batch_name ON request (batch_name) WHERE batch_name IS NOT NULL;
        CREATE TABLE payment (
            digest INTEGER NOT NULL,
            hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            PRIMARY KEY (digest, hash)
        ) STRICT, WITHOUT ROWID;
        """

    /// What servers told of accounts' transactions before they forgot it, and the ledgers of which all are kept.
    private static let keptHistories = """
        CREATE TABLE kept_transaction (
            network_passphrase TEXT NOT NULL,
            account TEXT NOT NULL,
            ledger INTEGER NOT NULL CHECK (ledger > 0),
            place INTEGER NOT NULL CHECK (place > 0),
            hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            time INTEGER NOT NULL,
            successful INTEGER NOT NULL CHECK (successful IN (0, 1)),
            envelope TEXT NOT NULL,
            result TEXT NOT NULL,
            meta TEXT NOT NULL,
            PRIMARY KEY (network_passphrase, account, ledger, place)
        ) STRICT;
        CREATE INDEX kept_transaction_hash ON kept_transaction (hash);
        CREATE TABLE kept_ledgers (
            network_passphrase TEXT NOT NULL,
            account TEXT NOT NULL,
            first INTEGER NOT NULL CHECK (first > 0),
            last INTEGER NOT NULL CHECK (last >= first),
            last_hash TEXT CHECK (length(last_hash) = 64 AND last_hash NOT GLOB '*[^0-9a-f]*'),
            PRIMARY KEY (network_passphrase, account, first)
        ) STRICT;
        """
}

/// The SQLite that is linked.
package enum SQLiteLibrary {
    /// The version that the library reports, such as `3.40.1`; nil if it cannot open a database in memory.
    package static var version: String? {
        guard let memory = try? DatabaseQueue() else { return nil }
        return try? memory.read { database in try String.fetchOne(database, sql: "SELECT sqlite_version()") }
    }
}
