// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// An error of the libsecp256k1 wrapper. Cases carry public facts only, never a secret byte.
package enum Secp256k1Error: Error, Hashable {
    /// Not a secret key: zero, or not below the order of the group.
    case invalidKey
    case wrongLength(found: Int, expected: Int)
    /// The signature just made does not verify: memory or processor are faulty.
    case faultySignature
    case outOfMemory
    case sodium(SodiumError)

    /// A description on one lower-case line.
    package var message: String {
        switch self {
        case .invalidKey: "not a secret key of secp256k1"
        case .wrongLength(let found, let expected): "\(found) bytes where \(expected) are needed"
        case .faultySignature: "the signature does not verify: the machine's memory may be faulty"
        case .outOfMemory: "not enough memory"
        case .sodium(let error): error.message
        }
    }
}
