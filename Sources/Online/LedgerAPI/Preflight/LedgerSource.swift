// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// The source of ledger state for the checks. Repeating a query does not change its result.
package protocol LedgerSource {
    /// Why a query failed. It ends the check.
    associatedtype Failure: Error

    var network: Network { get }

    /// The last closed ledger.
    mutating func ledger() throws(Failure) -> LedgerRecord

    /// The account; nil when it does not exist.
    mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord?

    /// The balance; nil when it does not exist.
    mutating func claimableBalance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord?

    /// The account's open offers; nil when not all of them are known.
    mutating func offers(of id: AccountID) throws(Failure) -> [OfferRecord]?

    /// The offers that sell one asset for another, the best price first; nil when they are not known.
    mutating func asks(selling: Asset, buying: Asset) throws(Failure) -> [OrderBookLevel]?

    /// The assets of a pool; nil when they are not known.
    mutating func assets(of pool: PoolID) throws(Failure) -> [Asset]?
}

extension LedgerSource {
    package mutating func offers(of id: AccountID) throws(Failure) -> [OfferRecord]? { nil }
    package mutating func asks(selling: Asset, buying: Asset) throws(Failure) -> [OrderBookLevel]? { nil }
    package mutating func assets(of pool: PoolID) throws(Failure) -> [Asset]? { nil }
}

extension LedgerSource where Failure == Codec.Failure {
    /// The account, which must exist.
    package mutating func existing(_ id: AccountID) throws(Codec.Failure) -> AccountRecord {
        guard let record = try account(id) else {
            throw Codec.Failure(.badInput, "the account \(id.address) does not exist on \(network.label)")
        }
        return record
    }

    /// The sequence number of the account's next transaction.
    package mutating func nextSequence(of id: AccountID) throws(Codec.Failure) -> SequenceNumber {
        guard let account = try account(id) else {
            throw Codec.Failure(
                .badInput, "the source account \(id.address) does not exist on \(network.label)",
                hint: network == .public
                    ? "someone has to create it first: \(step: .build(.createAccount))"
                    : "on a test network: \(step: .build(.fund(account: id.address)))")
        }
        do { return try TransactionDraft.sequence(after: account.sequence) } catch {
            throw Codec.Failure(.badInput, Wording(error.message))
        }
    }
}
