// SPDX-License-Identifier: Apache-2.0

import Crypto
import LedgerXDR
import Stellar
import StellarXDR

/// Operations on claimable balances.
extension LedgerState {
    mutating func createBalance(
        _ op: CreateClaimableBalanceOp, _ context: ApplyContext
    ) -> CreateClaimableBalanceResult {
        let clawback = isClawbackEnabled(op.asset, heldBy: context.source)
        do throws(TransferResultError) { try debit(context.source, op.amount, op.asset) } catch {
            return switch error {
            case .noTrustline: .noTrust
            case .notAuthorized: .notAuthorized
            case .doesNotFit: .underfunded
            }
        }
        let count = Int64(op.claimants.count)
        updateSource(context) { $0.sponsoring += count }
        guard Self.available(source(context)) >= 0 else { return .lowReserve }
        let id = Self.balanceID(context)
        claimableBalances[id] = ClaimableBalance(
            id: id, asset: op.asset, amount: op.amount, sponsor: context.source,
            claimants: op.claimants.elements.map { $0.counted(from: context.time) }, isClawbackEnabled: clawback,
            createdLedger: context.ledger, createdTime: context.time)
        return .success(id)
    }

    mutating func claim(_ id: ClaimableBalanceID, _ context: ApplyContext) -> ClaimClaimableBalanceResult {
        guard let balance = claimableBalances[id] else { return .doesNotExist }
        let mayClaim = balance.claimants.contains {
            $0.destination == context.source && $0.predicate.holds(at: context.time)
        }
        guard mayClaim else { return .cannotClaim }
        do throws(TransferResultError) { try credit(context.source, balance.amount, balance.asset) } catch {
            return switch error {
            case .noTrustline: .noTrust
            case .notAuthorized: .notAuthorized
            case .doesNotFit: .lineFull
            }
        }
        remove(balance)
        return .success
    }

    mutating func clawBack(
        _ id: ClaimableBalanceID, _ context: ApplyContext
    ) -> ClawbackClaimableBalanceResult {
        guard let balance = claimableBalances[id] else { return .doesNotExist }
        guard balance.asset.issuer == context.source else { return .notIssuer }
        guard balance.isClawbackEnabled else { return .notClawbackEnabled }
        remove(balance)
        return .success
    }

    private mutating func remove(_ balance: ClaimableBalance) {
        claimableBalances[balance.id] = nil
        accounts[balance.sponsor]?.sponsoring -= Int64(balance.claimants.count)
    }

    /// Whether the issuer can claw back a claimable balance that this account creates.
    private func isClawbackEnabled(_ asset: Asset, heldBy id: AccountID) -> Bool {
        let account = accounts[id]
        if asset.issuer == id { return account?.flags.contains(.authClawbackEnabled) ?? false }
        return account?.trustlines[asset]?.flags.contains(.clawbackEnabled) ?? false
    }

    /// The ID of a claimable balance: the hash of the operation that created it.
    private static func balanceID(_ context: ApplyContext) -> ClaimableBalanceID {
        let operation = HashIDPreimageOperationId(
            sourceAccount: context.transactionSource, seqNum: context.transactionSequence, opNum: context.index)
        return .v0(Hash(sha256: HashIDPreimage.opId(operation).xdr))
    }
}
