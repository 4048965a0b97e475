// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import Stellar
package import StellarXDR
import Workspace

/// A transaction that came back from the signer: as an envelope, as a request with its envelope signed, or as a
/// response, whose signatures are added to the envelope of its request.
package struct SignedInput {
    package let envelope: TransactionEnvelope
    /// The network that a document states; nil for bare XDR.
    package let network: Network?
    /// Its source, for errors.
    package let origin: String

    /// A transaction that was read and checked before.
    init(_ envelope: TransactionEnvelope, on network: Network, origin: String) {
        (self.envelope, self.network, self.origin) = (envelope, network, origin)
    }

    /// - Parameters:
    ///   - request: a request given by the user, used instead of the journal; the transaction must match it.
    ///   - takesChallenges: whether to accept a login challenge, which is never submitted.
    ///   - beside: finds the transaction in what came with the response, before the journal is queried.
    package init(
        _ source: TransactionInput, request: TransactionToSubmit?, journal: any OnlineJournal,
        takesChallenges: Bool = false,
        beside: (RequestReference) throws(Failure) -> TransactionToSubmit? = { _ in nil }
    ) throws(Failure) {
        origin = source.origin
        let documented: Network?
        switch source.input.content {
        case .envelope(let bare):
            envelope = bare
            documented = nil
        case .request(let document):
            let requested = try TransactionToSubmit(document, takesChallenges: takesChallenges, origin: origin)
            (envelope, documented) = (requested.envelope, requested.network)
        case .link(let link):
            guard link.replace == nil else {
                throw Failure(.badInput, "\(origin): the link has fields to fill in before signing")
            }
            (envelope, documented) = (link.envelope, link.terms.network)
        case .response(let response):
            let requested = try Self.requested(by: response, given: request, journal, takesChallenges, origin, beside)
            envelope = try Self.attach(response, to: requested, origin)
            documented = requested.network
        case .signature(let answer):
            let requested = try Self.requested(by: answer, given: request, journal, takesChallenges, origin, beside)
            envelope = try Self.attach(try Self.response(answer, to: requested, origin), to: requested, origin)
            documented = requested.network
        case .device:
            throw Failure(.badInput, "\(origin): this is a signature request for a device, without a signature")
        case .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature: throw source.noTransaction
        }
        try request?.check(envelope, on: documented, origin)
        network = documented ?? request?.network
        // A signed login is as good as a password until it expires: only its anchor may receive it.
        if case .transaction(let transaction) = envelope.content, transaction.hasShapeOfChallenge, !takesChallenges {
            throw TransactionToSubmit.isNotForLedger(.challenge, origin)
        }
    }

    private static func requested(
        by response: SigningResponse, given: TransactionToSubmit?, _ journal: any OnlineJournal,
        _ takesChallenges: Bool,
        _ origin: String, _ beside: (RequestReference) throws(Failure) -> TransactionToSubmit?
    ) throws(Failure) -> TransactionToSubmit {
        if let given, given.hash == response.hash { return given }
        if let found = try beside(.hash(response.hash)) { return found }
        guard let found = try journal.signingRequest(hash: response.hash) else {
            throw given.map { given in
                Failure(
                    .badInput,
                    "\(origin): this is the response to another request: its hash is \(response.hash.hex), the request's is "
                        + "\(given.hash.hex)")
            }
                ?? Failure(
                    .badInput, "\(origin): no request with the hash \(response.hash.hex) is in this journal",
                    hint: giveRequest)
        }
        return try TransactionToSubmit(found, takesChallenges: takesChallenges, origin: origin)
    }

    /// The request that a device responds to: the one given, the one with the response's id, or the only candidate.
    private static func requested(
        by answer: DeviceSignature, given: TransactionToSubmit?, _ journal: any OnlineJournal, _ takesChallenges: Bool,
        _ origin: String, _ beside: (RequestReference) throws(Failure) -> TransactionToSubmit?
    ) throws(Failure) -> TransactionToSubmit {
        var found = given
        if found == nil, let id = answer.id {
            found = try beside(.id(id))
            if found == nil, let known = try journal.signingRequest(id: id) {
                found = try TransactionToSubmit(known, takesChallenges: takesChallenges, origin: origin)
            }
        }
        if found == nil { found = try beside(.only) }
        guard let found else {
            let what = answer.id.map { "no request with the id \($0.text) is in this journal" }
            throw Failure(
                .badInput, "\(origin): \(what ?? "the response does not name its request")", hint: giveRequest)
        }
        if let id = answer.id, let own = found.document?.id, id != own {
            throw Failure(.badInput, "\(origin): this is the response to another request, with the id \(id.text)")
        }
        return found
    }

    private static let giveRequest: Wording =
        "give the signed request: as another TX, or with \(field: .request, "FILE")"

    /// A device's signature as a response: its key is the allowed key that verifies the signature.
    private static func response(
        _ answer: DeviceSignature, to requested: TransactionToSubmit, _ origin: String
    ) throws(Failure) -> SigningResponse {
        for key in requested.keys {
            guard let signature = ResponseSignature(publicKey: .ed25519(key), signature: answer.signature),
                [signature.decorated].signers(of: requested.hash, among: [key]) == [key]
            else { continue }
            return SigningResponse(id: answer.id, hash: requested.hash, signatures: [signature])
        }
        throw Failure(
            .badInput, "\(origin): the signature is not by a key of this transaction",
            hint: "a device signs its own request: compare the request it was shown")
    }

    /// Adds the response's signatures, each of which must be by a key that the request or its envelope names.
    private static func attach(
        _ response: SigningResponse, to requested: TransactionToSubmit, _ origin: String
    ) throws(Failure) -> TransactionEnvelope {
        var envelope = requested.envelope
        for (index, signature) in response.signatures.enumerated() {
            let candidates = signature.publicKey.map { [$0.key] } ?? Array(requested.keys)
            guard [signature.decorated].signers(of: response.hash, among: candidates) != [nil] else {
                throw Failure(
                    .badInput,
                    "\(origin): signature \(index + 1) is not by the key it names, or not for this transaction")
            }
            do { envelope = try envelope.adding(signature.decorated) } catch {
                throw Failure(.badInput, "\(origin): \(error.message)")
            }
        }
        return envelope
    }
}

extension [SignedInput] {
    /// The network of all inputs, which a document or the user must name.
    ///
    /// - Throws: `.badInput` if they are for different networks.
    package func network(_ choice: NetworkSelection) throws(Failure) -> Network {
        var found: Network?
        for input in self {
            let network = try choice.resolve(documented: input.network)
            if let found, found != network {
                throw Failure(.badInput, "\(input.origin): the transactions are for different networks")
            }
            found = network
        }
        guard let found else { throw Failure(.usage, "no transaction is given") }
        return found
    }
}
