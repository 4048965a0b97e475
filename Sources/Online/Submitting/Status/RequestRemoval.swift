// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar

/// The removal of a request from the journal, if that is allowed.
package struct RequestRemoval {
    package let hash: TransactionHash
    package let entry: StatusEntry
    private let store: any OnlineJournal

    /// - Parameter now: seconds since 1970.
    /// - Throws: `.noInput` for a transaction that was not requested here; `.refused` for one that was signed or
    ///   submitted and can still be applied.
    package init(_ prefix: HashPrefix, in store: any OnlineJournal, now: Int64) throws(Failure) {
        let hash = try prefix.hash(in: store)
        do throws(JournalError) {
            guard let request = try store.request(hash: hash) else { throw .unknownHash(hash) }
            if let submission = try store.submission(hash: hash) {
                entry = try StatusEntry(submission, in: store, now: now)
            } else {
                entry = try StatusEntry(request, in: store, now: now)
            }
        } catch {
            if case .unknownHash = error { throw prefix.unknown }
            throw Failure(error)
        }
        self.hash = hash
        self.store = store
        switch entry.stage {
        case .unsigned, .settled: return
        case .partlySigned: throw Self.refusal(hash, "was signed, and its signatures can still be used")
        case .unsent: throw Self.refusal(hash, "is signed, and can still be sent")
        case .pending: throw Self.refusal(hash, "was sent, and its outcome is not known yet")
        }
    }

    /// Removes the request.
    ///
    /// - Throws: `.refused` when it was signed or queued in the meantime.
    package func run() throws(Failure) {
        let isForgotten: Bool
        do { isForgotten = try store.forget(hash: hash, signatures: entry.signatures.count) } catch {
            throw Failure(error)
        }
        guard isForgotten else { throw Self.refusal(hash, "was signed or sent just now") }
    }

    private static func refusal(_ hash: TransactionHash, _ why: String) -> Failure {
        Failure(
            .refused, "\(hash) \(why); nothing was forgotten",
            hint: "to make a transaction that voids it: \(step: .build(.cancel(hash: hash.hex)))")
    }
}
