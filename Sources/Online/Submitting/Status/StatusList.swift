// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal

/// The journal's transactions, ordered by the need for action: requests without a signature, partly signed, not
/// submitted, pending, and then settled; in each group, newest first.
package struct StatusList {
    package private(set) var entries: [StatusEntry] = []
    /// The number of open entries that the limit omitted.
    package private(set) var waitingLeftOut = 0

    /// - Parameters:
    ///   - limit: the maximum number of entries; open ones come before settled ones.
    ///   - withSettled: whether to include settled ones.
    ///   - now: seconds since 1970.
    package init(
        _ store: any OnlineJournal, limit: Int, withSettled: Bool = true, now: Int64
    ) throws(Failure) {
        do throws(JournalError) { try self.init(in: store, limit, withSettled: withSettled, now) } catch {
            throw Failure(error)
        }
    }

    init(in store: any OnlineJournal, _ limit: Int, withSettled: Bool, _ now: Int64) throws(JournalError) {
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

    /// The requests whose transactions were not queued: unsigned, partly signed, and those that can never be applied;
    /// in each group, newest first.
    ///
    /// - Parameter journal: nil when there is none.
    package static func requests(in journal: (any OnlineJournal)?, now: Int64) throws(Failure) -> [StatusEntry] {
        guard let journal else { return [] }
        var entries: [StatusEntry] = []
        do throws(JournalError) {
            for request in try journal.unsentRequests() {
                entries.append(try StatusEntry(request, in: journal, now: now))
            }
        } catch { throw Failure(error) }
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
