// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Handoff
import Review
package import Stellar
package import StellarXDR
package import Vault

/// Attaches a signature that is not an account's own to an envelope, once a person has read its review.
package struct AttachJob {
    package enum Addition {
        /// The preimage of a hash(x) signer in hexadecimal digits, asked for once there is an envelope to which it can be attached.
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
    /// - Throws: `.badInput` for input without an envelope, an envelope with 20 signatures, and another signature than that of the payload;
    ///   `.refused` for a refusal of the review, and for a wrong or missing answer.
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
