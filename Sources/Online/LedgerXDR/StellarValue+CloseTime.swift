// SPDX-License-Identifier: Apache-2.0

extension StellarValueExt {
    /// The close time in milliseconds since 1970, which grows with every ledger; nil before protocol 30, which has
    /// whole seconds only.
    ///
    /// - Source: CAP-88.
    package var closeTimeMilliseconds: UInt64? {
        switch self {
        case .basic, .signed, .emptyTxSet: nil
        case .signedMs(let value): value.closeTimeMs
        case .emptyTxSetMs(let value): value.closeTimeMs
        }
    }

    /// Whether a close time in seconds is the one in milliseconds, rounded down; the network closes no ledger in which
    /// it is not.
    package func agrees(withCloseTime seconds: UInt64) -> Bool {
        closeTimeMilliseconds.map { $0 / 1000 == seconds } ?? true
    }
}

extension StellarValue {
    /// See `StellarValueExt.closeTimeMilliseconds`.
    package var closeTimeMilliseconds: UInt64? { ext.closeTimeMilliseconds }

    package var hasConsistentCloseTime: Bool { ext.agrees(withCloseTime: closeTime) }
}
