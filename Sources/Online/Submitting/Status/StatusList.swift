// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar
import StellarXDR
import Workspace

/// The journal's transactions, ordered by the need for action: requests without a signature, partly signed, not
/// submitted, pending, and then settled; in each group, newest first.
package struct StatusList {
    package private(set) var entries: [StatusEntry] = []
    /// The number of open entries that the limit omitted.
    package private(set) var waitingLeftOut = 0
    /// What can never be applied and no one has built again or forgotten, newest first, at most as many as the limit.
    package private(set) var leftOver: [StatusEntry] = []

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
        leftOver = dead.filter(\.isLeftOver)
        for stage in StatusEntry.Stage.allCases { entries += groups[stage] ?? [] }
        waitingLeftOut += max(0, entries.count - limit)
        entries = Array(entries.prefix(limit))
        guard withSettled, entries.count < limit else { return }
        let settled = try store.settledSubmissions(limit: limit - entries.count)
        for submission in settled { entries.append(try StatusEntry(submission, in: store, now: now).listed) }
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
                entries.append(try StatusEntry(request, in: journal, now: now).listed)
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
        groups[entry.stage, default: []].append(entry.listed)
    }
}

/// Everything that the journal knows of one transaction.
package struct TransactionHistory {
    package let entry: StatusEntry
    /// What happened to it, oldest first.
    package let events: [JournalEvent]
    /// The file to which it was archived; nil when it was not.
    package let archive: String?
    /// The user's names for accounts.
    private let names: [AccountID: String]

    /// - Parameters:
    ///   - store: nil when there is no journal.
    ///   - now: seconds since 1970.
    /// - Throws: as `StatusEntry`.
    package init(_ prefix: HashPrefix, in store: (any OnlineJournal)?, now: Int64) throws(Failure) {
        entry = try StatusEntry(prefix, in: store, now: now)
        do throws(JournalError) {
            archive = try store?.archive(of: entry.hash)
            events = try store?.events(hash: entry.hash) ?? []
        } catch { throw Failure(error) }
        names = try store.map { store throws(Failure) in try ContactNames.all(in: store) } ?? [:]
    }
}

extension TransactionHistory {
    /// The transaction for people, with its events or the archive that has them.
    package var text: [TextPart] {
        let item = TextPart.item(entry.item(isWhole: true, names: names))
        if let archive { return [item, .line("  archived in \(TerminalText.escape(archive))")] }
        return [item, .facts(events.map(\.fact), indent: 2)]
    }

    /// The JSON document of `coldstar-submit status HASH`.
    package var document: JSON {
        let archive = archive.map { [("archived", JSON.string($0))] } ?? []
        return entry.document(archive + [("events", .array(events.map(\.json)))])
    }
}

extension JournalEvent {
    fileprivate var json: JSON {
        ["time": .string(timestamp.rfc3339), "kind": .string(kind.rawValue), "detail": .string(detail)]
    }
}

/// A user-written hash of a transaction in the journal, in full or as a prefix of at least 8 digits.
package struct HashPrefix: Hashable, Sendable {
    /// The digits, lower-case hexadecimal.
    package let digits: String

    package static let leastDigits = 8

    /// Whether a text can only be a hash prefix: a transaction in any other form is longer, or not hexadecimal.
    package static func isMeant(by text: String) -> Bool {
        (leastDigits...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    package init(_ text: String) throws(Failure) {
        guard Self.isMeant(by: text) else {
            throw Failure(
                .badInput,
                "\(TerminalText.escape(text)) is not a hash: write 64 hex digits, or 8 or more of the first ones")
        }
        digits = text.lowercased()
    }

    /// The single hash with this prefix.
    ///
    /// - Throws: `.noInput` when the journal has none, `.badInput` when it has several.
    package func hash(in store: any OnlineJournal) throws(Failure) -> TransactionHash {
        if let whole = TransactionHash(hex: digits) { return whole }
        let found: [TransactionHash]
        do { found = try store.hashes(beginningWith: digits, limit: 3) } catch { throw Failure(error) }
        guard let first = found.first else { throw unknown }
        guard found.count == 1 else {
            throw Failure(
                .badInput,
                "several hashes begin with \(digits): \(found.prefix(2).map(\.hex).joined(separator: ", "))"
                    + (found.count > 2 ? " and others" : ""),
                hint: "give more digits")
        }
        return first
    }

    package var unknown: Failure { Failure(.noInput, "the journal knows nothing of \(digits)") }
}

/// The user's names for accounts, from the contacts of a journal.
enum ContactNames {
    /// Of several names for one account, the first.
    static func all(in journal: any OnlineJournal) throws(Failure) -> [AccountID: String] {
        let named = try Contacts(journal).all().compactMap { contact in
            contact.account.map { ($0.account, contact.name) }
        }
        return Dictionary(named) { first, _ in first }
    }
}
