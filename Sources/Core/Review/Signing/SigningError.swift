// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// Why an approved thing did not get its signature.
package enum SigningError<Failure: Error>: Error {
    /// The review was made for another key.
    case otherKey(reviewed: AccountID?)
    /// The signer itself failed.
    case signer(Failure)
    /// What came back is no signature of this key over this hash.
    case badSignature
    /// The envelope has 20 signatures already.
    case full
}
