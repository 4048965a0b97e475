// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The history without a journal: nothing was ever signed.
package struct EmptyHistory: SigningHistory {
    package init() {}

    package func signed(_ hash: TransactionHash) -> Timestamp? { nil }
    package func signedByKey(_ hash: TransactionHash) -> Timestamp? { nil }
    package func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? { nil }
    package func latestSequence(of source: AccountID, on network: Network) -> Int64? { nil }
    package func destinations(like address: StrKey) -> [StrKey] { [] }
    package func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] { [:] }
}
