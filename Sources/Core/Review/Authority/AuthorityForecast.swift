// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Who will be able to sign for the accounts that transactions change, once all of them are applied, or the worst if
/// only some are.
///
/// The initial state of an account is that of the book, else what the request claims, else unknown. Claims can add a
/// lost threshold but cannot remove one: losses are computed with and without them.
package struct AuthorityForecast: Sendable {
    private var certain = AuthorityLedger()
    /// The forecast including claims; nil while no request claims anything about an account that changes.
    private var claimed: AuthorityLedger?
    /// Transactions that the network may not apply: a remark, which changes no outcome.
    package private(set) var rejections: [AuthorityRejection] = []
    /// Transactions that it may not apply if the claims are right.
    package private(set) var claimedRejections: [AuthorityRejection] = []

    /// Why the network may not apply transactions, as sentences.
    package var remarks: [Phrase] {
        rejections.map { $0.remark(isClaimed: false) } + claimedRejections.map { $0.remark(isClaimed: true) }
    }

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
        let doubt = certain.apply(step, from: start)
        // An invalid transaction is reported only if it changes an account.
        if let doubt, doubt.reason != .invalid || step.changesAuthority { rejections.append(doubt) }
        let claimedDoubt = claimed?.apply(step) { account in
            let known = book.account(account) == nil ? claims.account(account) : nil
            return known.map { Authority($0, from: .claimed) } ?? start(account)
        }
        if doubt == nil, let claimedDoubt { claimedRejections.append(claimedDoubt) }
    }

    /// Each account whose signers, weights or thresholds may change, unless all that remains of it is a merged account.
    package var outcomes: [AuthorityOutcome] {
        let sure = certain.changed
        guard let claimed else { return sure.map { AuthorityOutcome($0) } }
        let believed = Dictionary(claimed.changed.map { ($0.before.account, $0) }) { first, _ in first }
        let known = Set(sure.map(\.before.account))
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
        return transaction.operations.enumerated().contains { index, operation in
            guard let account = facts(of: index).accountOfAuthority(by: source(of: operation)) else { return false }
            return book.account(account) == nil && accounts[account.address] != nil
        }
    }
}

extension AuthorityRejection {
    fileprivate func remark(isClaimed: Bool) -> Phrase {
        let place: Phrase = line.map { "line \($0): " } ?? ""
        let claim: Phrase = isClaimed ? "if the request's claims are right, " : ""
        return """
            \(place)\(claim)the network may reject this transaction: \(phrase). Do not rely on it: the findings \
            are as if it is applied
            """
    }
}
