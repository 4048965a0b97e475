// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import SafeFiles
package import Stellar
import StellarXDR

/// The journal of a folder, with requests as `SigningRequest` values.
package struct OnlineJournal {
    package let store: SQLiteJournal

    package init(_ store: SQLiteJournal) { self.store = store }

    /// Opens or creates the journal in a folder.
    ///
    /// - Parameter clock: the present in seconds since 1970, which every record gets.
    package init(folder: String, clock: @escaping @Sendable () -> Int64) throws(Failure) {
        do { store = try SQLiteJournal(folder: folder, clock: clock) } catch { throw Failure(error) }
    }

    /// Opens the existing journal of a folder for writing; nil when there is none.
    ///
    /// - Parameter clock: the present in seconds since 1970, which every record gets.
    package static func opening(
        folder: String, clock: @escaping @Sendable () -> Int64
    ) throws(Failure) -> SQLiteJournal? {
        // A link to a disk that is not mounted is a journal that cannot be opened, and not a missing one.
        guard SafeFiles.exists(SQLiteJournal.path(in: folder)) else { return nil }
        do { return try SQLiteJournal(existing: folder, clock: clock) } catch { throw Failure(error) }
    }

    /// The existing journal of a folder, for reading; does not wait for writers.
    package static func reading(folder: String) throws(Failure) -> SQLiteJournal {
        do { return try SQLiteJournal(reading: SQLiteJournal.path(in: folder)) } catch { throw Failure(error) }
    }

    /// The existing journal of a folder; nil when there is none.
    package static func existing(folder: String) throws(Failure) -> SQLiteJournal? {
        SafeFiles.exists(SQLiteJournal.path(in: folder)) ? try reading(folder: folder) : nil
    }

    /// Records a request under its hash.
    ///
    /// - Returns: false when its sequence number was taken since the mark; without a mark it is always recorded.
    @discardableResult package func keep(
        _ request: SigningRequest, hash: TransactionHash, created: Timestamp, since mark: JournalPosition? = nil
    ) throws(Failure) -> Bool {
        try keep([try Self.record(of: request, hash: hash, created: created)], since: mark)
    }

    /// Records all requests or none.
    package func keep(_ records: [RecordedRequest], since mark: JournalPosition? = nil) throws(Failure) -> Bool {
        do { return try store.record(records, since: mark) } catch { throw Failure(error) }
    }

    /// Writes requests that were just recorded. On failure their records are withdrawn, which frees their sequence numbers.
    ///
    /// - Parameter ids: evaluated only when needed: a batch of thousands is written line by line.
    package func withdrawing<R>(
        _ ids: @autoclosure () -> [String], _ handOut: () throws(Failure) -> R
    ) throws(Failure) -> R {
        do throws(Failure) {
            return try handOut()
        } catch {
            do { try store.withdraw(ids()) } catch { throw Failure(error) }
            throw error
        }
    }

    /// A request in the journal's form.
    ///
    /// - Throws: `.badInput` for a request that the signer could not read (a note that is too long, a time beyond the year 9999)
    ///   or would refuse as a login, and for one with a secret key in a published field.
    package static func record(
        of request: SigningRequest, hash: TransactionHash, created: Timestamp
    ) throws(Failure) -> RecordedRequest {
        for text in openTexts(of: request) where SecretText.has(.key, in: Array(text.utf8)) {
            throw Failure(
                .badInput, "the note or a data entry contains a secret key; nothing was recorded",
                hint: "anyone who has seen it controls the account: move its funds to another key")
        }
        try request.checkKind()
        let document = request.json.text()
        do { _ = try SigningRequest(json: try JSON(parsing: Array(document.utf8))) } catch let error as HandoffError {
            throw Failure(.badInput, "the signer would not be able to read this request: \(error.message)")
        } catch {
            throw Failure(.bug, "the request that was built cannot be read back")
        }
        let transaction = request.envelope?.innermost
        return RecordedRequest(
            hash: hash, id: request.id.text, kind: kind(request.kind),
            network: Network(passphrase: request.networkPassphrase), document: document,
            source: transaction?.sourceAccount.account, sequence: transaction?.seqNum, note: request.note,
            created: Int64(clamping: created.seconds))
    }

    /// The published fields that may contain text typed by the user.
    private static func openTexts(of request: SigningRequest) -> [String] {
        var texts = [request.note ?? ""]
        guard let envelope = request.envelope else { return texts }
        for operation in envelope.innermost.operations {
            guard case .manageData(let data) = operation.body else { continue }
            texts += [data.dataName.bytes, data.dataValue?.bytes ?? []].map { String(decoding: $0, as: UTF8.self) }
        }
        return texts
    }

    private static func kind(_ kind: SigningRequest.Kind) -> RecordedRequest.Kind {
        switch kind {
        case .transaction: .transaction
        case .challenge: .challenge
        case .message: .message
        case .authorization: .authorization
        }
    }

    /// The request with a hash; nil when it is not in this journal.
    package func request(hash: TransactionHash) throws(Failure) -> SigningRequest? {
        let found: RecordedRequest?
        do { found = try store.request(hash: hash) } catch { throw Failure(error) }
        return try found.map { record throws(Failure) in try Self.document(record) }
    }

    /// The request with an id; nil when it is not in this journal.
    package func request(id: RequestID) throws(Failure) -> SigningRequest? {
        let found: RecordedRequest?
        do { found = try store.request(id: id.text) } catch { throw Failure(error) }
        return try found.map { record throws(Failure) in try Self.document(record) }
    }

    /// The other requests of this journal with the sequence number of each of these transactions; empty if the transaction, its inner
    /// transaction or a fee bump of it was requested, or nothing with its number was.
    package func askedInstead(
        of transactions: [(number: AccountNumber, hash: TransactionHash, innerHash: TransactionHash?)],
        on network: Network
    ) throws(Failure) -> [[TransactionHash]] {
        let asked: [[TransactionHash]]
        do { asked = try store.asked(transactions.map(\.number), network: network) } catch {
            throw Failure(error)
        }
        return zip(transactions, asked).map { transaction, asked in
            let inside = transaction.innerHash ?? transaction.hash
            let isAsked = asked.contains { hash in
                if hash == transaction.hash || hash == inside { return true }
                guard let record = try? store.request(hash: hash), let request = try? Self.document(record) else {
                    return false
                }
                return request.envelope?.innermost.hash(on: network) == inside
            }
            return isAsked ? [] : asked
        }
    }

    package static func document(_ record: RecordedRequest) throws(Failure) -> SigningRequest {
        do {
            return try SigningRequest(json: try JSON(parsing: Array(record.document.utf8)))
        } catch {
            throw Failure(.badInput, "the journal's request for \(record.hash) cannot be read")
        }
    }
}
