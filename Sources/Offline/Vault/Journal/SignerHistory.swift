// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// Earlier signatures according to the signer's journal, indexed in memory.
///
/// An intent counts as signed unless its outcome says that it failed: after a power cut the signature may exist outside
/// the signer.
package struct SignerHistory: Hashable, Sendable {
    /// The latest time in the journal; the current time is not before it, even if the clock was set back. Nil if the
    /// journal is empty.
    package private(set) var latestTime: Timestamp?
    /// Size in bytes of an incomplete last line; it is moved to another file when the next line is written.
    package internal(set) var torn = 0
    /// The number of entries.
    package var entries: Int { head.lines }
    /// Whether no signature was made or noted.
    package var hasNoSignatures: Bool { signings.isEmpty }

    /// SHA-256 of the last line, 32 bytes; zeros in an empty journal.
    package var digest: [UInt8] { head.digest }
    var head = JournalHead()
    /// The newest recorded version of each list.
    private(set) var lists: [ListKind: ListMark] = [:]
    /// The highest recorded number of each key's seal.
    private(set) var seals: [KeyName: UInt64] = [:]
    private var signings: [TransactionHash: Signing] = [:]
    private var sequences: [Account: [Int64: [TransactionHash]]] = [:]
    /// The highest sequence number of each account that counts as signed.
    private var latest: [Account: Int64] = [:]
    /// Signatures that spend, in journal order.
    private var spendings: [Spending] = []
    /// The sums since a time, cached for a batch; nil once an entry is added.
    private var sums: Sums?
    /// The hashes that were signed for requests of other chains, by the requests' ids.
    private var requests: [String: TransactionHash] = [:]
    /// The transactions that make a payment, in the order in which they were first signed.
    private var payments: [PaymentDigest: [TransactionHash]] = [:]
    /// Paid addresses, by their first and last four characters (`ends`).
    private var paid: [String: Set<StrKey>] = [:]

    private struct Account: Hashable {
        let source: AccountID
        let network: Hash
    }

    private struct Spending: Hashable {
        /// The latest time up to this line; it never decreases, even if the clock does.
        let latest: Timestamp
        let hash: TransactionHash
    }

    /// The amounts spent since a time, and the hashes that spent them. The type is wider than an amount, so that a hash
    /// can be subtracted again.
    private struct Sums: Hashable {
        let since: Timestamp
        var amounts: [String: Int128] = [:]
        var hashes: Set<TransactionHash> = []
    }

    private struct Signing: Hashable {
        let summary: String
        /// Nil if no sequence number is used.
        let account: Account?
        let spent: [String: Int64]
        /// The time of the last intent that has no outcome yet; `key` is its key.
        var open: Timestamp?
        let key: KeyName
        /// The time of the last confirmed signature.
        var signed: Timestamp?
        /// The time of the last confirmed signature by each key.
        var keys: [KeyName: Timestamp]
        /// When the transaction was seen with a valid signature of another signer of the account.
        var seen: Timestamp?
        /// The last moment at which it can be applied, according to a proven line.
        var validUntil: Timestamp?
        /// Whether an unproven line mentions this hash: then no outcome reverts it.
        var isRaised = false
        /// Whether a signature may exist.
        var counts: Bool { open != nil || signed != nil || seen != nil }
        var time: Timestamp? { [open, signed].compactMap { $0 }.max() }
    }

    /// The history of an empty journal.
    package init() {}

    /// When this hash was last signed; nil if never.
    package func signed(_ hash: TransactionHash) -> Timestamp? { signings[hash]?.time }

    /// Whether this hash was signed, here or by a co-signer.
    package func isRecorded(_ hash: TransactionHash) -> Bool { signings[hash]?.counts == true }

    /// When a request for another chain was last answered; nil if never.
    package func answered(request: String) -> Timestamp? { requests[request].flatMap { signed($0) } }

    /// When this hash was last signed with this key; nil if never.
    package func signed(_ hash: TransactionHash, with key: KeyName) -> Timestamp? {
        guard let signing = signings[hash] else { return nil }
        return [signing.key == key ? signing.open : nil, signing.keys[key]].compactMap { $0 }.max()
    }

    /// Another transaction of the same account on the same network with this sequence number: the one that can be
    /// applied for the longest time, and of those the latest.
    package func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierSigning? {
        let account = Account(source: source, network: network.id)
        let others = (sequences[account]?[sequence] ?? []).filter { $0 != hash }
        return others.compactMap { earlier($0) }.max { a, b in
            let (endA, endB) = (a.validUntil ?? Timestamp(.max), b.validUntil ?? Timestamp(.max))
            return endA != endB ? endA < endB : a.signed < b.signed
        }
    }

    /// The transactions that were signed to make a payment; nil if there are none.
    ///
    /// - Parameters:
    ///   - hash: left out, because signing the same transaction again pays nothing more.
    ///   - sequence: a transaction with this number of `source` is left out too: only one of them can be applied.
    package func earlier(
        _ payment: PaymentDigest, except hash: TransactionHash, source: AccountID, sequence: Int64,
        on network: Network
    ) -> (count: Int, last: Timestamp)? {
        guard let hashes = payments[payment] else { return nil }
        let rivals = sequences[Account(source: source, network: network.id)]?[sequence] ?? []
        let times = hashes.filter { $0 != hash && !rivals.contains($0) }.compactMap { signings[$0]?.time }
        return times.max().map { (times.count, $0) }
    }

    /// The highest sequence number that was signed for an account on a network; nil if none was.
    package func latestSequence(of source: AccountID, on network: Network) -> Int64? {
        latest[Account(source: source, network: network.id)]
    }

    /// Other addresses paid before that start and end with the same four characters as this one.
    package func destinations(like account: StrKey) -> [StrKey] {
        paid.isEmpty ? [] : (paid[Self.ends(account)] ?? []).filter { $0 != account }
    }

    private static func ends(_ account: StrKey) -> String {
        let address = account.text
        return String(address.prefix(4) + address.suffix(4))
    }

    private func earlier(_ hash: TransactionHash) -> EarlierSigning? {
        guard let signing = signings[hash], let time = signing.time ?? signing.seen else { return nil }
        return EarlierSigning(hash: hash, signed: time, summary: signing.summary, validUntil: signing.validUntil)
    }

    mutating func add(_ entry: JournalEntry) {
        if entry.isForReading { return }
        sums = nil
        latestTime = max(latestTime ?? entry.time, entry.time)
        switch entry {
        case .intent(let intent): add(intent)
        case .outcome(let outcome): add(outcome)
        case .change(let change):
            lists[change.list] = change.mark
            seals[change.key] = max(seals[change.key] ?? 0, change.seal)
        case .seen(let seen): add(seen)
        case .key, .vault, .refused: break
        }
    }

    /// Adds an unproven line, but only what makes reviews stricter: a signature, an amount, an address, a used sequence
    /// number, the number of a seal. It changes no `latestTime` and reverts no signature and no amount.
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
                signed: before?.signed, keys: before?.keys ?? [:], seen: before?.seen,
                validUntil: before?.validUntil, isRaised: true)
            noteSpending(intent.hash, at: intent.time)
            if intent.seal > 0 { seals[intent.key] = max(seals[intent.key] ?? 0, intent.seal) }
            if let request = intent.request { requests[request] = intent.hash }
            for account in intent.destinations { paid[Self.ends(account), default: []].insert(account) }
            note(intent.payments, of: intent.hash)
            if let (account, sequence) = number { note(intent.hash, account, sequence) }
        case .outcome(let outcome):
            guard outcome.result != .failed, var signing = signings[outcome.hash] else { return }
            signing.signed = max(signing.signed ?? outcome.time, outcome.time)
            signing.isRaised = true
            signings[outcome.hash] = signing
            noteSpending(outcome.hash, at: outcome.time)
        case .change(let change): seals[change.key] = max(seals[change.key] ?? 0, change.seal)
        case .seen(let seen): add(seen, isProven: false)
        case .key, .vault, .refused: break
        }
    }

    private mutating func add(_ seen: SeenNumber, isProven: Bool = true) {
        let account = Account(source: seen.source, network: seen.network.id)
        if signings[seen.hash] == nil {
            signings[seen.hash] = Signing(
                summary: seen.summary, account: account, spent: [:], open: nil, key: seen.key, signed: nil, keys: [:])
        }
        signings[seen.hash]?.seen = seen.time
        if isProven { signings[seen.hash]?.validUntil = seen.validUntil }
        note(seen.hash, account, seen.sequence)
        latest[account] = max(latest[account] ?? seen.sequence, seen.sequence)
    }

    private mutating func note(_ payments: [PaymentDigest], of hash: TransactionHash) {
        // A transaction that is signed again follows itself only.
        for payment in payments where self.payments[payment]?.contains(hash) != true {
            self.payments[payment, default: []].append(hash)
        }
    }

    private mutating func note(_ hash: TransactionHash, _ account: Account, _ sequence: Int64) {
        guard !sequences[account, default: [:]][sequence, default: []].contains(hash) else { return }
        sequences[account, default: [:]][sequence, default: []].append(hash)
    }

    /// The amounts that may have left accounts through signatures since a time, in stroops by asset, each hash counted
    /// once; `Int64.max` means that amount or more.
    ///
    /// - Parameter hash: excluded, because signing the same transaction again spends nothing more.
    package func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] {
        let counted = sums?.since == since ? sums : nil
        let found = counted ?? added(since: since)
        var amounts = found.amounts
        if let hash, found.hashes.contains(hash), let signing = signings[hash] {
            for (asset, amount) in signing.spent { amounts[asset, default: 0] -= Int128(amount) }
        }
        return amounts.compactMapValues { $0 > 0 ? Int64(clamping: $0) : nil }
    }

    /// What each hash that was signed since a time may have let leave accounts, in stroops by asset, by the time at
    /// which it was signed last.
    package func spendings(since: Timestamp) -> [(time: Timestamp, amounts: [String: Int64])] {
        var seen: Set<TransactionHash> = []
        var found: [(time: Timestamp, amounts: [String: Int64])] = []
        for spending in spendings.reversed().prefix(while: { $0.latest >= since }) {
            guard let signing = signings[spending.hash], let time = signing.time, time >= since,
                seen.insert(spending.hash).inserted
            else { continue }
            found.append((time, signing.spent))
        }
        return found.sorted { $0.time < $1.time }
    }

    /// Caches the sums for repeated calls of `spent` with this time.
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

    /// Records a new time for the amounts that this hash spends.
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
            validUntil: intent.validUntil, isRaised: before?.isRaised ?? false)
        noteSpending(intent.hash, at: intent.time)
        if intent.seal > 0 { seals[intent.key] = max(seals[intent.key] ?? 0, intent.seal) }
        if let request = intent.request { requests[request] = intent.hash }
        for account in intent.destinations { paid[Self.ends(account), default: []].insert(account) }
        note(intent.payments, of: intent.hash)
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
        // The failed one may have had the highest number.
        if !signing.counts, let account = signing.account { latest[account] = highestCounting(of: account) }
    }

    private func highestCounting(of account: Account) -> Int64? {
        sequences[account]?.filter { $0.value.contains { signings[$0]?.counts ?? false } }.keys.max()
    }
}

extension SignerHistory {
    /// The earlier signatures that a review of this intent must show.
    struct Concern: Hashable {
        let signed: Timestamp?
        let conflict: EarlierSigning?
    }

    func concerning(_ intent: SigningIntent) -> Concern {
        guard intent.kind == .transaction, let source = intent.source, let network = intent.network,
            let sequence = intent.sequence
        else { return Concern(signed: signed(intent.hash), conflict: nil) }
        return Concern(
            signed: signed(intent.hash),
            conflict: conflict(with: intent.hash, source: source, sequence: sequence, on: network))
    }
}

/// A transaction or message that was signed before.
package struct EarlierSigning: Hashable, Sendable {
    package let hash: TransactionHash
    package let signed: Timestamp
    /// One-line summary from the journal; untrusted text that must be escaped before display.
    package let summary: String
    /// The last moment at which it can be applied, if proven lines say so; nil if it does not expire, or that is not
    /// known.
    package let validUntil: Timestamp?
}

/// A transaction that another signer of the account has signed, as its own valid signature proves. Its sequence number
/// counts as used, although this vault has not signed it.
package struct SeenNumber: Hashable, Sendable {
    package let time: Timestamp
    package let hash: TransactionHash
    package let network: Network
    package let source: AccountID
    package let sequence: Int64
    /// The account whose signature the transaction has.
    package let signer: AccountID
    /// The key that recorded it.
    package let key: KeyName
    /// One-line summary of the transaction.
    package let summary: String
    /// The last moment at which the transaction can be applied; nil without one.
    package let validUntil: Timestamp?

    package init(
        time: Timestamp, hash: TransactionHash, network: Network, source: AccountID, sequence: Int64,
        signer: AccountID, key: KeyName, summary: String, validUntil: Timestamp? = nil
    ) {
        self.validUntil = validUntil
        self.time = time
        self.hash = hash
        self.network = network
        self.source = source
        self.sequence = sequence
        self.signer = signer
        self.key = key
        self.summary = SigningIntent.beginning(of: summary)
    }
}
