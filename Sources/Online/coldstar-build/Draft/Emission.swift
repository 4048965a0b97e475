// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Journal
import OnlineShell
import Preflight
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec

/// The last step of building: records the request in the journal and writes it.
struct Emission {
    let options: EmissionOptions
    let network: Network
    let envelope: TransactionEnvelope
    let created: Timestamp
    var note: String?
    /// The ledger state that was fetched; nil offline.
    var view: LedgerView?
    /// The user's names for the accounts.
    var names = AccountNames()
    /// Transactions that this one authorizes in advance.
    var preauthorized: [TransactionEnvelope] = []
    /// Additional unverified hints.
    var hints = JSONObject()
    /// The journal's position when the sequence number was chosen; nil where it does not matter.
    var mark: JournalMark?

    /// - Returns: false if the sequence number was taken in the meantime: nothing was recorded or written.
    @discardableResult func emit() throws(Failure) -> Bool {
        var view = view
        var request = try SigningRequest(
            envelope, on: network, created: created, note: note, in: &view, names: names,
            preauthorized: preauthorized)
        for hint in hints.members { request.hints[hint.key] = hint.value }
        let hash = envelope.hash(on: network)
        return try options.handOver(request, hash: hash, created: created, since: mark) {
            for line in names.lines { Console.say(line) }
            sayOperations(.object(request.hints))
            talk(hash)
        }
    }

    /// Prints the operations in the words of the review, so that a mistake shows here and not only on the offline
    /// machine.
    private func sayOperations(_ hints: JSON) {
        var pools = KnownPools()
        pools.take(hints)
        let operations = OperationReview.all(of: envelope.innermost, pools: pools)
        let shown = 5
        for (index, operation) in operations.prefix(shown).enumerated() {
            let number = operations.count == 1 ? "" : "\(index + 1). "
            let actor = operation.source.map { ", by \($0.address)" } ?? ""
            Console.say("\(index == 0 ? "does      " : "          ")\(number)\(operation.summary.plain)\(actor)")
        }
        if operations.count > shown { Console.say("          and \(operations.count - shown) more") }
    }

    private func talk(_ hash: TransactionHash) {
        HashWords.say(hash)
        Console.say("network   \(network.label)")
        let transaction = envelope.innermost
        Console.say("sequence  \(transaction.seqNum)")
        sayFee(transaction)
        let end = transaction.cond.timeBounds?.maxTime ?? 0
        Console.say("valid     \(end == 0 ? "no expiry" : "until \(Timestamp(end).utc)")")
    }

    private func sayFee(_ transaction: Transaction) {
        let count = transaction.operations.count
        let operations = "\(count) operation\(count == 1 ? "" : "s")"
        switch envelope.content {
        case .feeBump(let bump):
            Console.say(
                "max fee   \(bump.fee) stroops, paid by \(bump.feeSource.address), for \(operations) and the fee bump"
            )
        case .transaction:
            guard case .v1(let data) = transaction.ext else {
                let each = transaction.fee / UInt32(max(1, count))
                return Console.say("max fee   \(transaction.fee) stroops (\(each) per operation)")
            }
            Console.say("max fee   \(transaction.fee) stroops (\(data.resourceFee) of them for resources)")
        }
    }
}
