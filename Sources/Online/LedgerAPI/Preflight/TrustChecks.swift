// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Trustline operations of the holder.
extension Preflight {
    mutating func changeTrust(_ op: ChangeTrustOp, of source: AccountID) throws(Failure) -> OperationFailure? {
        guard let asset = op.line.asset, let issuer = asset.issuer else { return try changePoolTrust(op, of: source) }
        let limit = Int128(op.limit)
        guard let line = try account(source)?.lines[asset] else {
            return try addLine(asset, issuer, limit, of: source)
        }
        let least = settled(line.holding, asset).filled.low
        if limit < least {
            return OperationFailure(
                .opInvalidLimit,
                limit == 0
                    ? "the trustline cannot be removed: \(source.address) still holds "
                        + "\(Self.units(least)) \(asset.code), offers that buy it included"
                    : "the limit is below the \(Self.units(least)) \(asset.code) that \(source.address) "
                        + "holds and that its offers buy",
                hint: limit == 0 ? "send the balance away first, or back to the issuer" : nil)
        }
        if limit == 0 { return try removeLine(asset, line.sponsor, of: source) }
        if mayAsk(issuer), try account(issuer) == nil { return noIssuer(asset, issuer) }
        try update(source) { $0.lines[asset]?.limit = limit }
        return nil
    }

    private func noIssuer(_ asset: Asset, _ issuer: AccountID) -> OperationFailure {
        OperationFailure(
            .opNoIssuer, "the issuer \(issuer.address) of \(asset.code) does not exist",
            hint: "check the asset's issuer")
    }

    private mutating func addLine(
        _ asset: Asset, _ issuer: AccountID, _ limit: Int128, of source: AccountID
    ) throws(Failure) -> OperationFailure? {
        guard limit > 0 else {
            return OperationFailure(
                .opInvalidLimit, "\(source.address) has no trustline for \(asset.text) to remove")
        }
        let issuing = mayAsk(issuer) ? try account(issuer) : nil
        if mayAsk(issuer), issuing == nil { return noIssuer(asset, issuer) }
        if let fault = try addEntries(1, of: source, "a trustline") { return fault }
        let line = AccountState.Line(
            holding: .init(balance: 0, spendable: 0, filled: 0), limit: limit,
            authorization: issuing?.flags.authRequired == true ? .none : .full,
            isClawbackEnabled: issuing?.flags.authClawbackEnabled == true, sponsor: sponsor(of: source))
        try update(source) { $0.lines[asset] = line }
        return nil
    }

    private mutating func removeLine(
        _ asset: Asset, _ sponsor: AccountState.Sponsor, of source: AccountID
    ) throws(Failure) -> OperationFailure? {
        if try isInPool(asset, of: source) {
            return OperationFailure(
                .opCannotDelete,
                "the trustline for \(asset.text) cannot be removed: \(source.address) has a trustline for shares of a pool with it",
                hint: "remove the trustline for the pool's shares first", mayPass: true)
        }
        try update(source) { $0.lines[asset] = nil }
        try removeEntries(1, of: source, sponsor)
        return nil
    }
}
