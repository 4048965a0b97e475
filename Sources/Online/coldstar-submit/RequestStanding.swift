// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import XDR

/// How a transaction stands to what was asked to be signed: by the request given by hand, or else by the journal.
enum RequestStanding {
    /// It is that one, or a fee bump around it.
    case asked(byHand: Bool, isInside: Bool)
    case unknown
    /// It was not asked for here, and these were, with the same number of the same account.
    case instead(of: [String])

    init(
        _ envelope: TransactionEnvelope, on network: Network, request: AskedTransaction?, _ journal: OnlineJournal
    ) throws(Failure) {
        let hash = envelope.hash(on: network)
        if let request {
            self = .asked(byHand: true, isInside: request.hash != hash)
            return
        }
        let inner = envelope.innerHash(on: network)
        if try journal.request(hash: hash) != nil {
            self = .asked(byHand: false, isInside: false)
        } else if let inner, try journal.request(hash: inner) != nil {
            self = .asked(byHand: false, isInside: true)
        } else {
            let transaction = envelope.innermost
            let number = AccountNumber(
                source: transaction.sourceAccount.account.address, sequence: transaction.seqNum)
            let others = try journal.askedInstead(of: [(number, hash, inner)], on: network)[0]
            self = others.isEmpty ? .unknown : .instead(of: others)
        }
    }

    /// What a person should know before it goes out.
    static func words(_ sequence: Int64, insteadOf hashes: [String]) -> String {
        hashes.count == 1
            ? "another transaction was asked for with number \(sequence): \(hashes[0])"
            : "other transactions were asked for with number \(sequence): \(hashes.joined(separator: ", "))"
    }
}
