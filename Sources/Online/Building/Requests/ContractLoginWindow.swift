// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
import Review
import Stellar

/// The time that a server leaves for the login of a contract account.
package struct ContractLoginWindow: Hashable, Sendable {
    /// The last ledger in which the server's signature counts.
    package let expirationLedger: UInt32
    package let latestLedger: UInt32

    /// Enough to carry a request to another machine, read it, type a PIN and carry the response back.
    private static let tripSeconds: UInt64 = 300

    package init(until expirationLedger: UInt32, after latestLedger: UInt32) {
        (self.expirationLedger, self.latestLedger) = (expirationLedger, latestLedger)
    }

    /// About how many seconds are left, if a ledger closes every five.
    package var seconds: UInt64 {
        LedgerSpan.seconds(from: latestLedger, to: expirationLedger)
    }

    package var isTooShort: Bool { seconds < Self.tripSeconds }

    /// The end, for a person.
    package var text: String {
        "until ledger \(expirationLedger), when the server's entry expires: about \(Phrase(duration: seconds).plain) from now"
    }

    /// The warning, if this is too short to carry anything.
    package func notices(at domain: String) -> [Notice] {
        guard isTooShort else { return [] }
        return [
            .warning(
                .shortLogin,
                """
                \(domain) allows about \(Phrase(duration: seconds).plain), too short to carry the request to the signer and the \
                response back: ask the anchor for a longer expiry of its challenges, or log in as an account, G... (SEP-10)
                """)
        ]
    }
}
