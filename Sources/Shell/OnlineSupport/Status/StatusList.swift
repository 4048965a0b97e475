// SPDX-License-Identifier: Apache-2.0

package import Journal

/// What the journal knows, in the order in which somebody has to do something about it: requests that no one has signed, those that
/// were signed in part, what was not sent yet, what is pending, and then what is settled; in each group the latest first.
package struct StatusList {
    package private(set) var entries: [StatusEntry] = []
    /// How many that still wait for something the limit has left out.
    package private(set) var waitingLeftOut = 0

    /// - Parameters:
    ///   - limit: how many at most; what waits comes before what is settled.
    ///   - withSettled: whether what is settled is wanted too.
    ///   - now: seconds since 1970.
    package init(
        _ store: SQLiteJournal, limit: Int, withSettled: Bool = true, now: Int64
    ) throws(JournalError) {
        var groups: [StatusEntry.Stage: [StatusEntry]] = [:]
        for request in try store.unsentRequests() {
            let entry = try StatusEntry(request, in: store, now: now)
            Self.add(entry, to: &groups, limit, &waitingLeftOut)
        }
        for submission in try store.unsettledSubmissions() {
            let entry = try StatusEntry(submission, in: store, now: now)
            Self.add(entry, to: &groups, limit, &waitingLeftOut)
        }
        let dead = groups.removeValue(forKey: .settled) ?? []
        for stage in StatusEntry.Stage.allCases { entries += groups[stage] ?? [] }
        waitingLeftOut += max(0, entries.count - limit)
        entries = Array(entries.prefix(limit))
        guard withSettled, entries.count < limit else { return }
        let settled = try store.settledSubmissions(limit: limit - entries.count)
        for submission in settled { entries.append(try StatusEntry(submission, in: store, now: now)) }
        entries += dead.prefix(limit - entries.count)
    }

    /// The requests whose transactions were not taken for sending: unsigned, partly signed, and those that can never be applied; in each
    /// group the latest first.
    package static func requests(in store: SQLiteJournal, now: Int64) throws(JournalError) -> [StatusEntry] {
        var entries: [StatusEntry] = []
        for request in try store.unsentRequests() { entries.append(try StatusEntry(request, in: store, now: now)) }
        return StatusEntry.Stage.allCases.flatMap { stage in entries.filter { $0.stage == stage } }
    }

    private static func add(
        _ entry: StatusEntry, to groups: inout [StatusEntry.Stage: [StatusEntry]], _ limit: Int, _ leftOut: inout Int
    ) {
        guard groups[entry.stage, default: []].count < limit else {
            if entry.stage != .settled { leftOut += 1 }
            return
        }
        groups[entry.stage, default: []].append(entry)
    }
}
