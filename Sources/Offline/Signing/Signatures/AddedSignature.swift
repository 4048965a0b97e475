// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import Review
package import Stellar
package import StellarXDR

/// A signature that is not an account's own, on its way into an envelope: a hash(x) preimage, or the signature of a signed payload.
package struct AddedSignature: ~Copyable {
    package let review: Review
    package let network: Network
    private let envelope: TransactionEnvelope
    private let secret: Preimage?
    private let signature: DecoratedSignature?

    /// A preimage. Its review says that it becomes public.
    ///
    /// - Throws: `.badInput` for a request without an envelope, and one with 20 signatures.
    package init(
        preimage: consuming Preimage, to request: ParsedRequest, in context: VaultContext, now: Timestamp
    ) throws(Failure) {
        let (envelope, network) = try Self.transaction(of: request)
        // Check that there is room for the signature before asking.
        _ = try Self.adding(
            DecoratedSignature(hint: SignerKey.hashX(preimage.hash).hint, signature: Opaque()), to: envelope)
        var input = Self.input(request, context, now)
        input.revealing = preimage.hash
        review = Reviewer.review(input).review
        (self.envelope, self.network) = (envelope, network)
        signature = nil
        secret = .some(preimage)
    }

    /// The signature of a payload, already verified.
    ///
    /// - Throws: `.badInput` for a request without an envelope, and one with 20 signatures.
    package init(
        _ signature: PayloadSignature, to request: ParsedRequest, in context: VaultContext, now: Timestamp
    ) throws(Failure) {
        let (envelope, network) = try Self.transaction(of: request)
        let added = try Self.adding(signature.decorated, to: envelope)
        var input = Self.input(request, context, now)
        input.subject = .envelope(added, original: added.xdr, on: network)
        review = Reviewer.review(input).review
        (self.envelope, self.network) = (envelope, network)
        self.signature = signature.decorated
        secret = nil
    }

    /// Checks, before a secret is asked for, that a request has an envelope.
    package static func check(_ request: ParsedRequest) throws(Failure) { _ = try transaction(of: request) }

    private static func transaction(
        of request: ParsedRequest
    ) throws(Failure) -> (envelope: TransactionEnvelope, network: Network) {
        guard let transaction = request.transaction else {
            throw Failure(.badInput, "only envelopes can contain such signatures")
        }
        return transaction
    }

    private static func input(_ request: ParsedRequest, _ context: VaultContext, _ now: Timestamp) -> ReviewInput {
        var input = context.input(request, for: .anonymous(now: now))
        input.history = EmptyHistory()
        return input
    }

    private static func adding(
        _ signature: DecoratedSignature, to envelope: TransactionEnvelope
    ) throws(Failure) -> TransactionEnvelope {
        do { return try envelope.adding(signature) } catch {
            throw Failure(.badInput, "the envelope already has 20 signatures, the network's maximum")
        }
    }

    /// The questions to answer.
    ///
    /// - Parameters:
    ///   - isUnattended: whether all that needs no more than a yes is agreed to (`--yes`).
    ///   - network: the network that the user named by its passphrase; nil if none.
    package borrowing func consent(isUnattended: Bool, network: Network?) -> Consent {
        Consent(to: [review], isUnattended: isUnattended, policy: nil, network: network)
    }

    /// The envelope with the signature. A preimage is public from here on.
    package borrowing func attached(_ approval: Approval) throws(Failure) -> TransactionEnvelope {
        guard approval.subject == ConsentSubject([review]) else {
            throw Failure(.bug, "what is to be attached is not what was agreed to")
        }
        if let signature { return try Self.adding(signature, to: envelope) }
        guard let signature = secret?.signature() else { throw Failure(.bug, "there is nothing to attach") }
        return try Self.adding(signature, to: envelope)
    }
}
