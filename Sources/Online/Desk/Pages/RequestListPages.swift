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
    let item: TextItem

    init?(_ entry: StatusEntry) {
        guard let hash = entry.submission?.transaction.hash ?? entry.request?.hash else { return nil }
        path = "/requests/\(hash.hex)"
        state = entry.kind.mark
        item = entry.item(isWhole: false)
    }
}

extension [ListedItem] {
    var html: HTML {
        tag(.ul, .class("items")) {
            for listed in self {
                tag(.li, .data("state", listed.state)) { tag(.a, .href(Href(listed.path))) { listed.item.html } }
            }
        }
    }
}

extension Desk {
    struct RequestList {
        let groups: [Group]
        let canResume: Bool
        /// Says how many are left out; nil if none are.
        let rest: String?

        struct Group {
            let heading: String
            let id: String
            let items: [ListedItem]
        }

        func html(token: String) -> HTML {
            HTML {
                if groups.isEmpty { quiet { "Nothing is pending and no request waits for a signature." } }
                if canResume {
                    postForm("/resume", token: token) {
                        notice(.attention) {
                            "Transactions were submitted and their outcome is not known. Do not build them again."
                        }
                        actions { submitButton("Continue with them") }
                    }
                }
                for group in groups {
                    tag(.h3, .id(group.id)) { group.heading }
                    group.items.html
                }
                if let rest { related { tag(.a, .href("/requests")) { rest } } }
            }
        }
    }

    /// What waits for someone: for a signature, for its submission, for a ledger.
    ///
    /// - Parameter most: how many are shown.
    func openRequests(most: Int = mostListed) throws(Failure) -> RequestList {
        guard let journal = try context.existingJournal() else {
            return RequestList(groups: [], canResume: false, rest: nil)
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
            groups: groups, canResume: entries.contains { $0.stage == .pending || $0.stage == .unsent },
            rest: rest > 0 ? "\(rest) more requests" : nil)
    }

    private static let mostListed = 120

    func requestsPage() throws(Failure) -> DeskResponse {
        let requests = try openRequests()
        return page("Requests", in: "requests") {
            tag(.section, .live("requests"), .id("requests-section")) { requests.html(token: token) }
            related { tag(.a, .href("/history")) { "All transactions" } }
        }
    }
}
