// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar
package import StellarXDR

/// What a run asks of the network: the state of the ledger, what recent transactions paid, what became of a
/// transaction, and the servers to submit it to. `LedgerView` asks Horizon, `RPCLedger` Stellar RPC.
package protocol LedgerAPI: LedgerSource where Failure == Codec.Failure {
    /// The close time of the newest ledger of all servers, in seconds since 1970; nil if none states it.
    var ledgerTime: Int64? { get }

    /// How the servers differ, for the user.
    var remarks: [String] { get }

    /// The version of the network's protocol; nil if no server names it.
    var protocolVersion: Int? { get }

    /// The first ledger of which the servers know transactions; nil where they know all, or do not say.
    var oldestLedger: UInt32? { get }

    /// The ledgers of the accounts read so far, the earliest and the latest; nil where that is not known.
    var ledgers: ClosedRange<UInt32>? { get }

    /// Horizon, for what no other API knows, such as paths and histories; nil where the ledger is not read there.
    var horizon: HorizonClient? { get }

    /// Stellar RPC, where the ledger is read there; nil where it is read at Horizon.
    var rpc: RPCClient? { get }

    /// Whether an account comes with all its trustlines, and not only with those that were expected.
    var listsTrustlines: Bool { get }

    /// How many accounts one request can fetch.
    var accountsPerRequest: Int { get }

    /// What the servers say of accounts, the one that the ledger is read from first: all are asked where money depends
    /// on what one says.
    var opinions: [SecondOpinion] { get }

    /// Says which entries of accounts will be asked for, beside those named before.
    mutating func expect(_ named: NamedEntries) throws(Failure)

    /// Fetches many accounts, so that `account` need not.
    ///
    /// - Parameter progress: told how many have been fetched, and how many there are.
    mutating func fetch(
        _ ids: [AccountID], over http: any HTTPMultiplexer, parallel: Int, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Failure)

    /// Fetches accounts so that `account` need not, in few requests where a server takes several at once.
    ///
    /// - Parameter progress: told how many have been fetched, and how many there are.
    mutating func fetch(_ ids: [AccountID], progress: (_ done: Int, _ total: Int) -> Void) throws(Failure)

    /// Fetches accounts that are only paid, so that `account` need not. Until other entries are expected, `account` may
    /// then know of each no more than what payments need: whether it exists, its trustlines, and whether it requires a
    /// memo.
    ///
    /// - Parameter progress: told how many have been fetched, and how many there are.
    mutating func fetch(_ receivers: Receivers, progress: (_ done: Int, _ total: Int) -> Void) throws(Failure)

    /// The cached account; nil when it was not fetched, or does not exist.
    func seen(_ id: AccountID) -> AccountRecord?

    /// What the 95th percentile of recent transactions paid, in stroops per operation.
    ///
    /// - Parameter forContracts: whether contract calls are meant, which compete among themselves. Horizon tells no
    ///   difference.
    func marketFee(forContracts: Bool) throws(Failure) -> Int64

    /// The servers of a run, the preferred one first.
    var servers: [any LedgerServer] { get }

    /// The places where a transaction may be found, the preferred one first.
    var finders: [OutcomeFinder] { get }

    /// What the preferred server's list of transactions says about the use of a transaction's sequence number.
    ///
    /// - Parameter ledger: the one in which the account's last number was used.
    func numberUser(of transaction: some SoughtTransaction, lastUsedIn ledger: Int64) -> LedgerAnswer.NumberUser
}

extension LedgerAPI {
    /// The earlier of a clock and of the newest ledger's time: what has expired by it has expired by both. One clock
    /// alone ends no transaction.
    package func provenTime(_ clock: Timestamp) -> Timestamp {
        ledgerTime.map { min(clock, Timestamp(UInt64(max(0, $0)))) } ?? clock
    }

    package var rpc: RPCClient? { nil }
    package var listsTrustlines: Bool { true }
    package var accountsPerRequest: Int { 1 }
    package var opinions: [SecondOpinion] { [] }
    package mutating func expect(_ named: NamedEntries) throws(Codec.Failure) {}

    package mutating func fetch(
        _ ids: [AccountID], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Codec.Failure) {
        for (index, id) in ids.enumerated() {
            _ = try account(id)
            progress(index + 1, ids.count)
        }
    }

    package mutating func fetch(
        _ receivers: Receivers, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Codec.Failure) {
        try fetch(receivers.accounts, progress: progress)
    }
}

/// The ledger of any servers.
package struct AnyLedger: LedgerAPI {
    package typealias Failure = Codec.Failure

    private var api: any LedgerAPI

    package init(_ api: any LedgerAPI) { self.api = api }

    package var network: Network { api.network }
    package var ledgerTime: Int64? { api.ledgerTime }
    package var remarks: [String] { api.remarks }
    package var protocolVersion: Int? { api.protocolVersion }
    package var oldestLedger: UInt32? { api.oldestLedger }
    package var ledgers: ClosedRange<UInt32>? { api.ledgers }
    package var horizon: HorizonClient? { api.horizon }
    package var rpc: RPCClient? { api.rpc }
    package var servers: [any LedgerServer] { api.servers }
    package var finders: [OutcomeFinder] { api.finders }
    package var listsTrustlines: Bool { api.listsTrustlines }
    package var accountsPerRequest: Int { api.accountsPerRequest }
    package var opinions: [SecondOpinion] { api.opinions }

    package mutating func expect(_ named: NamedEntries) throws(Failure) { try api.expect(named) }

    package mutating func fetch(
        _ ids: [AccountID], over http: any HTTPMultiplexer, parallel: Int,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        try api.fetch(ids, over: http, parallel: parallel, progress: progress)
    }

    package mutating func fetch(
        _ ids: [AccountID], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Failure) { try api.fetch(ids, progress: progress) }

    package mutating func fetch(
        _ receivers: Receivers, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Failure) { try api.fetch(receivers, progress: progress) }

    package func seen(_ id: AccountID) -> AccountRecord? { api.seen(id) }

    package func marketFee(forContracts: Bool) throws(Failure) -> Int64 {
        try api.marketFee(forContracts: forContracts)
    }

    package func numberUser(
        of transaction: some SoughtTransaction, lastUsedIn ledger: Int64
    ) -> LedgerAnswer.NumberUser {
        api.numberUser(of: transaction, lastUsedIn: ledger)
    }

    package mutating func ledger() throws(Failure) -> LedgerRecord { try api.ledger() }

    package mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord? { try api.account(id) }

    package mutating func claimableBalance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord? {
        try api.claimableBalance(id)
    }

    package mutating func offers(of id: AccountID) throws(Failure) -> [OfferRecord]? { try api.offers(of: id) }

    package mutating func asks(selling: Asset, buying: Asset) throws(Failure) -> [OrderBookLevel]? {
        try api.asks(selling: selling, buying: buying)
    }

    package mutating func assets(of pool: PoolID) throws(Failure) -> [Asset]? { try api.assets(of: pool) }
    package mutating func frozen() throws(Failure) -> FrozenEntries { try api.frozen() }
}

/// The source of ledger state for the checks. Repeating a query does not change its result.
package protocol LedgerSource {
    /// Why a query failed. It ends the check.
    associatedtype Failure: Error

    var network: Network { get }

    /// The last closed ledger.
    mutating func ledger() throws(Failure) -> LedgerRecord

    /// The account; nil when it does not exist.
    mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord?

    /// The balance; nil when it does not exist.
    mutating func claimableBalance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord?

    /// The account's open offers; nil when not all of them are known.
    mutating func offers(of id: AccountID) throws(Failure) -> [OfferRecord]?

    /// The offers that sell one asset for another, the best price first; nil when they are not known.
    mutating func asks(selling: Asset, buying: Asset) throws(Failure) -> [OrderBookLevel]?

    /// The assets of a pool; nil when they are not known.
    mutating func assets(of pool: PoolID) throws(Failure) -> [Asset]?

    /// What the network has frozen, as far as that is known.
    mutating func frozen() throws(Failure) -> FrozenEntries
}

extension LedgerSource {
    package mutating func offers(of id: AccountID) throws(Failure) -> [OfferRecord]? { nil }
    package mutating func asks(selling: Asset, buying: Asset) throws(Failure) -> [OrderBookLevel]? { nil }
    package mutating func assets(of pool: PoolID) throws(Failure) -> [Asset]? { nil }
    package mutating func frozen() throws(Failure) -> FrozenEntries { .none }
}

extension LedgerSource where Failure == Codec.Failure {
    /// The account, which must exist.
    package mutating func existing(_ id: AccountID) throws(Codec.Failure) -> AccountRecord {
        guard let record = try account(id) else {
            throw Codec.Failure(.badInput, "the account \(id.address) does not exist on \(network.label)")
        }
        return record
    }
}
