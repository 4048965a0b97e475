// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Vault

/// The signer's journal as what a review asks about earlier signatures.
struct JournalHistory: SigningHistory {
    let history: SignerHistory
    /// The key that is to sign; nil for a look only.
    let key: KeyName?

    func signed(_ hash: TransactionHash) -> Timestamp? { history.signed(hash) }

    func signedByKey(_ hash: TransactionHash) -> Timestamp? { key.flatMap { history.signed(hash, with: $0) } }

    func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? {
        history.conflict(with: hash, source: source, sequence: sequence, on: network).map {
            EarlierTransaction(hash: $0.hash, signed: $0.signed, summary: $0.summary)
        }
    }

    func latestSequence(of source: AccountID, on network: Network) -> Int64? {
        history.latestSequence(of: source, on: network)
    }

    func destinations(like account: AccountID) -> [AccountID] { history.destinations(like: account) }

    func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        history.spent(since: since, except: hash)
    }
}
