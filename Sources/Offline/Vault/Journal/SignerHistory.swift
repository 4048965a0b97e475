// SPDX-License-Identifier: Apache-2.0
package import Stellar
package import StellarXDR

/// What the signer's journal says about earlier signatures, read once so that questions cost nothing.
///
/// An intent counts as signed unless its outcome says that it failed: after a power cut no one knows whether the
/// signature got out.
package struct SignerHistory: Hashable, Sendable {
    /// The later of the clock and this is the time: a clock set back shows here. Nil in an empty journal.
    package private(set) var latestTime: Timestamp?
    /// Bytes of a last line that a power cut tore off; they are put aside when the next line is written.
    package internal(set) var torn = 0
    /// How many entries there are.
    package var entries: Int { head.lines }

    /// SHA-256 of the last line, 32 bytes; zeros in an empty journal.
    package var digest: [UInt8] { head.digest }
    var head = JournalHead()
    /// The newest version of each list that was written down.
    private(set) var lists: [ListKind: ListMark] = [:]
    /// The highest number of each key's seal that was written down.
    private(set) var seals: [KeyName: UInt64] = [:]
    private var signings: [TransactionHash: Signing] = [:]
    private var sequences: [Account: [Int64: [TransactionHash]]] = [:]
    /// The highest number of each account that counts as signed.
    private var latest: [Account: Int64] = [:]
    /// What spends, in the order of the journal.
    private var spendings: [Spending] = []
    /// The sums since one moment, kept for a batch; nil once anything is added.
    private var sums: Sums?
    /// Addresses that were paid, by what `ends` says of them.
    private var paid: [String: Set<StrKey>] = [:]

    private struct Account: Hashable {
        let source: AccountID
        let network: Hash
    }

    private struct Spending: Hashable {
        /// The latest time up to this line: it never goes back, whatever the clock did.
        let latest: Timestamp
        let hash: TransactionHash
    }

    /// What was spent since a moment, and by which hashes; wider than an amount, so that a hash can be taken out again.
    private struct Sums: Hashable {
        let since: Timestamp
        var amounts: [String: Int128] = [:]
        var hashes: Set<TransactionHash> = []
    }

    private struct Signing: Hashable {
        let summary: String
        /// Nil where it uses up no sequence number.
        let account: Account?
        let spent: [String: Int64]
        /// When it was last meant to be signed, with no word yet of what became of it, and with which key.
        var open: Timestamp?
        let key: KeyName
        /// When it was last signed for certain.
        var signed: Timestamp?
        /// The same of each key.
        var keys: [KeyName: Timestamp]
        /// When it was seen with a valid signature of another signer of the account.
        var seen: Timestamp?
        /// Whether a line that nothing proves spoke of it: then no outcome takes back what it says.
        var isRaised = false
        /// Whether a signature may have left.
        var counts: Bool { open != nil || signed != nil || seen != nil }
        var time: Timestamp? { [open, signed].compactMap { $0 }.max() }
    }

    /// Of an empty journal.
    package init() {}

    /// When this hash was last signed; nil when never.
    package func signed(_ hash: TransactionHash) -> Timestamp? { signings[hash]?.time }

    /// Whether it was signed, here or by a co-signer.
    package func isRecorded(_ hash: TransactionHash) -> Bool { signings[hash]?.counts == true }

    /// When it was last signed with this key; nil when never.
    package func signed(_ hash: TransactionHash, with key: KeyName) -> Timestamp? {
        guard let signing = signings[hash] else { return nil }
        return [signing.key == key ? signing.open : nil, signing.keys[key]].compactMap { $0 }.max()
    }

    /// The last other transaction of the same account on the same network with this sequence number.
    package func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierSigning? {
        let account = Account(source: source, network: network.id)
        let others = (sequences[account]?[sequence] ?? []).filter { $0 != hash }
        return others.compactMap { earlier($0) }.max { $0.signed < $1.signed }
    }

    /// The highest sequence number that was signed for an account on a network; nil when none was.
    package func latestSequence(of source: AccountID, on network: Network) -> Int64? {
        latest[Account(source: source, network: network.id)]
    }

    /// Addresses paid before that begin and end with the same four characters as this one, and are others.
    package func destinations(like account: StrKey) -> [StrKey] {
        paid.isEmpty ? [] : (paid[Self.ends(account)] ?? []).filter { $0 != account }
    }

    private static func ends(_ account: StrKey) -> String {
        let address = account.text
        return String(address.prefix(4) + address.suffix(4))
    }

    private func earlier(_ hash: TransactionHash) -> EarlierSigning? {
        guard let signing = signings[hash], let time = signing.time ?? signing.seen else { return nil }
        return EarlierSigning(hash: hash, signed: time, summary: signing.summary)
    }

    mutating func add(_ entry: JournalEntry) {
        sums = nil
        latestTime = max(latestTime ?? entry.time, entry.time)
        switch entry {
        case .intent(let intent): add(intent)
        case .outcome(let outcome): add(outcome)
        case .change(let change):
            lists[change.list] = change.mark
            seals[change.key] = max(seals[change.key] ?? 0, change.seal)
        case .seen(let seen): add(seen)
        }
    }

    /// Takes from a line that nothing proves what makes anything stricter: a signature, an amount, an address, a number in use, the
    /// number of a seal. It moves no time back or forward, takes back no signature and no amount.
    mutating func add(raising entry: JournalEntry) {
        sums = nil
        switch entry {
        case .intent(let intent):
            let before = signings[intent.hash]
            let number = Self.number(intent)
            signings[intent.hash] = Signing(
                summary: before?.summary ?? intent.summary, account: before?.account ?? number?.account,
                spent: (before?.spent ?? [:]).merging(intent.spent) { max($0, $1) },
                open: max(before?.open ?? intent.time, intent.time), key: before?.key ?? intent.key,
                signed: before?.signed, keys: before?.keys ?? [:], seen: before?.seen, isRaised: true)
            noteSpending(intent.hash, at: intent.time)
            if intent.seal > 0 { seals[intent.key] = max(seals[intent.key] ?? 0, intent.seal) }
            for account in intent.destinations { paid[Self.ends(account), default: []].insert(account) }
            if let (account, sequence) = number { note(intent.hash, account, sequence) }
        case .outcome(let outcome):
            guard outcome.result != .failed, var signing = signings[outcome.hash] else { return }
            signing.signed = max(signing.signed ?? outcome.time, outcome.time)
            signing.isRaised = true
            signings[outcome.hash] = signing
            noteSpending(outcome.hash, at: outcome.time)
        case .change(let change): seals[change.key] = max(seals[change.key] ?? 0, change.seal)
        case .seen(let seen): add(seen)
        }
    }

    private mutating func add(_ seen: SeenNumber) {
        let account = Account(source: seen.source, network: seen.network.id)
        if signings[seen.hash] == nil {
            signings[seen.hash] = Signing(
                summary: seen.summary, account: account, spent: [:], open: nil, key: seen.key, signed: nil, keys: [:])
        }
        signings[seen.hash]?.seen = seen.time
        note(seen.hash, account, seen.sequence)
        latest[account] = max(latest[account] ?? seen.sequence, seen.sequence)
    }

    private mutating func note(_ hash: TransactionHash, _ account: Account, _ sequence: Int64) {
        guard !sequences[account, default: [:]][sequence, default: []].contains(hash) else { return }
        sequences[account, default: [:]][sequence, default: []].append(hash)
    }

    /// What may have left accounts by what was signed since a moment, in stroops by asset, each hash once; the greatest number
    /// stands for more than can be said.
    ///
    /// - Parameter hash: what is left out: signing the same again spends nothing more.
    package func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        let counted = sums?.since == since ? sums : nil
        let found = counted ?? added(since: since)
        var amounts = found.amounts
        if let hash, found.hashes.contains(hash), let signing = signings[hash] {
            for (asset, amount) in signing.spent { amounts[asset, default: 0] -= Int128(amount) }
        }
        return amounts.compactMapValues { $0 > 0 ? Int64(clamping: $0) : nil }
    }

    /// Adds up once what `spent` is asked for with this moment again and again.
    package mutating func prepareSums(since: Timestamp) { sums = added(since: since) }

    private func added(since: Timestamp) -> Sums {
        var found = Sums(since: since)
        for spending in spendings.reversed().prefix(while: { $0.latest >= since }) {
            guard let signing = signings[spending.hash], let time = signing.time, time >= since,
                found.hashes.insert(spending.hash).inserted
            else { continue }
            for (asset, amount) in signing.spent { found.amounts[asset, default: 0] += Int128(amount) }
        }
        return found
    }

    /// Notes that what this hash spends has a new time.
    private mutating func noteSpending(_ hash: TransactionHash, at time: Timestamp) {
        guard signings[hash]?.spent.isEmpty == false else { return }
        spendings.append(Spending(latest: max(spendings.last?.latest ?? time, latestTime ?? time, time), hash: hash))
    }

    private mutating func add(_ intent: SigningIntent) {
        let before = signings[intent.hash]
        let number = Self.number(intent)
        signings[intent.hash] = Signing(
            summary: intent.summary, account: number?.account,
            spent: before?.isRaised == true
                ? intent.spent.merging(before?.spent ?? [:]) { max($0, $1) } : intent.spent,
            open: intent.time,
            key: intent.key, signed: before?.signed, keys: before?.keys ?? [:], seen: before?.seen,
            isRaised: before?.isRaised ?? false)
        noteSpending(intent.hash, at: intent.time)
        if intent.seal > 0 { seals[intent.key] = max(seals[intent.key] ?? 0, intent.seal) }
        for account in intent.destinations { paid[Self.ends(account), default: []].insert(account) }
        guard let (account, sequence) = number else { return }
        note(intent.hash, account, sequence)
        latest[account] = max(latest[account] ?? sequence, sequence)
    }

    private static func number(_ intent: SigningIntent) -> (account: Account, sequence: Int64)? {
        guard intent.kind == .transaction, let source = intent.source, let network = intent.network,
            let sequence = intent.sequence
        else { return nil }
        return (Account(source: source, network: network.id), sequence)
    }

    private mutating func add(_ outcome: SigningOutcome) {
        guard var signing = signings[outcome.hash] else { return }
        if outcome.result != .failed {
            signing.signed = signing.isRaised ? max(signing.signed ?? outcome.time, outcome.time) : outcome.time
            signing.keys[signing.key] = outcome.time
        }
        if !signing.isRaised { signing.open = nil }
        signings[outcome.hash] = signing
        noteSpending(outcome.hash, at: outcome.time)
        // What failed may have been the highest.
        if !signing.counts, let account = signing.account { latest[account] = highestCounting(of: account) }
    }

    private func highestCounting(of account: Account) -> Int64? {
        sequences[account]?.filter { $0.value.contains { signings[$0]?.counts ?? false } }.keys.max()
    }
}
