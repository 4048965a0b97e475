// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// One transaction with the signatures of all its copies, in the order of the input.
///
/// A signature that occurs twice in one copy is kept twice: the network rejects it, and `check` and `send` report that.
package struct CollectedSignatures {
    /// The transaction without its outer signatures.
    package let bare: HashedTransaction
    /// The source of the first copy, for messages.
    package let origin: String
    /// The journal's request, if it was read with one of the copies.
    private(set) var journaled: SigningRequest?
    private var present: [DecoratedSignature: Int] = [:]
    /// The signatures, each with its source. There may be more than an envelope allows, because some may still be
    /// dropped.
    private var entries: [(signature: DecoratedSignature, origin: String)] = []

    package var network: Network { bare.network }
    package var hash: TransactionHash { bare.hash }

    package init(_ envelope: TransactionEnvelope, from origin: String, on network: Network) {
        self.init(HashedTransaction(envelope, on: network), from: origin)
    }

    package init(_ transaction: HashedTransaction, from origin: String) {
        self.origin = origin
        bare = transaction.replacing(signatures: BoundedArray())
        add(of: transaction.envelope, from: origin)
    }

    /// - Throws: if one of the inputs is a different transaction.
    package init(_ inputs: [SignedInput], on network: Network) throws(Failure) {
        self.init(inputs[0].on(network), from: inputs[0].origin)
        journaled = inputs[0].journaled
        for input in inputs.dropFirst() { try add(input) }
    }

    /// One value per transaction, in the order of their first copies.
    package static func grouped(_ inputs: [SignedInput], on network: Network) -> [CollectedSignatures] {
        var unions: [CollectedSignatures] = []
        var places: [TransactionHash: Int] = [:]
        for input in inputs {
            let transaction = input.on(network)
            if let place = places[transaction.hash] {
                unions[place].take(input)
            } else {
                places[transaction.hash] = unions.count
                var union = CollectedSignatures(transaction, from: input.origin)
                union.journaled = input.journaled
                unions.append(union)
            }
        }
        return unions
    }

    package mutating func add(_ input: SignedInput) throws(Failure) {
        guard input.on(network).hash == hash else {
            throw Failure(
                .badInput, "\(input.origin): this is not the same transaction as \(origin)",
                hint: "only signatures of the same transaction can be merged")
        }
        take(input)
    }

    /// - Parameter input: a copy of the same transaction.
    private mutating func take(_ input: SignedInput) {
        journaled = journaled ?? input.journaled
        add(of: input.envelope, from: input.origin)
    }

    /// - Parameter copy: an envelope of the same transaction.
    package mutating func add(of copy: TransactionEnvelope, from origin: String) {
        var seen: [DecoratedSignature: Int] = [:]
        for signature in copy.signatures {
            seen[signature, default: 0] += 1
            add(signature, count: seen[signature] ?? 1, from: origin)
        }
    }

    package mutating func add(_ signature: DecoratedSignature, from origin: String) {
        add(signature, count: 1, from: origin)
    }

    /// Adds the signature unless it is present that many times already.
    private mutating func add(_ signature: DecoratedSignature, count: Int, from origin: String) {
        guard present[signature, default: 0] < count else { return }
        present[signature] = count
        entries.append((signature, origin))
    }

    /// Removes repeated signatures.
    package mutating func dropRepeats() {
        var seen: Set<DecoratedSignature> = []
        entries = entries.filter { seen.insert($0.signature).inserted }
        present = present.mapValues { _ in 1 }
    }

    /// Who has signed; works even with more signatures than an envelope allows.
    ///
    /// - Parameter earlier: the signers after the transactions that are applied before this one.
    package func report<Source: LedgerSource>(
        in view: inout Source, after earlier: SignerForecast = SignerForecast()
    ) throws(Source.Failure) -> SignatureReport {
        try SignatureReport(bare, signatures: signatures, in: &view, after: earlier)
    }

    /// The signatures whose signer is known. Only these are worth a record: the input may contain any number of others.
    package func signatures(knownTo report: SignatureReport) -> [DecoratedSignature] {
        zip(signatures, report.makers).filter { $0.1 != nil }.map(\.0)
    }

    /// Removes signatures that no account needs; where there are more than enough, the later ones.
    ///
    /// - Parameter earlier: the signers after the transactions that are applied before this one.
    /// - Returns: the number of signatures removed.
    /// - Throws: also for a surplus signature inside a fee bump, which cannot be removed.
    package mutating func dropSurplus<Source: LedgerSource>(
        in view: inout Source, after earlier: SignerForecast = SignerForecast()
    ) throws(Failure) -> Int where Source.Failure == Failure {
        let report = try report(in: &view, after: earlier)
        if let rejection = report.innerRejection {
            throw Failure(.badInput, "\(origin): \(rejection.text)", hint: rejection.hint)
        }
        drop(at: Set(report.surplus))
        return report.surplus.count
    }

    /// Removes the signatures at these places.
    mutating func drop(at places: Set<Int>) {
        entries = entries.enumerated().filter { !places.contains($0.offset) }.map(\.element)
    }

    /// Copies that together have all the signatures, each with as many as fit.
    package func copies() -> [HashedTransaction] {
        stride(from: 0, to: max(1, count), by: 20).map { start in
            let some = BoundedArray<DecoratedSignature, 20>(Array(signatures.dropFirst(start).prefix(20)))
            return bare.replacing(signatures: some ?? BoundedArray())
        }
    }

    package var count: Int { entries.count }

    package var signatures: [DecoratedSignature] { entries.map(\.signature) }

    /// The number of signatures and the hash, for a person.
    package var text: String { "\(count) \(count == 1 ? "signature" : "signatures") on \(hash.hex)" }

    /// The JSON document of `coldstar-submit merge` and `attach`.
    ///
    /// - Parameter transaction: the transaction in the format that the user chose.
    package func document(_ transaction: String) -> JSON {
        [
            "version": 1, "hash": .string(hash.hex), "signatures": .integer(count),
            "transaction": .string(transaction),
        ]
    }

    /// The transaction with all signatures.
    ///
    /// - Throws: if there are more than an envelope allows.
    package func transaction() throws(Failure) -> HashedTransaction {
        guard let signatures = BoundedArray<DecoratedSignature, 20>(signatures) else {
            throw Failure(
                .badInput, "\(entries[20].origin): \(SignatureError.tooMany.message)",
                hint: "remove those not needed: \(step: .submit(.dropSurplus))")
        }
        return bare.replacing(signatures: signatures)
    }

    /// The transaction as a request, with the original request's signers that have not signed yet.
    ///
    /// - Parameters:
    ///   - journal: nil when there is none.
    ///   - given: a request that is used instead of the journal's.
    package func request(
        _ journal: (any OnlineJournal)?, given: TransactionToSubmit?, now: Timestamp
    ) throws(Failure) -> SigningRequest {
        let envelope = try transaction().envelope
        let request: SigningRequest
        // The request for the inner transaction of a fee bump is another request.
        if let given, given.hash == hash, let document = given.document {
            request = document
        } else if let known = journaled {
            request = known
        } else if let known = try journal?.signingRequest(hash: hash) {
            request = known
        } else {
            var generator = SystemRandomNumberGenerator()
            request = SigningRequest(
                id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                content: .transaction(envelope),
                created: now)
        }
        return completing(request, envelope)
    }

    /// A request for this transaction with its signatures, and with the signers that have not signed yet.
    ///
    /// - Throws: if there are more signatures than an envelope allows.
    package func completing(_ request: SigningRequest) throws(Failure) -> SigningRequest {
        completing(request, try transaction().envelope)
    }

    private func completing(_ request: SigningRequest, _ envelope: TransactionEnvelope) -> SigningRequest {
        var request = request.replacing(envelope: envelope)
        let signed = Set(signatures.signers(of: hash, among: request.signers.map(\.key)).compactMap { $0 })
        let missing = request.signers.filter { !signed.contains($0.key) }
        // An empty list would mean that the signers are unknown.
        if !missing.isEmpty { request.signers = missing }
        return request
    }
}

extension OnlineJournal {
    /// Records the signatures of transactions that came back, for transactions that the journal knows.
    ///
    /// - Returns: why they could not be recorded; nil when they were. It is only worth a warning, because no result
    ///   depends on this record.
    package func record(signaturesOf transactions: [HashedTransaction]) -> Failure? {
        warning(recording: transactions.flatMap { RecordedSignature.all(of: $0) })
    }

    /// Records detached signatures of a transaction.
    ///
    /// - Returns: why they could not be recorded; nil when they were.
    package func record(_ signatures: [DecoratedSignature], of hash: TransactionHash) -> Failure? {
        warning(recording: signatures.map { RecordedSignature($0, of: hash) })
    }

    private func warning(recording signatures: [RecordedSignature]) -> Failure? {
        guard !signatures.isEmpty else { return nil }
        do throws(JournalError) { try record(signatures) } catch { return Failure(error) }
        return nil
    }
}

extension RecordedSignature {
    /// All signatures of a transaction, including the inner ones of a fee bump. None for a login, which with its
    /// signature is as good as a password.
    static func all(of transaction: HashedTransaction) -> [RecordedSignature] {
        let own = transaction.envelope.signatures.map { RecordedSignature($0, of: transaction.hash) }
        switch transaction.envelope.content {
        case .transaction(let content): return content.hasShapeOfChallenge ? [] : own
        case .feeBump(let bump):
            return bump.inner.signatures.map { RecordedSignature($0, of: transaction.innermostHash) } + own
        }
    }
}
