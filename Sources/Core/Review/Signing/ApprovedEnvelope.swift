// SPDX-License-Identifier: Apache-2.0

import Crypto
package import Stellar
import StellarXDR

/// An item that a person approved for signing. Only `ReviewedItem.approve` creates one.
package struct ApprovedEnvelope: Sendable {
    /// Nil for a raw payload and a file.
    package let hash: TransactionHash?
    private let input: ReviewInput

    init(hash: TransactionHash?, input: ReviewInput) {
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

/// Why a reviewed item is not approved.
package enum ApprovalError: Error, Hashable {
    /// A rule refuses to sign; nothing overrides that.
    case refused([Finding])
    /// These holds were not passed.
    case held([Hold])
}
