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
    /// The requests that these replace, each with the first one in its place.
    private let replaced: [(request: ReplacedRequest, hash: TransactionHash)]

    /// - Parameter identity: of the batch that they belong to; nil for a new one.
    init(
        _ transactions: [HashedTransaction], of plan: BatchPlan, called name: BatchName,
        in identity: BatchPart? = nil, on network: Network, created: Timestamp, note: String?, view: AnyLedger?,
        names: AccountNames, facts: [Notice],
        journal: any OnlineJournal, position: JournalPosition?
    ) throws(Failure) {
        var view = view
        var records: [RecordedRequest] = []
        records.reserveCapacity(transactions.count)
        var generator = SystemRandomNumberGenerator()
        let id = identity?.id ?? RequestID(using: &generator).text
        var replaced: [(request: ReplacedRequest, hash: TransactionHash)] = []
        var begun: Set<AccountID> = []
        for (planned, transaction) in zip(plan.transactions, transactions) {
            let source = transaction.envelope.innermost.sourceAccount.account
            // The others follow this one, which the signer sees before them.
            let earlier =
                begun.insert(source).inserted
                ? try journal.signed(
                    before: transaction.envelope.innermost, of: view?.seen(source), on: network) : nil
            let request = try SigningRequest(
                transaction.envelope, on: network, created: created, note: note, in: &view, names: names,
                following: earlier)
            var record = try RecordedRequest(of: request, hash: transaction.hash, created: created)
            record.payments = planned.rows.map { $0.digest(on: network) }
            record.batch = BatchPart(
                id: id, name: identity?.name ?? name.text,
                lines: planned.rows.map { .init(number: $0.line, name: $0.name, note: $0.note) })
            records.append(record)
            if let request = planned.replaced, replaced.last?.request.hash != request.hash {
                replaced.append((request, transaction.hash))
            }
        }
        self.replaced = replaced
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
            : HandoffName(
                .batch, TransactionHash(ofBatch: transactions.map(\.hash)), .unsigned, isDocument ? .jsonl : .xdr)
    }

    /// Records all requests, before they are written: a response that comes back always finds its request.
    ///
    /// - Returns: false if a sequence number was taken in the meantime: nothing was recorded.
    package func record() throws(Failure) -> Bool {
        guard try journal.keep(records, since: position) else { return false }
        // Before they leave: what they replace must not be built once more, even if this program is killed now.
        try journal.withdrawing(records.map(\.id)) { () throws(Failure) in
            try journal.note(replaced.map { ($0.request.hash, by: $0.hash) })
        }
        return true
    }

    /// Forgets those of the requests that these replace that no one has signed, once these are handed over.
    func forgetReplaced() { for (request, _) in replaced { journal.forget(request) } }

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
    /// What the user calls the batch; nil names it after its table.
    package var name: BatchName?
    /// Whether each payment gets a transaction of its own, so that one that fails stops no other.
    package var isolatesPayments = false

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
        name = try texts.optional(.name)
        isolatesPayments = texts.isOn(.onePerTransaction)
    }
}

/// The name of a batch, by which people call it.
package struct BatchName: Hashable, TextValue {
    /// 1 to 100 characters, none of them a control character.
    package let text: String

    /// - Throws: an error for an empty or long name, and for one that looks like a hash, which could mean a
    ///   transaction.
    package init(text: String) throws(Failure) {
        let isHash =
            text.utf8.count >= 8
            && text.utf8.allSatisfy { byte in
                byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
            }
        guard !text.isEmpty, text.count <= 100, TerminalText.escape(text) == text, !isHash else {
            throw Failure(.badInput, "must be 1 to 100 printable characters, and not only hex digits like a hash")
        }
        guard !SecretText.has(.written, in: Array(text.utf8)) else {
            throw Failure(.badInput, "contains a secret key or its words, and would be recorded")
        }
        self.text = text
    }

    /// The name of a table's file without its folders.
    ///
    /// - Parameter origin: the file's name, escaped.
    init(origin: String) {
        let file = origin.split(separator: "/").last.map(String.init) ?? origin
        text = String(file.suffix(100))
    }
}
