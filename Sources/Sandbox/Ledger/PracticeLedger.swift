// SPDX-License-Identifier: Apache-2.0
package import Stellar
package import StellarXDR

/// A Stellar network in memory, for practice: it judges and applies transactions in the order of stellar-core.
///
/// Every transaction closes a ledger of its own; apart from that a ledger closes every few seconds, counted when somebody
/// looks. With the same seed, the same clock and the same calls it always ends up the same.
package actor PracticeLedger {
    /// What became of a submitted transaction.
    package enum Submission: Hashable, Sendable {
        /// It is in the ledger, successful or not; `isNew` unless it was there before.
        case included(TransactionRecord, isNew: Bool)
        /// It did not go in; nothing was charged.
        case refused(TransactionResult)
    }

    /// Why the friendbot gave nothing.
    package enum FriendbotError: Error, Hashable {
        /// The account has at least as much as it would get.
        case alreadyFunded
        /// The friendbot's own transaction did not go through.
        case failed(TransactionResult)
    }

    /// Seconds between two ledgers.
    package static let closeInterval: UInt64 = 5
    /// The first ledger, closed at the start.
    package static let firstLedger: UInt32 = 1000
    /// After a longer pause than so many ledgers time jumps, as if the network had stood still.
    private static let mostIdleLedgers = 1000

    private let network: Network
    private let clock: @Sendable () -> UInt64
    private let seed: Seed
    private var state = LedgerState()
    private var ledgers: [ClosedLedger]
    private var records: [TransactionRecord] = []
    private var places: [TransactionHash: Int] = [:]

    /// - Parameter clock: the time in seconds since 1970.
    package init(network: Network, seed: Seed = Seed(), clock: @escaping @Sendable () -> UInt64) {
        self.network = network
        self.clock = clock
        self.seed = seed
        let first = ClosedLedger(genesis: Self.firstLedger, closeTime: clock())
        ledgers = [first]
        let sequence = SequenceNumber(first.sequence) << 32
        for account in [Friendbot.entry(sequence: sequence)] + seed.accounts(startingAt: sequence) {
            var entry = account
            entry.modifiedLedger = first.sequence
            entry.modifiedTime = first.closeTime
            state.accounts[entry.id] = entry
        }
    }

    /// Everything as it is now.
    package func snapshot() -> Snapshot {
        catchUp()
        return Snapshot(
            network: network, state: state, rates: seed.rates, baseFee: seed.baseFee, feeStats: seed.feeStats,
            ledgers: ledgers, records: records, places: places)
    }

    /// Judges a transaction and, unless it is refused, takes it into the next ledger, which closes at once.
    package func submit(_ envelope: TransactionEnvelope) -> Submission {
        catchUp()
        let hash = envelope.hash(on: network)
        if let place = places[hash] { return .included(records[place], isNew: false) }
        let innerHash = envelope.innermost.hash(on: network)
        if let refusal = state.refusal(of: envelope, settings) {
            let isBump = hash != innerHash
            let count = envelope.innermost.operations.count + (isBump ? 1 : 0)
            let fee = Validity.leastFee(operations: count, baseFee: seed.baseFee)
            return .refused(refusal.result(fee: fee, innerHash: innerHash.hash))
        }
        let settings = settings
        let result = state.include(envelope, settings)
        let record = TransactionRecord(
            envelope: envelope, hash: hash, innerHash: innerHash, result: result, ledger: settings.moment.ledger,
            time: settings.moment.time)
        places[hash] = records.count
        places[innerHash] = records.count
        records.append(record)
        ledgers.append(ClosedLedger(after: latest, closeTime: record.time, record: record))
        return .included(record, isNew: true)
    }

    /// Submits what somebody makes of the network as it is at this moment: nothing comes between.
    ///
    /// - Returns: nil when nothing was made.
    package func submit(making: @Sendable (Snapshot) -> TransactionEnvelope?) -> (TransactionEnvelope, Submission)? {
        making(snapshot()).map { ($0, submit($0)) }
    }

    /// Gives an account 10,000 units, creating it if it is not there.
    package func fund(_ id: AccountID) throws(FriendbotError) -> TransactionRecord {
        catchUp()
        let account = state.accounts[id]
        guard (account?.balance ?? 0) < Friendbot.gift else { throw .alreadyFunded }
        let sequence = (state.accounts[Friendbot.account]?.sequence ?? 0) + 1
        let envelope = Friendbot.envelope(to: id, exists: account != nil, sequence: sequence, fee: seed.baseFee)
        switch submit(envelope) {
        case .refused(let result): throw .failed(result)
        case .included(let record, _):
            guard record.isSuccessful else { throw .failed(record.result) }
            return record
        }
    }

    private var latest: ClosedLedger { ledgers[ledgers.count - 1] }

    private var settings: Settings {
        let moment = Validity.Moment(ledger: latest.sequence + 1, time: max(latest.closeTime, clock()))
        return Settings(network: network, baseFee: seed.baseFee, rates: seed.rates, moment: moment)
    }

    /// Closes the empty ledgers that have become due.
    private func catchUp() {
        let now = clock()
        var left = Self.mostIdleLedgers
        while now >= latest.closeTime + Self.closeInterval {
            left -= 1
            let time = left > 0 ? latest.closeTime + Self.closeInterval : now
            ledgers.append(ClosedLedger(after: latest, closeTime: time))
        }
    }
}
