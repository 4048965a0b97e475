// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TextCodec
import XDR

/// Who will be able to sign for the accounts that transactions change, once all of them are applied in order.
///
/// The initial state of an account is that of the book, else what the request claims, else unknown. Claims can add a
/// lost threshold but cannot remove one: losses are computed with and without them.
package struct AuthorityForecast: Sendable {
    private var certain = AuthorityLedger()
    /// The forecast including claims; nil while no request claims anything about an account that changes.
    private var claimed: AuthorityLedger?
    /// Transactions that the network does not apply.
    package private(set) var rejections: [AuthorityRejection] = []
    /// Transactions that it would not apply if the claims were right.
    package private(set) var claimedRejections: [AuthorityRejection] = []

    init() {}

    /// A forecast that starts from the current state.
    var restarted: AuthorityForecast {
        var forecast = self
        forecast.certain = certain.restarted
        forecast.claimed = claimed?.restarted
        forecast.rejections = []
        forecast.claimedRejections = []
        return forecast
    }

    mutating func apply(_ step: AuthorityStep, book: Book, claims: Claims) {
        if claimed == nil, step.changesAccounts(claimedIn: claims, butNotIn: book) { claimed = certain }
        let start = { (account: AccountID) in
            book.account(account).map { Authority($0, from: .book) } ?? Authority(unknown: account)
        }
        var isRejected = false
        do throws(AuthorityRejection) {
            try certain.apply(step, from: start)
        } catch {
            // An invalid transaction is reported only if it changes an account.
            if error.reason != .invalid || step.changesAuthority { rejections.append(error) }
            isRejected = true
        }
        do throws(AuthorityRejection) {
            try claimed?.apply(step) { account in
                let known = book.account(account) == nil ? claims.account(account) : nil
                return known.map { Authority($0, from: .claimed) } ?? start(account)
            }
        } catch {
            if !isRejected { claimedRejections.append(error) }
        }
    }

    /// Each account whose signers, weights or thresholds changed and that still exists.
    package var outcomes: [AuthorityOutcome] {
        let sure = certain.changed
        guard let claimed else { return sure.map { AuthorityOutcome($0) } }
        let believed = Dictionary(claimed.changed.map { ($0.before.account, $0) }) { first, _ in first }
        let known = Set(sure.map(\.before.account))
        // If the claims prevent a merge, only the claimed forecast still has the account.
        let left = claimed.changed.filter { !known.contains($0.before.account) }
        return sure.map { entry in
            AuthorityOutcome(believed[entry.before.account] ?? entry, certain: AuthorityOutcome(entry))
        } + left.map { AuthorityOutcome($0) }
    }
}

extension AuthorityStep {
    /// Whether it changes an account whose signers the claims name and the book does not.
    fileprivate func changesAccounts(claimedIn claims: Claims, butNotIn book: Book) -> Bool {
        guard let accounts = claims.hints?["accounts"]?.asObject, !accounts.members.isEmpty else { return false }
        return transaction.operations.contains { operation in
            guard let account = operation.body.accountOfAuthority(source(of: operation)) else { return false }
            return book.account(account) == nil && accounts[account.address] != nil
        }
    }
}
