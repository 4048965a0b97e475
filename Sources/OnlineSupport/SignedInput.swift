// SPDX-License-Identifier: Apache-2.0

package import CLISupport
package import Handoff
package import Stellar
package import StellarXDR
import XDR

/// A transaction that came back from signing: as an envelope, as a request with its envelope signed, or as a response, whose
/// signatures are put onto the envelope of the request that it answers.
package struct SignedInput {
    package let envelope: TransactionEnvelope
    /// The network that a document named; nil for bare XDR.
    package let network: Network?
    /// Where it came from, for error lines.
    package let origin: String

    /// - Parameters:
    ///   - requests: a request given by hand, which stands in for the journal.
    package init(_ argument: String?, request: SigningRequest?, journal: OnlineJournal) throws(Failure) {
        try self.init(try TransactionInput(argument), request: request, journal: journal)
    }

    /// What one argument holds: a single transaction, or those of a batch, one a line.
    package static func all(
        _ argument: String?, request: SigningRequest?, journal: OnlineJournal
    ) throws(Failure) -> [SignedInput] {
        switch try TransactionSource(argument) {
        case .one(let source): return [try SignedInput(source, request: request, journal: journal)]
        case .many(let lines):
            guard request == nil else {
                throw Failure(.usage, "\(lines.origin): --request is one request, and this is a batch")
            }
            var inputs: [SignedInput] = []
            for index in 0..<lines.count {
                inputs.append(try SignedInput(try lines.input(at: index), request: nil, journal: journal))
            }
            return inputs
        }
    }

    private init(_ source: TransactionInput, request: SigningRequest?, journal: OnlineJournal) throws(Failure) {
        origin = source.origin
        switch source.input.content {
        case .envelope(let bare):
            envelope = bare
            network = nil
        case .request(let document):
            guard case .transaction(let inside) = document.content else {
                throw Failure(
                    .badInput, "\(origin): this is a \(document.kind.rawValue), which does not go to the ledger")
            }
            envelope = inside
            network = Network(passphrase: document.networkPassphrase)
        case .link(let link):
            guard link.replace == nil else {
                throw Failure(.badInput, "\(origin): the link has fields that are to be filled in before signing")
            }
            (envelope, network) = (link.envelope, link.terms.network)
        case .response(let response):
            let asked = try Self.request(answeredBy: response, given: request, journal, origin)
            let network = Network(passphrase: asked.networkPassphrase)
            envelope = try Self.attach(response, to: asked, network, origin)
            self.network = network
        case .signature(let answer):
            let asked = try Self.request(answeredBy: answer, given: request, journal, origin)
            let network = Network(passphrase: asked.networkPassphrase)
            envelope = try Self.attach(
                try Self.response(answer, to: asked, network, origin), to: asked, network, origin)
            self.network = network
        case .device:
            throw Failure(.badInput, "\(origin): this asks a device for a signature, and has none")
        case .accounts, .addressRequest: throw source.noTransaction
        }
    }

    /// A request document from a file.
    package static func request(from path: String) throws(Failure) -> SigningRequest {
        let source = try TransactionInput(path)
        guard case .request(let request) = source.input.content else {
            throw Failure(.badInput, "\(source.origin): this is no request")
        }
        return request
    }

    private static func request(
        answeredBy response: SigningResponse, given: SigningRequest?, _ journal: OnlineJournal, _ origin: String
    ) throws(Failure) -> SigningRequest {
        guard let found = if let given { given } else { try journal.request(hash: response.hash) } else {
            throw Failure(
                .badInput, "\(origin): no request with the hash \(response.hash.hex) was emitted here",
                hint: "give the request that was signed: --request FILE")
        }
        guard case .transaction(let envelope) = found.content else {
            throw Failure(.badInput, "\(origin): the request is no transaction, and does not go to the ledger")
        }
        guard envelope.hash(on: Network(passphrase: found.networkPassphrase)) == response.hash else {
            throw Failure(.badInput, "\(origin): this answers another request, with the hash \(response.hash.hex)")
        }
        return found
    }

    /// The request that a device has answered: the one given, or the journal's with the answer's id.
    private static func request(
        answeredBy answer: DeviceSignature, given: SigningRequest?, _ journal: OnlineJournal, _ origin: String
    ) throws(Failure) -> SigningRequest {
        var found = given
        if found == nil, let id = answer.id { found = try journal.request(id: id) }
        guard let found else {
            let what = answer.id.map { "no request with the id \($0.text) was emitted here" }
            throw Failure(
                .badInput, "\(origin): \(what ?? "the answer does not say which request it is for")",
                hint: "give the request that was signed: --request FILE")
        }
        if let id = answer.id, id != found.id {
            throw Failure(.badInput, "\(origin): this answers another request, with the id \(id.text)")
        }
        guard case .transaction = found.content else {
            throw Failure(.badInput, "\(origin): the request is no transaction, and does not go to the ledger")
        }
        return found
    }

    /// A device's answer as a response: the key is whichever of those that may sign has made the signature.
    private static func response(
        _ answer: DeviceSignature, to request: SigningRequest, _ network: Network, _ origin: String
    ) throws(Failure) -> SigningResponse {
        guard let envelope = request.envelope else {
            preconditionFailure("the caller has checked that it is a transaction")
        }
        let hash = envelope.hash(on: network)
        for key in Self.keys(of: request, envelope) {
            guard let signature = ResponseSignature(publicKey: .ed25519(key), signature: answer.signature),
                [signature.decorated].signers(of: hash, among: [key]) == [key]
            else { continue }
            return SigningResponse(id: answer.id, hash: hash, signatures: [signature])
        }
        throw Failure(
            .badInput, "\(origin): the signature was not made for this transaction by a key that it names",
            hint: "a device signs what its request says: compare the request that it was shown")
    }

    /// Keys that may sign, as far as the request knows.
    private static func keys(of request: SigningRequest, _ envelope: TransactionEnvelope) -> Set<Uint256> {
        var known = Set(request.signers.map(\.key))
        known.formUnion(envelope.innermost.requiredThresholds.map(\.account.key))
        known.insert(envelope.feeSource.key)
        return known
    }

    /// Every signature of the response has to be by a key that the request or its envelope names.
    private static func attach(
        _ response: SigningResponse, to request: SigningRequest, _ network: Network, _ origin: String
    ) throws(Failure) -> TransactionEnvelope {
        guard case .transaction(var envelope) = request.content else {
            preconditionFailure("the caller has checked that it is a transaction")
        }
        let known = Self.keys(of: request, envelope)
        for (index, signature) in response.signatures.enumerated() {
            let candidates = signature.publicKey.map { [$0.key] } ?? Array(known)
            guard [signature.decorated].signers(of: response.hash, among: candidates) != [nil] else {
                throw Failure(
                    .badInput,
                    "\(origin): signature \(index + 1) was not made for this transaction by a key that it names")
            }
            do { envelope = try envelope.adding(signature.decorated) } catch {
                throw Failure(.badInput, "\(origin): \(error.message)")
            }
        }
        return envelope
    }
}
