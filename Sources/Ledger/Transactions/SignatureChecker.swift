// SPDX-License-Identifier: Apache-2.0
import SodiumKit
import Stellar
import StellarXDR
import XDR

/// Finds out which of an envelope's signatures count for whom, and remembers which did.
///
/// As on the network, counting stops as soon as the weight that is needed is there: a signature that nobody needed stays
/// unused, and makes the transaction `tx_bad_auth_extra`.
///
/// - Source: stellar-core `SignatureChecker`.
struct SignatureChecker {
    private let hash: TransactionHash
    private let signatures: [DecoratedSignature]
    private var isUsed: [Bool]
    /// What verifying has shown, since a hundred operations may ask for the same.
    private var verified: [Question: Bool] = [:]

    private struct Question: Hashable {
        let signature: Int
        let signer: SignerKey
    }

    init(_ hash: TransactionHash, _ signatures: some Collection<DecoratedSignature>) {
        self.hash = hash
        self.signatures = Array(signatures)
        isUsed = Array(repeating: false, count: signatures.count)
    }

    var areAllUsed: Bool { isUsed.allSatisfy { $0 } }

    /// Whether the signatures of `signers` reach a weight. Weight 0 still takes one signature.
    mutating func reaches(_ needed: Int, with signers: [Signer]) -> Bool {
        var weight = 0
        for signer in signers where signer.key == .preAuthTx(hash.hash) {
            weight += min(Int(signer.weight), 255)
            if weight >= needed { return true }
        }
        for kind in [SignerKeyType.hashX, .ed25519, .ed25519SignedPayload] {
            var left = signers.filter { $0.key.discriminant == kind }
            for index in signatures.indices {
                guard let place = left.firstIndex(where: { counts(index, for: $0.key) }) else { continue }
                isUsed[index] = true
                weight += min(Int(left.remove(at: place).weight), 255)
                if weight >= needed { return true }
            }
        }
        return false
    }

    private mutating func counts(_ index: Int, for signer: SignerKey) -> Bool {
        guard signatures[index].hint == signer.hint else { return false }
        let question = Question(signature: index, signer: signer)
        if let answer = verified[question] { return answer }
        let answer = verify(signatures[index].signature.bytes, signer)
        verified[question] = answer
        return answer
    }

    private func verify(_ signature: [UInt8], _ signer: SignerKey) -> Bool {
        switch signer {
        case .preAuthTx: false
        case .hashX(let digest): SHA256.hash(signature) == digest.bytes
        case .ed25519(let key): Ed25519.verify(signature, message: hash.bytes, publicKey: key.bytes)
        case .ed25519SignedPayload(let signed):
            Ed25519.verify(signature, message: signed.payload.bytes, publicKey: signed.ed25519.bytes)
        }
    }
}
