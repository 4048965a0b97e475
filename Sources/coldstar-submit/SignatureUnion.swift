// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Handoff
import OnlineSupport
import Preflight
import Stellar
import StellarXDR
import TextCodec
import XDR

/// One transaction with all the signatures that came back for it, each once, in the order in which they came.
struct SignatureUnion {
    let network: Network
    let hash: TransactionHash
    private(set) var envelope: TransactionEnvelope
    /// Where the first of them came from.
    private let origin: String

    init(_ input: SignedInput, on network: Network) throws(Failure) {
        self.network = network
        hash = input.envelope.hash(on: network)
        origin = input.origin
        envelope = input.envelope.replacing(signatures: BoundedArray())
        try add(input)
    }

    mutating func add(_ input: SignedInput) throws(Failure) {
        guard input.envelope.hash(on: network) == hash else {
            throw Failure(
                .badInput, "\(input.origin): this is another transaction than \(origin)",
                hint: "only signatures of one and the same transaction can be united")
        }
        for signature in input.envelope.signatures { try add(signature, from: input.origin) }
    }

    mutating func add(_ signature: DecoratedSignature, from origin: String) throws(Failure) {
        do { envelope = try envelope.adding(signature) } catch {
            throw Failure(
                .badInput, "\(origin): \(error.message)", hint: "unite fewer at a time, with --drop-surplus")
        }
    }

    /// Leaves out signatures that no account needs, the later ones first where there are more than enough.
    ///
    /// - Returns: how many went.
    mutating func dropSurplus(in view: inout LedgerView) throws(Failure) -> Int {
        let surplus = Set(try SignatureReport(envelope, on: network, in: &view).surplus)
        let rest = envelope.signatures.enumerated().filter { !surplus.contains($0.offset) }.map(\.element)
        guard let rest = BoundedArray<DecoratedSignature, 20>(rest) else { return 0 }
        envelope = envelope.replacing(signatures: rest)
        return surplus.count
    }

    /// How many signatures there are.
    var words: String {
        let count = envelope.signatures.count
        return "\(count) \(count == 1 ? "signature" : "signatures") on \(hash.hex)"
    }

    /// The transaction as a request, whose signers are those of the original that have not signed yet.
    func request(_ journal: OnlineJournal, given: AskedTransaction?, now: Timestamp) throws(Failure) -> SigningRequest {
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
