// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
package import Workspace

/// Requests a fee bump: another account pays for a signed transaction, or a higher fee is paid for it.
package struct FeeBumpJob: SingleRequestJob {
    private let terms: ReplacementTerms
    private let feeSource: AccountReference
    private let maxFee: Int64

    /// - Parameters:
    ///   - terms: the inner transaction, and what is wanted of the request.
    ///   - feeSource: the account that pays.
    ///   - maxFee: the maximum total fee, in stroops.
    package init(_ terms: ReplacementTerms, paidBy feeSource: AccountReference, maxFee: Int64) {
        self.terms = terms
        self.feeSource = feeSource
        self.maxFee = maxFee
    }

    package var context: OnlineContext { terms.context }

    private var transaction: KnownTransaction { terms.transaction }

    /// The request for the fee bump.
    ///
    /// - Throws: `.refusedByLedger` if the outcome of the inner transaction is final, `.badInput` if it lacks
    ///   signatures or the fee is too low.
    package func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest {
        let network = try terms.network.resolve(documented: transaction.network)
        let inner = HashedTransaction(transaction.envelope, on: network)
        let known = try terms.submission(inner.hash)
        try checkIsOpen(known)
        var names = AccountNames()
        let payer = try payer(&names)
        let envelope: TransactionEnvelope
        do { envelope = try transaction.envelope.feeBump(by: payer, fee: maxFee) } catch {
            throw Failure(.badInput, "\(transaction.origin): \(error.message)")
        }
        let bump = HashedTransaction(envelope, on: network, around: inner)
        let view = try check(bump, around: inner, noting: &notices)
        if let known, known.mayHaveArrived, let notice = Self.replacement(of: envelope.innermost, offered: maxFee) {
            notices.append(notice)
        }
        notices.append(.fact(.inner, Wording(inner.hash.hex)))
        return try BuiltRequest(
            bump, created: terms.now, note: terms.note, view: view.map { AnyLedger($0) },
            names: names, journal: terms.journal)
    }

    /// Refuses a transaction whose outcome is final.
    private func checkIsOpen(_ known: Submission?) throws(Failure) {
        let nothing = "there is nothing to pay a higher fee for"
        switch known?.state {
        case .included?,
            .failed? where known?.ledger != nil:
            throw Failure(
                .refusedByLedger,
                "\(transaction.origin) was applied in ledger \(known?.ledger ?? 0), according to the journal: \(nothing)"
            )
        case .expired?:
            throw Failure(.refusedByLedger, "\(transaction.origin) has expired: \(nothing)", hint: "build it again")
        default: break
        }
        let end = transaction.envelope.innermost.cond.timeBounds?.maxTime ?? 0
        if end != 0, end < terms.now.seconds {
            throw Failure(
                .refusedByLedger,
                "\(transaction.origin) expired at \(Timestamp(end).utc) by this machine's clock: \(nothing)",
                hint: "build it again with the same sequence number, so that only one of the two can be applied"
            )
        }
        // Without a server nothing tells whether the signatures that came back are valid and enough.
        if transaction.isByHash, transaction.envelope.signatures.isEmpty || known == nil && terms.context.isOffline {
            throw Failure(
                .badInput, "the journal has only the request for \(transaction.origin), not the signed transaction",
                hint: "submit it first, or give the signed transaction itself")
        }
    }

    /// A warning of the fee that replaces a queued transaction: a node keeps one transaction per account and replaces
    /// it only for a higher fee.
    private static func replacement(of inner: Transaction, offered: Int64) -> Notice? {
        guard let needed = Validity.replacingFee(of: inner), offered < needed else { return nil }
        return .warning(
            .tenfoldFee,
            "the transaction was submitted before; a node that still holds it accepts this one in its place only for "
                + "ten times its fee: \(field: .maxFee) \(needed)")
    }

    private func payer(_ names: inout AccountNames) throws(Failure) -> MuxedAccount {
        var finder = AccountFinder(terms.context)
        let found = try finder.find(feeSource, .feeSource)
        names.add(found)
        return found.account
    }

    /// Checks the fee bump against the ledger.
    ///
    /// - Returns: the ledger as it was fetched.
    private func check(
        _ bump: HashedTransaction, around inner: HashedTransaction, noting notices: inout [Notice]
    ) throws(Failure) -> AnyLedger? {
        guard !terms.context.isOffline else {
            try checkFee(of: bump.envelope, baseFee: Validity.usualBaseFee)
            if let rejection = ForecastRejection(formOf: bump.envelope) { throw Failure([rejection]) }
            if inner.envelope.signatures.isEmpty {
                notices.append(
                    .warning(
                        .innerUnsigned,
                        "the inner transaction is not signed; a signature added later voids this fee bump"))
            }
            return nil
        }
        var view = try terms.context.ledger(of: bump.network, noting: &notices)
        try view.checkIsOpen(inner.hash, "there is nothing to pay a higher fee for")
        try checkFee(of: bump.envelope, baseFee: UInt32(clamping: try view.ledger().baseFee))
        for warning in try Preflight.check(building: bump, in: &view, now: terms.now) {
            notices.append(.warning(.preflight, "before submitting: \(warning.message)"))
        }
        let missing = try SignatureReport(inner, in: &view).rejections
        guard missing.isEmpty else {
            throw Failure(
                .badInput, "the inner transaction: \(Failure(missing).wording)",
                hint: "complete its signatures first: each signature added later changes the hash of the fee bump")
        }
        return view
    }

    /// Checks the network's rules for the fee of a fee bump, in stroops.
    private func checkFee(of envelope: TransactionEnvelope, baseFee: UInt32) throws(Failure) {
        guard case .feeBump(let bump) = envelope.content,
            let rejection = Validity.feeRejection(of: bump, baseFee: baseFee)
        else { return }
        let resources = bump.inner.tx.declaredResourceFee ?? 0
        guard let bid = rejection.neededFee, case (let needed, false) = bid.addingReportingOverflow(resources) else {
            throw Failure(.badInput, "the inner transaction has an invalid resource fee")
        }
        throw Failure(
            .badInput, .maxFee, "\(Amount(stroops: bump.fee).feeText()) is too low for this transaction",
            hint:
                "at least \(needed): a fee bump counts as one more operation, at no lower a rate than the inner transaction's"
                + (resources == 0 ? "" : ", plus \(resources) for resources"))
    }
}
