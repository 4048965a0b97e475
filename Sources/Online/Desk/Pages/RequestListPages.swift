// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
import Submitting
import Workspace

/// A list of requests and transactions, each with its page.
struct ListedItem: Hashable, Sendable {
    let path: String
    /// What can still happen to it.
    let state: String
    let item: PartView.Item

    init?(_ entry: StatusEntry) {
        guard let hash = entry.submission?.transaction.hash ?? entry.request?.hash else { return nil }
        path = "/requests/\(hash.hex)"
        state = entry.kind.mark
        item = PartView.Item(entry.item(isWhole: false))
    }
}

extension Desk {
    struct RequestList {
        let groups: [Group]
        let isEmpty: Bool
        let canResume: Bool
        /// Says how many are left out; nil if none are.
        let rest: String?

        struct Group {
            let heading: String
            let id: String
            let items: [ListedItem]
        }
    }

    /// What waits for someone: for a signature, for its submission, for a ledger.
    ///
    /// - Parameter most: how many are shown.
    func openRequests(most: Int = mostListed) throws(Failure) -> RequestList {
        guard let journal = try context.existingJournal() else {
            return RequestList(groups: [], isEmpty: true, canResume: false, rest: nil)
        }
        let list = try StatusList(journal, limit: Self.mostListed, withSettled: false, now: seconds)
        let entries = list.entries
        let rest = max(0, entries.count - most) + list.waitingLeftOut
        let headings: [(StatusEntry.Stage, String, String)] = [
            (.pending, "Submitted, not final", "pending"), (.unsent, "Queued", "queued"),
            (.partlySigned, "Signed, not submitted", "signed"), (.unsigned, "Waiting for a signature", "unsigned"),
        ]
        let groups = headings.compactMap { stage, heading, id -> RequestList.Group? in
            let items = entries.prefix(most).filter { $0.stage == stage }.compactMap { ListedItem($0) }
            return items.isEmpty ? nil : RequestList.Group(heading: heading, id: id, items: items)
        }
        return RequestList(
            groups: groups, isEmpty: groups.isEmpty,
            canResume: entries.contains { $0.stage == .pending || $0.stage == .unsent },
            rest: rest > 0 ? "\(rest) more requests" : nil)
    }

    private static let mostListed = 120

    func requestsPage() throws(Failure) -> DeskResponse {
        page("Requests", in: "requests", "requests", try openRequests())
    }
}
