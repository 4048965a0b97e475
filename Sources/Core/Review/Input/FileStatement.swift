// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
package import StellarXDR

/// A file to sign in minisign's format, with the comment that is signed together with it.
///
/// Minisign signs the file's BLAKE2b-512, which has 64 bytes, and then that signature followed by the comment, which has more than 64.
/// Hashes of transactions, logins and messages (SEP-53) have 32 bytes and are signed as they are: no signature of a file is one of
/// those. The payload of a signed-payload signer (CAP-40) has at most 64 bytes: who adds the key with the BLAKE2b-512 of a file as such a signer
/// accepts the file's signature for it.
/// - Source: https://jedisct1.github.io/minisign/ §Signature format, with prehashing.
package struct FileStatement: Hashable, Sendable {
    /// The most bytes of a trusted comment. Minisign reads up to 8,192.
    package static let longestComment = 500

    /// The file's name without folders. It is signed only as far as the comment contains it.
    package let name: String
    /// Bytes.
    package let size: Int
    package let sha256: Hash
    /// 64 bytes.
    package let blake2b: [UInt8]
    /// The trusted comment: one line of printable ASCII. The second signature is of the first one and of this, at least 65 bytes.
    package let comment: String

    /// - Parameter comment: nil for `file:NAME`.
    /// - Returns: nil unless the comment has 1 to 500 characters of printable ASCII.
    package init?(name: String, content: [UInt8], comment: String?) {
        let comment = comment ?? "file:\(name)"
        guard (1...Self.longestComment).contains(comment.utf8.count),
            comment.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        self.name = name
        size = content.count
        sha256 = Hash(sha256: content)
        blake2b = BLAKE2b512.hash(content)
        self.comment = comment
    }
}
