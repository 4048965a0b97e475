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
    /// Whether it came as an answer, and the envelope from the request that was found to it.
    package let isAnswer: Bool

    /// - Parameters:
    ///   - request: a request given by hand, which stands in for the journal.
    ///   - takesChallenges: whether a login will do, which never goes to the ledger.
    package init(
        _ argument: String?, request: SigningRequest?, journal: OnlineJournal, takesChallenges: Bool = false
    ) throws(Failure) {
        let input = try TransactionInput(argument)
        try self.init(input, request: request, journal: journal, takesChallenges: takesChallenges)
    }

    /// What one argument holds: a single transaction, or those of a batch, one a line.
    package static func all(
        _ argument: String?, request: SigningRequest?, journal: OnlineJournal, takesChallenges: Bool = false
    ) throws(Failure) -> [SignedInput] {
        switch try TransactionSource(argument) {
        case .one(let source):
            return [try SignedInput(source, request: request, journal: journal, takesChallenges: takesChallenges)]
        case .many(let lines):
            guard request == nil else {
                throw Failure(.usage, "\(lines.origin): --request is one request, and this is a batch")
            }
            var inputs: [SignedInput] = []
            for index in 0..<lines.count {
                inputs.append(
                    try SignedInput(
                        try lines.input(at: index), request: nil, journal: journal, takesChallenges: takesChallenges))
            }
            return inputs
        }
    }

    package init(
        _ source: TransactionInput, request: SigningRequest?, journal: OnlineJournal, takesChallenges: Bool = false
    ) throws(Failure) {
        origin = source.origin
        switch source.input.content {
        case .response, .signature: isAnswer = true
        default: isAnswer = false
        }
        switch source.input.content {
        case .envelope(let bare):
            envelope = bare
            network = nil
        case .request(let document):
            (envelope, network) = try Self.content(of: document, takesChallenges, origin)
        case .link(let link):
            guard link.replace == nil else {
                throw Failure(.badInput, "\(origin): the link has fields that are to be filled in before signing")
            }
            (envelope, network) = (link.envelope, link.terms.network)
        case .response(let response):
            let asked = try Self.asked(by: response, given: request, journal, takesChallenges, origin)
            envelope = try Self.attach(response, to: asked, origin)
            network = asked.network
        case .signature(let answer):
            let asked = try Self.asked(by: answer, given: request, journal, takesChallenges, origin)
            envelope = try Self.attach(try Self.response(answer, to: asked, origin), to: asked, origin)
            network = asked.network
        case .device:
            throw Failure(.badInput, "\(origin): this asks a device for a signature, and has none")
        case .accounts, .addressRequest: throw source.noTransaction
        }
        // A signed login is as good as a password until it ends: it is for nobody but its anchor.
        if case .transaction(let transaction) = envelope.content, transaction.hasShapeOfChallenge, !takesChallenges {
            throw Self.isNotForLedger(.challenge, origin)
        }
    }

    private static func isNotForLedger(_ kind: SigningRequest.Kind, _ origin: String) -> Failure {
        Failure(
            .badInput, "\(origin): this is a \(kind.rawValue), which does not go to the ledger",
            hint: kind == .challenge ? "coldstar-submit auth gives a challenge back" : nil)
    }

    private static func content(
        of request: SigningRequest, _ takesChallenges: Bool, _ origin: String
    ) throws(Failure) -> (TransactionEnvelope, Network) {
        guard let envelope = request.envelope, takesChallenges || request.kind == .transaction else {
            throw isNotForLedger(request.kind, origin)
        }
        return (envelope, Network(passphrase: request.networkPassphrase))
    }

    /// A request document from a file.
    package static func request(from path: String) throws(Failure) -> SigningRequest {
        let source = try TransactionInput(path)
        guard case .request(let request) = source.input.content else {
            throw Failure(.badInput, "\(source.origin): this is no request")
        }
        return request
    }

    /// The request that was answered, which is a transaction.
    private struct Asked {
        let envelope: TransactionEnvelope
        let network: Network
        let hash: TransactionHash
        /// Keys that may sign, as far as the request knows.
        let keys: Set<Uint256>

        init(_ request: SigningRequest, _ takesChallenges: Bool, _ origin: String) throws(Failure) {
            (envelope, network) = try SignedInput.content(of: request, takesChallenges, origin)
            hash = envelope.hash(on: network)
            keys = Set(request.signers.map(\.key)).union(envelope.innermost.requiredThresholds.map(\.account.key))
                .union([envelope.feeSource.key])
        }
    }

    private static func asked(
        by response: SigningResponse, given: SigningRequest?, _ journal: OnlineJournal, _ takesChallenges: Bool,
        _ origin: String
    ) throws(Failure) -> Asked {
        guard let found = if let given { given } else { try journal.request(hash: response.hash) } else {
            throw Failure(
                .badInput, "\(origin): no request with the hash \(response.hash.hex) was emitted here",
                hint: "give the request that was signed: --request FILE")
        }
        let asked = try Asked(found, takesChallenges, origin)
        guard asked.hash == response.hash else {
            throw Failure(.badInput, "\(origin): this answers another request, with the hash \(response.hash.hex)")
        }
        return asked
    }

    /// The request that a device has answered: the one given, or the journal's with the answer's id.
    private static func asked(
        by answer: DeviceSignature, given: SigningRequest?, _ journal: OnlineJournal, _ takesChallenges: Bool,
        _ origin: String
    ) throws(Failure) -> Asked {
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
        return try Asked(found, takesChallenges, origin)
    }

    /// A device's answer as a response: the key is whichever of those that may sign has made the signature.
    private static func response(
        _ answer: DeviceSignature, to asked: Asked, _ origin: String
    ) throws(Failure) -> SigningResponse {
        for key in asked.keys {
            guard let signature = ResponseSignature(publicKey: .ed25519(key), signature: answer.signature),
                [signature.decorated].signers(of: asked.hash, among: [key]) == [key]
            else { continue }
            return SigningResponse(id: answer.id, hash: asked.hash, signatures: [signature])
        }
        throw Failure(
            .badInput, "\(origin): the signature was not made for this transaction by a key that it names",
            hint: "a device signs what its request says: compare the request that it was shown")
    }

    /// Every signature of the response has to be by a key that the request or its envelope names.
    private static func attach(
        _ response: SigningResponse, to asked: Asked, _ origin: String
    ) throws(Failure) -> TransactionEnvelope {
        var envelope = asked.envelope
        for (index, signature) in response.signatures.enumerated() {
            let candidates = signature.publicKey.map { [$0.key] } ?? Array(asked.keys)
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
