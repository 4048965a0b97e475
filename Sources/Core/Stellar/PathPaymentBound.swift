// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// An exchange of two assets that someone names: so much sent, so much received.
package struct NamedRate: Hashable, Sendable {
    package let sendAsset: Asset
    package let destAsset: Asset
    /// Stroops, both above 0.
    package let sent: Int64
    package let received: Int64

    /// Nil unless both amounts are above 0.
    package init?(_ sendAsset: Asset, _ sent: Int64, _ destAsset: Asset, _ received: Int64) {
        guard sent > 0, received > 0 else { return nil }
        self.sendAsset = sendAsset
        self.destAsset = destAsset
        self.sent = sent
        self.received = received
    }

    /// An asset for itself: one for one.
    package init(of asset: Asset) {
        (sendAsset, destAsset) = (asset, asset)
        (sent, received) = (Amount.stroopsPerUnit, Amount.stroopsPerUnit)
    }

    /// The rate for exchanging one asset for another; nil if it is about others.
    fileprivate func forward(_ send: Asset, _ dest: Asset) -> (sent: Int128, received: Int128)? {
        if sendAsset == send, destAsset == dest { return (Int128(sent), Int128(received)) }
        if sendAsset == dest, destAsset == send { return (Int128(received), Int128(sent)) }
        return nil
    }
}

/// Why the bound of a path payment binds nothing: anyone who moves the market can take what is sent.
package enum InertBound: Hashable, Sendable {
    /// A minimum of 0 or less, which the network rejects.
    case none
    /// A minimum of one stroop.
    case stroop
    /// The largest amount as the maximum.
    case unlimited
    /// Worse than a thousand times a known rate.
    ///
    /// - Parameter expected: what that rate gives or costs, in stroops.
    case farFrom(expected: Int64)

    /// How many times a known rate a bound may be worse.
    private static let factor: Int128 = 1000

    /// - Parameter rates: known ones; each that fits is compared, and none makes a bound better.
    package init?(_ op: PathPaymentStrictSendOp, rates: [NamedRate]) {
        if op.destMin <= 0 {
            self = .none
        } else if op.destMin == 1 {
            self = .stroop
        } else if let expected = Self.all(rates, op.sendAsset, op.destAsset).map({
            Int128(max(op.sendAmount, 0)) * $0.received / $0.sent
        }).max(), Int128(op.destMin) * Self.factor < expected {
            self = .farFrom(expected: Int64(clamping: expected))
        } else {
            return nil
        }
    }

    package init?(_ op: PathPaymentStrictReceiveOp, rates: [NamedRate]) {
        if op.sendMax == .max {
            self = .unlimited
        } else if let expected = Self.all(rates, op.sendAsset, op.destAsset).map({
            (Int128(max(op.destAmount, 0)) * $0.sent + $0.received - 1) / $0.received
        }).min(), expected * Self.factor < Int128(op.sendMax) {
            self = .farFrom(expected: Int64(clamping: expected))
        } else {
            return nil
        }
    }

    private static func all(_ rates: [NamedRate], _ send: Asset, _ dest: Asset) -> [(sent: Int128, received: Int128)] {
        ((send == dest ? [NamedRate(of: send)] : []) + rates).compactMap { $0.forward(send, dest) }
    }
}
