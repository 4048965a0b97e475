// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
import LedgerXDR
package import Stellar
package import StellarXDR

/// The ledger as Stellar RPC shows it, cached: every account is fetched once. Of an account's trustlines and data it
/// has only those that the transactions name, and it knows no offers.
package struct RPCLedger: LedgerAPI {
    package typealias Failure = Codec.Failure

    private let client: RPCClient
    /// A Horizon that is asked whether it has a transaction.
    private let witness: HorizonClient?
    private var named: NamedEntries
    private var accounts: [AccountID: AccountRecord?] = [:]
    /// What is known of accounts that are only paid.
    private var paid: [AccountID: AccountRecord?] = [:]
    private var latest: LedgerRecord?
    private var frozenEntries: FrozenEntries?
    /// The ledgers of the entries read so far, the earliest and the latest; nil before there are any.
    package private(set) var ledgers: ClosedRange<UInt32>?
    /// The close time of the newest ledger of all servers, in seconds since 1970; nil if none states it.
    package let ledgerTime: Int64?
    /// The version of the network's protocol; nil if no server names it.
    package let protocolVersion: Int?
    /// Nothing is known here of transactions before it; nil if that is not known.
    package let oldestLedger: UInt32?
    /// How the servers differ, for the user.
    package let remarks: [String]

    /// Creates a view after checking that the servers belong to the network.
    ///
    /// - Parameters:
    ///   - witness: a Horizon that may have a transaction; one that does not respond, or is of another network, is left
    ///     out.
    ///   - envelopes: the transactions that will be checked.
    /// - Throws: if no server of Stellar RPC responds, or one is of another network.
    package init(
        _ client: RPCClient, witness: HorizonClient? = nil, for envelopes: [TransactionEnvelope] = []
    ) throws(Failure) {
        let probe = try RPCProbe(client)
        self.client = client.preferring(probe.bases)
        ledgerTime = probe.ledgerTime
        latest = probe.latest?.record
        oldestLedger = probe.oldestLedger
        protocolVersion = probe.latest.map { Int($0.protocolVersion) }
        named = NamedEntries([])
        let (bases, words) = Self.witnesses(witness, client.network)
        self.witness = bases.isEmpty ? nil : witness?.preferring(bases)
        remarks = probe.remarks + words
        if !envelopes.isEmpty { try expect(NamedEntries(envelopes)) }
    }

    package var listsTrustlines: Bool { false }
    /// One key for the account, and one for what is paid to it.
    package var accountsPerRequest: Int { RPCClient.mostKeys / 2 }

    package mutating func expect(_ more: NamedEntries) throws(Failure) {
        var more = more
        for balance in more.balances where !named.balances.contains(balance) {
            if let found = try claimableBalance(balance) { more.add(found.asset) }
        }
        for pool in more.pools where !named.pools.contains(pool) {
            for asset in try assets(of: pool) ?? [] { more.add(asset) }
        }
        // Accounts that were read without them are read once more.
        if named.add(more) { (accounts, paid) = ([:], [:]) }
    }

    private static func witnesses(
        _ witness: HorizonClient?, _ network: Network
    ) -> (bases: [HTTPURL], remarks: [String]) {
        var (bases, remarks): ([HTTPURL], [String]) = ([], [])
        for base in witness?.bases ?? [] {
            do throws(HorizonError) {
                _ = try witness?.only(base).root(of: network)
                bases.append(base)
            } catch {
                remarks.append("\(base.authority) is not asked for transactions: \(error.message)")
            }
        }
        return (bases, remarks)
    }

    package var network: Network { client.network }

    // MARK: accounts

    /// Requests after which progress is told.
    private static let requestsPerPortion = 10

    package mutating func fetch(
        _ ids: [AccountID], over http: any HTTPMultiplexer, parallel: Int, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Failure) {
        try fetch(ids, progress: progress)
    }

    package mutating func fetch(
        _ ids: [AccountID], progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Failure) {
        let open = ids.filter { accounts[$0] == nil }
        // The account, and what is named of it.
        let keys = 1 + named.holdings.count + named.data.count
        let size = max(1, Self.requestsPerPortion * RPCClient.mostKeys / keys)
        for start in stride(from: 0, to: open.count, by: size) {
            progress(start, open.count)
            let portion = Array(open[start..<min(start + size, open.count)])
            let found: RPCClient.Accounts
            do { found = try client.accounts(portion, holding: named.holdings, data: named.data) } catch {
                throw Failure(error)
            }
            for id in portion { accounts[id] = .some(found.accounts[id]) }
            note(found.ledgers)
        }
        progress(open.count, open.count)
    }

    package mutating func fetch(
        _ receivers: Receivers, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(Failure) {
        let open = receivers.accounts.filter { accounts[$0] == nil && paid[$0] == nil }
        let size = Self.requestsPerPortion * RPCClient.mostKeys / 2
        for start in stride(from: 0, to: open.count, by: size) {
            progress(start, open.count)
            let portion = open[start..<min(start + size, open.count)]
            let found: RPCClient.Accounts
            do { found = try client.receivers(portion, receivers) } catch { throw Failure(error) }
            for id in portion { paid[id] = .some(found.accounts[id]) }
            note(found.ledgers)
        }
        progress(open.count, open.count)
    }

    package mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord? {
        if accounts[id] == nil, paid[id] == nil { try fetch([id]) { _, _ in } }
        return seen(id)
    }

    package func seen(_ id: AccountID) -> AccountRecord? { (accounts[id] ?? paid[id]) ?? nil }

    private mutating func note(_ more: ClosedRange<UInt32>?) {
        guard let more else { return }
        ledgers = ledgers.map { min($0.lowerBound, more.lowerBound)...max($0.upperBound, more.upperBound) } ?? more
    }

    // MARK: other entries

    /// The last closed ledger.
    ///
    /// - Throws: `.protocolBroken` for a server that does not give the ledger's header.
    package mutating func ledger() throws(Failure) -> LedgerRecord {
        if let latest { return latest }
        let found: RPCLatestLedger
        do { found = try client.latestLedger() } catch { throw Failure(error) }
        guard let record = found.record else {
            throw Failure(
                .protocolBroken, "\(client.bases[0].authority) does not give the header of the latest ledger",
                hint: "this needs stellar-rpc 25 or later")
        }
        latest = record
        return record
    }

    package func claimableBalance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord? {
        do { return try client.claimableBalance(id) } catch { throw Failure(error) }
    }

    package func assets(of pool: PoolID) throws(Failure) -> [Asset]? {
        do { return try client.assets(of: pool) } catch { throw Failure(error) }
    }

    /// - Note: a network before protocol 26 has no such settings, and a server may not give any.
    package mutating func frozen() throws(Failure) -> FrozenEntries {
        if let frozenEntries { return frozenEntries }
        let found: FrozenEntries
        do throws(RPCError) { found = try client.frozenEntries() } catch {
            guard case .refused = error else { throw Failure(error) }
            found = .none
        }
        frozenEntries = found
        return found
    }

    package var opinions: [SecondOpinion] {
        SecondOpinion.all(client, named) + (witness.map(SecondOpinion.all) ?? [])
    }

    // MARK: transactions

    package var horizon: HorizonClient? { nil }
    package var rpc: RPCClient? { client }

    package var servers: [any LedgerServer] {
        client.bases.map { RPCServer($0, of: network) as any LedgerServer }
            + (witness?.bases ?? []).map { HorizonServer($0, isWitness: true) }
    }

    package var finders: [OutcomeFinder] { client.finders + (witness?.finders(areWitnesses: true) ?? []) }

    package func marketFee(forContracts: Bool) throws(Failure) -> Int64 {
        let stats: RPCFeeStats
        do { stats = try client.feeStats() } catch { throw Failure(error) }
        // Without transactions of late the statistics are 0.
        let market = (forContracts ? stats.contracts : stats.classic).market
        return max(market, latest?.baseFee ?? 0)
    }

    package func numberUser(
        of transaction: some SoughtTransaction, lastUsedIn ledger: Int64
    ) -> LedgerAnswer.NumberUser {
        let list = try? client.appliedTransactions(in: UInt32(clamping: ledger))
        return list.map { LedgerAnswer.NumberUser($0, of: transaction) } ?? .unseen
    }
}

/// The check of the Stellar RPC servers at the start: all must belong to the network, and those available are compared.
private struct RPCProbe {
    /// The servers that respond: the current ones in the order given, then those that lag behind. The others are not
    /// used, because nothing is submitted to a server whose network is not known.
    private(set) var bases: [HTTPURL]
    /// The close time of the newest ledger of any server.
    private(set) var ledgerTime: Int64?
    /// The latest ledger of the preferred server.
    private(set) var latest: RPCLatestLedger?
    /// The first ledger of which any server knows transactions.
    private(set) var oldestLedger: UInt32?
    /// Messages for the user.
    private(set) var remarks: [String] = []

    /// A ledger closes about every 5 seconds; a server this far behind another has stalled, or its network has.
    private static let mostBehind: UInt32 = 12

    /// A server that responds, with its latest ledger.
    private typealias Found = (base: HTTPURL, health: RPCHealth, latest: RPCLatestLedger)

    init(_ client: RPCClient) throws(Failure) {
        let found: [Found]
        let absent: [(base: HTTPURL, error: RPCError)]
        // With a single server, or when none responds, the client waits as long as it may.
        if client.bases.count == 1 {
            do { (found, absent) = ([try Self.state(of: client.bases[0], client)], []) } catch { throw Failure(error) }
        } else {
            (found, absent) = try Self.answers(client)
        }
        guard let newest = found.max(by: { $0.latest.sequence < $1.latest.sequence }) else {
            throw Failure(absent[0].error)
        }
        let isLate: (Found) -> Bool = { newest.latest.sequence - $0.latest.sequence > Self.mostBehind }
        let inOrder = found.filter { !isLate($0) } + found.filter(isLate)
        bases = inOrder.map(\.base)
        latest = inOrder.first?.latest
        oldestLedger = found.map(\.health.oldestLedger).min()
        ledgerTime = found.compactMap { $0.latest.closedAt ?? $0.health.latestCloseTime }.max().map {
            Int64(clamping: $0.seconds)
        }
        for late in found.filter(isLate) {
            remarks.append(
                "\(late.base.authority) is at ledger \(late.latest.sequence), but \(newest.base.authority) is at "
                    + "\(newest.latest.sequence): the former is used last")
        }
        for (base, error) in absent { remarks.append("\(base.authority) is not used: \(error.message)") }
    }

    /// A server is judged by its latest ledger, whose header is read, and not by its own word that it is healthy.
    private static func state(of base: HTTPURL, _ client: RPCClient) throws(RPCError) -> Found {
        (base, try client.health(), try client.latestLedger())
    }

    /// Each server's state, or its error. One that cannot be used does not keep the others from being used; one of
    /// another network does.
    private static func answers(
        _ client: RPCClient
    ) throws(Failure) -> (found: [Found], absent: [(base: HTTPURL, error: RPCError)]) {
        var found: [Found] = []
        var absent: [(base: HTTPURL, error: RPCError)] = []
        repeat {
            (found, absent) = ([], [])
            for base in client.bases {
                do throws(RPCError) { found.append(try state(of: base, client.waiting(.none).only(base))) } catch {
                    if case .otherNetwork = error { throw Failure(error) }
                    absent.append((base, error))
                }
            }
        } while found.isEmpty && client.retryBudget.waits(after: absent.map(\.error))
        return (found, absent)
    }
}
