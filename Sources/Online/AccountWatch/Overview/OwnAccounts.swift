// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Journal
package import Stellar
package import StellarXDR

/// The user's own accounts, as far as known.
package enum OwnAccounts {
    /// The accounts without duplicates, sorted by address: those for which transactions were built or submitted with this journal,
    /// and the given ones.
    ///
    /// - Parameters:
    ///   - journal: nil when there is none.
    ///   - others: such as accounts of a signing device, and an account that the user's settings name.
    package static func all(
        in journal: SQLiteJournal?, on network: Network, and others: [AccountID]
    ) throws(Failure) -> [AccountID] {
        var known: [AccountID] = []
        if let journal {
            do throws(JournalError) { known = try journal.sources(network: network) } catch {
                throw Failure(error)
            }
        }
        return Set(known + others).sorted { $0.address < $1.address }
    }
}
