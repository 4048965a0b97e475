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
        let source = try TransactionInput(argument)
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
        case .response(let response):
            let asked = try Self.request(answeredBy: response, given: request, journal, origin)
            let network = Network(passphrase: asked.networkPassphrase)
            envelope = try Self.attach(response, to: asked, network, origin)
            self.network = network
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

    /// Every signature of the response has to be by a key that the request or its envelope names.
    private static func attach(
        _ response: SigningResponse, to request: SigningRequest, _ network: Network, _ origin: String
    ) throws(Failure) -> TransactionEnvelope {
        guard case .transaction(var envelope) = request.content else {
            preconditionFailure("the caller has checked that it is a transaction")
        }
        var known = Set(request.signers.map(\.key))
        known.formUnion(envelope.innermost.requiredThresholds.map(\.account.key))
        known.insert(envelope.feeSource.key)
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
