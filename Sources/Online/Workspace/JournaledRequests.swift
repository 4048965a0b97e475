// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import Stellar
import StellarXDR

/// Requests of the journal as `SigningRequest` values.
extension OnlineJournal {
    /// The request with a hash; nil when it is not in this journal.
    package func signingRequest(hash: TransactionHash) throws(Failure) -> SigningRequest? {
        let found: RecordedRequest?
        do { found = try request(hash: hash) } catch { throw Failure(error) }
        return try found.map { record throws(Failure) in try record.parsed() }
    }

    /// The request with an id; nil when it is not in this journal.
    package func signingRequest(id: RequestID) throws(Failure) -> SigningRequest? {
        let found: RecordedRequest?
        do { found = try request(id: id.text) } catch { throw Failure(error) }
        return try found.map { record throws(Failure) in try record.parsed() }
    }

    /// Whether this journal has a request with a hash. Its document is not read.
    package func isRequested(_ hash: TransactionHash) throws(Failure) -> Bool {
        do { return try request(hash: hash) != nil } catch { throw Failure(error) }
    }

    /// What became of a request that was removed: when, and what was built in its place. Nil if it is known, and if
    /// there was none.
    package func forgotten(_ hash: TransactionHash) throws(Failure) -> Wording? {
        let (events, isKnown): ([JournalEvent], Bool)
        do {
            events = try self.events(hash: hash)
            isKnown = if try request(hash: hash) != nil { true } else { try submission(hash: hash) != nil }
        } catch { throw Failure(error) }
        guard !isKnown, let last = events.last(where: { $0.kind == .withdrawn }),
            last.detail.hasSuffix(JournalEvent.forgotten)
        else { return nil }
        let successor = events.last { $0.kind == .superseded || $0.kind == .requested }
        let place =
            successor?.kind == .superseded
            ? ", and \(TerminalText.escape(successor?.detail ?? "")) was built in its place" : ""
        return "the request \(hash) was forgotten on \(Timestamp(UInt64(max(0, last.time))).utc)\(place)"
    }

    /// The other requests of this journal with the sequence number of each of these transactions; empty if the
    /// transaction, its inner transaction or a fee bump of it was requested, or nothing with its number was.
    package func replacement(
        of transactions: [(number: AccountNumber, hash: TransactionHash, innerHash: TransactionHash?)],
        on network: Network
    ) throws(Failure) -> [[TransactionHash]] {
        let asked: [[TransactionHash]]
        do { asked = try self.asked(transactions.map(\.number), network: network) } catch {
            throw Failure(error)
        }
        return zip(transactions, asked).map { transaction, asked in
            let inside = transaction.innerHash ?? transaction.hash
            let isAsked = asked.contains { hash in
                if hash == transaction.hash || hash == inside { return true }
                guard let record = try? request(hash: hash), let request = try? record.parsed() else {
                    return false
                }
                return request.envelope?.innermost.hash(on: network) == inside
            }
            return isAsked ? [] : asked
        }
    }
}

extension OnlineJournal {
    /// Moves settled data into a separate file, as `archive(before:to:end:)` does, with the expiry in the requests'
    /// documents.
    package func archive(before end: Timestamp, to path: String) throws(JournalError) -> Int {
        try archive(before: Int64(clamping: end.seconds), to: path, end: \.expiry)
    }
}

extension RecordedRequest {
    /// The request itself.
    package func parsed() throws(Failure) -> SigningRequest {
        do { return try SigningRequest(recorded: document) } catch {
            throw Failure(.badInput, "the journal's request for \(hash) cannot be read")
        }
    }

    /// The expiry of the requested transaction, in seconds since 1970; nil if it has none or cannot be read.
    fileprivate var expiry: Int64? {
        guard let end = (try? parsed())?.envelope?.innermost.cond.timeBounds?.maxTime, end > 0 else { return nil }
        return Int64(clamping: end)
    }
}

extension SigningRequest {
    /// The request of a row.
    ///
    /// - Parameter document: its JSON text.
    package init(recorded document: String) throws { try self.init(json: try JSON(parsing: Array(document.utf8))) }
}
