// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
public import ColdstarStellar
import LedgerAPI
import LedgerXDR
import Stellar

/// A transaction that is in a ledger, and what it did.
public struct AppliedTransaction: Hashable, Sendable {
    /// A change of a balance.
    public struct Effect: Hashable, Sendable {
        /// Whose balance.
        public let account: Account
        /// The asset.
        public let asset: ColdstarStellar.Asset
        /// In units, exact, with a minus sign for less; fees are not counted.
        public let change: String
    }

    /// The transaction, with its signatures.
    public let transaction: ColdstarStellar.Transaction
    /// Its hash; of a fee bump, the outer one.
    public let hash: ColdstarStellar.TransactionHash
    /// The ledger that has it.
    public let ledger: Int64
    /// When that ledger closed, in seconds since 1970.
    public let time: Int64
    /// Whether it succeeded. A failed one takes the fee and its sequence number only.
    public let isSuccessful: Bool
    /// Why it failed, as Horizon writes it, first the transaction's code and then that of the first operation that
    /// failed; empty for a successful one, or if the result cannot be read.
    public let codes: [ColdstarError.Code]
    /// What was charged in the end; nil if the result cannot be read.
    public let fee: ColdstarStellar.Amount?
    /// What it changed of the balances of accounts; nil if the server does not say.
    public let effects: [Effect]?

    init(_ applied: LedgerTransaction) {
        transaction = ColdstarStellar.Transaction(applied.transaction.envelope)
        hash = ColdstarStellar.TransactionHash(applied.hash)
        (ledger, time) = (Int64(applied.ledger), Int64(clamping: applied.time.seconds))
        isSuccessful = applied.isSuccessful
        var codes: [FailureCode] = []
        if !applied.isSuccessful, let all = applied.codes {
            codes.append(FailureCode(all.decisive.rawValue))
            if let failed = all.failedOperation {
                codes.append(FailureCode(failed.code.rawValue, operation: failed.index))
            }
        }
        self.codes = ColdstarError(Failure(.refusedByLedger, "", codes: codes)).codes
        fee = applied.feeCharged.map { ColdstarStellar.Amount(stroops: $0) }
        effects = applied.effects?.map { effect in
            Effect(
                account: Account(effect.account), asset: ColdstarStellar.Asset(effect.asset),
                change: Stellar.Amount.text(ofSum: effect.change))
        }
    }
}

extension OnlineClient {
    /// A transaction that is in a ledger, sent from here or elsewhere: from Stellar RPC, the journal's copies, or
    /// Horizon.
    ///
    /// That it is not found does not mean that it was not applied: servers of Stellar RPC keep ledgers for some days
    /// only. For what this client has submitted, ask ``submitted(_:)`` or `submit` again.
    /// - Parameter hash: of a fee bump, the outer or the inner one.
    /// - Returns: nil if no one that was asked has it.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/unreachable`` if no server answers.
    public func appliedTransaction(
        _ hash: ColdstarStellar.TransactionHash
    ) throws(ColdstarError) -> AppliedTransaction? {
        do throws(Failure) {
            return AppliedTransaction(try TransactionSearch(context, on: network.value).transaction(hash.value))
        } catch {
            guard error.kind == .noInput else { throw ColdstarError(error) }
            return nil
        }
    }
}
