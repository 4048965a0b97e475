// SPDX-License-Identifier: Apache-2.0

import Crypto
package import LedgerXDR
package import Stellar
package import StellarXDR

/// A Stellar network in memory, for practice: it checks and applies transactions in the order of stellar-core.
///
/// Every transaction closes a ledger of its own. Otherwise a ledger closes every few seconds, computed when the network
/// is accessed. The same seed, clock and calls always give the same result.
package actor PracticeLedger {
    /// The outcome of a submitted transaction.
    package enum Submission: Hashable, Sendable {
        /// It was applied, successfully or not; `isNew` is false if it had been applied before.
        case included(TransactionRecord, isNew: Bool)
        /// It was rejected; no fee was charged.
        case refused(TransactionResult)
    }

    /// Why the friendbot paid nothing.
    package enum FriendbotError: Error, Hashable {
        /// The account already has at least as much as it would get.
        case alreadyFunded
        /// The friendbot's own transaction failed.
        case failed(TransactionResult)
    }

    /// Seconds between two ledgers.
    package static let closeInterval: UInt64 = 5
    /// The first ledger, closed at the start.
    package static let firstLedger: UInt32 = 1000
    /// The maximum number of empty ledgers to catch up on; after a longer pause time jumps, as if the network had
    /// halted.
    private static let mostIdleLedgers = 1000
    /// A later clock counts as this: milliseconds fit into 64 bits, too.
    private static let latestTime = UInt64.max / 2000

    private let network: Network
    private let clock: @Sendable () -> UInt64
    private let seed: Seed
    private var state = LedgerState()
    private var ledgers: [ClosedLedger]
    private var records: [TransactionRecord] = []
    private var places: [TransactionHash: Int] = [:]

    /// - Parameter clock: returns the time in seconds since 1970.
    package init(network: Network, seed: Seed = Seed(), clock: @escaping @Sendable () -> UInt64) {
        self.network = network
        self.clock = { min(clock(), Self.latestTime) }
        self.seed = seed
        let first = ClosedLedger(genesis: Self.firstLedger, closedAt: self.clock() * 1000, baseFee: seed.baseFee)
        ledgers = [first]
        let sequence = SequenceNumber(first.sequence) << 32
        let own = [PracticeFriendbot.entry(sequence: sequence), Account(unowned: 2 * LedgerState.baseReserve)]
        for account in own + seed.accounts(startingAt: sequence) {
            var entry = account
            entry.modifiedLedger = first.sequence
            entry.modifiedTime = first.closeTime
            state.accounts[entry.id] = entry
        }
        state.addContracts(
            HostLedger(network: network, sequence: first.sequence, baseReserve: LedgerState.baseReserve))
    }

    /// The state of the network now.
    package func snapshot() -> Snapshot {
        catchUp()
        return Snapshot(
            network: network, state: state, rates: seed.rates, baseFee: seed.baseFee, feeStats: seed.feeStats,
            lifetimes: seed.lifetimes, ledgers: ledgers, records: records, places: places)
    }

    /// Checks a transaction and, unless it is rejected, applies it in the next ledger, which closes at once.
    package func submit(_ envelope: TransactionEnvelope) -> Submission {
        catchUp()
        let hash = envelope.hash(on: network)
        if let place = places[hash] { return .included(records[place], isNew: false) }
        let innerHash = envelope.innermost.hash(on: network)
        let closesAt = nextCloseTime
        let settings = self.settings(closingAt: closesAt)
        if let rejection = state.rejection(of: envelope, settings) {
            let isBump = hash != innerHash
            let count = envelope.innermost.operations.count + (isBump ? 1 : 0)
            let fee = Validity.leastFee(operations: count, baseFee: seed.baseFee)
            return .refused(rejection.result(of: envelope.innermost, fee: fee, innerHash: innerHash.hash))
        }
        let inclusion = state.include(envelope, settings)
        let record = TransactionRecord(
            envelope: envelope, hash: hash, innerHash: innerHash, result: inclusion.result, meta: inclusion.meta,
            feeChanges: inclusion.feeChanges, refundChanges: inclusion.refundChanges, ledger: settings.moment.ledger,
            time: settings.moment.time)
        places[hash] = records.count
        places[innerHash] = records.count
        records.append(record)
        ledgers.append(ClosedLedger(after: latest, closedAt: closesAt, record: record))
        return .included(record, isNew: true)
    }

    /// Submits a transaction that depends on the state of the network; no other transaction comes between.
    ///
    /// - Returns: nil if `making` returns nil.
    package func submit(making: @Sendable (Snapshot) -> TransactionEnvelope?) -> (TransactionEnvelope, Submission)? {
        making(snapshot()).map { ($0, submit($0)) }
    }

    /// Gives an account 10,000 units, creating it if necessary.
    package func fund(_ id: AccountID) throws(FriendbotError) -> TransactionRecord {
        catchUp()
        let account = state.accounts[id]
        guard (account?.balance ?? 0) < PracticeFriendbot.gift else { throw .alreadyFunded }
        let sequence = (state.accounts[PracticeFriendbot.account]?.sequence ?? 0) + 1
        let envelope = PracticeFriendbot.envelope(to: id, exists: account != nil, sequence: sequence, fee: seed.baseFee)
        switch submit(envelope) {
        case .refused(let result): throw .failed(result)
        case .included(let record, _):
            guard record.isSuccessful else { throw .failed(record.result) }
            return record
        }
    }

    private var latest: ClosedLedger { ledgers[ledgers.count - 1] }

    /// When the next ledger closes, in milliseconds since 1970: now, and after the latest one.
    private var nextCloseTime: UInt64 { max(latest.closeMilliseconds + 1, clock() * 1000) }

    /// - Parameter milliseconds: since 1970. Transactions see only the whole seconds.
    private func settings(closingAt milliseconds: UInt64) -> Settings {
        let moment = Validity.Moment(ledger: latest.sequence + 1, time: milliseconds / 1000)
        return Settings(
            network: network, baseFee: seed.baseFee, rates: seed.rates, lifetimes: seed.lifetimes, moment: moment)
    }

    /// Closes the empty ledgers that are due.
    private func catchUp() {
        let now = clock()
        var left = Self.mostIdleLedgers
        while now >= latest.closeTime + Self.closeInterval {
            left -= 1
            let time = left > 0 ? latest.closeMilliseconds + Self.closeInterval * 1000 : now * 1000
            ledgers.append(ClosedLedger(after: latest, closedAt: time))
        }
    }
}

/// Funds practice accounts, from an account whose key no one has and whose signer is a hash with a known preimage.
///
/// Its payments are therefore ordinary signed transactions, and need no secret key.
package enum PracticeFriendbot {
    /// The amount that an account gets, in stroops: 10,000 units.
    package static let gift: Int64 = 100_000_000_000
    /// The friendbot's initial balance, in stroops.
    static let fortune: Int64 = 100_000_000_000_000_000

    private static let preimage = Array("coldstar-sandbox friendbot".utf8)
    private static let digest = Uint256(sha256: preimage)
    package static let account = AccountID.ed25519(Uint256(sha256: digest.bytes))

    /// The friendbot's account in the first ledger.
    static func entry(sequence: SequenceNumber) -> Account {
        var entry = Account(account, balance: fortune, sequence: sequence)
        entry.masterWeight = 0
        entry.signers = [Signer(key: .hashX(digest), weight: 1)]
        return entry
    }

    /// The signed transaction that creates an account, or pays an existing one.
    static func envelope(to id: AccountID, exists: Bool, sequence: SequenceNumber, fee: UInt32) -> TransactionEnvelope {
        let body: OperationBody =
            exists
            ? .payment(PaymentOp(destination: MuxedAccount(id), asset: .native, amount: gift))
            : .createAccount(CreateAccountOp(destination: id, startingBalance: gift))
        let transaction = Transaction(
            sourceAccount: MuxedAccount(account), fee: fee, seqNum: sequence, cond: .none, memo: .none,
            operations: BoundedArray([Operation(sourceAccount: nil, body: body)]) ?? BoundedArray(), ext: .v0)
        let signature = DecoratedSignature(
            hint: SignerKey.hashX(digest).hint, signature: Signature(preimage) ?? Signature())
        return .tx(
            TransactionV1Envelope(tx: transaction, signatures: BoundedArray([signature]) ?? BoundedArray()))
    }
}

/// The network parameters for checking and applying a transaction.
struct Settings {
    let network: Network
    /// The minimum fee per operation, in stroops.
    let baseFee: UInt32
    let rates: ExchangeRates
    let lifetimes: HostLedger.Lifetimes
    /// The ledger in which the transaction would be applied.
    let moment: Validity.Moment

    /// The starting sequence number of an account created in that ledger.
    var startingSequence: Int64 { Int64(moment.ledger) << 32 }
}
