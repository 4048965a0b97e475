// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Markup
import Stellar
import Submitting
import Workspace

/// A list of requests and transactions, each with its page.
struct ListedItem: Hashable, Sendable {
    let path: String
    /// What can still happen to it.
    let state: String
    let item: TextItem

    init(_ entry: StatusEntry) {
        path = "/requests/\(entry.hash.hex)"
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
        guard let journal = try existingJournal() else {
            return RequestList(groups: [], canResume: false, rest: nil)
        }
        let list = try StatusList(journal, limit: Self.mostListed, withSettled: false, now: seconds)
        let entries = list.entries
        let rest = max(0, entries.count - most) + list.waitingLeftOut
        let headings: [(StatusEntry.Stage, String, String)] = [
            (.pending, "Submitted, not final", "pending"), (.unsent, "Queued", "queued"),
            (.partlySigned, "Signed, not submitted", "signed"), (.unsigned, "Waiting for a signature", "unsigned"),
        ]
        var groups = headings.compactMap { stage, heading, id -> RequestList.Group? in
            let items = entries.prefix(most).filter { $0.stage == stage }.map { ListedItem($0) }
            return items.isEmpty ? nil : RequestList.Group(heading: heading, id: id, items: items)
        }
        if !list.leftOver.isEmpty {
            groups.append(
                RequestList.Group(
                    heading: "Can no longer be applied: build again or forget", id: "over",
                    items: list.leftOver.prefix(most).map { ListedItem($0) }))
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

/// What the journal knows: searched, filtered, exported.
extension Desk {
    func historyPage(_ query: [String: String]) throws(Failure) -> DeskResponse {
        let wanted = query["state"] ?? ""
        let search = query["q"] ?? ""
        let entries = try history(search: search, state: wanted)
        let shown = entries.prefix(Self.mostListed).map { ListedItem($0) }
        return page("History", in: "history") {
            searchForm(search, state: wanted)
            tag(.section, .live("history"), .id("history-section")) {
                if shown.isEmpty { quiet { "No transaction matches." } }
                shown.html
                if shown.count < entries.count {
                    notice(.neutral) { "Only the first \(shown.count) are shown: search for more." }
                }
            }
        }
    }

    private func searchForm(_ search: String, state wanted: String) -> HTML {
        let states = [("", "all"), ("open", "not settled"), ("applied", "applied"), ("failed", "not applied")]
        return tag(.form, .get, .action("/history"), .class("search card")) {
            field("q", "Search", tag(.input, .id("q"), .name("q"), .value(search), .type("search")))
            field(
                "state", "State",
                tag(.select, .id("state"), .name("state")) {
                    for (value, label) in states {
                        Choice(value: value, label: label, isSelected: value == wanted).html
                    }
                })
            actions {
                submitButton("Search")
                " "
                button("Export as JSON", to: "/history/export.jsonl")
                " "
                button("Statement of an account", to: "/statement")
            }
        }
    }

    /// The entries, those that need an action first.
    private func history(search: String, state: String) throws(Failure) -> [StatusEntry] {
        guard let journal = try existingJournal() else { return [] }
        let all = try StatusList(journal, limit: 10_000, now: seconds).entries
        let words = search.lowercased().split(whereSeparator: \.isWhitespace)
        let named = Contacts.names(of: try contacts()).map { ($0.key.address, $0.value) }
        let names = Dictionary(named) { first, _ in first }
        return all.filter { entry in
            switch state {
            case "open" where entry.stage == .settled: return false
            case "applied" where entry.submission?.state != .included: return false
            case "failed" where entry.stage != .settled || entry.submission?.state == .included: return false
            default: break
            }
            guard !words.isEmpty else { return true }
            let text = entry.searchText(calling: names)
            return words.allSatisfy { Self.isFound($0, in: text) }
        }
    }

    /// Whether a text has a word. A number is an amount as a whole: `2` is no part of an address or of another amount.
    private static func isFound(_ word: Substring, in text: String) -> Bool {
        guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }) else { return text.contains(word) }
        return text.split(whereSeparator: { !$0.isNumber && !$0.isLetter && $0 != "." && $0 != "-" && $0 != ":" })
            .contains { $0 == word }
    }

    /// The entries as JSON, one on each line.
    func historyExport(_ query: [String: String]) throws(Failure) -> DeskResponse {
        let entries = try history(search: query["q"] ?? "", state: query["state"] ?? "")
        let text = entries.map { $0.document().text() + "\n" }.joined()
        return .download(Array(text.utf8), name: "history.jsonl", type: "application/x-ndjson")
    }
}
