// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
import LedgerAPI
package import Stellar
import StellarXDR
import Workspace

// Every verified signature of a transaction that the journal knows is kept by whichever job sees it, so that the last
// of several people completes the transaction with one file.

extension OnlineJournal {
    /// The signatures of a transaction that came back before.
    func kept(of hash: TransactionHash) throws(Failure) -> [DecoratedSignature] {
        do { return try signatures(hash: hash).compactMap(\.signature.decorated) } catch { throw Failure(error) }
    }
}

extension CollectedSignatures {
    /// Adds signatures that came back before, as long as the transaction needs one and they are its signers'. With
    /// signatures enough, none is added: the network refuses one too many.
    ///
    /// - Parameters:
    ///   - earlier: the signers after the transactions that are applied before this one.
    ///   - addsAll: whether to add every signer's, to show who has signed.
    /// - Returns: the signatures added, and who has signed now.
    mutating func complete(
        from kept: [DecoratedSignature], in view: inout AnyLedger, after earlier: SignerForecast = SignerForecast(),
        addingAll addsAll: Bool = false
    ) throws(Failure) -> (added: [DecoratedSignature], report: SignatureReport) {
        var report = try report(in: &view, after: earlier)
        var added: [DecoratedSignature] = []
        let present = Set(signatures)
        for signature in kept where !present.contains(signature) {
            guard addsAll || !report.isAuthorized else { break }
            var more = self
            more.add(signature, from: "the journal")
            let next = try more.report(in: &view, after: earlier)
            // Nobody's signature, or one of somebody who no longer signs.
            guard let maker = next.makers.last, maker != nil, addsAll || next.isCloser(than: report) else { continue }
            (self, report) = (more, next)
            added.append(signature)
        }
        return (added, report)
    }
}

extension SignatureReport {
    /// Whether an account or extra signer has reached more than before.
    fileprivate func isCloser(than before: SignatureReport) -> Bool {
        missingExtraSigners.count < before.missingExtraSigners.count
            || zip(authorities, before.authorities).contains { $0.reached > $1.reached || $0.isMet && !$1.isMet }
    }
}

extension TransactionLines {
    /// A transaction of the journal with the signatures that came back.
    ///
    /// - Throws: `.noInput` if the journal does not know it.
    package init(_ prefix: HashPrefix, in journal: (any OnlineJournal)?, now: Timestamp) throws(Failure) {
        let known = try RequestDetails(prefix, in: journal, now: Int64(clamping: now.seconds))
        let document = try known.signedDocument()
        self = try TransactionLines(Array(document.json.text().utf8), origin: "transaction \(known.hash)")
    }
}
