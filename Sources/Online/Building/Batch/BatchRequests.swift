// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
import LedgerAPI
import Review
package import Stellar
import StellarXDR
package import Workspace

/// The requests of a batch, ready to be recorded at once and then written.
package struct BatchRequests {
    package let transactions: [HashedTransaction]
    /// The requests in the journal's form, in the order of the transactions.
    package let records: [RecordedRequest]
    /// What the user should compare, to show once the requests are written.
    package let facts: [Notice]
    private let journal: any OnlineJournal
    /// The journal's position when the sequence numbers were chosen; nil where it does not matter.
    private let position: JournalPosition?

    init(
        _ transactions: [HashedTransaction], on network: Network, created: Timestamp, note: String?,
        view: AnyLedger?, names: AccountNames, facts: [Notice], journal: any OnlineJournal,
        position: JournalPosition?
    ) throws(Failure) {
        var view = view
        var records: [RecordedRequest] = []
        records.reserveCapacity(transactions.count)
        for transaction in transactions {
            let request = try SigningRequest(
                transaction.envelope, on: network, created: created, note: note, in: &view, names: names)
            records.append(try RecordedRequest(of: request, hash: transaction.hash, created: created))
        }
        self.transactions = transactions
        self.records = records
        self.facts = facts
        self.journal = journal
        self.position = position
    }

    /// The file name in a folder; a single request is named like a transaction, not like a batch.
    ///
    /// - Parameter isDocument: whether the file has requests; otherwise it has envelopes.
    package func name(isDocument: Bool) -> HandoffName {
        transactions.count == 1
            ? HandoffName(.transaction, transactions[0].hash, .unsigned, isDocument ? .json : .xdr)
            : HandoffName(.batch, BatchReview.hash(of: transactions.map(\.hash)), .unsigned, isDocument ? .jsonl : .xdr)
    }

    /// Records all requests, before they are written: a response that comes back always finds its request.
    ///
    /// - Returns: false if a sequence number was taken in the meantime: nothing was recorded.
    package func record() throws(Failure) -> Bool { try journal.keep(records, since: position) }

    /// Writes all requests; withdraws their records if that fails.
    package func write<R>(_ write: () throws(Failure) -> R) throws(Failure) -> R {
        try journal.withdrawing(records.map(\.id), write)
    }

    /// Writes the requests one by one; if one fails, withdraws its record and those after it. What was written before
    /// may already be signed.
    package func writeEach(_ write: (Int) throws(Failure) -> Void) throws(Failure) {
        for index in records.indices {
            try journal.withdrawing(records[index...].map(\.id)) { () throws(Failure) in try write(index) }
        }
    }
}

extension BatchRequests {
    /// The JSON document for one request, without its version.
    ///
    /// - Parameter result: the transaction itself, or the file that it was written to.
    package func document(_ index: Int, _ result: (name: String, text: String)) -> JSON {
        let (transaction, record) = (transactions[index].envelope.innermost, records[index])
        return [
            "id": .string(record.id), "hash": .string(record.hash.hex),
            "source": .string(transaction.sourceAccount.account.address),
            "sequence": .string("\(transaction.seqNum)"), "operations": .integer(transaction.operations.count),
            result.name: .string(result.text),
        ]
    }

    /// The requests as JSON documents, or their envelopes as base64 XDR.
    package func texts(isDocument: Bool) -> [String] {
        isDocument ? records.map(\.document) : transactions.map { Base64.encode($0.envelope.xdr) }
    }
}

/// What a user wants of all transactions of a batch.
package struct BatchTerms: Sendable {
    private let reachable: OnlineContext
    package var network: NetworkSelection
    package var now: Timestamp
    /// The payer of rows without a source.
    package var source: AccountReference?
    package var conditions = ConditionInput()
    package var fee = FeeChoice.automatic
    /// Of the first transaction.
    package var sequence = SequenceChoice.next
    /// Whether to fetch every destination account; nil decides by their number.
    package var checksAccounts: Bool?
    /// A note for the signer.
    package var note: String?

    package init(context: OnlineContext, network: NetworkSelection, now: Timestamp) {
        reachable = context
        self.network = network
        self.now = now
    }

    /// The state and the servers that the batch may be built with.
    package var context: OnlineContext { sequence.allowed(reachable) }

    /// Takes what texts say of the payer, preconditions, fee and sequence numbers.
    package mutating func fill(_ texts: FieldTexts) throws(Failure) {
        source = try texts.optional(.source)
        conditions = try ConditionInput(texts)
        fee = try texts.optional(.fee) ?? .automatic
        sequence = try SequenceChoice(texts)
    }
}
