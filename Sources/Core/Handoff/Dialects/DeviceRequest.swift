// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A wallet's request to its signing device, in Keystone's or LumenSigner's format.
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
        /// A bare hash, without the content that was hashed.
        case hash(TransactionHash)
    }

    package var dialect: Dialect
    /// The id that the response must repeat; nil in LumenSigner's format, which has none.
    package var id: RequestID?
    package var subject: Subject
    /// The path of the key that should sign.
    package var path: DerivationPath
    /// The wallet's fingerprint of the seed from which the path starts.
    package var fingerprint: UInt32?
    /// The account that should sign, if the request names it besides the path.
    package var account: PublicKey?
    /// The wallet's name for itself.
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
