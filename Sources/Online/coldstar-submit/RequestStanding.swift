// SPDX-License-Identifier: Apache-2.0

import Faults
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import XDR

/// The relation of a transaction to what was requested, according to the request given by hand or else the journal.
enum RequestStanding {
    /// It was requested, or it is a fee bump around a requested transaction.
    case asked(byHand: Bool, isInside: Bool)
    case unknown
    /// It was not requested, but these transactions were, with the same source account and sequence number.
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

    /// A warning to show before the transaction is submitted.
    static func words(_ sequence: Int64, insteadOf hashes: [String]) -> String {
        hashes.count == 1
            ? "another transaction was asked for with number \(sequence): \(hashes[0])"
            : "other transactions were asked for with number \(sequence): \(hashes.joined(separator: ", "))"
    }
}
