// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// Maintenance of the journal: backup, export, integrity check and archiving.
package protocol JournalKeeping: Sendable {
    /// Writes a copy of all committed data, complete or not at all, while other programs continue.
    ///
    /// - Throws: `.exists` when the file exists, unless `replacing`.
    func backUp(to path: String, replacing: Bool) throws(JournalError)

    /// Visits every row of requests, signatures, submissions and events, in the order written, in one consistent view.
    ///
    /// - Parameter visit: returns whether to continue.
    func export(_ visit: (JournalRow) -> Bool) throws(JournalError)

    /// The faults that SQLite's integrity check finds; empty when the file is intact.
    func faults() throws(JournalError) -> [String]

    /// Moves settled data into a separate file: transactions that were applied, failed in a ledger or expired, with
    /// their requests, signatures and events, and expired requests without a submission. Open transactions stay, and
    /// the journal still recognizes what was moved.
    ///
    /// - Parameters:
    ///   - before: only data older than this is moved, unix seconds.
    ///   - path: the new file; created complete or not at all, never replaced.
    ///   - end: the end of the validity of a request's document; nil when it has none.
    /// - Returns: the number of transactions moved; if 0, no file is created.
    func archive(
        before: Int64, to path: String, end: (RecordedRequest) -> Int64?
    ) throws(JournalError) -> Int

    /// The file to which a transaction was moved; nil when it was not.
    func archive(of hash: TransactionHash) throws(JournalError) -> String?
}
