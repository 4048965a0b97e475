// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Anchor
import Faults
import Handoff
import Horizon
import Journal
import Stellar
import StellarXDR
import Submitter
import TextCodec
import Transfers

/// What comes across the gap: it is verified, recorded, and its page is shown.
extension Desk {
    /// Takes in what was scanned or pasted.
    ///
    /// - Parameters:
    ///   - origin: where it came from, for errors.
    /// - Returns: the path of the page that it belongs to.
    /// - Throws: `.badInput` for what is not for the desk, and whatever makes a response invalid.
    func take(in bytes: [UInt8], origin: String) throws(Failure) -> String {
        if let place = payLink(bytes) { return place }
        let lines = try TransactionLines(bytes, origin: origin)
        guard lines.count > 1 else { return try take(try lines.input(at: 0)) }
        return try take(lines)
    }

    /// A payment link becomes a form.
    private func payLink(_ bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), text.lowercased().hasPrefix("web+stellar:pay") else {
            return nil
        }
        return "/pay?link=\(PercentText.encode(text))"
    }

    private func take(_ source: TransactionInput) throws(Failure) -> String {
        switch source.input.content {
        case .accounts(let accounts):
            return
                "/contacts?text=\(PercentText.encode(accounts.accounts.first.map { AccountID.ed25519($0.key.key).address } ?? ""))"
        case .request(let request) where request.envelope == nil:
            return try keep(request)
        case .chainResponse, .chainSignature: return try takeChainSignature(source)
        case .addressRequest, .device, .chainRequest: throw source.noTransaction
        default: break
        }
        let journal = try context.journal()
        let input = try SignedInput(source, request: nil, journal: journal, takesChallenges: true)
        let network = try choice.resolve(documented: input.network)
        if case .transaction(let transaction) = input.envelope.content, transaction.hasShapeOfChallenge {
            return try logIn(input, on: network, noting: journal)
        }
        let hash = input.envelope.hash(on: network)
        let isKnown = try isKnown(hash, in: journal)
        if isKnown {
            if let failure = journal.record(signaturesOf: [input.envelope], on: network) { throw failure }
        } else {
            var union = SignatureUnion(input.envelope, from: input.origin, on: network)
            if let earlier = carried.request(hash)?.envelope { union.add(of: earlier, from: "what came before") }
            union.dropRepeats()
            let given = Self.document(source)
            carried.keep(
                try union.request(
                    journal,
                    given: try given.map { given throws(Failure) in
                        try RequestedTransaction(given, origin: input.origin)
                    },
                    now: now), hash: hash)
        }
        jobs.expire { $0.isAbout(hash) }
        changes.post()
        return "/requests/\(hash.hex)"
    }

    private static func document(_ source: TransactionInput) -> SigningRequest? {
        if case .request(let request) = source.input.content { request } else { nil }
    }

    private func keep(_ request: SigningRequest) throws(Failure) -> String {
        let hash = HandoffDocument.request(request).hash
        if try !isKnown(hash, in: context.journal()) { carried.keep(request, hash: hash) }
        return "/requests/\(hash.hex)"
    }

    private func isKnown(_ hash: TransactionHash, in journal: OnlineJournal) throws(Failure) -> Bool {
        do throws(JournalError) {
            let isRequested = try journal.store.request(hash: hash) != nil
            let isSubmitted = try journal.store.submission(hash: hash) != nil
            return isRequested || isSubmitted
        } catch { throw Failure(error) }
    }

    /// Takes in several: their signatures are recorded, and the list of requests is shown.
    private func take(_ lines: TransactionLines) throws(Failure) -> String {
        let journal = try context.journal()
        var batch = try SignedBatch([lines], request: nil, journal: journal, network: network)
        let inputs = try batch.inputs()
        var hashes: [TransactionHash] = []
        for input in inputs {
            let network = try choice.resolve(documented: input.network)
            let hash = input.envelope.hash(on: network)
            hashes.append(hash)
            if try isKnown(hash, in: journal) { continue }
            var generator = SystemRandomNumberGenerator()
            carried.keep(
                SigningRequest(
                    id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                    content: .transaction(input.envelope), created: now), hash: hash)
        }
        if let failure = journal.record(signaturesOf: inputs.map(\.envelope), on: network) { throw failure }
        changes.post()
        guard let first = hashes.first else { throw Failure(.badInput, "\(lines.origin): no transaction is in it") }
        return hashes.count == 1 ? "/requests/\(first.hex)" : "/batch/\(first.hex)/\(hashes.count)"
    }

    /// Sends a signed login to its anchor. It is as good as a password until it expires, so that it is kept nowhere.
    private func logIn(
        _ input: SignedInput, on network: Network, noting journal: OnlineJournal
    ) throws(Failure) -> String {
        let challenge = try SignedChallenge(input.envelope, origin: input.origin, on: network, at: now)
        let login = try challenge.logIn(in: context, noting: journal)
        jobs.expire { [.anchor, .transfer].contains($0.kind) }
        changes.post()
        return DeskPath.anchor(login.domain.text, as: login.client.subject)
    }
}
