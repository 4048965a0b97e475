// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import SodiumKit
import Stellar
import TextCodec
import Vault

struct JournalVerify: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the journal line by line, and against every key's seal; with a PIN, prove that seal too.",
        discussion: """
            Examples: coldstar-sign journal verify
            coldstar-sign journal verify --key savings
            A line that no key of this vault has written ends it with exit 77. A whole vault that was put back to an earlier state
            looks right: compare number and digest with what you noted.
            """)

    @Option(help: "A key whose PIN proves that its seal is its own.", completion: Completion.keys)
    var key: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let vault = Vault(folder: try home.vault())
        do {
            let keys = try vault.list().map(\.name)
            let state = try VaultState(folder: vault.folder, for: keys)
            for name in keys {
                try state.check(name)
                try state.checkRecord(of: name)
            }
            var proven: KeyName?
            if let key {
                let opened = try pin.unlock(try Keys.name(key), in: vault)
                _ = try state.verify(opened)
                proven = opened.info.name
            }
            try report(state, proven)
        } catch {
            throw Failure(any: error)
        }
    }

    private func report(_ state: VaultState, _ proven: KeyName?) throws(Failure) {
        let history = state.history
        let view = state.record(for: proven ?? state.witnesses.first)
        if json {
            let document: JSON = [
                "version": 1, "entries": .integer(history.entries), "digest": .string(Hex.encode(history.digest)),
                "torn_bytes": .integer(history.torn), "book": state.book.map { .integer($0.counter) } ?? .null,
                "policy": state.policy.map { .integer($0.counter) } ?? .null,
                "witnesses": .array(state.witnesses.map { .string($0.text) }),
                "unproven_lines": .array(
                    view.unproven.ranges.map { [.integer($0.lowerBound), .integer($0.upperBound)] }),
                "unaccepted_keys": .array(view.strangers.map { .string($0.name.text) }),
                "proven_by": proven.map { .string($0.text) } ?? .null,
            ]
            return try Console.put(line: document.text(pretty: true))
        }
        try Console.put(line: "entries   \(history.entries), each follows from the one before")
        try Console.put(line: "digest    \(Hex.encode(history.digest))")
        if history.torn > 0 {
            try Console.put(line: "torn      \(history.torn) bytes at the end, as a power cut leaves them")
        }
        for list in [state.book, state.policy] {
            guard let list else { continue }
            try Console.put(
                line: "\(list.kind.rawValue)      ".prefix(10) + "number \(list.counter), by key \(list.owner.text)")
        }
        let names = state.witnesses.map(\.text).joined(separator: ", ")
        try Console.put(line: "seals     " + (names.isEmpty ? "none" : "\(names): nothing is older than they saw"))
        if !view.unproven.isEmpty { try Console.put(line: "unproven  " + unproven(view)) }
        try Console.put(line: "proven    " + verdict(view, proven))
    }

    private func verdict(_ view: RecordView, _ proven: KeyName?) -> String {
        guard let proven else { return "no: --key NAME and its PIN do that" }
        return view.unproven.isEmpty ? "by the PIN of \(proven.text)" : "the other lines, by the PIN of \(proven.text)"
    }

    /// The unproven lines, which can only add findings.
    private func unproven(_ view: RecordView) -> String {
        let lines = view.unproven.ranges.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        let strangers = view.strangers.map(\.name.text)
        return "lines \(lines.joined(separator: ", ")), for key \(view.viewer?.text ?? "-"); they can only add findings"
            + (strangers.isEmpty
                ? "" : ". Keys not accepted: \(strangers.joined(separator: ", ")) (coldstar-sign journal accept)")
    }
}
