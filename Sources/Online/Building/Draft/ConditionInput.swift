// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
package import Stellar
package import StellarXDR
import XDR

/// The preconditions of a transaction as a user types them; nil or empty for none.
package struct ConditionInput: Hashable, Sendable {
    /// A duration such as `24h`, which is the default.
    package var validFor: String?
    package var minTime: String?
    package var maxTime: String?
    package var noExpiry = false
    package var minLedger: String?
    /// The first ledger that is too late.
    package var maxLedger: String?
    package var minSeqNum: String?
    package var minSeqAge: String?
    package var minSeqLedgerGap: String?
    package var extraSigners: [String] = []

    package init() {}

    /// The inputs that were given.
    package var given: [FieldID] {
        let options: [(FieldID, Bool)] = [
            (.validFor, validFor != nil), (.minTime, minTime != nil), (.maxTime, maxTime != nil),
            (.noExpiry, noExpiry), (.minLedger, minLedger != nil), (.maxLedger, maxLedger != nil),
            (.minSeqNum, minSeqNum != nil), (.minSeqAge, minSeqAge != nil),
            (.minSeqLedgerGap, minSeqLedgerGap != nil), (.extraSigner, !extraSigners.isEmpty),
        ]
        return options.filter(\.1).map(\.0)
    }

    /// The preconditions in the oldest form that can express them, so that nothing more than was asked for is signed.
    package func preconditions(now: Timestamp) throws(Failure) -> Preconditions {
        let time = try timeBounds(now: now)
        let extended = PreconditionsV2(
            timeBounds: time, ledgerBounds: try ledgerBounds(),
            minSeqNum: try minSeqNum.map { text throws(Failure) in
                try Arguments.number(text, .minSeqNum, as: Int64.self)
            },
            minSeqAge: try minSeqAge.map { text throws(Failure) in try Arguments.span(text, .minSeqAge) } ?? 0,
            minSeqLedgerGap: try minSeqLedgerGap.map { text throws(Failure) in
                try Arguments.number(text, .minSeqLedgerGap, as: UInt32.self)
            } ?? 0,
            extraSigners: try signers())
        let plain = PreconditionsV2(
            timeBounds: time, ledgerBounds: nil, minSeqNum: nil, minSeqAge: 0, minSeqLedgerGap: 0,
            extraSigners: BoundedArray())
        if extended != plain { return .v2(extended) }
        return time.map(Preconditions.time) ?? .none
    }

    /// The time bounds; valid for a day by default.
    private func timeBounds(now: Timestamp) throws(Failure) -> TimeBounds? {
        guard [validFor != nil, maxTime != nil, noExpiry].count(where: { $0 }) <= 1 else {
            throw Failure(.usage, "give only one of \(field: .validFor), \(field: .maxTime) and \(field: .noExpiry)")
        }
        let start = try minTime.map { text throws(Failure) in try Arguments.time(text, .minTime) }
        let end: UInt64
        if noExpiry {
            end = 0
        } else if let maxTime {
            end = try Arguments.time(maxTime, .maxTime).seconds
        } else {
            let span = try Arguments.span(validFor ?? "24h", .validFor)
            let (sum, overflow) = max(now, start ?? now).seconds.addingReportingOverflow(span)
            guard !overflow else { throw Failure(.badInput, "\(field: .minTime) is out of range") }
            end = sum
        }
        if end != 0, end <= now.seconds {
            throw Failure(.badInput, .maxTime, "the transaction would already be expired")
        }
        if let start, end != 0, start.seconds > end {
            throw Failure(.badInput, "\(field: .minTime) is after the expiry")
        }
        guard start != nil || end != 0 else { return nil }
        return TimeBounds(minTime: start?.seconds ?? 0, maxTime: end)
    }

    private func ledgerBounds() throws(Failure) -> LedgerBounds? {
        guard minLedger != nil || maxLedger != nil else { return nil }
        let first = try minLedger.map { text throws(Failure) in
            try Arguments.number(text, .minLedger, as: UInt32.self)
        }
        let end = try maxLedger.map { text throws(Failure) in
            try Arguments.number(text, .maxLedger, as: UInt32.self)
        }
        if let first, let end, end != 0, first >= end {
            throw Failure(.badInput, .maxLedger, "no ledger is left, since maxLedger is exclusive")
        }
        return LedgerBounds(minLedger: first ?? 0, maxLedger: end ?? 0)
    }

    private func signers() throws(Failure) -> BoundedArray<SignerKey, 2> {
        var signers: [SignerKey] = []
        for text in extraSigners {
            let signer = try Arguments.signer(text, .extraSigner)
            guard !signers.contains(signer) else {
                throw Failure(.badInput, .extraSigner, "\(signer.address) is given twice")
            }
            signers.append(signer)
        }
        guard let bounded = BoundedArray<SignerKey, 2>(signers) else {
            throw Failure(.badInput, .extraSigner, "at most two are allowed")
        }
        return bounded
    }
}
