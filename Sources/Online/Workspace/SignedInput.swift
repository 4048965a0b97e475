// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import Stellar
package import StellarXDR

/// A transaction that came back from the signer: as an envelope, as a request with its envelope signed, or as a
/// response, whose signatures are added to the envelope of its request.
package struct SignedInput {
    package let envelope: TransactionEnvelope
    /// The network that a document states; nil for bare XDR.
    package let network: Network?
    /// Its source, for errors.
    package let origin: String
    /// The journal's request, where it was read to complete a response; nil for other inputs.
    package let journaled: SigningRequest?
    /// The transaction with its hashes, if they were computed; see `on`.
    private let hashed: HashedTransaction?

    /// A transaction that was read and checked before.
    package init(_ transaction: HashedTransaction, origin: String) {
        (envelope, network, hashed, journaled) = (transaction.envelope, transaction.network, transaction, nil)
        self.origin = origin
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
        var requests = RequestLookup(request, journal, takesChallenges, origin)
        var hashed: HashedTransaction?
        switch source.input.content {
        case .envelope(let bare):
            (envelope, network) = (bare, request?.network)
        case .request(let document):
            let requested = try TransactionToSubmit(document, takesChallenges: takesChallenges, origin: origin)
            (envelope, network, hashed) = (requested.envelope, requested.network, requested.transaction)
        case .link(let link):
            guard link.replace == nil else {
                throw Failure(.badInput, "\(origin): the link has fields to fill in before signing")
            }
            (envelope, network) = (link.envelope, link.terms.network)
        case .response(let response):
            let signed = try requests.find(response, beside).signed(by: response, origin)
            (envelope, network, hashed) = (signed.envelope, signed.network, signed)
        case .signature(let answer):
            let requested = try requests.find(answer, beside)
            let signed = try requested.signed(by: try requested.response(answer, origin), origin)
            (envelope, network, hashed) = (signed.envelope, signed.network, signed)
        case .device:
            throw Failure(.badInput, "\(origin): this is a signature request for a device, without a signature")
        case .accounts, .addressRequest, .chainRequest, .chainResponse, .chainSignature: throw source.noTransaction
        }
        journaled = requests.journaled
        if let request {
            try request.check(network, origin)
            let own = hashed ?? HashedTransaction(envelope, on: request.network)
            try request.check(own, origin)
            hashed = own
        }
        self.hashed = hashed
        // A signed login is as good as a password until it expires: only its anchor may receive it.
        if isLogin, !takesChallenges { throw TransactionToSubmit.isNotForLedger(.challenge, origin) }
    }

    /// Whether it is a login challenge, which is never submitted.
    package var isLogin: Bool {
        if case .transaction(let transaction) = envelope.content { transaction.hasShapeOfChallenge } else { false }
    }

    /// The transaction with its hashes.
    ///
    /// - Parameter network: the one that it names, or the user.
    package func on(_ network: Network) -> HashedTransaction {
        if let hashed, hashed.network == network { return hashed }
        return HashedTransaction(envelope, on: network)
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

/// How a response refers to its request.
package enum RequestReference {
    case hash(TransactionHash)
    /// A device's response has only the request's id.
    case id(RequestID)
    /// No identification: it can only be for the single candidate, if there is one.
    case only
}

/// Finds the request of a response: what the user gave, what came with the response, or the journal's.
private struct RequestLookup {
    private let given: TransactionToSubmit?
    private let journal: any OnlineJournal
    private let takesChallenges: Bool
    private let origin: String
    /// The journal's request, if it was read.
    private(set) var journaled: SigningRequest?

    private static let giveRequest: Wording =
        "if it was built on another machine or in another home, give its request as another input, or with \(field: .request, "FILE")"

    init(
        _ given: TransactionToSubmit?, _ journal: any OnlineJournal, _ takesChallenges: Bool, _ origin: String
    ) {
        (self.given, self.journal, self.takesChallenges, self.origin) = (given, journal, takesChallenges, origin)
    }

    mutating func find(
        _ response: SigningResponse, _ beside: (RequestReference) throws(Failure) -> TransactionToSubmit?
    ) throws(Failure) -> TransactionToSubmit {
        if let given, given.hash == response.hash { return given }
        if let found = try beside(.hash(response.hash)) { return found }
        if let found = try take(try journal.signingRequest(hash: response.hash)) { return found }
        if let given {
            throw Failure(
                .badInput,
                "\(origin): this is the response to another request: its hash is \(response.hash.hex), the request's is "
                    + "\(given.hash.hex)")
        }
        if let forgotten = try journal.forgotten(response.hash) {
            throw Failure(.badInput, "\(origin): \(forgotten)", hint: "do not submit it: build the payment again")
        }
        throw Failure(
            .badInput, "\(origin): no request with the hash \(response.hash.hex) is in this journal",
            hint: Self.giveRequest)
    }

    /// The request that a device responds to: the one given, the one with the response's id, or the only candidate.
    mutating func find(
        _ answer: DeviceSignature, _ beside: (RequestReference) throws(Failure) -> TransactionToSubmit?
    ) throws(Failure) -> TransactionToSubmit {
        var found = given
        if found == nil, let id = answer.id {
            found = try beside(.id(id))
            if found == nil { found = try take(try journal.signingRequest(id: id)) }
        }
        if found == nil { found = try beside(.only) }
        guard let found else {
            let what = answer.id.map { "no request with the id \($0.text) is in this journal" }
            throw Failure(
                .badInput, "\(origin): \(what ?? "the response does not name its request")", hint: Self.giveRequest)
        }
        if let id = answer.id, let own = found.document?.id, id != own {
            throw Failure(.badInput, "\(origin): this is the response to another request, with the id \(id.text)")
        }
        return found
    }

    private mutating func take(_ found: SigningRequest?) throws(Failure) -> TransactionToSubmit? {
        journaled = found
        return try found.map { request throws(Failure) in
            try TransactionToSubmit(request, takesChallenges: takesChallenges, origin: origin)
        }
    }
}

/// A transaction requested for signing: responses are attached to it, and signed transactions are compared with it.
package struct TransactionToSubmit {
    package let transaction: HashedTransaction
    /// The request document; nil when there is only the envelope.
    package let document: SigningRequest?

    package var envelope: TransactionEnvelope { transaction.envelope }
    package var network: Network { transaction.network }
    package var hash: TransactionHash { transaction.hash }

    package init(_ envelope: TransactionEnvelope, on network: Network, document: SigningRequest?) {
        self.init(HashedTransaction(envelope, on: network), document: document)
    }

    package init(_ transaction: HashedTransaction, document: SigningRequest?) {
        (self.transaction, self.document) = (transaction, document)
    }

    /// - Parameters:
    ///   - takesChallenges: whether to accept a login challenge, which is never submitted.
    ///   - origin: the source of the document, for errors.
    package init(_ request: SigningRequest, takesChallenges: Bool = false, origin: String) throws(Failure) {
        guard let envelope = request.envelope, takesChallenges || request.kind == .transaction else {
            throw Self.isNotForLedger(request.kind, origin)
        }
        self.init(envelope, on: request.network, document: request)
    }

    /// The request in a file that can only be a request.
    package init(_ source: TransactionInput, takesChallenges: Bool = false) throws(Failure) {
        guard let request = source.request else {
            throw Failure(.badInput, "\(source.origin): this is not a request")
        }
        try self.init(request, takesChallenges: takesChallenges, origin: source.origin)
    }

    package static func isNotForLedger(_ kind: SigningRequest.Kind, _ origin: String) -> Failure {
        Failure(
            .badInput, "\(origin): this is \(kind.words), which is not submitted to the network",
            hint: hint(kind))
    }

    private static func hint(_ kind: SigningRequest.Kind) -> Wording? {
        switch kind {
        case .challenge: "to log in: \(step: .submit(.logIn))"
        case .authorization: "to put its signature into the call: \(step: .submit(.authorize))"
        case .transaction, .message: nil
        }
    }

    /// The keys that may sign, as far as known.
    package var keys: Set<Uint256> {
        Set(document?.signers.map(\.key) ?? []).union(envelope.innermost.requiredThresholds.map(\.account.key))
            .union([envelope.feeSource.key])
    }
}

extension TransactionToSubmit {
    /// Checks the network that a signed transaction's document states; nil for none.
    fileprivate func check(_ documented: Network?, _ origin: String) throws(Failure) {
        guard let documented, documented != network else { return }
        throw Failure(
            .badInput,
            "\(origin): this is for the network \(documented.label), but the request is for "
                + "\(network.label)")
    }

    /// Checks that a signed transaction is the requested one, or a fee bump of it.
    fileprivate func check(_ found: HashedTransaction, _ origin: String) throws(Failure) {
        guard !found.hashes.contains(hash) else { return }
        let inside = found.innerHash.map { ", with \($0.hex) inside" } ?? ""
        throw Failure(
            .badInput,
            "\(origin): this is not the transaction of the request: its hash is \(found.hash.hex)\(inside), the request's "
                + "\(hash.hex)",
            hint: "find out where it comes from, and what each does: \(step: .sign(.inspect))")
    }

    /// A device's signature as a response: its key is the allowed key that verifies the signature.
    fileprivate func response(_ answer: DeviceSignature, _ origin: String) throws(Failure) -> SigningResponse {
        for key in keys {
            guard let signature = ResponseSignature(publicKey: .ed25519(key), signature: answer.signature),
                [signature.decorated].signers(of: hash, among: [key]) == [key]
            else { continue }
            return SigningResponse(id: answer.id, hash: hash, signatures: [signature])
        }
        throw Failure(
            .badInput, "\(origin): the signature is not by a key of this transaction",
            hint: "a device signs its own request: compare the request it was shown")
    }

    /// The transaction with the response's signatures, each of which must be by a key that the request or its envelope
    /// names.
    fileprivate func signed(by response: SigningResponse, _ origin: String) throws(Failure) -> HashedTransaction {
        var signed = transaction
        for (index, signature) in response.signatures.enumerated() {
            let candidates = signature.publicKey.map { [$0.key] } ?? Array(keys)
            guard [signature.decorated].signers(of: response.hash, among: candidates) != [nil] else {
                throw Failure(
                    .badInput,
                    "\(origin): signature \(index + 1) is not by the key it names, or not for this transaction")
            }
            do { signed = try signed.adding(signature.decorated) } catch {
                throw Failure(.badInput, "\(origin): \(error.message)")
            }
        }
        return signed
    }
}
