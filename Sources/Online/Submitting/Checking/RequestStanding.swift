// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar
package import StellarXDR
import Workspace

/// The relation of a transaction to what was requested, according to the request given by hand or else the journal.
package enum RequestStanding: Hashable, Sendable {
    /// It was requested, or it is a fee bump around a requested transaction.
    case requested(byHand: Bool, isInside: Bool)
    case unknown
    /// It was not requested, but these transactions were, with the same source account and sequence number.
    case instead(of: [TransactionHash])

    package init(
        _ envelope: TransactionEnvelope, on network: Network, request: RequestedTransaction?,
        _ journal: any OnlineJournal
    ) throws(Failure) {
        let hash = envelope.hash(on: network)
        if let request {
            self = .requested(byHand: true, isInside: request.hash != hash)
            return
        }
        let inner = envelope.innerHash(on: network)
        if try journal.signingRequest(hash: hash) != nil {
            self = .requested(byHand: false, isInside: false)
        } else if let inner, try journal.signingRequest(hash: inner) != nil {
            self = .requested(byHand: false, isInside: true)
        } else {
            let transaction = envelope.innermost
            let number = AccountNumber(
                source: transaction.sourceAccount.account, sequence: transaction.seqNum)
            let others = try journal.askedInstead(of: [(number, hash, inner)], on: network)[0]
            self = others.isEmpty ? .unknown : .instead(of: others)
        }
    }

    /// A warning to show before the transaction is submitted.
    static func text(_ sequence: Int64, insteadOf hashes: [TransactionHash]) -> String {
        hashes.count == 1
            ? "another transaction was asked for with number \(sequence): \(hashes[0])"
            : "other transactions were asked for with number \(sequence): \(hashes.map(\.hex).joined(separator: ", "))"
    }

    func row(_ sequence: Int64) -> CheckRow {
        switch self {
        case .requested(let byHand, let isInside):
            let request = byHand ? "the request" : "what was built here"
            return CheckRow(
                .request, .ok, isInside ? "the hash inside is that of \(request)" : "the hash is that of \(request)")
        case .unknown: return CheckRow(.request, .note, "no request with this hash is in this journal")
        case .instead(let others):
            return CheckRow(.request, .warning, Self.text(sequence, insteadOf: others))
        }
    }
}
