// SPDX-License-Identifier: Apache-2.0

package import Journal

/// What an account's watcher found, and the state to record once that was reported.
package struct AccountObservation: Sendable {
    package let report: WatchReport
    /// The account's present state in the journal's form.
    package let seen: WatchedAccount

    /// Whether recording the state hides nothing: an alarm is repeated until it is accepted.
    package var mayBeRecorded: Bool { report.level != .alarm }
}
