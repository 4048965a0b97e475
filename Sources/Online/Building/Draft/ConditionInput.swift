// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// When a transaction stops being valid.
package enum Expiry: Hashable, Sendable {
    /// This long from now, or from the time before which it is not valid.
    case after(TimeSpan)
    /// At this time; 0 stands for never, as in the protocol.
    case at(Timestamp)
    /// Only once its sequence number is used.
    case never

    /// A day, because signing offline takes time.
    package static let usual = Expiry.after(TimeSpan(seconds: 86_400))
}

/// The preconditions that a user wants of a transaction; nil or empty for none.
package struct ConditionInput: Hashable, Sendable {
    /// Nil for the usual one.
    package var expiry: Expiry?
    package var minTime: Timestamp?
    package var minLedger: UInt32?
    /// The first ledger that is too late.
    package var maxLedger: UInt32?
    package var minSeqNum: SequenceNumber?
    package var minSeqAge: TimeSpan?
    package var minSeqLedgerGap: UInt32?
    package var extraSigners: [SignerKey] = []

    package init() {}

    /// The preconditions that texts describe.
    package init(_ texts: FieldTexts) throws(Failure) {
        let (validFor, maxTime, noExpiry) = (texts[.validFor], texts[.maxTime], texts.isOn(.noExpiry))
        guard [validFor != nil, maxTime != nil, noExpiry].count(where: { $0 }) <= 1 else {
            throw Failure(.usage, "give only one of \(field: .validFor), \(field: .maxTime) and \(field: .noExpiry)")
        }
        if let validFor {
            expiry = .after(try FieldID.validFor.value(of: validFor))
        } else if let maxTime {
            expiry = .at(try FieldID.maxTime.value(of: maxTime))
        } else if noExpiry {
            expiry = .never
        }
        minTime = try texts.optional(.minTime)
        minLedger = try texts.optional(.minLedger)
        maxLedger = try texts.optional(.maxLedger)
        minSeqNum = try texts.optional(.minSeqNum)
        minSeqAge = try texts.optional(.minSeqAge)
        minSeqLedgerGap = try texts.optional(.minSeqLedgerGap)
        extraSigners = try texts.values(.extraSigner)
    }

    /// The inputs that were given.
    package var given: [FieldID] {
        let end: FieldID? =
            switch expiry {
            case nil: nil
            case .after?: .validFor
            case .at?: .maxTime
            case .never?: .noExpiry
            }
        let others: [(FieldID, Bool)] = [
            (.minTime, minTime != nil), (.minLedger, minLedger != nil), (.maxLedger, maxLedger != nil),
            (.minSeqNum, minSeqNum != nil), (.minSeqAge, minSeqAge != nil),
            (.minSeqLedgerGap, minSeqLedgerGap != nil), (.extraSigner, !extraSigners.isEmpty),
        ]
        return (end.map { [$0] } ?? []) + others.filter(\.1).map(\.0)
    }

    /// The preconditions in the oldest form that can express them, so that nothing more than was asked for is signed.
    package func preconditions(now: Timestamp) throws(Failure) -> Preconditions {
        let time = try timeBounds(now: now)
        let extended = PreconditionsV2(
            timeBounds: time, ledgerBounds: try ledgerBounds(), minSeqNum: minSeqNum,
            minSeqAge: minSeqAge?.seconds ?? 0, minSeqLedgerGap: minSeqLedgerGap ?? 0, extraSigners: try signers())
        let plain = PreconditionsV2(
            timeBounds: time, ledgerBounds: nil, minSeqNum: nil, minSeqAge: 0, minSeqLedgerGap: 0,
            extraSigners: BoundedArray())
        if extended != plain { return .v2(extended) }
        return time.map(Preconditions.time) ?? .none
    }

    private func timeBounds(now: Timestamp) throws(Failure) -> TimeBounds? {
        let end: UInt64
        switch expiry ?? .usual {
        case .never: end = 0
        case .at(let time): end = time.seconds
        case .after(let span):
            let (sum, overflow) = max(now, minTime ?? now).seconds.addingReportingOverflow(span.seconds)
            guard !overflow else { throw Failure(.badInput, "\(field: .minTime) is out of range") }
            end = sum
        }
        guard end == 0 || end > now.seconds else {
            throw Failure(.badInput, .maxTime, "the transaction would already be expired")
        }
        if let minTime, end != 0, minTime.seconds > end {
            throw Failure(.badInput, "\(field: .minTime) is after the expiry")
        }
        guard minTime != nil || end != 0 else { return nil }
        return TimeBounds(minTime: minTime?.seconds ?? 0, maxTime: end)
    }

    private func ledgerBounds() throws(Failure) -> LedgerBounds? {
        guard minLedger != nil || maxLedger != nil else { return nil }
        if let first = minLedger, let end = maxLedger, end != 0, first >= end {
            throw Failure(.badInput, .maxLedger, "no ledger is left, since maxLedger is exclusive")
        }
        return LedgerBounds(minLedger: minLedger ?? 0, maxLedger: maxLedger ?? 0)
    }

    private func signers() throws(Failure) -> BoundedArray<SignerKey, 2> {
        for (index, signer) in extraSigners.enumerated() where extraSigners[..<index].contains(signer) {
            throw Failure(.badInput, .extraSigner, "\(signer.address) is given twice")
        }
        guard let bounded = BoundedArray<SignerKey, 2>(extraSigners) else {
            throw Failure(.badInput, .extraSigner, "at most two are allowed")
        }
        return bounded
    }
}
