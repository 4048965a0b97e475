// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import LedgerAPI
package import Review
package import Stellar
package import StellarXDR
package import Workspace

/// A signing request that is ready to be recorded and then written.
package struct BuiltRequest {
    package let request: SigningRequest
    package let hash: TransactionHash
    /// What the user should compare, to show once the request is recorded.
    package let facts: [Notice]
    /// More members of its JSON document.
    package var details = JSONObject()
    /// The draft from which it was built, and which it replaces; nil if it does not replace one.
    package var draft: TransactionHash?
    /// What was requested before and is answered by this request, such as the signatures of its authorization entries.
    var answers: [TransactionHash] = []
    private let created: Timestamp
    /// The journal's position when the sequence number was chosen; nil where it does not matter.
    private let position: JournalPosition?
    /// The journal, if it is open already.
    private let journal: (any OnlineJournal)?

    package init(_ request: SigningRequest, hash: TransactionHash, created: Timestamp, facts: [Notice]) {
        self.request = request
        self.hash = hash
        self.created = created
        self.facts = facts
        position = nil
        journal = nil
    }

    /// The request for a transaction.
    ///
    /// - Parameters:
    ///   - view: the ledger state that was fetched; nil offline.
    ///   - names: the user's names for the accounts.
    ///   - preauthorized: transactions that this one authorizes in advance.
    ///   - hints: additional unverified hints.
    ///   - position: the journal's position when the sequence number was chosen; nil where it does not matter.
    ///   - journal: the journal, if it is open already.
    ///   - reviewed: the envelope's review, if it was made already.
    package init(
        _ transaction: HashedTransaction, created: Timestamp, note: String?, view: NetworkLedger? = nil,
        names: AccountNames = AccountNames(),
        preauthorized: [TransactionEnvelope] = [],
        hints: JSONObject = JSONObject(), position: JournalPosition? = nil, journal: (any OnlineJournal)? = nil,
        reviewed: ReviewedItem? = nil
    ) throws(Failure) {
        let (envelope, network) = (transaction.envelope, transaction.network)
        var view = view
        var request = try SigningRequest(
            envelope, on: network, created: created, note: note, in: &view, names: names,
            preauthorized: preauthorized)
        for hint in hints.members { request.hints[hint.key] = hint.value }
        self.request = request
        self.created = created
        self.position = position
        self.journal = journal
        hash = transaction.hash
        facts =
            names.lines.map { .plain(.accountName, Wording($0)) }
            + Self.facts(reviewed?.review.operations ?? Self.operations(of: envelope, on: network, request.hints))
            + Self.summary(of: envelope, hash, on: network)
    }

    /// The request in the journal's form.
    package func recorded() throws(Failure) -> RecordedRequest {
        try RecordedRequest(of: request, hash: hash, created: created)
    }

    /// Records the request in the journal, then writes it: a response that comes back always finds its request.
    /// Withdraws the record if it could not be written.
    ///
    /// - Parameter context: opens the journal, if it is not open already.
    /// - Returns: nil if the sequence number was taken in the meantime: nothing was recorded or written.
    package func record<R>(in context: OnlineContext, write: () throws(Failure) -> R) throws(Failure) -> R? {
        let journal = if let journal { journal } else { try context.journal() }
        guard try journal.keep(request, hash: hash, created: created, since: position) else { return nil }
        let written = try journal.withdrawing([request.id.text], write)
        // That the draft waits no longer is no reason to take back what was written.
        if let draft { try? journal.record(superseded: draft, by: hash) }
        return written
    }

    /// Notes in the journal that what the request answers waits no longer.
    func recordAnswers(noting notices: inout [Notice]) {
        guard let journal, !answers.isEmpty else { return }
        do throws(JournalError) { try journal.record(authorized: answers, in: hash) } catch {
            notices.append(
                .warning(
                    .notRecorded,
                    "the journal could not note that the entries are signed: \(TerminalText.escape(Failure(error).wording.plain))"
                ))
        }
    }

    private static func operations(
        of envelope: TransactionEnvelope, on network: Network, _ hints: JSONObject
    ) -> [OperationReview] {
        var pools = KnownPools()
        pools.take(.object(hints))
        return OperationReview.all(
            of: envelope.innermost, pools: pools,
            tokens: KnownTokens(for: envelope.innermost, on: network, book: Book(), policy: nil))
    }

    /// The operations in the words of the review, so that a mistake shows here and not only on the offline machine.
    private static func facts(_ operations: [OperationReview]) -> [Notice] {
        let shown = 5
        var facts: [Notice] = []
        for (index, operation) in operations.prefix(shown).enumerated() {
            let number = operations.count == 1 ? "" : "\(index + 1). "
            let actor = operation.source.map { ", by \($0.address)" } ?? ""
            let line: Wording = "\(number)\(operation.summary.plain)\(actor)"
            facts.append(index == 0 ? .fact(.does, line) : .more(.does, line))
        }
        if operations.count > shown { facts.append(.more(.does, "and \(operations.count - shown) more")) }
        return facts
    }

    private static func summary(
        of envelope: TransactionEnvelope, _ hash: TransactionHash, on network: Network
    ) -> [Notice] {
        let transaction = envelope.innermost
        let end = transaction.cond.timeBounds?.maxTime ?? 0
        return Notice.identity(of: hash) + [
            .fact(.network, Wording(network.label)), .fact(.sequence, "\(transaction.seqNum)"),
            .fact(.maxFee, Wording(fee(of: envelope, transaction))),
            .fact(.valid, end == 0 ? "no expiry" : "until \(Timestamp(end).utc)"),
        ]
    }

    private static func fee(of envelope: TransactionEnvelope, _ transaction: Transaction) -> String {
        let count = transaction.operations.count
        let operations = "\(count) operation\(count == 1 ? "" : "s")"
        switch envelope.content {
        case .feeBump(let bump):
            return "\(bump.fee) stroops, paid by \(bump.feeSource.address), for \(operations) and the fee bump"
        case .transaction:
            guard case .v1(let data) = transaction.ext else {
                return "\(transaction.fee) stroops (\(transaction.fee / UInt32(max(1, count))) per operation)"
            }
            return "\(transaction.fee) stroops (\(data.resourceFee) of them for resources)"
        }
    }
}

extension BuiltRequest {
    /// The JSON document for the request, without its version.
    ///
    /// - Parameter result: the request itself, or the file that it was written to.
    package func document(_ result: (name: String, text: String)) -> JSON {
        var members: [(String, JSON)] = [
            ("id", .string(request.id.text)), ("kind", .string(request.kind.rawValue)), ("hash", .string(hash.hex)),
            ("words", .string(CheckWords.text(of: hash))),
            ("network_passphrase", .string(request.networkPassphrase)),
        ]
        members += details.members.map { ($0.key, $0.value) }
        return .object(JSONObject(members + [(result.name, .string(result.text))]))
    }
}

extension Notice {
    /// A hash and its check words, to compare with the signer's screen.
    package static func identity(of hash: TransactionHash) -> [Notice] {
        [
            .fact(.hash, Wording(hash.hex)), .fact(.words, Wording(CheckWords.text(of: hash))),
            .more(.words, "check words: compare with the signer's screen (not a seed phrase)"),
        ]
    }
}

extension OnlineContext {
    /// The ledger that the network's servers show, once they were found to belong to the network; notes how they
    /// differ.
    package func ledger(of network: Network, noting notices: inout [Notice]) throws(Failure) -> LedgerView {
        let view = try LedgerView(try horizon().client(for: network), network: network)
        notices += view.remarks.map { .plain(.server, Wording($0)) }
        if let warning = protocolWarning(view.protocolVersion, of: network) {
            notices.append(.warning(.newerProtocol, Wording(warning)))
        }
        return view
    }

    /// The ledger for building a contract call: Stellar RPC if only a server of that is named, else Horizon; notes how
    /// the servers differ. Other operations need Horizon: of an account's trustlines, Stellar RPC shows only those
    /// whose assets are known before.
    package func callLedger(of network: Network, noting notices: inout [Notice]) throws(Failure) -> NetworkLedger {
        guard let client = try rpcServers?.get().givenClient(for: network),
            try horizon().givenClient(for: network) == nil
        else { return NetworkLedger(try ledger(of: network, noting: &notices)) }
        let ledger = NetworkLedger(try RPCLedger(client))
        notices += ledger.remarks.map { .plain(.server, Wording($0)) }
        if let warning = protocolWarning(ledger.protocolVersion, of: network) {
            notices.append(.warning(.newerProtocol, Wording(warning)))
        }
        return ledger
    }
}
