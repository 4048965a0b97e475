// SPDX-License-Identifier: Apache-2.0

/// What goes wrong with a service that lies, lags behind or is busy.
package enum RPCFault: String, Hashable, Sendable, CaseIterable {
    /// A simulation asks for a larger authorization than the call needs: one that also moves the caller's lumens away.
    case largerAuth = "larger-auth"
    /// A simulation names an entry to write that the call does not touch.
    case otherFootprint = "other-footprint"
    /// A simulation asks for a hundred times the fee.
    case hundredfoldFee = "fee-x100"
    /// The service says that it serves another network.
    case wrongPassphrase = "wrong-passphrase"
    /// The service returns code in which the names of arguments are swapped, and which has another hash.
    case swappedSpec = "swapped-spec"
    /// The service lags 500 ledgers behind.
    case staleLedger = "stale-ledger"
    /// The service finds a transaction only 12 ledgers after it was applied.
    case notFound = "not-found"
    /// The service takes a transaction only when it is sent for the fourth time.
    case tryAgainLater = "try-again-later"
    /// The service takes too long for every other request, and for the answer to one that it has passed on.
    case tooSlow = "too-slow"
    /// The network's node filters every transaction: it takes none and says no more.
    case filtered
}
