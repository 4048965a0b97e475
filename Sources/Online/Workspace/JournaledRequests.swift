// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import Stellar
import StellarXDR

/// Requests of the journal as `SigningRequest` values.
extension OnlineJournal {
    /// Records a request under its hash.
    ///
    /// - Returns: false when its sequence number was taken since the mark; without a mark it is always recorded.
    @discardableResult package func keep(
        _ request: SigningRequest, hash: TransactionHash, created: Timestamp, since mark: JournalPosition? = nil
    ) throws(Failure) -> Bool {
        try keep([try RecordedRequest(of: request, hash: hash, created: created)], since: mark)
    }

    /// Records all requests or none.
    package func keep(_ records: [RecordedRequest], since mark: JournalPosition? = nil) throws(Failure) -> Bool {
        do { return try record(records, since: mark) } catch { throw Failure(error) }
    }

    /// Writes requests that were just recorded. On failure their records are withdrawn, which frees their sequence
    /// numbers.
    ///
    /// - Parameter ids: evaluated only when needed: a batch of thousands is written line by line.
    package func withdrawing<R>(
        _ ids: @autoclosure () -> [String], _ handOut: () throws(Failure) -> R
    ) throws(Failure) -> R {
        do throws(Failure) {
            return try handOut()
        } catch {
            do { try withdraw(ids()) } catch { throw Failure(error) }
            throw error
        }
    }

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
    /// A request in the journal's form.
    ///
    /// - Throws: `.badInput` for a request that the signer could not read (a note that is too long, a time beyond the
    ///   year 9999) or would refuse as a login, and for one with a secret key in a published field.
    package init(of request: SigningRequest, hash: TransactionHash, created: Timestamp) throws(Failure) {
        for text in Self.openTexts(of: request) where SecretText.has(.key, in: Array(text.utf8)) {
            throw Failure(
                .badInput, "the note or a data entry contains a secret key; nothing was recorded",
                hint: "anyone who has seen it controls the account: move its funds to another key")
        }
        try request.checkKind()
        let document = request.json.text()
        do { _ = try SigningRequest(recorded: document) } catch let error as HandoffError {
            throw Failure(.badInput, "the signer would not be able to read this request: \(error.message)")
        } catch {
            throw Failure(.bug, "the request that was built cannot be read back")
        }
        let transaction = request.envelope?.innermost
        self.init(
            hash: hash, id: request.id.text, kind: Self.kind(request.kind),
            network: request.network, document: document,
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

    private static func kind(_ kind: SigningRequest.Kind) -> Kind {
        switch kind {
        case .transaction: .transaction
        case .challenge: .challenge
        case .message: .message
        case .authorization: .authorization
        }
    }

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
    init(recorded document: String) throws { try self.init(json: try JSON(parsing: Array(document.utf8))) }
}
