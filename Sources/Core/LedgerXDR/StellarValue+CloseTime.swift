// SPDX-License-Identifier: Apache-2.0

extension StellarValue {
    /// The close time in milliseconds since 1970, which grows with every ledger; nil before protocol 30, which has whole seconds only.
    ///
    /// - Source: CAP-88.
    package var closeTimeMilliseconds: UInt64? {
        switch ext {
        case .basic, .signed, .emptyTxSet: nil
        case .signedMs(let value): value.closeTimeMs
        case .emptyTxSetMs(let value): value.closeTimeMs
        }
    }

    /// Whether `closeTime` is the close time in milliseconds, rounded down; the network closes no ledger in which it is not.
    package var hasConsistentCloseTime: Bool {
        closeTimeMilliseconds.map { $0 / 1000 == closeTime } ?? true
    }
}
