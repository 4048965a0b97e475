// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Stellar
package import StellarXDR

/// The texts of minisign's formats, for keys of the vault.
///
/// - Source: https://jedisct1.github.io/minisign/ §Signature format, §Public key format.
package enum Minisign {
    /// The public key file of an account: two lines.
    package static func publicKey(_ account: AccountID) -> String {
        let id = keyID(account)
        let shown = Hex.encode(id.reversed()).uppercased()
        return
            "untrusted comment: minisign public key \(shown)\n\(Base64.encode(Array("Ed".utf8) + id + account.key.bytes))"
    }

    /// The signature file: four lines; nil if the signature is not of a file.
    static func signature(_ signed: SignedEnvelope, comment: String) -> String? {
        guard let second = signed.commentSignature, let account = signed.signer.account else { return nil }
        let first = Array("ED".utf8) + keyID(account) + signed.signature
        return """
            untrusted comment: signature of a file by \(account.address)
            \(Base64.encode(first))
            trusted comment: \(comment)
            \(Base64.encode(second))
            """
    }

    /// The key id: the first 8 bytes of the SHA-256 of the public key. Minisign chooses it at random, and only compares
    /// it.
    private static func keyID(_ account: AccountID) -> [UInt8] { Array(SHA256.hash(account.key.bytes).prefix(8)) }
}
