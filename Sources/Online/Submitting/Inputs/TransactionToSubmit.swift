// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Stellar
package import StellarXDR

/// A transaction requested for signing: responses are attached to it, and signed transactions are compared with it.
package struct TransactionToSubmit {
    package let envelope: TransactionEnvelope
    package let network: Network
    package let hash: TransactionHash
    /// The request document; nil when there is only the envelope.
    package let document: SigningRequest?

    package init(_ envelope: TransactionEnvelope, on network: Network, document: SigningRequest?) {
        self.envelope = envelope
        self.network = network
        hash = envelope.hash(on: network)
        self.document = document
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

    static func isNotForLedger(_ kind: SigningRequest.Kind, _ origin: String) -> Failure {
        Failure(
            .badInput, "\(origin): this is a \(kind.rawValue), which is not submitted to the network",
            hint: kind == .challenge ? "to log in: \(step: .submit(.logIn))" : nil)
    }

    /// The keys that may sign, as far as known.
    package var keys: Set<Uint256> {
        Set(document?.signers.map(\.key) ?? []).union(envelope.innermost.requiredThresholds.map(\.account.key))
            .union([envelope.feeSource.key])
    }

    /// Checks that a signed transaction is the requested one, or a fee bump of it.
    ///
    /// - Parameter documented: the network that its document states.
    func check(_ found: TransactionEnvelope, on documented: Network?, _ origin: String) throws(Failure) {
        if let documented, documented != network {
            throw Failure(
                .badInput,
                "\(origin): this is for the network \(documented.label), but the request is for "
                    + "\(network.label)")
        }
        let own = found.hash(on: network)
        var words = own.hex
        if own == hash { return }
        if case .feeBump = found.content {
            let inner = found.innermost.hash(on: network)
            if inner == hash { return }
            words += ", with \(inner.hex) inside"
        }
        throw Failure(
            .badInput,
            "\(origin): this is not the transaction of the request: its hash is \(words), the request's "
                + "\(hash.hex)",
            hint: "find out where it comes from, and what each does: \(step: .sign(.inspect))")
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
