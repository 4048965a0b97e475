// SPDX-License-Identifier: Apache-2.0

/// Why a signature cannot be added to an envelope.
package enum SignatureError: Error, Hashable {
    /// There are already 20 signatures, the network's maximum.
    case tooMany
    /// It was not made by that key over that hash.
    case doesNotVerify

    package var message: String {
        switch self {
        case .tooMany: "the envelope already has 20 signatures, the most that the network takes"
        case .doesNotVerify: "the signature was not made by this key for this transaction"
        }
    }
}
