// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Journal
import LedgerAPI
import LedgerXDR
import Review
package import Stellar
package import StellarXDR
import Workspace

/// A transaction of the journal for people and for other programs.
extension StatusEntry {
    /// The transaction for people.
    ///
    /// - Parameters:
    ///   - isWhole: whether to list the signers of a queued transaction too.
    ///   - names: the user's names for accounts.
    package func item(isWhole: Bool, names: [AccountID: String] = [:]) -> TextItem {
        var item = submission.map(item) ?? request.map(item) ?? TextItem("", state: "", .neutral)
        let note = request?.note.map { "note: \(TerminalText.escape($0))" }
        let about = [summary, note].compactMap(\.self)
        if !about.isEmpty { item.title = about.joined(separator: "; ") }
        if isWhole || submission == nil, let who = ArrivedSignature.text(signatures) { item.details.append(who) }
        if submission == nil, let expected {
            item.details += expected.lines { names[$0].map { TerminalText.escape($0) } }
        }
        if let batch = request?.batch { item.details.append("batch: \(TerminalText.escape(batch.name))") }
        if let end {
            item.details.append(end)
        } else if let replacedBy {
            item.details.append("\(replacedBy) was built in its place: only one of the two can be applied")
        }
        return item
    }

    private func item(_ submission: Submission) -> TextItem {
        let place = submission.ledger.map { " in ledger \($0)" } ?? ""
        let reason = (submission.held ?? submission.reason).map { " (\(TerminalText.escape($0)))" } ?? ""
        return TextItem(
            submission.transaction.hash.hex, state: kind.text, tone,
            circumstances: "\(place), attempts \(submission.attempts)\(reason)")
    }

    private func item(_ request: RecordedRequest) -> TextItem {
        let count = signatures.count
        let back =
            stage == .settled
            ? ""
            : count == 0 ? ", no signature came back yet" : ", \(count) signature\(count == 1 ? "" : "s") came back"
        return TextItem(
            request.hash.hex, state: kind.text, tone,
            circumstances: ", requested \(Self.created(request).utc)\(back)")
    }

    private var tone: TextTone {
        switch kind {
        case .applied, .done: .good
        case .ready where submission?.state == .failed || submission?.held != nil: .attention
        case .waitsForSignatures, .ready, .replaced: .neutral
        case .waitsForNumbers, .submitted: .attention
        case .failed, .expired, .numberUsed: .bad
        }
    }

    private static func created(_ request: RecordedRequest) -> Timestamp {
        Timestamp(UInt64(max(0, request.created)))
    }

    /// The JSON document of the transaction.
    ///
    /// - Parameter more: additional members.
    package func document(_ more: [(String, JSON)] = []) -> JSON {
        var members = JSONObject()
        if let submission, let known = submission.document().asObject {
            members = known
        } else if let request {
            members = JSONObject([
                ("version", 1), ("hash", .string(request.hash.hex)), ("status", "requested"),
                ("created", .string(Self.created(request).rfc3339)),
            ])
        }
        for (key, value) in [("summary", summary), ("note", request?.note), ("end", end)] {
            if let value { members[key] = .string(value) }
        }
        members["can_still_be_applied"] = canStillBeApplied.map { .bool($0) } ?? .null
        members["replaced_by"] = replacedBy.map { .string($0.hex) } ?? .null
        members["batch"] = request?.batch.map { ["id": .string($0.id), "name": .string($0.name)] } ?? .null
        if let transaction = contained {
            for (key, value) in ReviewJSON.contents(of: transaction) { members[key] = value }
            members["signatures"] = .array(signatures.map(\.json))
            members["missing_weight"] = stage == .settled ? .null : expected?.json ?? .null
        }
        for (key, value) in more { members[key] = value }
        return .object(members)
    }

    /// What a search looks at, in lower case: what a list shows of it, every address in full with its name, the
    /// amounts, the memo and the note.
    ///
    /// - Parameter names: the user's names, by address.
    package func searchText(calling names: [String: String]) -> String {
        var texts = item(isWhole: true).lines + [hash.hex]
        var addresses = [source?.address].compactMap(\.self)
        if let transaction = contained {
            if transaction.memo != .none { texts += [transaction.memo.shown, transaction.memo.shownValue] }
            addresses.append(transaction.sourceAccount.account.address)
            for operation in transaction.operations {
                if let payer = operation.sourceAccount { addresses.append(payer.account.address) }
                let phrase = OperationSummary.of(operation.body)
                texts.append(phrase.plain)
                for case .address(let address) in phrase.spans { addresses.append(address.text) }
            }
        }
        texts += Set(addresses).flatMap { address in [address] + (names[address].map { [$0] } ?? []) }
        return texts.joined(separator: " ").lowercased()
    }

    /// The transaction, or a fee bump's inner one; nil for what is no transaction, and if it cannot be read.
    private var contained: Transaction? {
        if let envelope = submission?.transaction.decoded { return envelope.innermost }
        guard request?.kind == .transaction, let document = try? request?.parsed() else { return nil }
        return document.envelope?.innermost
    }
}

extension ArrivedSignature {
    fileprivate var json: JSON {
        [
            "public_key": maker.flatMap { if case .ed25519 = $0 { .string($0.address) } else { nil } } ?? .null,
            "hint": .string(recorded.hint), "signature": .string(recorded.signature),
            "signer": maker.map { .string($0.address) } ?? .null, "seen": .string(seen.rfc3339),
        ]
    }
}

extension JournalEvent {
    package var timestamp: Timestamp { Timestamp(UInt64(max(0, time))) }

    /// What happened, under its time.
    package var fact: TextFact { TextFact(Wording(timestamp.utc), Wording(text)) }

    /// What happened, with the detail escaped.
    package var text: String {
        let detail = TerminalText.escape(detail)
        return switch kind {
        case .requested: "requested as \(detail)"
        case .queued: "taken on for sending"
        case .withdrawn where self.detail.hasSuffix(JournalEvent.forgotten): "forgotten by request forget"
        case .withdrawn: "taken back: it could not be written"
        case .replaced: "submitted again with other signatures"
        case .attempt: "posted (\(detail))"
        case .authorized: "its signed authorization entries are in \(detail)"
        case .superseded: "\(detail) was built in its place"
        case .loggedIn: "logged in at \(detail)"
        case .held: "held back: \(detail)"
        case .outcome: "found to be \(detail)"
        }
    }
}

extension Submission {
    /// The output line of `send --json` and `status --json`.
    ///
    /// - Parameters:
    ///   - wasThere: whether it was in a ledger before anything was submitted.
    ///   - behind: the hash of the transaction whose outcome it waits for.
    package func document(wasThere: Bool = false, waitingFor behind: TransactionHash? = nil) -> JSON {
        var members: [(String, JSON)] = [
            ("version", 1), ("hash", .string(transaction.hash.hex)),
            ("status", .string(held == nil ? status : "failed")),
        ]
        if let ledger { members.append(("ledger", .integer(ledger))) }
        if let codes {
            members.append(("result_codes", codes.json))
        } else if state == .expired {
            members.append(("result_codes", ["transaction": "tx_too_late"]))
        }
        members.append(("attempts", .integer(attempts)))
        members.append(("state", .string(state.rawValue)))
        if wasThere { members.append(("already", true)) }
        let words =
            held.map { "not submitted: \($0)" } ?? behind.map { "not submitted yet: waiting for \($0)" } ?? reason
        if let words { members.append(("reason", .string(words))) }
        return .object(JSONObject(members))
    }

    private var status: String {
        switch state {
        case .included: "success"
        case .failed, .expired: "failed"
        case .queued, .sent, .pending: "pending"
        }
    }
}
