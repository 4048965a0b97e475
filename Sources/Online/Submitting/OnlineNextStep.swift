// SPDX-License-Identifier: Apache-2.0

import Codec
package import Handoff
package import Journal
package import Stellar
import StellarXDR
import Workspace

/// What a person can do next on the online machine, by what is in the journal and in the current folder. Uses no
/// network, and changes nothing.
///
/// The cases are in the order of urgency: a transaction of unknown outcome comes before anything else.
package enum OnlineNextStep: Hashable, Sendable {
    /// The journal cannot be read.
    ///
    /// - Parameter reason: one line.
    case examine(reason: String)
    /// Transactions were submitted and their outcome is unknown.
    case resume(count: Int)
    /// Signed transactions in the current folder have not been submitted.
    case send(files: [String])
    /// Signatures on authorization entries are in the current folder, and not in their transaction yet.
    case authorize(files: [String])
    /// Signed logins are in the current folder that an anchor may still accept.
    case logIn(files: [String])
    /// Transactions were queued for submission and not sent, or are held back after a failure.
    case sendAgain(count: Int)
    /// A request whose signatures came back and suffice, as far as its builder saw the accounts.
    ///
    /// - Parameter what: what it does.
    case sendCollected(hash: TransactionHash, what: String)
    /// A call that others have to authorize before it is signed.
    ///
    /// - Parameters:
    ///   - what: what it does.
    ///   - file: its file in the current folder; nil if it is not there.
    case requestEntries(what: String, file: String?)
    /// Requests wait for a signature.
    ///
    /// - Parameters:
    ///   - latest: what the newest one does; of some that others have signed, the newest of these.
    ///   - file: its file in the current folder; nil if it is not there.
    case carry(count: Int, latest: String, file: String?)
    /// Nothing was built or submitted with this journal.
    case begin
    /// Nothing is to be signed or submitted, and transfers with anchors are under way.
    case follow(transfers: Int)
    /// Everything is settled.
    case idle

    /// - Parameters:
    ///   - store: nil if there is no journal.
    ///   - files: the requests and responses in the current folder.
    ///   - now: seconds since 1970.
    package init(_ store: (any OnlineJournal)?, files: [CarriedFile], now: Int64) {
        do throws(JournalError) { self = try Self.step(store, files, now) } catch {
            self = .examine(reason: error.message)
        }
    }

    private static func step(
        _ store: (any OnlineJournal)?, _ files: [CarriedFile], _ now: Int64
    ) throws(JournalError) -> OnlineNextStep {
        let signed = files.filter { $0.state == .signed }
        guard let store else { return signed.isEmpty ? .begin : .send(files: signed.map(\.name)) }
        let open = try StatusList(in: store, .max, withSettled: false, now).entries
        let pending = open.count { $0.stage == .pending }
        guard pending == 0 else { return .resume(count: pending) }
        var waiting: [Purpose: [String]] = [:]
        for file in signed {
            if let purpose = try purpose(of: file, in: store, now) { waiting[purpose, default: []].append(file.name) }
        }
        if let unsent = waiting[.submission] { return .send(files: unsent) }
        if let entries = waiting[.authorization] { return .authorize(files: entries) }
        if let logins = waiting[.login] { return .logIn(files: logins) }
        let queued = open.count { $0.stage == .unsent }
        guard queued == 0 else { return .sendAgain(count: queued) }
        if let ready = open.first(where: { $0.kind == .ready }) {
            return .sendCollected(hash: ready.hash, what: ready.summary ?? "")
        }
        if let latest = open.first(where: { $0.stage == .partlySigned }) ?? open.first {
            let file = files.first { file in
                guard file.state == .unsigned else { return false }
                return file.id == latest.request?.id
                    || file.hash.map { latest.request?.hash.hex.hasPrefix($0) == true } == true
            }
            if latest.waitsForEntries {
                return .requestEntries(what: latest.summary ?? "", file: file?.name)
            }
            return .carry(count: open.count, latest: latest.summary ?? "", file: file?.name)
        }
        let transfers = try store.transfers(limit: mostTransfers).count { !($0.status?.isFinal ?? false) }
        guard transfers == 0 else { return .follow(transfers: transfers) }
        guard try store.settledSubmissions(limit: 1).isEmpty, try store.requests(limit: 1).isEmpty else { return .idle }
        return .begin
    }

    private static let mostTransfers = 100

    /// What a response is for.
    private enum Purpose {
        case submission, authorization, login
    }

    /// What is still to be done with a response; nil if it was done, or comes too late, as far as the journal tells.
    private static func purpose(
        of file: CarriedFile, in store: any OnlineJournal, _ now: Int64
    ) throws(JournalError) -> Purpose? {
        guard let digits = file.hash else { return .submission }
        var purpose = Purpose.submission
        for hash in try store.hashes(beginningWith: digits, limit: 8) {
            guard try store.submission(hash: hash) == nil else { return nil }
            guard let request = try store.request(hash: hash), request.kind != .transaction else { continue }
            // A signature on a message is for whoever asked for it.
            guard request.kind != .message else { return nil }
            let entry = try StatusEntry(request, in: store, now: now)
            guard entry.stage != .settled else { return nil }
            purpose = request.kind == .challenge || entry.document?.isContractLogin == true ? .login : .authorization
        }
        return purpose
    }
}

extension SigningRequest {
    /// Whether it is for the login of a contract account.
    fileprivate var isContractLogin: Bool {
        if case .authorization(let asked) = content { asked.challenge != nil } else { false }
    }
}

extension StatusEntry {
    /// Whether it is a call with entries that someone else has to sign first.
    fileprivate var waitsForEntries: Bool {
        guard request?.kind == .transaction, let document = try? request?.parsed(),
            let operations = document.envelope?.innermost.operations
        else { return false }
        return operations.contains { operation in
            guard case .invokeHostFunction(let op) = operation.body else { return false }
            return op.auth.contains { $0.unsignedAccount != nil }
        }
    }
}
