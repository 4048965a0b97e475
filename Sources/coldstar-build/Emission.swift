// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Handoff
import Horizon
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec

/// The last step of building: the request is kept in the journal and then handed over.
struct Emission {
    let draft: Draft
    let envelope: TransactionEnvelope
    let note: String?

    func emit() throws(Failure) {
        let request = try request()
        let hash = envelope.hash(on: draft.network)
        // First on disk, then out: a response that comes back always finds its request.
        try OnlineJournal.open(draft.options.home).keep(request, hash: hash, created: draft.now)
        try draft.options.output.deliver(draft.options.format.text(of: request))
        talk(hash)
        try draft.options.qr.show(request, hash: hash, force: draft.options.output.force)
    }

    private func request() throws(Failure) -> SigningRequest {
        var generator = SystemRandomNumberGenerator()
        var view = draft.view
        let facts = try RequestFacts(envelope, in: &view)
        return SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: draft.network.passphrase,
            content: .transaction(envelope), signers: facts.signers, note: note, created: draft.now,
            hints: facts.hints)
    }

    private func talk(_ hash: TransactionHash) {
        let transaction = envelope.innermost
        let perOperation = transaction.fee / UInt32(max(1, transaction.operations.count))
        Console.say("hash      \(hash.hex)")
        Console.say("words     \(CheckWords.text(of: hash))")
        Console.say("          (these words name the transaction, they are no seed; the signer shows the same)")
        Console.say("network   \(NetworkOptions.label(draft.network))")
        Console.say("sequence  \(transaction.seqNum)")
        Console.say(
            "fee       \(transaction.fee) stroops at most (\(perOperation) for each of \(transaction.operations.count) "
                + "operation\(transaction.operations.count == 1 ? "" : "s"))")
        let end = transaction.cond.timeBounds?.maxTime ?? 0
        Console.say("valid     \(end == 0 ? "for ever" : "until \(Timestamp(end).utc)")")
    }
}
