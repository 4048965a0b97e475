// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// What a contract call knows of the ledger in which it runs.
package struct HostLedger: Hashable, Sendable {
    package let network: Network
    /// The number of the ledger being closed.
    package let sequence: UInt32
    /// What every entry adds to an account's minimum balance, in stroops.
    package let baseReserve: Int64
    package let lifetimes: Lifetimes

    /// The lifetimes of entries, in ledgers, the current one included.
    package struct Lifetimes: Hashable, Sendable {
        package let leastTemporary: UInt32
        package let leastPersistent: UInt32
        package let longest: UInt32

        package init(leastTemporary: UInt32, leastPersistent: UInt32, longest: UInt32) {
            self.leastTemporary = leastTemporary
            self.leastPersistent = leastPersistent
            self.longest = longest
        }

        /// An hour, a week and 180 days of ledgers.
        package static let usual = Lifetimes(leastTemporary: 720, leastPersistent: 120_960, longest: 3_110_400)
    }

    package init(network: Network, sequence: UInt32, baseReserve: Int64, lifetimes: Lifetimes = .usual) {
        self.network = network
        self.sequence = sequence
        self.baseReserve = baseReserve
        self.lifetimes = lifetimes
    }

    /// The last ledger in which an entry can live that is written now.
    var lastPossible: UInt32 { sequence + lifetimes.longest - 1 }

    /// The last ledger in which a new entry lives, unless its lifetime is extended.
    func lastByDefault(isTemporary: Bool) -> UInt32 {
        sequence + (isTemporary ? lifetimes.leastTemporary : lifetimes.leastPersistent) - 1
    }
}
