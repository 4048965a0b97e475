// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// The journal as one key sees it: what it can prove, and what all lines say.
///
/// Proven lines may lower a finding; the others may only raise one.
package struct RecordView: Hashable, Sendable {
    /// nil for a look that no key stands behind.
    package let viewer: KeyName?
    /// What the proven lines say.
    package private(set) var proven = SignerHistory()
    /// nil as long as every line is proven.
    private var everything: SignerHistory?
    /// The lines that prove nothing.
    package private(set) var unproven = LineRanges()
    /// Those of them that no person with the PIN has looked at.
    package private(set) var unseen = LineRanges()
    /// The first line that no key of this vault has written, as far as this key can tell.
    package private(set) var fault: Int?
    /// Other keys of the vault that have signed lines, and that this key has not accepted.
    package private(set) var strangers: [AcceptedKey] = []
    /// Lines of an earlier release that the key's seal does not cover.
    package private(set) var uncovered = 0
    private var signedByStrangers: [TransactionHash: Timestamp] = [:]

    init(viewer: KeyName?) { self.viewer = viewer }

    /// What all lines say, the unproven ones only as far as they raise something.
    package var all: SignerHistory { everything ?? proven }

    /// Whether nothing is left for a person to look at.
    package var isSettled: Bool { fault == nil && strangers.isEmpty && uncovered == 0 }

    /// When another key of the vault, which this one has not accepted, signed this hash; nil when none did. It lowers nothing.
    package func signedByStranger(_ hash: TransactionHash) -> Timestamp? { signedByStrangers[hash] }

    /// What may have left accounts since a moment, for each asset the largest amount that either history gives.
    package func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        let sums = proven.spent(since: since, except: hash)
        guard let everything else { return sums }
        return sums.merging(everything.spent(since: since, except: hash)) { max($0, $1) }
    }

    /// See `SignerHistory.prepareSums`.
    package mutating func prepareSums(since: Timestamp) {
        proven.prepareSums(since: since)
        everything?.prepareSums(since: since)
    }

    mutating func add(_ line: JournalLine, _ standing: LineTrust.Standing) {
        guard standing != .proven else {
            proven.add(line.entry)
            everything?.add(line.entry)
            return
        }
        unproven.append(line.number)
        if standing == .uncovered || standing == .settled, isHarmless(line.entry) { return }
        if everything == nil { everything = proven }
        everything?.add(raising: line.entry)
        switch standing {
        case .proven, .settled: break
        case .fault: fault = fault ?? line.number
        case .uncovered:
            uncovered += 1
            unseen.append(line.number)
        case .stranger(let key):
            unseen.append(line.number)
            if !strangers.contains(key) { strangers.append(key) }
            if case .intent(let intent) = line.entry { signedByStrangers[intent.hash] = intent.time }
        }
    }

    /// What earlier releases always left behind their seal: word that a signature, which is proven, has reached the user.
    private func isHarmless(_ entry: JournalEntry) -> Bool {
        guard case .outcome(let outcome) = entry, outcome.result == .delivered else { return false }
        return proven.signed(outcome.hash) != nil
    }

    mutating func finish(_ head: JournalHead, torn: Int) {
        proven.head = head
        proven.torn = torn
        everything?.head = head
        everything?.torn = torn
    }
}
