// SPDX-License-Identifier: Apache-2.0

import Codec
import Dispatch
import Stellar
import Synchronization
import Workspace

/// The submissions that this desk runs. What matters of them is in the journal; this is what they wait for at the moment.
final class SubmissionBoard: Sendable {
    struct Run: Hashable, Sendable {
        /// What it waits for, in words.
        var text: String
        var isRunning = true
        /// Why it ended before the outcome was known, or without one.
        var failure: Failure?
    }

    private static let mostRunning = 8
    private static let mostKept = 500

    private let queue = DispatchQueue(label: "coldstar.desk.submissions", attributes: .concurrent)
    private let runs = Mutex<[TransactionHash: Run]>([:])
    private let changes: ChangeFeed

    init(_ changes: ChangeFeed) { self.changes = changes }

    func run(of hash: TransactionHash) -> Run? { runs.withLock { $0[hash] } }

    /// Runs a submission beside the pages.
    ///
    /// - Parameters:
    ///   - hashes: the transactions that it submits; nothing is done if one of them is being submitted already.
    ///   - work: told how to report what it waits for.
    /// - Throws: `.refused` while too many are running.
    func start(
        _ hashes: [TransactionHash],
        _ work: @escaping @Sendable (_ say: (String) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        let isFull = runs.withLock { runs -> Bool? in
            guard !hashes.contains(where: { runs[$0]?.isRunning == true }) else { return nil }
            guard runs.count(where: { $0.value.isRunning }) < Self.mostRunning else { return true }
            if runs.count > Self.mostKept { runs = runs.filter { $0.value.isRunning } }
            for hash in hashes { runs[hash] = Run(text: "checking the signatures") }
            return false
        }
        guard let isFull else { return }
        guard !isFull else { throw Failure(.refused, "too many submissions are running: wait for one to end") }
        changes.post()
        queue.async { [self] in
            var failure: Failure?
            do throws(Failure) {
                try work { text in
                    runs.withLock { runs in for hash in hashes { runs[hash]?.text = text } }
                    for hash in hashes { changes.post(progress: text, of: hash.hex) }
                }
            } catch { failure = error }
            runs.withLock { runs in
                for hash in hashes {
                    runs[hash]?.isRunning = false
                    runs[hash]?.failure = failure
                }
            }
            changes.post()
        }
    }
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
