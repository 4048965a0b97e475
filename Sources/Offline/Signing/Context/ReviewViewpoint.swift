// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
package import Vault

/// For whom a review is made, which decides what of the vault's journal it may rely on.
package enum ReviewViewpoint: Sendable {
    /// For a key that will sign.
    ///
    /// - Parameters:
    ///   - others: all keys that sign in the same job.
    ///   - isUnattended: whether there is no one to ask.
    case signer(KeyInfo, with: [KeyName], clock: ReviewClock, isUnattended: Bool)
    /// For a person who reads it, with the journal as seen by the key that would sign.
    ///
    /// - Parameters:
    ///   - own: the machine's wall clock, whatever time was given; nil if it does not count.
    ///   - candidates: accounts that may have signed.
    case reader(now: Timestamp, own: Timestamp? = nil, candidates: [AccountID])
    /// To judge a policy's limits for any key.
    case limits(clock: ReviewClock)
    /// With the journal that no key has proven.
    case anonymous(now: Timestamp)

    var now: Timestamp {
        switch self {
        case .signer(_, _, let clock, _), .limits(let clock): clock.now
        case .reader(let now, _, _), .anonymous(let now): now
        }
    }
}
