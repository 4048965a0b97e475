// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// A signature that came back, as in its envelope. The journal does not verify it or determine its signer.
package struct RecordedSignature: Hashable, Sendable {
    /// The hash that was signed; for a signature inside a fee bump, the inner hash.
    package var hash: TransactionHash
    /// The last four bytes of the key, 8 hexadecimal digits in lower case.
    package var hint: String
    /// The signature in base64.
    package var signature: String

    package init(hash: TransactionHash, hint: String, signature: String) {
        self.hash = hash
        self.hint = hint
        self.signature = signature
    }
}
