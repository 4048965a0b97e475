// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import Submitting
import Synchronization
import Workspace

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
        let reply = try SignerReply(source, journal: journal)
        if reply.isLogin { return try logIn(reply, noting: journal) }
        guard case .transaction(let input) = reply else {
            throw TransactionToSubmit.isNotForLedger(.authorization, source.origin)
        }
        let document = source.request
        let given = try document.map { document throws(Failure) in
            try TransactionToSubmit(document, origin: input.origin)
        }
        let hashes = try keep([input], given: given, journal)
        return "/requests/\(hashes[0].hex)"
    }

    /// Keeps transactions that came across: the journal gets their signatures, and what it does not know is kept until
    /// the desk ends.
    ///
    /// - Parameter given: the request that came with the only one.
    /// - Returns: the hashes, each once, in order.
    private func keep(
        _ inputs: [SignedInput], given: TransactionToSubmit?, _ journal: any OnlineJournal
    ) throws(Failure) -> [TransactionHash] {
        let network = try inputs.network(choice)
        var known: [HashedTransaction] = []
        let unions = CollectedSignatures.grouped(inputs, on: network)
        for var union in unions {
            let hash = union.hash
            if try isKnown(hash, in: journal) {
                known += union.copies()
            } else {
                if let earlier = carried.request(hash)?.envelope { union.add(of: earlier, from: "what came before") }
                union.dropRepeats()
                carried.keep(try union.request(journal, given: given, now: now), hash: hash)
            }
        }
        if let failure = journal.record(signaturesOf: known) { throw failure }
        let hashes = unions.map(\.hash)
        jobs.expire { job in hashes.contains { job.isAboutSignatures(of: $0) } }
        changes.post()
        return hashes
    }

    private func keep(_ request: SigningRequest) throws(Failure) -> String {
        let hash = HandoffDocument.request(request).hash
        if try !isKnown(hash, in: context.journal()) { carried.keep(request, hash: hash) }
        return "/requests/\(hash.hex)"
    }

    private func isKnown(_ hash: TransactionHash, in journal: any OnlineJournal) throws(Failure) -> Bool {
        do throws(JournalError) {
            let isRequested = try journal.request(hash: hash) != nil
            let isSubmitted = try journal.submission(hash: hash) != nil
            return isRequested || isSubmitted
        } catch { throw Failure(error) }
    }

    /// Takes in several: their signatures are recorded, and the list of requests is shown.
    private func take(_ lines: TransactionLines) throws(Failure) -> String {
        let journal = try context.journal()
        var batch = try SignedBatch([lines], request: nil, journal: journal, network: network)
        let hashes = try keep(try batch.inputs(), given: nil, journal)
        guard let first = hashes.first else { throw Failure(.badInput, "\(lines.origin): no transaction is in it") }
        return hashes.count == 1 ? "/requests/\(first.hex)" : "/batch/\(first.hex)/\(hashes.count)"
    }

    /// Sends a signed login to its anchor. It is as good as a password until it expires, so that it is kept nowhere.
    private func logIn(_ reply: SignerReply, noting journal: any OnlineJournal) throws(Failure) -> String {
        let login = try LoginJob(reply, network: choice, context: context, now: now).run(noting: journal)
        jobs.expire { [.anchor, .transfer].contains($0.kind) }
        changes.post()
        return DeskPath.anchor(login.domain.text, as: login.client.subject)
    }
}

/// Transactions that came across the gap and are not in the journal: built elsewhere, or in another home. They are kept
/// until the desk ends, and enter the journal when they are submitted.
final class CarriedEnvelopes: Sendable {
    private static let most = 64

    private struct State {
        var requests: [TransactionHash: SigningRequest] = [:]
        var order: [TransactionHash] = []
    }

    private let state = Mutex(State())

    /// - Parameter request: with the signatures that came along.
    func keep(_ request: SigningRequest, hash: TransactionHash) {
        state.withLock { state in
            if state.requests.updateValue(request, forKey: hash) == nil { state.order.append(hash) }
            guard state.order.count > Self.most else { return }
            state.requests[state.order.removeFirst()] = nil
        }
    }

    func request(_ hash: TransactionHash) -> SigningRequest? { state.withLock { $0.requests[hash] } }
}

/// What was found out while requests were built, for their pages.
final class NoticeBoard: Sendable {
    private static let most = 500

    private let notices = Mutex<[TransactionHash: [Notice]]>([:])

    func keep(_ found: [Notice], of hash: TransactionHash) {
        notices.withLock { notices in
            if notices.count >= Self.most { notices = [:] }
            notices[hash] = found
        }
    }

    /// Adds a notice, unless it is there.
    func add(_ notice: Notice, of hash: TransactionHash) {
        notices.withLock { notices in
            if notices[hash]?.contains(notice) != true { notices[hash, default: []].append(notice) }
        }
    }

    func notices(of hash: TransactionHash) -> [Notice] { notices.withLock { $0[hash] ?? [] } }
}
