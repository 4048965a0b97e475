// SPDX-License-Identifier: Apache-2.0

/// What is known of a signed transaction. The raw values are what the journal stores, and are never changed.
package enum SubmissionState: String, Hashable, Sendable, CaseIterable {
    /// Nobody outside can have seen it.
    case queued
    /// An attempt to post it is under way, or the program died during one.
    case sent
    /// It may have arrived; the outcome is not known.
    case pending
    /// In the ledger, and it did what it says.
    case included
    /// Refused. With a ledger number it is in that ledger and can never be tried again; without one the network
    /// did not take it, and the same bytes may be good later (too early, balance since topped up).
    case failed
    /// Its validity ended before it got into a ledger.
    case expired
}
