// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Stellar
import StellarXDR

/// Every check of a transaction that is not in a ledger yet, and the verdict.
package struct CheckReport {
    package let hash: TransactionHash
    package let signatures: SignatureReport
    /// Why the network would reject it, signatures included; empty when nothing was found.
    package let rejections: [ForecastRejection]
    /// The results in the order in which they are shown.
    package private(set) var rows: [CheckRow] = []
    /// The parts of operations that were not checked.
    private let unchecked: [(operation: Int, what: String)]
    private let standing: RequestStanding
    /// Whether a simulation showed that the contract call succeeds.
    private let isSimulated: Bool

    init(
        hash: TransactionHash, envelope: TransactionEnvelope, network: Network, ledgers: ClosedRange<UInt32>? = nil,
        standing: RequestStanding, signatures: SignatureReport, rejections: [ForecastRejection],
        unchecked: [(operation: Int, what: String)], isSimulated: Bool = false
    ) {
        self.hash = hash
        self.isSimulated = isSimulated
        self.signatures = signatures
        self.rejections = rejections
        self.unchecked = unchecked
        self.standing = standing
        let transaction = envelope.innermost
        rows.append(CheckRow(.network, .ok, "\(network.label), as the server's" + Self.between(ledgers)))
        rows.append(standing.row(transaction.seqNum))
        addSignatures()
        // A malformed transaction is rejected before anything else is checked.
        let isRejected = rejections.contains { $0.subject == .form || $0.subject == .validity }
        add(.form, isRejected: false, "valid for the network")
        add(.validity, isRejected: false, Self.validity(transaction))
        add(.sequence, isRejected: isRejected, Self.sequence(transaction))
        add(.fee, isRejected: isRejected, Self.fee(envelope))
        addOperations(transaction, isRejected: isRejected)
    }

    /// That it is ready; nil when something is wrong.
    package var conclusion: String? {
        guard rejections.isEmpty else { return nil }
        let isOther = if case .instead = standing { true } else { false }
        let text = isOther ? "ready to submit, in place of the requested transaction" : "ready to submit"
        return text + (unchecked.isEmpty ? "" : ", as far as it was checked")
    }

    /// The first reason why the network would reject it; nil when there is none.
    package var failure: Failure? {
        guard let first = rejections.first else { return nil }
        let more = rejections.count - 1
        guard rejections.contains(where: { !$0.isUnproven }) else {
            return Failure(
                .unknownYet, "whether the network would reject \(hash.hex) is not known: \(first.text)",
                hint: first.hint)
        }
        return Failure(
            .refusedByLedger, "the network would reject \(hash.hex): \(first.text)",
            hint: first.hint ?? (more > 0 ? "see the \(more) other problems listed" : nil))
    }

    // MARK: rows

    /// What follows the network where the accounts are not of one moment.
    private static func between(_ ledgers: ClosedRange<UInt32>?) -> String {
        guard let ledgers, ledgers.count > 1 else { return "" }
        return
            "; the accounts were read in ledgers \(ledgers.lowerBound) to \(ledgers.upperBound), and may have changed meanwhile"
    }

    private mutating func add(_ subject: CheckRow.Subject, isRejected: Bool, _ text: String) {
        let found = rejections.filter { $0.subject == subject }
        rows += found.map { CheckRow(subject, .problem, $0.text) }
        guard found.isEmpty else { return }
        rows.append(isRejected ? CheckRow(subject, .notChecked, "not checked") : CheckRow(subject, .ok, text))
    }

    private mutating func addOperations(_ transaction: Transaction, isRejected: Bool) {
        let found = rejections.filter { $0.subject == .operation }
        rows += found.map { rejection in
            CheckRow(
                .operation, .problem, "\(Self.name(rejection.operation ?? 0, transaction)): \(rejection.text)")
        }
        rows += unchecked.map { operation, what in
            CheckRow(.operation, .notChecked, "\(Self.name(operation, transaction)): not checked: \(what)")
        }
        if isSimulated {
            return rows.append(
                CheckRow(.operation, .ok, "\(Self.name(0, transaction)): it succeeds when it is simulated"))
        }
        let places = Set(found.compactMap(\.operation)).union(unchecked.map(\.operation))
        let (count, good) = (transaction.operations.count, transaction.operations.count - places.count)
        guard good > 0 else { return }
        rows.append(
            isRejected
                ? CheckRow(.operation, .notChecked, "not checked")
                : CheckRow(
                    .operation, .ok,
                    "\(good == count ? "all of" : "\(good) of") \(count): funds, reserve, destination, trustlines, memo"
                ))
    }

    /// The operation's number, counted from 1, and its type.
    private static func name(_ index: Int, _ transaction: Transaction) -> String {
        guard index < transaction.operations.count else { return "\(index + 1)" }
        return "\(index + 1), \(transaction.operations[index].type.name)"
    }

    private mutating func addSignatures() {
        let isMet = signatures.authorities.allSatisfy(\.isMet) && signatures.missingExtraSigners.isEmpty
        add(signatures.makers, signatures.surplus, isMet: isMet, .signature)
        add(signatures.innerMakers, signatures.innerSurplus, isMet: isMet, .inner)
        rows += signatures.authorities.map { authority in
            CheckRow(
                .weight, authority.isMet ? .ok : .problem,
                "\(authority.account.address): \(authority.reached) of \(max(1, authority.needed)) "
                    + "(\(authority.text))\(authority.paysOnly ? ", who pays" : "")")
        }
        rows += signatures.extraSigners.map { key, hasSigned in
            CheckRow(
                .extra, hasSigned ? .ok : .problem,
                "the extra signer \(key.address) has \(hasSigned ? "" : "not ")signed")
        }
    }

    /// Adds a row for the signer of each signature. A surplus signature is a problem only once all thresholds are met.
    private mutating func add(
        _ makers: [SignerKey?], _ surplus: [Int], isMet: Bool, _ subject: CheckRow.Subject
    ) {
        for (index, maker) in makers.enumerated() {
            let isSurplus = surplus.contains(index)
            let text = maker.map { "by \($0.address)" } ?? "by no known signer"
            rows.append(
                CheckRow(
                    subject, !isSurplus ? .ok : isMet ? .problem : .note,
                    "\(index + 1), \(text)\(isSurplus ? ", not needed" : "")"))
        }
    }

    // MARK: texts

    private static func fee(_ envelope: TransactionEnvelope) -> String {
        let most: Int64 =
            switch envelope.content {
            case .transaction(let transaction): Int64(transaction.fee)
            case .feeBump(let bump): bump.fee
            }
        return "max \(Amount(stroops: most).feeText()), paid by \(envelope.feeSource.account.address)"
    }

    private static func sequence(_ transaction: Transaction) -> String {
        let (number, account) = (transaction.seqNum, transaction.sourceAccount.account.address)
        guard let lowest = transaction.cond.extended?.minSeqNum else { return "\(number), the next of \(account)" }
        return "\(number), valid while \(account) is at \(lowest) or above"
    }

    private static func validity(_ transaction: Transaction) -> String {
        let end = transaction.cond.timeBounds?.maxTime ?? 0
        return end == 0 ? "no expiry" : "until \(Timestamp(end).utc)"
    }
}

/// The result of one check of a transaction.
package struct CheckRow: Hashable, Sendable {
    package enum Subject: String, Hashable, Sendable {
        case network
        /// Whether the transaction is the requested one.
        case request
        /// A signature; of a fee bump an outer one.
        case signature
        /// A signature inside a fee bump.
        case inner
        /// The weight that an account's signatures reach.
        case weight
        /// An extra signer of the preconditions.
        case extra
        case form, validity, sequence, fee, operation
    }

    package enum State: Hashable, Sendable {
        case ok
        /// Worth knowing, but not a reason against submitting.
        case note
        /// The network would accept it, but it is likely a mistake.
        case warning
        case problem
        /// Not checked, because an earlier check already fails, or because it cannot be known.
        case notChecked
    }

    package let subject: Subject
    package let state: State
    package let text: String

    init(_ subject: Subject, _ state: State, _ text: String) {
        self.subject = subject
        self.state = state
        self.text = text
    }
}

extension CheckRow {
    /// The row for people.
    package var finding: TextFinding {
        TextFinding(subject.rawValue, label, tone, Wording(text))
    }

    private var tone: TextTone {
        switch state {
        case .ok: .good
        case .note, .notChecked: .neutral
        case .warning: .attention
        case .problem: .bad
        }
    }

    private var label: String {
        switch state {
        case .ok: "ok"
        case .note: "note"
        case .warning: "WARNING"
        case .problem: "PROBLEM"
        case .notChecked: "-"
        }
    }

    /// The row as an element of `checks` in the document of a check.
    package var json: JSON {
        let name = state == .notChecked ? "not_checked" : "\(state)"
        return ["check": .string(subject.rawValue), "state": .string(name), "text": .string(text)]
    }
}
