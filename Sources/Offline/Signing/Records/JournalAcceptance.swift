// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Vault

/// A key's acceptance of journal lines that it cannot prove: whom to ask about, what to show, and the seal that records
/// the answers.
struct JournalAcceptance: Sendable {
    let key: KeyName
    /// Other keys that have signed lines.
    let writers: [AcceptedKey]
    @Indirect private var vault: VaultState
    @Indirect private var view: RecordView

    /// - Throws: `.badInput` and `.refused` for a vault that this key cannot use.
    init(by key: KeyName, in vault: Vault) throws(Failure) {
        do {
            let state = try VaultState(folder: vault.folder, for: [key])
            try state.check(key)
            let view = state.record(for: key)
            let settled = try state.settledWriters(seenBy: key)
            writers = view.strangers + settled.filter { !view.strangers.contains($0) }
            self.view = view
            self.vault = state
        } catch {
            throw Failure(error)
        }
        self.key = key
    }

    /// Whether there is nothing to accept.
    var isSettled: Bool { view.isSettled && writers.isEmpty }

    /// The question about another key.
    func question(about other: AcceptedKey) -> (text: String, confirmation: Confirmation) {
        let value = Hex.encode(other.recordKey.suffix(3))
        return (
            "Key \(other.name.text) has signed lines with record key \(Hex.encode(other.recordKey)).",
            Confirmation(
                "if you made this key, type \(value) to accept its lines; if not, press Enter: ", value: value)
        )
    }

    /// The lines that the key cannot prove, to show before they are kept; empty if there are none to ask about.
    func unprovenLines() throws(Failure) -> [String] {
        guard view.fault != nil || view.uncovered > 0 else { return [] }
        let first = (vault.seal(key)?.journalLines ?? 0) + 1
        var shown: [String] = []
        do {
            try SignerJournal(folder: vault.folder).visit { (line: Int, entry: JournalEntry) in
                guard view.unproven.contains(line), line >= first || view.unseen.contains(line) else { return }
                shown.append(JournalLineText.text(line, entry))
            }
        } catch {
            throw Failure(any: error)
        }
        return shown
    }

    /// Whether the lines of `unprovenLines` have to be agreed to.
    var needsAgreement: Bool { view.fault != nil || view.uncovered > 0 }

    /// The question about `unprovenLines`.
    var agreement: Confirmation {
        let value = Hex.encode(vault.history.digest.suffix(3))
        return Confirmation(
            "they stay in the journal and can only add findings; to go on, type \(value): ", value: value)
    }

    /// What was accepted, as lines for the user.
    ///
    /// - Parameter count: how many lines stay unproven.
    func lines(accepting accepted: [AcceptedKey], keeping count: Int) -> [String] {
        accepted.map { "key \(key.text) accepts the journal lines of key \($0.name.text)" }
            + (count > 0 ? ["\(count) lines stay in the journal; they can add findings, and remove none"] : [])
    }

    func document(accepting accepted: [AcceptedKey], keeping count: Int) -> JSON {
        [
            "name": .string(key.text), "accepted_keys": .array(accepted.map { .string($0.name.text) }),
            "unproven_lines": .integer(count),
        ]
    }

    /// Writes the key's seal, if the journal is still the one that was shown.
    ///
    /// - Parameter accepted: the keys whose lines are proven from now on.
    func write(accepting accepted: [AcceptedKey], by opened: borrowing UnlockedKey) throws(Failure) {
        do {
            let lock = try VaultLock(folder: vault.folder)
            _ = try vault.verify(opened)
            let state = try vault.refreshed(holding: lock)
            _ = try state.verify(opened)
            guard state.history.digest == vault.history.digest else {
                throw StateError.changedMeanwhile(file: "journal")
            }
            try state.reseal(opened.record, holding: lock, accepting: accepted, settling: true)
        } catch {
            throw Failure(any: error)
        }
    }
}
