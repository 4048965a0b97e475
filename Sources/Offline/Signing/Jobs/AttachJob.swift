// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Handoff
package import Review
package import Stellar
package import StellarXDR
package import Vault

/// Attaches a signature that is not an account's own to an envelope, once a person has read its review.
package struct AttachJob {
    package enum Addition {
        /// The preimage of a hash(x) signer in hexadecimal digits, asked for once there is an envelope to which it can
        /// be attached.
        case preimage(() throws(Failure) -> SecretBytes)
        /// The signature of a signed payload, base64 or hexadecimal.
        case signature(String, by: SignerKey)
    }

    private let vault: Vault
    private let networks: NetworkSelection
    private let isUnattended: Bool
    private let now: () throws(Failure) -> Timestamp

    /// - Parameters:
    ///   - isUnattended: whether no one is asked, and all that needs no more than a yes is agreed to.
    ///   - now: the present, taken when the input has been read.
    package init(
        _ vault: Vault, networks: NetworkSelection, isUnattended: Bool, now: @escaping () throws(Failure) -> Timestamp
    ) {
        self.vault = vault
        self.networks = networks
        self.isUnattended = isUnattended
        self.now = now
    }

    /// - Parameter input: reads the envelope, or a request with one.
    /// - Returns: the envelope with the signature, and what to tell about it.
    /// - Throws: `.badInput` for input without an envelope, an envelope with 20 signatures, and another signature than
    ///   that of the payload; `.refused` for a refusal of the review, and for a wrong or missing answer.
    package func run(
        _ input: () throws(Failure) -> TransactionInput, adding addition: Addition, at frontEnd: some SignerFrontEnd
    ) throws(Failure) -> (envelope: TransactionEnvelope, outcome: SignedOutcome) {
        let context = try frontEnd.context(of: vault)
        let request = try ParsedRequest(try input(), networks)
        try AddedSignature.check(request)
        let now = try now()
        switch addition {
        case .preimage(let read):
            let preimage = try Preimage(digits: try read())
            return try attached(AddedSignature(preimage: preimage, to: request, in: context, now: now), frontEnd)
        case .signature(let text, let signer):
            let signature = try PayloadSignature(text, by: signer)
            return try attached(AddedSignature(signature, to: request, in: context, now: now), frontEnd)
        }
    }

    private func attached(
        _ added: borrowing AddedSignature, _ frontEnd: some SignerFrontEnd
    ) throws(Failure) -> (TransactionEnvelope, SignedOutcome) {
        let consent = added.consent(isUnattended: isUnattended, network: try networks.named.get())
        let page = ReviewPage([("", added.review)], full: false, consent, in: frontEnd.style)
        let envelope = try added.attached(try frontEnd.approval(consent, page))
        return (envelope, SignedOutcome(transaction: envelope.hash(on: added.network), signers: []))
    }
}

/// A signature that is not an account's own, on its way into an envelope: a hash(x) preimage, or the signature of a
/// signed payload.
package struct AddedSignature: ~Copyable {
    @Indirect package private(set) var review: Review
    package let network: Network
    @Indirect private var envelope: TransactionEnvelope
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
        input.subject = .envelope(added, on: network)
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

/// A verified signature of a signed payload (CAP-40).
package struct PayloadSignature: Hashable, Sendable {
    let decorated: DecoratedSignature

    /// - Parameter text: the signature, base64 or hexadecimal.
    /// - Throws: `.badInput` for a signer that is not a signed payload, and for anything but its signature.
    package init(_ text: String, by signer: SignerKey) throws(Failure) {
        guard case .ed25519SignedPayload(let signed) = signer else {
            throw Failure(
                .badInput, .signer,
                "must be P...; an account's own signature is merged on the online machine: \(step: .submit(.merge))")
        }
        let bytes: [UInt8]
        do { bytes = try SignatureText.decode(text) } catch {
            throw Failure(.badInput, .signature, "\(error.message)")
        }
        guard let signature = Opaque<64>(bytes),
            Ed25519.verify(bytes, message: signed.payload.bytes, publicKey: signed.ed25519.bytes)
        else { throw Failure(.badInput, .signature, "not a signature of the payload by its key") }
        decorated = DecoratedSignature(hint: SignerKey.ed25519SignedPayload(signed).hint, signature: signature)
    }
}

/// The secret of a hash(x) signer, in guarded memory until the user agrees to make it public.
package struct Preimage: ~Copyable {
    private let bytes: SecretBytes
    /// SHA-256 of the preimage.
    package let hash: Hash

    /// - Parameter digits: hexadecimal, two digits per byte.
    /// - Throws: `.badInput` unless it is 1 to 64 bytes, `.refused` without locked memory.
    package init(digits: consuming SecretBytes) throws(Failure) {
        let count = digits.count / 2
        guard digits.count % 2 == 0, (1...64).contains(count), digits.withBytes({ $0.allSatisfy(Self.isDigit) }) else {
            throw Failure(.badInput, "a preimage is 1 to 64 bytes in hexadecimal digits")
        }
        do throws(SodiumError) {
            let bytes = try SecretBytes(count: count) { (bytes) throws(SodiumError) in
                digits.withBytes { digits in
                    for index in 0..<count {
                        bytes[index] = Self.value(digits[index * 2]) << 4 | Self.value(digits[index * 2 + 1])
                    }
                }
            }
            guard let hash = Hash(bytes.withBytes { SHA256.hash($0) }) else {
                preconditionFailure("SHA-256 has 32 bytes")
            }
            self.bytes = bytes
            self.hash = hash
        } catch {
            throw Failure(.refused, Wording(error.message))
        }
    }

    /// The signature for the envelope. It contains the preimage, which is public from here on.
    package borrowing func signature() -> DecoratedSignature {
        guard let signature = Opaque<64>(bytes.withBytes { Array($0) }) else {
            preconditionFailure("a preimage has at most 64 bytes")
        }
        return DecoratedSignature(hint: SignerKey.hashX(hash).hint, signature: signature)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// The value of a hexadecimal digit.
    private static func value(_ byte: UInt8) -> UInt8 { byte < 0x3a ? byte - 0x30 : (byte | 0x20) - 0x57 }
}
