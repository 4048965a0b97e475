// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// What a wallet asks its signing device, in Keystone's or LumenSigner's words.
package struct DeviceRequest: Hashable, Sendable {
    package enum Dialect: Hashable, Sendable {
        case keystone, lumenSigner
    }

    /// How a request names its network.
    package enum NetworkName: Hashable, Sendable {
        case passphrase(String)
        /// SHA-256 of the passphrase.
        case id(Hash)
    }

    package enum Subject: Hashable, Sendable {
        case transaction(TransactionEnvelope, NetworkName)
        /// A hash without what hashes to it.
        case hash(TransactionHash)
    }

    package var dialect: Dialect
    /// What the answer has to repeat; LumenSigner has no such thing.
    package var id: RequestID?
    package var subject: Subject
    /// The key that is asked to sign.
    package var path: DerivationPath
    /// The wallet's fingerprint of the seed that the path starts from.
    package var fingerprint: UInt32?
    /// The account that is asked to sign, where the request names it beside the path.
    package var account: PublicKey?
    /// What the wallet calls itself.
    package var origin: String?

    package init(
        dialect: Dialect, id: RequestID? = nil, subject: Subject, path: DerivationPath, fingerprint: UInt32? = nil,
        account: PublicKey? = nil, origin: String? = nil
    ) {
        self.dialect = dialect
        self.id = id
        self.subject = subject
        self.path = path
        self.fingerprint = fingerprint
        self.account = account
        self.origin = origin
    }
}
