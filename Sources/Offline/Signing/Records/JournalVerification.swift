// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import Vault

/// The result of checking the journal against the seals of all keys; with an unlocked key, one of these seals is proven too.
package struct JournalVerification: Sendable {
    private let state: VaultState
    private var proven: KeyName?

    /// - Throws: `.refused` and `.badInput` for a journal that contradicts a seal, or has a line that no key of the vault has written.
    package init(_ vault: Vault) throws(Failure) {
        do {
            let keys = try vault.list().map(\.name)
            state = try VaultState(folder: vault.folder, for: keys)
            for name in keys {
                try state.check(name)
                try state.checkRecord(of: name)
            }
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
