// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import Vault

/// The result of checking the journal against the seals of all keys; with an unlocked key, one of these seals is proven
/// too.
package struct JournalVerification: Sendable {
    @Indirect private var state: VaultState
    private let unprovenForReading: [(line: Int, entry: JournalEntry)]
    private var proven: KeyName?

    /// - Throws: `.refused` and `.badInput` for a journal that contradicts a seal, or has a line that no key of the
    ///   vault has written.
    package init(_ vault: Vault) throws(Failure) {
        do {
            let keys = try vault.list().map(\.name)
            let state = try VaultState(folder: vault.folder, for: keys)
            for name in keys {
                try state.check(name)
                try state.checkRecord(of: name)
            }
            unprovenForReading = try state.unprovenLinesForReading()
            self.state = state
        } catch {
            throw Failure(any: error)
        }
    }

    /// Proves the seal of a key.
    package mutating func prove(with key: borrowing UnlockedKey) throws(Failure) {
        do { _ = try state.verify(key) } catch { throw Failure(error) }
        proven = key.info.name
    }

    private var view: RecordView { state.record(for: proven ?? state.witnesses.first) }

    package var document: JSON {
        let (history, view) = (state.history, view)
        return [
            "version": 1, "entries": .integer(history.entries), "digest": .string(Hex.encode(history.digest)),
            "torn_bytes": .integer(history.torn), "book": state.book.map { .integer($0.counter) } ?? .null,
            "policy": state.policy.map { .integer($0.counter) } ?? .null,
            "witnesses": .array(state.witnesses.map { .string($0.text) }),
            "unproven_lines": .array(
                view.unproven.ranges.map { [.integer($0.lowerBound), .integer($0.upperBound)] }),
            "unproven_lines_for_reading": .array(unprovenForReading.map { .integer($0.line) }),
            "unaccepted_keys": .array(view.strangers.map { .string($0.name.text) }),
            "proven_by": proven.map { .string($0.text) } ?? .null,
        ]
    }

    /// Lines for the user.
    package var lines: [Wording] {
        let (history, view) = (state.history, view)
        var lines: [Wording] = [
            "entries   \(history.entries), each follows from the one before",
            "digest    \(Hex.encode(history.digest))",
        ]
        if history.torn > 0 { lines.append("torn      \(history.torn) bytes at the end, as a power cut leaves them") }
        for list in [state.book, state.policy].compactMap({ $0 }) {
            lines.append(
                "\("\(list.kind.rawValue)      ".prefix(10))number \(list.counter), by key \(list.owner.text)")
        }
        let names = state.witnesses.map(\.text).joined(separator: ", ")
        lines.append("seals     \(names.isEmpty ? "none" : "\(names): nothing is older than they saw")")
        if !view.unproven.isEmpty { lines.append("unproven  \(unproven(view))") }
        for (line, entry) in unprovenForReading {
            lines.append("unproven  line \(line), \(JournalLineText.text(entry)): no PIN was given, or the key is gone")
        }
        lines.append("proven    \(verdict(view))")
        return lines
    }

    private func verdict(_ view: RecordView) -> Wording {
        guard let proven else { return "no: \(field: .key, "NAME") and its PIN do that" }
        return view.unproven.isEmpty ? "by the PIN of \(proven.text)" : "the other lines, by the PIN of \(proven.text)"
    }

    /// The unproven lines, which can only add findings.
    private func unproven(_ view: RecordView) -> Wording {
        let lines = view.unproven.ranges.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        let strangers = view.strangers.map(\.name.text)
        return "lines \(lines.joined(separator: ", ")), for key \(view.viewer?.text ?? "-"); they can only add findings"
            + (strangers.isEmpty
                ? ""
                : ". Keys not accepted: \(strangers.joined(separator: ", ")) (\(step: .sign(.acceptJournal(key: nil))))")
    }
}

/// A journal line as text for the user, and as a JSON document.
package enum JournalLineText {
    package static func text(_ line: Int, _ entry: JournalEntry) -> String {
        "\(line)  \(entry.time.utc)  \(text(entry))"
    }

    /// What the line says, without its number and time.
    static func text(_ entry: JournalEntry) -> String {
        switch entry {
        case .intent(let intent):
            "\(intent.kind.rawValue) \(intent.hash.hex) on \(intent.chain?.title ?? place(intent.network)) by \(intent.key.text): "
                + TerminalText.escape(intent.summary)
        case .change(let change):
            "\(change.list.rawValue) number \(change.mark.counter) by \(change.key.text)"
        case .outcome(let outcome): "\(outcome.result.rawValue) \(outcome.hash.hex)"
        case .seen(let seen):
            "seen \(seen.hash.hex) on \(place(seen.network)), number \(seen.sequence) of \(seen.source.address), signed by \(seen.signer.address): "
                + TerminalText.escape(seen.summary)
        case .key(let event): text(event)
        case .vault(let event): text(event)
        case .refused(let refusal):
            "refused \(refusal.hash?.hex ?? "a request") in \(TerminalText.escape(refusal.file)) by \(refusal.key.text): "
                + TerminalText.escape(refusal.reason)
        }
    }

    /// What was done with a key, such as `key savings: PIN changed`.
    static func text(_ event: KeyEvent) -> String {
        let what =
            switch event.kind {
            case .pinChanged: "PIN changed"
            case .backedUp: "backed up"
            case .shared: "shares made"
            case .created, .imported, .restored, .exported, .drilled, .removed: event.kind.rawValue
            }
        return "key \(event.key.text): \(what)" + (event.address.map { ", \(TerminalText.escape($0))" } ?? "")
    }

    /// What was done with the whole vault.
    static func text(_ event: VaultEvent) -> String {
        "vault: " + (event.made.map { "restored from a backup made \($0.utc)" } ?? "backed up")
    }

    package static func document(_ line: Int, _ entry: JournalEntry) -> JSON {
        let members: [(String, JSON)] =
            switch entry {
            case .intent(let intent): members(intent)
            case .change(let change):
                [
                    ("type", "change"), ("time", .string(change.time.rfc3339)), ("list", .string(change.list.rawValue)),
                    ("number", .integer(change.mark.counter)), ("digest", .string(Hex.encode(change.mark.digest))),
                    ("key", .string(change.key.text)),
                ]
            case .outcome(let outcome):
                [
                    ("type", "outcome"), ("time", .string(outcome.time.rfc3339)), ("hash", .string(outcome.hash.hex)),
                    ("result", .string(outcome.result.rawValue)),
                ]
            case .seen(let seen):
                [
                    ("type", "seen"), ("time", .string(seen.time.rfc3339)), ("hash", .string(seen.hash.hex)),
                    ("network_passphrase", .string(seen.network.passphrase)), ("source", .string(seen.source.address)),
                    ("sequence", .string(String(seen.sequence))), ("signer", .string(seen.signer.address)),
                    ("key", .string(seen.key.text)), ("summary", .string(seen.summary)),
                ]
            case .key(let event):
                [
                    ("type", "key"), ("time", .string(event.time.rfc3339)), ("event", .string(event.kind.rawValue)),
                    ("key", .string(event.key.text)), ("address", event.address.map { .string($0) } ?? .null),
                ]
            case .vault(let event):
                [
                    ("type", "vault"), ("time", .string(event.time.rfc3339)), ("event", .string(event.text)),
                    ("made", event.made.map { .string($0.rfc3339) } ?? .null),
                ]
            case .refused(let refusal):
                [
                    ("type", "refused"), ("time", .string(refusal.time.rfc3339)),
                    ("hash", refusal.hash.map { .string($0.hex) } ?? .null), ("file", .string(refusal.file)),
                    ("key", .string(refusal.key.text)), ("reason", .string(refusal.reason)),
                ]
            }
        return .object(JSONObject([("version", 1), ("line", .integer(line))] + members))
    }

    private static func members(_ intent: SigningIntent) -> [(String, JSON)] {
        let other: [(String, JSON)] =
            intent.chain.map { chain in
                [("chain", .string(chain.caip2)), ("request", intent.request.map { .string($0) } ?? .null)]
            } ?? []
        return [
            ("type", "intent"), ("time", .string(intent.time.rfc3339)), ("kind", .string(intent.kind.rawValue)),
            ("hash", .string(intent.hash.hex)),
            ("network_passphrase", intent.network.map { .string($0.passphrase) } ?? .null),
            ("source", intent.source.map { .string($0.address) } ?? .null),
            ("sequence", intent.sequence.map { .string(String($0)) } ?? .null), ("key", .string(intent.key.text)),
            ("summary", .string(intent.summary)), ("findings", .array(intent.findings.map { .string($0) })),
        ] + other
    }

    private static func place(_ network: Network?) -> String {
        network.map { $0.name ?? "another network" } ?? "no network"
    }
}

/// The journal of a vault as a person or a program reads it. The chain of entries is checked on the way.
package struct JournalListing: Sendable {
    private let journal: SignerJournal
    /// What the user should know about the journal before its entries; lines to show.
    package let notes: [String]

    /// - Parameter folder: of the vault.
    /// - Throws: `.badInput` for a damaged journal.
    package init(folder: String) throws(Failure) {
        journal = SignerJournal(folder: folder)
        let history: SignerHistory
        do { history = try journal.history() } catch { throw Failure(error) }
        notes =
            (history.torn > 0 ? ["the last \(history.torn) bytes are a torn entry, as a power cut leaves it"] : [])
            + (history.hasNoSignatures ? ["nothing has been signed yet"] : [])
    }

    /// Passes each entry to `put`: a document on one line, or text.
    package func visit(isJSON: Bool, _ put: (String) throws(Failure) -> Void) throws(Failure) {
        var failure: Failure?
        do {
            try journal.visit { (line: Int, entry: JournalEntry) throws(SignerJournalError) in
                guard failure == nil else { return }
                let text =
                    isJSON ? JournalLineText.document(line, entry).text() : JournalLineText.text(line, entry)
                do throws(Failure) { try put(text) } catch { failure = error }
            }
        } catch {
            throw Failure(error)
        }
        if let failure { throw failure }
    }
}
