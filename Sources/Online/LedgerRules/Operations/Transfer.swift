// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Why an amount could not be debited or credited; every operation has its own code for each.
enum TransferFailure: Error {
    case noTrustline
    case notAuthorized
    /// Debit: the balance is too small. Credit: the amount exceeds the trustline's limit or what an amount can hold.
    case doesNotFit
}

extension LedgerState {
    /// Credits an amount of an asset to an account, which must exist unless it is the asset's issuer.
    mutating func credit(_ id: AccountID, _ amount: Int64, _ asset: Asset) throws(TransferFailure) {
        // An issuer has no trustline for its own asset: what it receives is burned.
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

    /// Debits an amount of an asset from an account; an issuer has an unlimited amount of its own asset.
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
