// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// What a signature of a transaction shows: its key, or the hint of one that is not known.
package enum TransactionSigner: Hashable, Sendable {
    case key(SignerKey)
    case unknown(hint: String)

    /// The key's address, or `unknown:` and the last four bytes of the key in hexadecimal.
    package var text: String {
        switch self {
        case .key(let key): key.address
        case .unknown(let hint): "unknown:\(hint)"
        }
    }

    /// Who made the signatures of a transaction, the inner ones of a fee bump first, each once.
    ///
    /// - Parameter keys: those that may have signed, beside the keys of the accounts that act and of extra signers.
    package static func all(of transaction: HashedTransaction, among keys: [SignerKey]) -> [TransactionSigner] {
        let (envelope, inner) = (transaction.envelope, transaction.envelope.innermost)
        let sources =
            [inner.sourceAccount, envelope.feeSource] + inner.operations.compactMap(\.sourceAccount)
        let keys =
            sources.map { SignerKey.ed25519($0.account.key) } + keys
            + (inner.cond.extended?.extraSigners.elements ?? [])
        var found: [TransactionSigner] = []
        func add(_ signatures: [DecoratedSignature], of hash: TransactionHash) {
            var checker = SignatureChecker(signatures, hash: hash)
            for (signature, maker) in zip(signatures, checker.makers(among: keys)) {
                let signer = maker.map(TransactionSigner.key) ?? .unknown(hint: Hex.encode(signature.hint.bytes))
                if !found.contains(signer) { found.append(signer) }
            }
        }
        if case .feeBump(let bump) = envelope.content, let hash = transaction.innerHash {
            add(Array(bump.inner.signatures), of: hash)
        }
        add(Array(envelope.signatures), of: transaction.hash)
        return found
    }
}
