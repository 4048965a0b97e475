// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Faults
import Handoff
import Journal
import Stellar
import StellarXDR
import Submitter

/// What is known of one request: its document, what the journal says of it, and the signatures that came back.
struct KnownRequest {
    let hash: TransactionHash
    let network: Network
    /// As it was built, or as it came across.
    let document: SigningRequest
    /// Nil if the journal does not have it.
    let history: TransactionHistory?
    /// The transaction with its signatures, each once; nil for a message.
    let union: SignatureUnion?

    var entry: StatusEntry? { history?.entry }
    var submission: Submission? { entry?.submission }
    var isSettled: Bool { entry?.stage == .settled }
}

extension Desk {
    /// - Parameter text: a hash, or 8 or more of its first digits.
    /// - Throws: `.noInput` if nothing is known of it.
    func request(_ text: String) throws(Failure) -> KnownRequest {
        let prefix = try HashPrefix(text)
        let journal = try context.existingJournal()
        let history: TransactionHistory?
        do throws(Failure) { history = try TransactionHistory(prefix, in: journal, now: seconds) } catch {
            guard error.kind == .noInput, let hash = TransactionHash(hex: prefix.digits),
                let carried = carried.request(hash)
            else { throw error }
            return try known(hash, carried, nil)
        }
        guard let history, let hash = history.entry.submission?.transaction.hash ?? history.entry.request?.hash else {
            throw prefix.unknown
        }
        if let recorded = try context.journal().request(hash: hash) { return try known(hash, recorded, history) }
        // Submitted from a signed file without a request.
        guard let signed = history.entry.submission?.transaction,
            case .envelope(let envelope)? = try? HandoffInput.recognise(signed.envelope).content
        else { throw prefix.unknown }
        var generator = SystemRandomNumberGenerator()
        let document = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: signed.network.passphrase,
            content: .transaction(envelope), created: Timestamp(UInt64(max(0, history.entry.submission?.queuedAt ?? 0)))
        )
        return try known(hash, document, history)
    }

    private func known(
        _ hash: TransactionHash, _ document: SigningRequest, _ history: TransactionHistory?
    ) throws(Failure) -> KnownRequest {
        let network = Network(passphrase: document.networkPassphrase)
        var union: SignatureUnion?
        if let envelope = document.envelope {
            var found = SignatureUnion(envelope, from: "the request", on: network)
            for arrived in history?.entry.signatures ?? [] {
                if let signature = arrived.recorded.decorated { found.add(signature, from: "the journal") }
            }
            if let text = history?.entry.submission?.transaction.envelope,
                case .envelope(let sent)? = try? HandoffInput.recognise(text).content,
                sent.hash(on: network) == found.hash
            {
                found.add(of: sent, from: "the submission")
            }
            found.dropRepeats()
            union = found
        }
        return KnownRequest(hash: hash, network: network, document: document, history: history, union: union)
    }
}
