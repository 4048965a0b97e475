// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
package import Stellar
package import StellarXDR

// The way from a review to a signature.

/// A transaction, login or message with its review. Only `Reviewer` creates one, and it is the only way to a
/// signature: `approve`, then `ApprovedEnvelope.signed(by:)`.
package struct ReviewedItem: Sendable {
    @Indirect package private(set) var review: Review
    @Indirect private var input: ReviewInput

    init(review: Review, input: ReviewInput) {
        self.review = review
        self.input = input
    }

    /// The envelope with its original signatures; nil if the subject is not an envelope.
    package var envelope: TransactionEnvelope? {
        if case .envelope(let envelope, _) = input.subject { envelope } else { nil }
    }

    /// The findings that the review would have in addition if it were made with this history instead of its own.
    package func added(after history: any SigningHistory) -> [Finding] {
        var again = input
        again.history = history
        let shown = Set(review.allFindings)
        return Reviewer.review(again).review.allFindings.filter { !shown.contains($0) }
    }

    /// Approves what was reviewed: a person has seen the review and agrees, or `--yes` stands for one. This passes
    /// infos and warnings. Holds are passed one by one, each by typing its value.
    ///
    /// - Parameter proof: proves that the review's policy is the owner's own, so that it may pass holds.
    /// - Throws: `.refused` if a rule refuses, `.held` if a hold was not passed.
    package func approve(holdsPassed: Set<PassedHold> = [], policy proof: PolicyProof? = nil) throws(ApprovalError)
        -> ApprovedEnvelope
    {
        let refusals = review.allFindings.filter { $0.level == .refuse }
        if !refusals.isEmpty { throw .refused(refusals) }
        // A proof of another policy than the reviewed one passes nothing.
        let policy = proof.flatMap { $0.policy == input.policy ? $0.policy : nil }
        let open = review.holds.filter { !holdsPassed.passes($0) && policy?.passes($0) != true }
        if !open.isEmpty { throw .held(open) }
        return ApprovedEnvelope(hash: review.hash, input: input)
    }
}

/// Why a reviewed item is not approved.
package enum ApprovalError: Error, Hashable {
    /// A rule refuses to sign; nothing overrides that.
    case refused([Finding])
    /// These holds were not passed.
    case held([Hold])
}

/// Proof that a policy is the vault owner's own, so that it may pass holds when no one is asked.
///
/// It holds the proven policy, and approves nothing under another one. Whether a policy is the owner's depends on
/// secrets that only an unlocked key has, and Review does not know the vault. So the initialiser is open to the
/// package, but called in one place: where the vault has verified the list that contains the policy with the key that
/// signs (`Signing/Keys/OpenedKey.swift`). `scripts/check-airgap` and a test fail on a second call, as they do for the
/// signature itself.
package struct PolicyProof: Hashable, Sendable {
    let policy: Policy

    /// - Parameter policy: read from the list that was verified, not from a review.
    package init(verified policy: Policy) { self.policy = policy }
}

/// An item that a person approved for signing. Only `ReviewedItem.approve` creates one.
package struct ApprovedEnvelope: Sendable {
    /// Nil for a raw payload and a file.
    package let hash: TransactionHash?
    @Indirect private var input: ReviewInput

    fileprivate init(hash: TransactionHash?, input: ReviewInput) {
        self.hash = hash
        self.input = input
    }

    /// Signs it. This is the only place in the project where a key signs.
    ///
    /// The signature is verified before it is returned, so that a fault in memory or in the signer does not reach the
    /// network.
    package func signed<Signer: ItemSigner & ~Copyable>(
        by signer: borrowing Signer
    ) throws(SigningError<Signer.Failure>) -> SignedEnvelope {
        guard signer.identity == input.key?.identity else { throw .otherKey(reviewed: input.key?.identity) }
        if case .chainMessage(let message) = input.subject { return try signed(message, by: signer) }
        guard let account = signer.identity.account else { throw .otherKey(reviewed: input.key?.identity) }
        let item: Signable
        switch (hash, input.subject) {
        case (let hash?, _): item = .hash(hash)
        case (nil, .payload(let payload)): item = .payload(payload)
        case (nil, .file(let file)): item = .file(file.blake2b)
        default: preconditionFailure("everything but a payload and a file has a hash")
        }
        let signature = try verified(item, of: account, by: signer)
        if case .file(let file) = input.subject {
            let comment = Signable.comment(Array(file.comment.utf8), after: signature)
            let second = try verified(comment, of: account, by: signer)
            return SignedEnvelope(
                hash: nil, signer: signer.identity, signature: signature, envelope: nil, commentSignature: second)
        }
        guard let decorated = DecoratedSignature(by: account.key, signature) else { throw .badSignature }
        var result: TransactionEnvelope?
        if case .envelope(let envelope, _) = input.subject {
            do { result = try envelope.adding(decorated) } catch { throw .full }
        }
        return SignedEnvelope(hash: hash, signer: signer.identity, signature: signature, envelope: result)
    }

    private func signed<Signer: ItemSigner & ~Copyable>(
        _ message: ChainMessage, by signer: borrowing Signer
    ) throws(SigningError<Signer.Failure>) -> SignedEnvelope {
        // The rules have refused before: this is the lock behind them.
        guard signer.identity == .other(message.address), message.fault == nil else {
            throw .otherKey(reviewed: input.key?.identity)
        }
        let signature: [UInt8]
        do { signature = try signer.sign(message) } catch { throw .signer(error) }
        guard ChainSignature(signature, chain: message.network.chain) != nil else { throw .badSignature }
        if case .solana(let address) = message.address {
            guard Ed25519.verify(signature, message: message.bytes, publicKey: address.publicKey) else {
                throw .badSignature
            }
        }
        return SignedEnvelope(hash: hash, signer: signer.identity, signature: signature, envelope: nil)
    }

    private func verified<Signer: ItemSigner & ~Copyable>(
        _ item: Signable, of account: AccountID, by signer: borrowing Signer
    ) throws(SigningError<Signer.Failure>) -> [UInt8] {
        let signature: [UInt8]
        do { signature = try signer.sign(item) } catch { throw .signer(error) }
        guard Ed25519.verify(signature, message: item.bytes, publicKey: account.key.bytes) else {
            throw .badSignature
        }
        return signature
    }
}

/// A verified signature, and the envelope that includes it.
package struct SignedEnvelope: Hashable, Sendable {
    /// Nil for a raw payload and a file.
    package let hash: TransactionHash?
    /// The key that signed.
    package let signer: KeyIdentity
    /// 64 bytes; 65 for an eip155 network.
    package let signature: [UInt8]
    /// The envelope with the signature appended; nil for a message.
    package let envelope: TransactionEnvelope?
    /// For a file: the signature of `signature` and the comment, 64 bytes.
    package let commentSignature: [UInt8]?

    fileprivate init(
        hash: TransactionHash?, signer: KeyIdentity, signature: [UInt8], envelope: TransactionEnvelope?,
        commentSignature: [UInt8]? = nil
    ) {
        self.hash = hash
        self.signer = signer
        self.signature = signature
        self.envelope = envelope
        self.commentSignature = commentSignature
    }
}

/// What a key of Stellar signs, by kind: a key must not sign the bytes of one kind as another.
package enum Signable: Hashable, Sendable {
    /// The hash of a transaction, message or authorization that was reviewed.
    case hash(TransactionHash)
    /// The payload of a signed-payload signer (CAP-40), as it is.
    case payload([UInt8])
    /// The BLAKE2b-512 of a file, 64 bytes.
    case file([UInt8])
    /// The comment of a file, behind the file's signature.
    case comment([UInt8], after: [UInt8])

    /// The bytes over which the signature is.
    package var bytes: [UInt8] {
        switch self {
        case .hash(let hash): hash.bytes
        case .payload(let bytes), .file(let bytes): bytes
        case .comment(let comment, let signature): signature + comment
        }
    }
}

/// A holder of a key: the vault's unlocked key behind an adapter, or a test's.
package protocol ItemSigner: ~Copyable {
    associatedtype Failure: Error

    var identity: KeyIdentity { get }

    /// The Ed25519 signature over the bytes of an item, 64 bytes.
    borrowing func sign(_ item: Signable) throws(Failure) -> [UInt8]

    /// The signature of a message by a key of its chain; the signer verifies it.
    borrowing func sign(_ message: ChainMessage) throws(Failure) -> [UInt8]
}

/// Why an approved item was not signed.
package enum SigningError<Failure: Error>: Error {
    /// The review was made for another key.
    case otherKey(reviewed: KeyIdentity?)
    /// The signer itself failed.
    case signer(Failure)
    /// The returned bytes are not a signature by this key over this hash.
    case badSignature
    /// The envelope already has 20 signatures.
    case full
}
