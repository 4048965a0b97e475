// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Signed transactions that a job is about.
package enum SignedTransactions {
    /// Files as read; each has one transaction, or one on each line.
    ///
    /// - Parameter request: every transaction has to be this one, or a fee bump of it; nil for any.
    case files([TransactionLines], request: TransactionToSubmit? = nil)
    /// Different transactions that were read before, each with its signatures.
    case collected([CollectedSignatures])

    var request: TransactionToSubmit? { if case .files(_, let request) = self { request } else { nil } }

    /// - Parameter network: the network of inputs that do not name one, if it is known.
    func batch(_ journal: any OnlineJournal, _ network: Network?) throws(Failure) -> SignedBatch {
        switch self {
        case .files(let files, let request):
            return try SignedBatch(files, request: request, journal: journal, network: network)
        case .collected(let unions):
            let names = unions.indices.map {
                unions.count == 1 ? "the transaction" : "transaction \($0 + 1) of the batch"
            }
            for (union, name) in zip(unions, names) {
                // A signed login is as good as a password until it expires: only its anchor may receive it.
                if SignedInput(union.bare, origin: name).isLogin {
                    throw TransactionToSubmit.isNotForLedger(.challenge, name)
                }
            }
            let inputs = zip(unions, names).flatMap { union, name in
                union.copies().map { SignedInput($0, origin: name) }
            }
            return SignedBatch(inputs, journal: journal)
        }
    }
}

/// Any number of signed transactions from files. A single one is decoded once. Several are kept as they were read, and
/// decoded one at a time whenever they are needed.
package struct SignedBatch {
    private let files: [TransactionLines]
    /// Transactions that were read before, or the only one of the files; files are not used then.
    private var given: [SignedInput]
    /// The place of each transaction: file and line.
    private let places: [(file: Int, line: Int)]
    private let request: TransactionToSubmit?
    private let journal: any OnlineJournal
    private let takesChallenges: Bool
    /// The network of inputs that do not name one.
    private let network: Network?
    /// The transactions in the batch, to which responses in the batch may belong; nil until a response is read.
    private var index: Index?
    /// Envelopes put together from a response and its request, so that the request is looked up only once. Kept as
    /// bytes, which take much less memory.
    private var completed: [Int: [UInt8]] = [:]

    /// - Parameters:
    ///   - files: the files as read; each has one transaction, or one on each line.
    ///   - request: the request that every transaction must match; nil for any.
    ///   - network: the network of inputs that do not name one, if it is known.
    ///   - takesChallenges: whether to accept login challenges, which are never submitted.
    package init(
        _ files: [TransactionLines], request: TransactionToSubmit?, journal: any OnlineJournal, network: Network?,
        takesChallenges: Bool = false
    ) throws(Failure) {
        given = []
        self.files = files
        self.request = request
        self.journal = journal
        self.network = network
        self.takesChallenges = takesChallenges
        places = files.enumerated().flatMap { file, lines in (0..<lines.count).map { (file, $0) } }
        if request != nil, let batch = files.first(where: { $0.count > 1 }) {
            throw Failure(.usage, "\(batch.origin): this is a batch, and \(field: .request) names a single request")
        }
    }

    /// Transactions that were read before.
    init(_ given: [SignedInput], journal: any OnlineJournal) {
        (self.given, self.journal, files, places) = (given, journal, [], [])
        (request, network, takesChallenges) = (nil, nil, false)
    }

    package var count: Int { given.isEmpty ? places.count : given.count }

    /// Whether any of the files has several transactions, one per line.
    package var isBatch: Bool { files.contains { $0.count > 1 } }

    /// Decodes an input. After that, `envelope(at:)` gives its envelope again.
    package mutating func read(at place: Int) throws(Failure) -> SignedInput {
        guard given.isEmpty else { return given[place] }
        let (file, line) = places[place]
        let source = try files[file].input(at: line)
        // Only other inputs can have the transaction of a response.
        let isCompleted = places.count > 1 && source.isResponse
        if isCompleted, index == nil { index = try Index(self) }
        let input = try SignedInput(source, request: request, journal: journal, takesChallenges: takesChallenges) {
            reference throws(Failure) in try requested(reference)
        }
        if isCompleted { completed[place] = input.envelope.xdr }
        if places.count == 1 { given = [input] }
        return input
    }

    /// All inputs, decoded.
    package mutating func inputs() throws(Failure) -> [SignedInput] {
        var inputs: [SignedInput] = []
        for place in 0..<count { inputs.append(try read(at: place)) }
        return inputs
    }

    /// The file name, with the line if the file has several.
    package func origin(at place: Int) -> String {
        given.isEmpty ? files[places[place].file].origin(at: places[place].line) : given[place].origin
    }

    /// The journal's request for an input, if it was read with it and kept.
    func journaled(at place: Int) -> SigningRequest? { given.isEmpty ? nil : given[place].journaled }

    /// The envelope of an input that has been read. Does not read the journal.
    package func envelope(at place: Int) throws(Failure) -> TransactionEnvelope {
        guard given.isEmpty else { return given[place].envelope }
        if let bytes = completed[place], let envelope = try? TransactionEnvelope(xdr: bytes) { return envelope }
        if let found = try transaction(at: place) { return found.envelope }
        throw Failure(.bug, "\(origin(at: place)): a transaction cannot be read again")
    }

    // MARK: responses

    /// The transactions of a batch by hash and request ID, by which responses refer to them.
    private struct Index {
        struct Spot {
            let place: Int
            let network: Network
            let hash: TransactionHash
            let innerHash: TransactionHash?
            let hasDocument: Bool

            init(_ place: Int, _ transaction: HashedTransaction, hasDocument: Bool) {
                (self.place, network, self.hasDocument) = (place, transaction.network, hasDocument)
                (hash, innerHash) = (transaction.hash, transaction.innerHash)
            }
        }

        var spots: [TransactionHash: Spot] = [:]
        var ids: [RequestID: Spot] = [:]

        init(_ batch: SignedBatch) throws(Failure) {
            var bare: [Int] = []
            var networks = Set([batch.network].compactMap(\.self))
            for place in 0..<batch.count {
                guard let found = try batch.transaction(at: place) else { continue }
                guard let network = found.network else {
                    bare.append(place)
                    continue
                }
                networks.insert(network)
                let transaction = HashedTransaction(found.envelope, on: network)
                let spot = Spot(place, transaction, hasDocument: found.document != nil)
                // Prefer a request: it knows more about possible signers.
                if spots[spot.hash].map({ !$0.hasDocument && spot.hasDocument }) ?? true { spots[spot.hash] = spot }
                if let id = found.document?.id { ids[id] = ids[id] ?? spot }
            }
            // Try inputs that name no network on all networks named in the batch, or else on all known ones: the
            // response's hash shows which is right.
            if networks.isEmpty { networks = Set(Network.names.compactMap(Network.init(named:))) }
            for place in bare {
                guard let found = try batch.transaction(at: place) else { continue }
                for network in networks {
                    let spot = Spot(place, HashedTransaction(found.envelope, on: network), hasDocument: false)
                    spots[spot.hash] = spots[spot.hash] ?? spot
                }
            }
        }
    }

    /// The transaction in the batch to which a response may belong.
    private func requested(_ reference: RequestReference) throws(Failure) -> TransactionToSubmit? {
        let spot: Index.Spot? =
            switch reference {
            case .hash(let hash): index?.spots[hash]
            case .id(let id): index?.ids[id]
            case .only: index?.spots.count == 1 ? index?.spots.first?.value : nil
            }
        guard let spot, let found = try transaction(at: spot.place) else { return nil }
        let transaction = HashedTransaction(
            found.envelope, on: spot.network, hash: spot.hash, innerHash: spot.innerHash)
        return TransactionToSubmit(transaction, document: found.document)
    }

    /// The transaction at a place, with the network that it names; nil for a response.
    private func transaction(
        at place: Int
    ) throws(Failure) -> (envelope: TransactionEnvelope, network: Network?, document: SigningRequest?)? {
        let (file, line) = places[place]
        switch try files[file].input(at: line).input.content {
        case .envelope(let envelope): return (envelope, nil, nil)
        case .link(let link): return (link.envelope, link.terms.network, nil)
        case .request(let request):
            return request.envelope.map { ($0, request.network, request) }
        default: return nil
        }
    }
}

extension TransactionInput {
    /// Whether it has signatures without their transaction.
    fileprivate var isResponse: Bool {
        switch input.content {
        case .response, .signature: true
        default: false
        }
    }
}

// MARK: All signatures of one transaction

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

    /// The signatures whose signer is known, with those inside a fee bump, as the journal keeps them.
    func recorded(knownTo report: SignatureReport) -> [RecordedSignature] {
        let own = signatures(knownTo: report).map { RecordedSignature($0, of: hash) }
        guard case .feeBump(let bump) = bare.envelope.content else { return own }
        let inner = zip(bump.inner.signatures.elements, report.innerMakers).filter { $0.1 != nil }
        return inner.map { RecordedSignature($0.0, of: bare.innermostHash) } + own
    }

    /// The signatures of signers whom the transaction or its request names, without a look at the ledger.
    func recorded(verifiedBy request: SigningRequest?) -> [RecordedSignature] {
        let accounts = bare.envelope.innermost.requiredThresholds.map(\.account) + [bare.envelope.feeSource.account]
        let named = accounts.map(\.key) + (request?.signers.map(\.key) ?? []) + (request?.hintedSigners ?? [])
        let makers = signatures.signers(of: hash, among: Array(Set(named)))
        return zip(signatures, makers).filter { $0.1 != nil }.map { RecordedSignature($0.0, of: hash) }
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
}
