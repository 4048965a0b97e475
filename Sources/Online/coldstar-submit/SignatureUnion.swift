// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Handoff
import OnlineSupport
import Preflight
import Stellar
import StellarXDR
import TextCodec
import XDR

/// One transaction with the signatures of all its copies, in the order in which they came.
///
/// A signature that one copy has twice stays twice: the network refuses that, and `check` and `send` say so.
struct SignatureUnion {
    let network: Network
    let hash: TransactionHash
    /// Where the first of them came from.
    let origin: String
    /// Without signatures outside.
    private let bare: TransactionEnvelope
    private var present: [DecoratedSignature: Int] = [:]
    /// Any number: what is not needed may still be left out. With each where it came from.
    private var entries: [(signature: DecoratedSignature, origin: String)] = []

    init(_ envelope: TransactionEnvelope, from origin: String, on network: Network) {
        self.network = network
        self.origin = origin
        hash = envelope.hash(on: network)
        bare = envelope.replacing(signatures: BoundedArray())
        add(of: envelope, from: origin)
    }

    /// - Throws: when one is another transaction than the first.
    init(_ inputs: [SignedInput], on network: Network) throws(Failure) {
        self.init(inputs[0].envelope, from: inputs[0].origin, on: network)
        for input in inputs.dropFirst() { try add(input) }
    }

    /// Those that are copies of one transaction, in the order of the first of each.
    static func grouped(_ inputs: [SignedInput], on network: Network) throws(Failure) -> [SignatureUnion] {
        var unions: [SignatureUnion] = []
        var places: [TransactionHash: Int] = [:]
        for input in inputs {
            let hash = input.envelope.hash(on: network)
            if let place = places[hash] {
                try unions[place].add(input)
            } else {
                places[hash] = unions.count
                unions.append(SignatureUnion(input.envelope, from: input.origin, on: network))
            }
        }
        return unions
    }

    mutating func add(_ input: SignedInput) throws(Failure) {
        guard input.envelope.hash(on: network) == hash else {
            throw Failure(
                .badInput, "\(input.origin): this is not the same transaction as \(origin)",
                hint: "only signatures of the same transaction can be merged")
        }
        add(of: input.envelope, from: input.origin)
    }

    /// - Parameter copy: the same transaction.
    mutating func add(of copy: TransactionEnvelope, from origin: String) {
        var seen: [DecoratedSignature: Int] = [:]
        for signature in copy.signatures {
            seen[signature, default: 0] += 1
            add(signature, count: seen[signature] ?? 1, from: origin)
        }
    }

    mutating func add(_ signature: DecoratedSignature, from origin: String) { add(signature, count: 1, from: origin) }

    /// Adds the signature unless it is there so many times already.
    private mutating func add(_ signature: DecoratedSignature, count: Int, from origin: String) {
        guard present[signature, default: 0] < count else { return }
        present[signature] = count
        entries.append((signature, origin))
    }

    /// Keeps the first of equal signatures.
    mutating func dropRepeats() {
        var seen: Set<DecoratedSignature> = []
        entries = entries.filter { seen.insert($0.signature).inserted }
        present = present.mapValues { _ in 1 }
    }

    /// Who has signed, also where there are more signatures than an envelope takes.
    func report(in view: inout LedgerView) throws(Failure) -> SignatureReport {
        try SignatureReport(bare, signatures: signatures, on: network, in: &view)
    }

    /// Leaves out signatures that no account needs, the later ones first where there are more than enough.
    ///
    /// - Returns: how many went.
    /// - Throws: also for one inside a fee bump, which cannot go.
    mutating func dropSurplus(in view: inout LedgerView) throws(Failure) -> Int {
        let report = try report(in: &view)
        if let complaint = report.innerComplaint {
            throw Failure(.badInput, "\(origin): \(complaint.text)", hint: complaint.hint)
        }
        let surplus = Set(report.surplus)
        entries = entries.enumerated().filter { !surplus.contains($0.offset) }.map(\.element)
        return surplus.count
    }

    var count: Int { entries.count }

    var signatures: [DecoratedSignature] { entries.map(\.signature) }

    /// How many signatures there are.
    var words: String { "\(count) \(count == 1 ? "signature" : "signatures") on \(hash.hex)" }

    /// The transaction with them.
    ///
    /// - Throws: when there are more than an envelope takes.
    func envelope() throws(Failure) -> TransactionEnvelope {
        guard let signatures = BoundedArray<DecoratedSignature, 20>(signatures) else {
            throw Failure(
                .badInput, "\(entries[20].origin): \(SignatureError.tooMany.message)",
                hint: "remove those not needed: coldstar-submit merge --drop-surplus")
        }
        return bare.replacing(signatures: signatures)
    }

    /// The transaction as a request, whose signers are those of the original that have not signed yet.
    func request(_ journal: OnlineJournal, given: AskedTransaction?, now: Timestamp) throws(Failure) -> SigningRequest {
        let envelope = try envelope()
        var request: SigningRequest
        // Of a fee bump around what was asked for, the request is another one.
        if let given, given.hash == hash, let document = given.document {
            request = document
        } else if let known = try journal.request(hash: hash) {
            request = known
        } else {
            var generator = SystemRandomNumberGenerator()
            request = SigningRequest(
                id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                content: .transaction(envelope),
                created: now)
        }
        request = request.replacing(envelope: envelope)
        let signed = Set(envelope.signers(among: request.signers.map(\.key), on: network).compactMap { $0 })
        let missing = request.signers.filter { !signed.contains($0.key) }
        // An empty list would mean that nobody knows who is to sign.
        if !missing.isEmpty { request.signers = missing }
        return request
    }
}
