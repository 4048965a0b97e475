// SPDX-License-Identifier: Apache-2.0

package import CLISupport
import Handoff
import Journal
package import Stellar
package import StellarXDR
import TextCodec

/// The sequence number of an account's next transaction, with an eye on what is out for signing already.
package struct NumberChoice {
    /// Whether it comes behind all that is out.
    package let isAfterPending: Bool
    let journal: OnlineJournal
    let now: Timestamp

    package init(home: HomeOptions, isAfterPending: Bool, now: Timestamp) throws(Failure) {
        self.isAfterPending = isAfterPending
        self.journal = try OnlineJournal.open(home)
        self.now = now
    }

    /// Says on standard error what else has the number; of several transactions with one number only one can go in.
    package func next(of account: AccountID, in view: inout LedgerView) throws(Failure) -> SequenceNumber {
        let next = try view.nextSequence(of: account)
        let out = try numbersInUse(from: next, of: account, on: view.network)
        guard let last = out.last else { return next }
        if isAfterPending {
            Console.say(
                "note: \(out.count) \(out.count == 1 ? "transaction is" : "transactions are") out already, up to the sequence number \(last.sequence): it can go in only after them"
            )
            if let gap = Self.gap(in: out, from: next) {
                Console.say(
                    "warning: nothing that is out and can still go in has the sequence number \(gap): what comes behind it waits until something uses it; build that without --after-pending, or with --sequence \(gap)"
                )
            }
            do { return try TransactionDraft.sequence(after: last.sequence) } catch {
                throw Failure(.badInput, error.message)
            }
        }
        let same = out.filter { $0.sequence == next }
        guard let use = same.last else { return next }
        let note = use.note.map { " (\(TerminalText.escape($0)))" } ?? ""
        let more = same.count > 1 ? " and to \(same.count - 1) more" : ""
        Console.say(
            "warning: the sequence number \(next) belongs to \(use.hash)\(note)\(more) already, \(Self.words(use)): only one of them can go in; --after-pending takes the number behind"
        )
        return next
    }

    /// The first number below the last that nothing has: what had it expired, or was built elsewhere.
    private static func gap(in out: [NumberInUse], from next: SequenceNumber) -> SequenceNumber? {
        var expected = next
        for use in out where use.sequence >= expected {
            guard use.sequence == expected else { return expected }
            // The last number that there is has none behind it.
            guard expected < .max else { return nil }
            expected += 1
        }
        return nil
    }

    /// What is out and can still go in, by number.
    private func numbersInUse(
        from next: SequenceNumber, of account: AccountID, on network: Network
    ) throws(Failure) -> [NumberInUse] {
        let all: [NumberInUse]
        do {
            all = try journal.store.numbersInUse(
                network: network.passphrase, source: account.address, after: next - 1)
        } catch { throw Failure(error) }
        var open: [NumberInUse] = []
        for use in all where try !hasEnded(use) { open.append(use) }
        return open
    }

    private func hasEnded(_ use: NumberInUse) throws(Failure) -> Bool {
        var end = use.maxTime
        if end == nil, let hash = TransactionHash(hex: use.hash) {
            let conditions = try journal.request(hash: hash)?.envelope?.innermost.cond
            end = conditions?.timeBounds.map { Int64(clamping: $0.maxTime) }
        }
        guard let end, end > 0 else { return false }
        return end < Int64(clamping: now.seconds)
    }

    private static func words(_ use: NumberInUse) -> String {
        let time = Timestamp(UInt64(max(0, use.time))).utc
        return switch use.state {
        case nil: "out for signing since \(time)"
        case .queued: "signed, and not sent yet"
        case .failed: "signed, and refused by the network before"
        case .sent, .pending, .included, .expired: "sent, and its outcome is not known"
        }
    }
}
