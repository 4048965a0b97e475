// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// Operations on trustlines, by the holder or the issuer.
extension LedgerState {
    mutating func changeTrust(
        _ op: ChangeTrustOp, _ context: ApplyContext
    ) throws(OuterResultError) -> ChangeTrustResult {
        guard let asset = op.line.asset, let issuer = asset.issuer else { return .malformed }
        let account = source(context)
        if var line = account.trustlines[asset] {
            guard op.limit >= line.balance else { return .invalidLimit }
            if op.limit == 0 {
                updateSource(context) { $0.trustlines[asset] = nil }
                return .success
            }
            guard accounts[issuer] != nil else { return .noIssuer }
            line.limit = op.limit
            updateSource(context) { $0.trustlines[asset] = line }
            return .success
        }
        guard op.limit > 0 else { return .invalidLimit }
        guard let flags = accounts[issuer]?.flags else { return .noIssuer }
        guard account.subentries < Self.mostSubentries else { throw .tooManySubentries }
        guard Self.available(account, afterAdding: 1) >= 0 else { return .lowReserve }
        var line = Trustline(limit: op.limit, flags: flags.contains(.authRequired) ? [] : .authorized)
        if flags.contains(.authClawbackEnabled) { line.flags.insert(.clawbackEnabled) }
        updateSource(context) { $0.trustlines[asset] = line }
        return .success
    }

    mutating func allowTrust(_ op: AllowTrustOp, _ context: ApplyContext) -> AllowTrustResult {
        let isRevocable = source(context).flags.contains(.authRevocable)
        guard isRevocable || op.authorize != 0 else { return .cantRevoke }
        let asset = Asset(op.asset, issuer: context.source)
        guard let line = accounts[op.trustor]?.trustlines[asset] else { return .noTrustLine }
        let authorization = Trustline.Flags(rawValue: op.authorize)
        let isReduced = line.isAuthorized && authorization == .authorizedToMaintainLiabilities
        guard isRevocable || !isReduced else { return .cantRevoke }
        accounts[op.trustor]?.trustlines[asset]?.flags = line.flags.subtracting(.authorization).union(authorization)
        return .success
    }

    mutating func setTrustLineFlags(_ op: SetTrustLineFlagsOp, _ context: ApplyContext) -> SetTrustLineFlagsResult {
        let clear = Trustline.Flags(rawValue: op.clearFlags)
        let set = Trustline.Flags(rawValue: op.setFlags)
        let takesAway = !clear.isDisjoint(with: .authorization) && !set.contains(.authorized)
        guard !takesAway || source(context).flags.contains(.authRevocable) else { return .cantRevoke }
        guard let line = accounts[op.trustor]?.trustlines[op.asset] else { return .noTrustLine }
        let flags = line.flags.subtracting(clear).union(set)
        guard !flags.isSuperset(of: .authorization) else { return .invalidState }
        accounts[op.trustor]?.trustlines[op.asset]?.flags = flags
        return .success
    }

    mutating func clawBack(_ op: ClawbackOp, _ context: ApplyContext) -> ClawbackResult {
        let holder = op.from.account
        guard let line = accounts[holder]?.trustlines[op.asset] else { return .noTrust }
        guard line.flags.contains(.clawbackEnabled) else { return .notClawbackEnabled }
        guard line.balance >= op.amount else { return .underfunded }
        accounts[holder]?.trustlines[op.asset]?.balance -= op.amount
        return .success
    }
}
