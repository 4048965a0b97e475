// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// Why an approved item was not signed.
package enum SigningError<Failure: Error>: Error {
    /// The review was made for another key.
    case otherKey(reviewed: KeyIdentity?)
    /// The signer itself failed.
    case signer(Failure)
    /// The returned bytes are not a signature by this key over this hash.
    case badSignature
    /// The envelope already has 20 signatures.
    case full
}
