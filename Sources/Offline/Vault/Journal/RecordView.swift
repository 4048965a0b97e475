// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Stellar

/// The journal as seen by one key: the lines that it can prove, and all lines.
///
/// Proven lines may lower a finding; the others may only raise one.
package struct RecordView: Hashable, Sendable {
    /// The key; nil for an anonymous view.
    package let viewer: KeyName?
    /// The history according to the proven lines.
    package private(set) var proven = SignerHistory()
    /// The history according to all lines; nil while every line is proven.
    private var everything: SignerHistory?
    /// The unproven lines.
    package private(set) var unproven = LineRanges()
    /// The unproven lines that no user with the PIN has reviewed.
    package private(set) var unseen = LineRanges()
    /// The first line that, as far as this key can tell, no key of this vault has written.
    package private(set) var fault: Int?
    /// Other keys of the vault that have signed lines and that this key has not accepted.
    package private(set) var strangers: [AcceptedKey] = []
    /// Lines of an earlier release that the key's seal does not cover.
    package private(set) var uncovered = 0
    private var signedByStrangers: [TransactionHash: Timestamp] = [:]

    init(viewer: KeyName?) { self.viewer = viewer }

    /// The history according to all lines, where unproven lines only make it stricter.
    package var all: SignerHistory { everything ?? proven }

    /// Whether no line is left for the user to review.
    package var isSettled: Bool { fault == nil && strangers.isEmpty && uncovered == 0 }

    /// When another key of the vault that this key has not accepted signed this hash; nil if none did. This never
    /// lowers a finding.
    package func signedByStranger(_ hash: TransactionHash) -> Timestamp? { signedByStrangers[hash] }

    /// The amounts that may have left accounts since a time; for each asset, the larger amount of both histories.
    package func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        let sums = proven.spent(since: since, except: hash)
        guard let everything else { return sums }
        return sums.merging(everything.spent(since: since, except: hash)) { max($0, $1) }
    }

    /// Prepares the sums of both histories; see `SignerHistory.prepareSums`.
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
        // `VaultState.unprovenLinesForReading` tells which of them no key has signed.
        if line.entry.isForReading { return }
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

    /// Whether the line only confirms the delivery of a proven signature. Earlier releases always left such lines after
    /// their seal.
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

extension VaultState {
    /// Other keys of the vault that have signed lines listed in the key's seal as unproven. Accepting one makes its
    /// lines proven.
    package func settledWriters(seenBy key: KeyName) throws(StateError) -> [AcceptedKey] {
        let view = record(for: key)
        var found: [AcceptedKey] = []
        do {
            _ = try SignerJournal(folder: folder).read { (line) throws(SignerJournalError) in
                guard view.unproven.contains(line.number), let writer = line.writer,
                    let recordKey = seals[writer]?.seal.recordKey, !found.contains(where: { $0.name == writer }),
                    line.isSigned(by: recordKey)
                else { return }
                found.append(AcceptedKey(name: writer, recordKey: recordKey))
            }
        } catch {
            throw .journal(error)
        }
        return found
    }
}

/// The key for one key's records: it signs journal lines and authenticates the key's seal, and cannot sign for the
/// account.
///
/// It can outlive the unlocked key: the outcome "delivered" is written after PIN and seed have been erased from memory.
package struct RecordKey: ~Copyable, Sendable {
    package let name: KeyName
    /// The public list key of the key, 32 bytes.
    let listKey: [UInt8]
    private let seed: SecretBytes
    private let lines: Ed25519.SecretKey
    private let seals: SecretBytes

    /// - Parameters:
    ///   - seed: the seed of the record key, 32 bytes.
    ///   - seals: the secret for authenticating the seal.
    init(
        name: KeyName, listKey: [UInt8], seed: consuming SecretBytes, seals: consuming SecretBytes
    ) throws(SodiumError) {
        self.name = name
        self.listKey = listKey
        self.lines = try Ed25519.SecretKey(seed: seed)
        self.seed = seed
        self.seals = seals
    }

    /// The public key that verifies journal lines, 32 bytes.
    package var publicKey: [UInt8] { lines.publicKey }

    /// This key's name and public record key, for other keys to accept.
    package var identity: AcceptedKey { AcceptedKey(name: name, recordKey: publicKey) }

    package borrowing func copy() throws(SodiumError) -> RecordKey {
        try RecordKey(name: name, listKey: listKey, seed: try seed.copy(), seals: try seals.copy())
    }

    /// Signs a journal line; the signature has 64 bytes.
    func signature(line: [UInt8]) throws(SodiumError) -> [UInt8] { try UnlockedKey.sign(line, with: lines) }

    /// Authenticates the key's seal; the authenticator has 64 bytes.
    func authenticate(_ bytes: [UInt8]) throws(SodiumError) -> [UInt8] {
        let code = try UnlockedKey.authenticate(bytes, with: seals)
        return code.withBytes { Array($0) }
    }
}
