// SPDX-License-Identifier: Apache-2.0

/// Why a signature does not go onto an envelope.
package enum SignatureError: Error, Hashable {
    /// 20 are there already, which is the most the network takes.
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
