// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

/// One signature in an account's authorization entry: the key, and its signature of the entry's payload.
///
/// - Source: CAP-46-11; rs-soroban-env, builtin_contracts/account_contract.rs.
package struct AccountSignature: Hashable, Sendable {
    package let publicKey: Uint256
    /// 64 bytes.
    package let signature: [UInt8]

    /// Nil unless the signature has 64 bytes.
    package init?(publicKey: Uint256, signature: [UInt8]) {
        guard signature.count == Ed25519.signatureLength else { return nil }
        (self.publicKey, self.signature) = (publicKey, signature)
    }

    package func verifies(_ payload: TransactionHash) -> Bool {
        Ed25519.verify(signature, message: payload.bytes, publicKey: publicKey.bytes)
    }

    fileprivate init?(_ value: SCVal) {
        guard case .map(let fields?) = value, fields.count == 2,
            case (.symbol(let first), .bytes(let key)) = (fields[0].key, fields[0].val),
            case (.symbol(let second), .bytes(let signature)) = (fields[1].key, fields[1].val),
            first.bytes.elementsEqual("public_key".utf8), second.bytes.elementsEqual("signature".utf8),
            let key = Uint256(key.bytes)
        else { return nil }
        self.init(publicKey: key, signature: signature.bytes)
    }
}

extension SCVal {
    /// The signatures in an account's entry; nil unless the value has exactly the form that the network reads: at most 20, ascending by
    /// key.
    package var accountSignatures: [AccountSignature]? {
        guard case .vec(let elements?) = self, (1...AccountSignatures.limit).contains(elements.count) else {
            return nil
        }
        let found = elements.compactMap(AccountSignature.init)
        guard found.count == elements.count else { return nil }
        let isAscending = zip(found, found.dropFirst()).allSatisfy {
            $0.publicKey.bytes.lexicographicallyPrecedes($1.publicKey.bytes)
        }
        return isAscending ? found : nil
    }
}
