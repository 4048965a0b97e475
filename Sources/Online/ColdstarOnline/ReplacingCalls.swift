// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
public import ColdstarStellar
import Handoff
import Journal
import Stellar
import StellarXDR
import Workspace

extension OnlineClient {
    /// Requests a fee bump: an account pays a higher fee for a signed transaction.
    ///
    /// - Parameters:
    ///   - signed: with all its signatures; a signature that is added later voids the fee bump.
    ///   - payer: the account that pays, and has to sign.
    ///   - maximumFee: the maximum of the whole fee, in stroops.
    ///   - note: for the person who signs, at most 1000 bytes.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a transaction without its signatures or a fee
    ///   that is too low, and ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` if its outcome is final.
    public func feeBumpRequest(
        of signed: ColdstarStellar.Transaction, paidBy payer: Account, maximumFee: Int64, note: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            try check(signed)
            return try feeBump(payer, maximumFee, note) { _ in
                KnownTransaction(signed.value, on: nil, origin: "the transaction")
            }
        } catch { throw ColdstarError(error) }
    }

    /// Requests a fee bump of a transaction that the journal has, as for a transaction that is given.
    ///
    /// - Parameters:
    ///   - hash: of a transaction that was queued or submitted, or whose signatures came back.
    ///   - payer: the account that pays, and has to sign.
    ///   - maximumFee: the maximum of the whole fee, in stroops.
    ///   - note: for the person who signs, at most 1000 bytes.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/notFound`` also if the journal does not have it.
    public func feeBumpRequest(
        of hash: ColdstarStellar.TransactionHash, paidBy payer: Account, maximumFee: Int64, note: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            return try feeBump(payer, maximumFee, note) { journal throws(Failure) in
                try KnownTransaction(hash.value, in: journal)
            }
        } catch { throw ColdstarError(error) }
    }

    /// Requests the cancellation of a transaction: one with the same sequence number that does nothing. Only one of the
    /// two can be applied, and until this one is, the other can be.
    ///
    /// - Parameters:
    ///   - transaction: signed or not, for the client's network.
    ///   - terms: validity and other conditions, fee and note. The sequence number is the transaction's.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` if its outcome is final.
    public func cancellationRequest(
        of transaction: ColdstarStellar.Transaction, _ terms: TransactionTerms = TransactionTerms()
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            try check(transaction)
            return try cancellation(terms) { _ in
                KnownTransaction(transaction.value, on: nil, origin: "the transaction")
            }
        } catch { throw ColdstarError(error) }
    }

    /// Requests the cancellation of a transaction that the journal has, as for a transaction that is given.
    ///
    /// - Parameters:
    ///   - hash: of a transaction that was requested or submitted.
    ///   - terms: validity and other conditions, fee and note. The sequence number is the transaction's.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/notFound`` also if the journal does not have it.
    public func cancellationRequest(
        of hash: ColdstarStellar.TransactionHash, _ terms: TransactionTerms = TransactionTerms()
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            return try cancellation(terms) { journal throws(Failure) in
                try KnownTransaction(hash.value, in: journal)
            }
        } catch { throw ColdstarError(error) }
    }

    /// Builds a transaction again, in the place of one that expired, failed, or was not signed by anyone.
    ///
    /// Operations and memo stay; validity, fee and sequence number are new, and a contract call is simulated again. A
    /// request that no one has signed is forgotten.
    /// - Parameters:
    ///   - hash: of a transaction that was requested or submitted.
    ///   - terms: validity and other conditions, fee and note. Memo and sequence number are not looked at.
    ///   - allowingOpen: whether the earlier one may still be applied. Then the new one has the same sequence number,
    ///     and only one of the two can be.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/rejectedByNetwork`` if it was applied, or may have been;
    ///   ``/ColdstarStellar/ColdstarError/Kind/refused`` if it can still be applied and that is not allowed;
    ///   ``/ColdstarStellar/ColdstarError/Kind/notFound`` also if the journal does not have it.
    public func rebuildRequest(
        of hash: ColdstarStellar.TransactionHash, _ terms: TransactionTerms = TransactionTerms(),
        allowingOpen: Bool = false
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            let earlier = try replacing(terms.note) { journal throws(Failure) in
                try KnownTransaction(hash.value, in: journal)
            }
            return try record(
                RebuildJob(earlier, conditions: try terms.conditions(), fee: terms.fee, mayBeAlive: allowingOpen))
        } catch { throw ColdstarError(error) }
    }

    /// Builds a new transaction like an earlier one, such as this month's rent. Both can be applied.
    ///
    /// - Parameters:
    ///   - hash: of a transaction that was requested or submitted.
    ///   - amount: of the payment, in place of the earlier one; nil for the same. Not above the largest amount, above
    ///     zero, and only for a transaction with one payment.
    ///   - terms: validity and other conditions, fee, sequence number and note; the memo, if another one is wanted.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/refused`` for the payment of a withdrawal, which an anchor
    ///   expects once; ``/ColdstarStellar/ColdstarError/Kind/notFound`` also if the journal does not have it.
    public func repeatRequest(
        of hash: ColdstarStellar.TransactionHash, amount: ColdstarStellar.Amount? = nil,
        _ terms: TransactionTerms = TransactionTerms()
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            let earlier = try replacing(terms.note) { journal throws(Failure) in
                try KnownTransaction(hash.value, in: journal)
            }
            var wanted = TransactionParameters(
                context: context, network: NetworkSelection(network.value), now: now)
            wanted.memo = terms.memo?.value
            wanted.conditions = try terms.conditions()
            (wanted.fee, wanted.sequence, wanted.note) = (terms.fee, terms.sequence.value, terms.note)
            return try record(RepeatJob(earlier, wanted, amount: amount?.value))
        } catch { throw ColdstarError(error) }
    }

    // MARK: steps

    private func feeBump(
        _ payer: Account, _ maximumFee: Int64, _ note: String?,
        of find: (any OnlineJournal) throws(Failure) -> KnownTransaction
    ) throws(Failure) -> SigningRequest {
        try record(FeeBumpJob(try replacing(note, find), paidBy: .address(payer.value), maxFee: maximumFee))
    }

    private func cancellation(
        _ terms: TransactionTerms, of find: (any OnlineJournal) throws(Failure) -> KnownTransaction
    ) throws(Failure) -> SigningRequest {
        try record(
            CancelJob(try replacing(terms.note, find), conditions: try terms.conditions(), fee: terms.fee))
    }

    private func replacing(
        _ note: String?, _ find: (any OnlineJournal) throws(Failure) -> KnownTransaction
    ) throws(Failure) -> ReplacementTerms {
        try ReplacementTerms(in: context, network: NetworkSelection(network.value), now: now, note: note, of: find)
    }
}
