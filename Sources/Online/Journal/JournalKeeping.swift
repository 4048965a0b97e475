// SPDX-License-Identifier: Apache-2.0

/// Looking after the journal itself.
package protocol JournalKeeping: Sendable {
    /// Writes a copy, whole or not at all, of everything that was committed; others go on meanwhile.
    ///
    /// - Throws: `.exists`, unless `replacing`.
    func backUp(to path: String, replacing: Bool) throws(JournalError)

    /// Gives every row of requests, signatures, submissions and events, in the order in which they were written, all from one moment.
    ///
    /// - Parameter visit: whether to go on.
    func export(_ visit: (JournalRow) -> Bool) throws(JournalError)

    /// What SQLite finds wrong with the file; empty when it is whole.
    func faults() throws(JournalError) -> [String]

    /// Moves what is settled into a file of its own: transactions that are in a ledger, failed there or expired, with their requests,
    /// signatures and events, and requests that nobody can answer any more. What is open stays, and what was moved is known all the same.
    ///
    /// - Parameters:
    ///   - before: nothing of theirs is as young as this, unix seconds.
    ///   - path: made whole or not at all, and never replaced.
    ///   - end: of a request's document, the end of its validity; nil when it has none.
    /// - Returns: how many transactions were moved; with none no file is made.
    func archive(
        before: Int64, to path: String, end: (RecordedRequest) -> Int64?
    ) throws(JournalError) -> Int

    /// The file to which a transaction was moved; nil when it was not.
    func archive(of hash: String) throws(JournalError) -> String?
}
