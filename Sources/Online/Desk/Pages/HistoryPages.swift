// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import Stellar
import Submitting
import Workspace

/// What the journal knows: searched, filtered, exported.
extension Desk {
    private static let mostListed = 120

    func historyPage(_ query: [String: String]) throws(Failure) -> DeskResponse {
        let wanted = query["state"] ?? ""
        let search = query["q"] ?? ""
        let entries = try history(search: search, state: wanted)
        let shown = entries.prefix(Self.mostListed).compactMap { ListedItem($0) }
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
            }
        }
    }

    /// The entries, those that need an action first.
    private func history(search: String, state: String) throws(Failure) -> [StatusEntry] {
        guard let journal = try context.existingJournal() else { return [] }
        let all = try StatusList(journal, limit: 10_000, now: seconds).entries
        let words = search.lowercased().split(separator: " ")
        return all.filter { entry in
            switch state {
            case "open" where entry.stage == .settled: return false
            case "applied" where entry.submission?.state != .included: return false
            case "failed" where entry.stage != .settled || entry.submission?.state == .included: return false
            default: break
            }
            guard !words.isEmpty else { return true }
            let text =
                entry.item(isWhole: true).lines.joined(separator: " ").lowercased()
                + " " + (entry.source?.address.lowercased() ?? "") + " " + (entry.request?.document.lowercased() ?? "")
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// The entries as JSON, one on each line.
    func historyExport(_ query: [String: String]) throws(Failure) -> DeskResponse {
        let entries = try history(search: query["q"] ?? "", state: query["state"] ?? "")
        let text = entries.map { $0.document().text() + "\n" }.joined()
        return .download(Array(text.utf8), name: "history.jsonl", type: "application/x-ndjson")
    }
}
