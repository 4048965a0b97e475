// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Faults for which the network rejects a transaction whatever the accounts hold: stellar-core's checks of a
/// transaction alone.
///
/// A transaction that passes can still fail: no account, balance or signature is checked. Checks that depend on
/// network settings other than the base fee (sizes and resource limits of Soroban) are left out.
///
/// - Source: stellar-core, protocol 27, `commonValidPreSeqNum` of both transaction frames and `doCheckValid` of every
///   operation frame.
package enum Validity {
    /// The ledger in which a transaction would be applied.
    package struct Moment: Hashable, Sendable {
        /// Its sequence number.
        package var ledger: UInt32
        /// Its close time, in seconds since 1970.
        package var time: UInt64

        package init(ledger: UInt32, time: UInt64) {
            self.ledger = ledger
            self.time = time
        }
    }

    /// The minimum fee per operation on every network so far, in stroops.
    package static let usualBaseFee: UInt32 = 100

    /// Why the network would reject `envelope`, or nil if it would not.
    ///
    /// Version 0 is checked as the version 1 that the network converts it to.
    ///
    /// - Parameters:
    ///   - baseFee: the network's minimum fee per operation, in stroops.
    ///   - moment: when to check time and ledger bounds; without one only bounds that can never hold are rejected.
    package static func refusal(
        of envelope: TransactionEnvelope, baseFee: UInt32 = usualBaseFee, at moment: Moment? = nil
    ) -> Refusal? {
        switch envelope {
        case .txV0(let v0): refusal(of: v0.tx.v1, baseFee: baseFee, at: moment)
        case .tx(let v1): refusal(of: v1.tx, baseFee: baseFee, at: moment)
        case .txFeeBump(let bump): refusal(of: bump.tx, baseFee: baseFee, at: moment)
        }
    }

    private static func refusal(of transaction: Transaction, baseFee: UInt32, at moment: Moment?) -> Refusal? {
        guard hasSoundResourceFee(transaction) else { return Refusal(.txMalformed) }
        return headerRefusal(of: transaction, baseFee: baseFee, at: moment) ?? operationsRefusal(of: transaction)
    }

    private static func refusal(of bump: FeeBumpTransaction, baseFee: UInt32, at moment: Moment?) -> Refusal? {
        if let refusal = feeRefusal(of: bump, baseFee: baseFee) { return refusal }
        let inner = bump.inner.tx
        let refusal = headerRefusal(of: inner, baseFee: nil, at: moment) ?? operationsRefusal(of: inner)
        return refusal?.inside
    }

    /// The first fault of the outermost transaction apart from its operations, which the network finds before it looks at any account: of a fee
    /// bump, its fee alone.
    package static func headerRefusal(
        of envelope: TransactionEnvelope, baseFee: UInt32 = usualBaseFee, at moment: Moment? = nil
    ) -> Refusal? {
        if case .txFeeBump(let bump) = envelope { return feeRefusal(of: bump.tx, baseFee: baseFee) }
        let transaction = envelope.innermost
        guard hasSoundResourceFee(transaction) else { return Refusal(.txMalformed) }
        return headerRefusal(of: transaction, baseFee: baseFee, at: moment)
    }

    /// The first malformed operation, with the results that the network would report.
    package static func operationsRefusal(of transaction: Transaction) -> Refusal? {
        for (index, operation) in transaction.operations.enumerated() {
            if let result = refusal(of: operation, in: transaction) {
                return Refusal(operation: index, result, of: transaction)
            }
        }
        return nil
    }
}
