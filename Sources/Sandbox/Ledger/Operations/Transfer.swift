// SPDX-License-Identifier: Apache-2.0
import Stellar
import StellarXDR

/// Why an amount could not be taken from an account or given to it; every operation has its own code for each.
enum TransferFailure: Error {
    case noTrustline
    case notAuthorized
    /// Taking: not enough there. Giving: more than the trustline or an amount can hold.
    case doesNotFit
}

extension LedgerState {
    /// Gives an account, which exists unless it is the asset's issuer, an amount of an asset.
    mutating func credit(_ id: AccountID, _ amount: Int64, _ asset: Asset) throws(TransferFailure) {
        // An issuer has no trustline for its own asset: what comes back is gone.
        guard asset.issuer != id else { return }
        guard var account = accounts[id] else { throw .noTrustline }
        if asset == .native {
            let (balance, overflow) = account.balance.addingReportingOverflow(amount)
            guard !overflow else { throw .doesNotFit }
            account.balance = balance
        } else {
            guard var line = account.trustlines[asset] else { throw .noTrustline }
            guard line.isAuthorized else { throw .notAuthorized }
            guard amount <= line.limit - line.balance else { throw .doesNotFit }
            line.balance += amount
            account.trustlines[asset] = line
        }
        accounts[id] = account
    }

    /// Takes an amount of an asset from an account; an issuer never runs out of its own.
    mutating func debit(_ id: AccountID, _ amount: Int64, _ asset: Asset) throws(TransferFailure) {
        guard asset.issuer != id else { return }
        guard var account = accounts[id] else { throw .noTrustline }
        if asset == .native {
            guard Self.available(account) >= amount else { throw .doesNotFit }
            account.balance -= amount
        } else {
            guard var line = account.trustlines[asset] else { throw .noTrustline }
            guard line.isAuthorized else { throw .notAuthorized }
            guard line.balance >= amount else { throw .doesNotFit }
            line.balance -= amount
            account.trustlines[asset] = line
        }
        accounts[id] = account
    }
}
