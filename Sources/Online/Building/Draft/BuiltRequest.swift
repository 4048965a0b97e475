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
    /// The request in whose place it was built; nil if it does not replace one.
    package var replaced: ReplacedRequest?
    /// What was requested before and is answered by this request, such as the signatures of its authorization entries.
    var answers: [TransactionHash] = []
    /// What its transaction pays.
    private let payments: [PaymentDigest]
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
        payments = []
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
    ///   - reviewed: its operations, if they were reviewed already.
    package init(
        _ transaction: HashedTransaction, created: Timestamp, note: String?, view: AnyLedger? = nil,
        names: AccountNames = AccountNames(),
        preauthorized: [TransactionEnvelope] = [],
        hints: JSONObject = JSONObject(), position: JournalPosition? = nil, journal: (any OnlineJournal)? = nil,
        reviewed: [OperationReview]? = nil
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
        // A fee bump pays nothing beside its inner transaction, which has its own record.
        payments = transaction.innerHash == nil ? envelope.innermost.payments(on: network).map(\.payment) : []
        facts =
            names.lines.map { .plain(.accountName, Wording($0)) }
            + Self.facts(reviewed ?? Self.operations(of: envelope, on: network, request.hints))
            + Self.summary(of: transaction)
    }

    /// The request in the journal's form.
    package func recorded() throws(Failure) -> RecordedRequest {
        var recorded = try RecordedRequest(of: request, hash: hash, created: created)
        recorded.payments = payments
        return recorded
    }

    /// Records the request in the journal, then writes it: a response that comes back always finds its request.
    /// Withdraws the record if it could not be written.
    ///
    /// - Parameter context: opens the journal, if it is not open already.
    /// - Returns: nil if the sequence number was taken in the meantime: nothing was recorded or written.
    package func record<R>(in context: OnlineContext, write: () throws(Failure) -> R) throws(Failure) -> R? {
        let journal = if let journal { journal } else { try context.journal() }
        guard try journal.keep([try recorded()], since: position) else { return nil }
        let written = try journal.withdrawing([request.id.text]) { () throws(Failure) in
            // Before it leaves: what it replaces must not be built once more, even if this program is killed now.
            if let replaced { try journal.note([(replaced.hash, by: hash)]) }
            return try write()
        }
        if let replaced { journal.forget(replaced) }
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
        of hashed: HashedTransaction
    ) -> [Notice] {
        let transaction = hashed.envelope.innermost
        let end = transaction.cond.timeBounds?.maxTime ?? 0
        return Notice.identity(of: hashed.hash) + [
            .fact(.network, Wording(hashed.network.label)), .fact(.sequence, "\(transaction.seqNum)"),
            .fact(.maxFee, Wording(fee(of: hashed.envelope, transaction))),
            .fact(.valid, end == 0 ? "no expiry" : "until \(Timestamp(end).utc)"),
        ]
    }

    private static func fee(of envelope: TransactionEnvelope, _ transaction: Transaction) -> String {
        let count = transaction.operations.count
        let operations = "\(count) operation\(count == 1 ? "" : "s")"
        switch envelope.content {
        case .feeBump(let bump):
            return
                "\(Amount(stroops: bump.fee).feeText()), paid by \(bump.feeSource.address), for \(operations) and the fee bump"
        case .transaction:
            let fee = Amount(stroops: Int64(transaction.fee))
            guard case .v1(let data) = transaction.ext else {
                return fee.feeText(count > 1 ? ", \(transaction.fee / UInt32(count)) per operation" : "")
            }
            return fee.feeText(", \(data.resourceFee) of them for resources")
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

/// A request in whose place another one was built.
package struct ReplacedRequest: Hashable, Sendable {
    package let hash: TransactionHash
    /// Whether it is forgotten, so that its sequence number is free: no signature of it is known.
    package let isForgotten: Bool
    /// Those in whose place it was built itself: they can no longer be applied, or have its number.
    private let ancestors: [TransactionHash]

    package init(_ hash: TransactionHash, isForgotten: Bool = false, ancestors: [TransactionHash] = []) {
        (self.hash, self.isForgotten, self.ancestors) = (hash, isForgotten, ancestors)
    }

    /// All whose payments are not made beside those of the new one.
    var all: [TransactionHash] { [hash] + ancestors }
}

extension OnlineJournal {
    /// Notes in whose place transactions were built.
    func note(_ replaced: [(draft: TransactionHash, by: TransactionHash)]) throws(Failure) {
        do { try record(superseded: replaced) } catch { throw Failure(error) }
    }

    /// Forgets what was replaced, if it is to be: unless it was signed in the meantime, or the journal cannot be
    /// written. Then it is still noted as replaced.
    func forget(_ replaced: ReplacedRequest) {
        if replaced.isForgotten { _ = try? forget(hash: replaced.hash, signatures: 0) }
    }

    /// Records all requests or none.
    func keep(_ records: [RecordedRequest], since mark: JournalPosition? = nil) throws(Failure) -> Bool {
        do { return try record(records, since: mark) } catch { throw Failure(error) }
    }
}

extension RecordedRequest {
    /// A request in the journal's form.
    ///
    /// - Throws: `.badInput` for a request that the signer could not read (a note that is too long, a time beyond the
    ///   year 9999) or would refuse as a login, and for one with a secret key in a published field.
    init(of request: SigningRequest, hash: TransactionHash, created: Timestamp) throws(Failure) {
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

/// The keys that may sign a transaction, and unverified hints about its accounts for the signer.
struct SigningHints {
    /// The keys that may sign for the accounts involved; without ledger data, the accounts' own keys.
    private(set) var signers: [PublicKey] = []
    fileprivate(set) var hints = JSONObject([("version", 1)])

    init(
        _ envelope: TransactionEnvelope, in view: inout AnyLedger?, names: AccountNames,
        preauthorized: [TransactionEnvelope]
    ) throws(Failure) {
        var accounts = envelope.innermost.requiredThresholds.map(\.account)
        if case .feeBump = envelope.content { accounts = [envelope.feeSource.account] }
        var claims: [(String, JSON)] = []
        for account in accounts {
            let record = try view?.account(account)
            let keys = record?.signers.filter { $0.weight > 0 }.compactMap { Self.key($0.key) } ?? [account]
            for key in keys where !signers.contains(key) && signers.count < 20 { signers.append(key) }
            let members = (record.map(Self.authority) ?? []) + Self.common(account, record, names)
            if !members.isEmpty { claims.append((account.address, .object(JSONObject(members)))) }
        }
        // The preconditions' extra signers; those of a fee bump are in the inner transaction, to which no signature can
        // be added.
        if case .transaction(let transaction) = envelope.content {
            for key in transaction.cond.extended?.extraSigners.compactMap(Self.key) ?? [] where !signers.contains(key) {
                signers.append(key)
            }
        }
        let transaction = envelope.innermost
        let facts = transaction.operations.map(\.body.facts)
        for account in Self.receivers(facts) where !accounts.contains(account) {
            let members = Self.common(account, view?.seen(account), names)
            if !members.isEmpty { claims.append((account.address, .object(JSONObject(members)))) }
        }
        if !claims.isEmpty { hints["accounts"] = .object(JSONObject(claims)) }
        let domains = try Self.domains(of: transaction, facts, in: &view)
        if !domains.isEmpty { hints["assets"] = .object(JSONObject(domains)) }
        if let ledger = try view?.ledger() {
            hints["ledger"] = .integer(ledger.sequence)
            if ledger.protocolVersion > Protocol.newestTested { hints["protocol"] = .integer(ledger.protocolVersion) }
        }
        if !preauthorized.isEmpty {
            hints["preauthorized"] = .array(preauthorized.map { .string(Base64.encode($0.xdr)) })
        }
    }

    private static func key(_ signer: SignerKey) -> PublicKey? {
        if case .ed25519(let key) = signer { .ed25519(key) } else { nil }
    }

    /// The hints for any account: its name here, and whether it requires a memo.
    private static func common(
        _ account: AccountID, _ record: AccountRecord?, _ names: AccountNames
    ) -> [(String, JSON)] {
        let name = names.name(of: account).map { [("name", JSON.string($0))] } ?? []
        return name + (record.map { [("memo_required", .bool($0.requiresMemo))] } ?? [])
    }

    private static func authority(_ record: AccountRecord) -> [(String, JSON)] {
        let signers = record.signers.map { signer -> JSON in
            ["key": .string(signer.key.address), "weight": .integer(signer.weight)]
        }
        let thresholds: JSON = [
            "low": .integer(record.thresholds.low), "medium": .integer(record.thresholds.medium),
            "high": .integer(record.thresholds.high),
        ]
        return [
            ("sequence", .string(String(record.sequence))), ("thresholds", thresholds), ("signers", .array(signers)),
        ]
    }

    /// The accounts that receive something at once, without duplicates; a claimant does not.
    private static func receivers(_ facts: [OperationFacts]) -> [AccountID] {
        var seen: Set<AccountID> = []
        return facts.compactMap { $0.destination?.account }.filter { seen.insert($0).inserted }
    }

    /// The home domains that the issuers of assets paid or trusted have set.
    private static func domains(
        of transaction: Transaction, _ facts: [OperationFacts], in view: inout AnyLedger?
    ) throws(Failure) -> [(String, JSON)] {
        guard view != nil else { return [] }
        var seen: Set<Asset> = []
        var found: [(String, JSON)] = []
        for (operation, facts) in zip(transaction.operations, facts) {
            guard facts.destination != nil || facts.trust?.asset != nil else { continue }
            for asset in facts.assets(by: transaction.source(of: operation).account) where seen.insert(asset).inserted {
                guard let issuer = asset.issuer, let domain = try view?.account(issuer)?.homeDomain else { continue }
                found.append((asset.text, ["home_domain": .string(domain)]))
            }
        }
        return found
    }
}

extension SigningRequest {
    /// Creates the signing request for a transaction, with the known facts about its accounts.
    ///
    /// - Parameter preauthorized: transactions whose hashes it adds as signers, for review on the signer.
    package init(
        _ envelope: TransactionEnvelope, on network: Network, created: Timestamp, note: String?,
        in view: inout AnyLedger?, names: AccountNames, preauthorized: [TransactionEnvelope] = [],
        following earlier: TransactionEnvelope? = nil
    ) throws(Failure) {
        var generator = SystemRandomNumberGenerator()
        var found = try SigningHints(envelope, in: &view, names: names, preauthorized: preauthorized)
        if let earlier { found.hints["signed"] = .array([.string(Base64.encode(earlier.xdr))]) }
        self.init(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase, content: .transaction(envelope),
            signers: found.signers, note: note, created: created, hints: found.hints)
    }
}

extension OnlineJournal {
    /// The transaction with the number before this one, with its signatures, for the co-signers of an account who have
    /// not seen it; nil if the journal has none, and for an account that one key signs for.
    ///
    /// - Parameter source: the account, as far as it was read.
    func signed(
        before transaction: Transaction, of source: AccountRecord?, on network: Network
    ) throws(Failure) -> TransactionEnvelope? {
        guard let source, source.signers.count(where: { $0.weight > 0 }) > 1 else { return nil }
        let account = transaction.sourceAccount.account
        return try signed(AccountNumber(source: account, sequence: transaction.seqNum - 1), on: network)
    }

    /// The transaction that has a number, with the signatures that came back; if several have it, the one that was
    /// applied, else the first that someone has signed.
    ///
    /// - Returns: nil if there is none, and for one that is too large to go along with a request.
    func signed(_ number: AccountNumber, on network: Network) throws(Failure) -> TransactionEnvelope? {
        do {
            if let applied = try holder(of: number.sequence, source: number.source, network: network) {
                return Self.small(try? TransactionEnvelope(xdr: Base64.decode(applied.transaction.envelope)))
            }
            for hash in try asked([number], network: network).first ?? [] {
                let signatures = try signatures(hash: hash).compactMap(\.signature.decorated)
                guard !signatures.isEmpty, let request = try request(hash: hash)?.parsed(),
                    case .transaction(let envelope) = request.content
                else { continue }
                return Self.small(try? signatures.reduce(envelope) { try $0.adding($1) })
            }
            return nil
        } catch { throw Failure(any: error) }
    }

    private static func small(_ envelope: TransactionEnvelope?) -> TransactionEnvelope? {
        guard var envelope else { return nil }
        if case .feeBump(let bump) = envelope.content { envelope = .tx(bump.inner) }
        guard Base64.encode(envelope.xdr).utf8.count <= RequestHints.longestSigned
        else { return nil }
        return envelope
    }
}
