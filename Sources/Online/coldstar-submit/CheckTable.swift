// SPDX-License-Identifier: Apache-2.0

import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The result of every check before submitting, one row each.
struct CheckTable {
    enum State: String {
        case ok
        /// Worth knowing, but not a reason against submitting.
        case note
        /// The network would accept it, but it is likely a mistake.
        case warning = "WARNING"
        case problem = "PROBLEM"
        /// Not checked, because an earlier check already fails.
        case open = "-"
    }

    struct Row {
        let name: String
        let state: State
        let text: String
    }

    private(set) var rows: [Row] = []
    private let envelope: TransactionEnvelope
    private let report: SignatureReport
    private let complaints: [Complaint]
    private let unchecked: [(operation: Int, what: String)]
    private let standing: RequestStanding

    /// - Parameters:
    ///   - complaints: all of them, including those about signatures.
    ///   - unchecked: the parts of operations that were not checked.
    init(
        _ envelope: TransactionEnvelope, on network: Network, _ standing: RequestStanding, _ report: SignatureReport,
        _ complaints: [Complaint], unchecked: [(operation: Int, what: String)], now: Timestamp
    ) {
        self.envelope = envelope
        self.report = report
        self.complaints = complaints
        self.unchecked = unchecked
        self.standing = standing
        let transaction = envelope.innermost
        rows.append(Row(name: "network", state: .ok, text: "\(network.label), as the server's"))
        rows.append(Self.row(standing, transaction.seqNum))
        addSignatures()
        // A malformed transaction is rejected before anything else is checked.
        let isRefused = complaints.contains { Self.place(of: $0) == .form || Self.place(of: $0) == .validity }
        add(.form, isRefused: false, "valid for the network")
        add(.validity, isRefused: false, Self.validity(transaction, now))
        add(.sequence, isRefused: isRefused, Self.sequence(transaction))
        add(.fee, isRefused: isRefused, fee)
        addOperations(transaction, isRefused: isRefused)
    }

    /// The last line when nothing is wrong; nil otherwise.
    var conclusion: String? {
        guard complaints.isEmpty else { return nil }
        let isOther = if case .instead = standing { true } else { false }
        let words =
            isOther
            ? "ready to submit, in place of the requested transaction" : "ready to submit"
        return words + (unchecked.isEmpty ? "" : ", as far as it was checked")
    }

    private static func row(_ standing: RequestStanding, _ sequence: Int64) -> Row {
        switch standing {
        case .asked(let byHand, let isInside):
            let asked = byHand ? "the request" : "what was built here"
            return Row(
                name: "request", state: .ok,
                text: isInside ? "the hash inside is that of \(asked)" : "the hash is that of \(asked)")
        case .unknown: return Row(name: "request", state: .note, text: "no request with this hash is in this journal")
        case .instead(let others):
            return Row(
                name: "request", state: .warning, text: RequestStanding.words(sequence, insteadOf: others))
        }
    }

    // MARK: places

    private enum Place: String {
        case form, validity, sequence, fee, signatures, operation
    }

    private static func place(of complaint: Complaint) -> Place {
        if complaint.code == "op_bad_auth" { return .signatures }
        if complaint.operation != nil, complaint.code.map({ !isOfForm($0) }) ?? true { return .operation }
        return switch complaint.code {
        case "tx_bad_auth", "tx_bad_auth_extra": .signatures
        case "tx_too_late", "tx_too_early": .validity
        case "tx_bad_seq", "tx_bad_minseq_age_or_gap", "tx_no_source_account": .sequence
        case "tx_insufficient_fee", "tx_insufficient_balance": .fee
        default: .form
        }
    }

    private static func isOfForm(_ code: String) -> Bool { code == "op_malformed" || code == "op_not_supported" }

    private mutating func add(_ place: Place, isRefused: Bool, _ text: String) {
        let found = complaints.filter { Self.place(of: $0) == place }
        rows += found.map { Row(name: place.rawValue, state: .problem, text: $0.text) }
        guard found.isEmpty else { return }
        rows.append(
            isRefused
                ? Row(name: place.rawValue, state: .open, text: "not checked")
                : Row(name: place.rawValue, state: .ok, text: text))
    }

    private mutating func addOperations(_ transaction: Transaction, isRefused: Bool) {
        let found = complaints.filter { Self.place(of: $0) == .operation }
        rows += found.map { complaint in
            Row(
                name: "operation", state: .problem,
                text: "\(Self.name(complaint.operation ?? 0, transaction)): \(complaint.text)")
        }
        rows += unchecked.map { operation, what in
            Row(name: "operation", state: .open, text: "\(Self.name(operation, transaction)): not checked: \(what)")
        }
        let places = Set(found.compactMap(\.operation)).union(unchecked.map(\.operation))
        let good = transaction.operations.count - places.count
        guard good > 0 else { return }
        rows.append(
            isRefused
                ? Row(name: "operation", state: .open, text: "not checked")
                : Row(
                    name: "operation", state: .ok,
                    text:
                        "\(good == transaction.operations.count ? "all of" : "\(good) of") \(transaction.operations.count): "
                        + "funds, reserve, destination, trustlines, memo"))
    }

    /// The operation's number, counted from 1, and its type.
    private static func name(_ index: Int, _ transaction: Transaction) -> String {
        guard index < transaction.operations.count else { return "\(index + 1)" }
        return "\(index + 1), \(transaction.operations[index].type.name)"
    }

    // MARK: signatures

    private mutating func addSignatures() {
        let isMet = report.authorities.allSatisfy(\.isMet) && report.missingExtraSigners.isEmpty
        add(report.makers, report.surplus, isMet: isMet, "signature")
        add(report.innerMakers, report.innerSurplus, isMet: isMet, "inner")
        for authority in report.authorities {
            rows.append(
                Row(
                    name: "weight", state: authority.isMet ? .ok : .problem,
                    text: "\(authority.account.address): \(authority.reached) of \(max(1, authority.needed)) "
                        + "(\(authority.text))\(authority.paysOnly ? ", who pays" : "")"))
        }
        rows += report.extraSigners.map { key, hasSigned in
            Row(
                name: "extra", state: hasSigned ? .ok : .problem,
                text: "the extra signer \(key.address) has \(hasSigned ? "" : "not ")signed")
        }
    }

    /// Adds a row for the signer of each signature. A surplus signature is a problem only once all thresholds are met.
    private mutating func add(_ makers: [SignerKey?], _ surplus: [Int], isMet: Bool, _ name: String) {
        for (index, maker) in makers.enumerated() {
            let isSurplus = surplus.contains(index)
            let text = maker.map { "by \($0.address)" } ?? "by no known signer"
            rows.append(
                Row(
                    name: name, state: !isSurplus ? .ok : isMet ? .problem : .note,
                    text: "\(index + 1), \(text)\(isSurplus ? ", not needed" : "")"))
        }
    }

    // MARK: words

    private var fee: String {
        let most: Int64 =
            switch envelope.content {
            case .transaction(let transaction): Int64(transaction.fee)
            case .feeBump(let bump): bump.fee
            }
        return "max \(most) stroops, paid by \(envelope.feeSource.account.address)"
    }

    private static func sequence(_ transaction: Transaction) -> String {
        let (number, account) = (transaction.seqNum, transaction.sourceAccount.account.address)
        guard let lowest = transaction.cond.extended?.minSeqNum else { return "\(number), the next of \(account)" }
        return "\(number), valid while \(account) is at \(lowest) or above"
    }

    private static func validity(_ transaction: Transaction, _ now: Timestamp) -> String {
        let end = transaction.cond.timeBounds?.maxTime ?? 0
        return end == 0 ? "no expiry" : "until \(Timestamp(end).utc)"
    }
}

extension SignatureReport.Authority {
    /// The required level, with the account's thresholds.
    var text: String { "\(level); low \(thresholds[0]), medium \(thresholds[1]), high \(thresholds[2])" }
}

extension Complaint {
    /// The message with its result code.
    var text: String { message + (code.map { " (\($0))" } ?? "") }
}

extension CheckTable {
    /// The table as lines for people.
    var lines: [String] {
        rows.map { row in
            func padded(_ text: String, _ width: Int) -> String {
                text + String(repeating: " ", count: max(1, width - text.utf8.count))
            }
            return padded(row.name, 12) + padded(row.state.rawValue, 9) + row.text
        }
    }

    var json: JSON {
        .array(
            rows.map { row in
                let state = row.state == .open ? "not_checked" : row.state.rawValue.lowercased()
                return ["check": .string(row.name), "state": .string(state), "text": .string(row.text)]
            })
    }
}
