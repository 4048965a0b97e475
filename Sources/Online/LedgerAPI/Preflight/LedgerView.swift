// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar
package import StellarXDR

/// The ledger state seen by one run, cached: every account is fetched once.
package struct LedgerView: LedgerAPI {
    package typealias Failure = Codec.Failure

    package let client: HorizonClient
    package let network: Network
    private var accounts: [AccountID: AccountRecord?] = [:]
    private var latest: LedgerRecord?
    private var frozenEntries: FrozenEntries?
    private var offers: [AccountID: [OfferRecord]?] = [:]
    private var books: [[Asset]: [OrderBookLevel]?] = [:]
    /// The close time of the newest ledger of all servers, in seconds since 1970.
    package let ledgerTime: Int64?
    /// The version of the network's protocol.
    package let protocolVersion: Int?

    /// How the servers differ, for the user.
    package let remarks: [String]
    /// Stellar RPC, where it is asked, too.
    private let witness: RPCClient?

    /// Creates a view after checking that the servers belong to the network.
    ///
    /// - Parameter witness: servers of Stellar RPC that are asked where money depends on the answer; nil for none.
    package init(_ client: HorizonClient, network: Network, witness: RPCClient? = nil) throws(Failure) {
        self.witness = witness
        let probe = try ServerProbe(client, network: network)
        remarks = probe.remarks.map { TerminalText.escape($0) }
        self.client = client.preferring(probe.bases)
        self.network = network
        ledgerTime = probe.ledgerTime
        protocolVersion = probe.protocolVersion
    }

    /// Fetches many accounts concurrently, so that `account` need not.
    ///
    /// - Parameter progress: told how many have been fetched, and how many there are.
    package mutating func fetch(
        _ ids: some Sequence<AccountID>, over http: any HTTPMultiplexer, parallel: Int,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        /// An account, and the errors of the servers tried so far.
        typealias Wanted = (id: AccountID, absences: [HorizonError])
        var open = ids.filter { accounts[$0] == nil }.map { Wanted($0, []) }
        let total = open.count
        var inFlight: [Int: Wanted] = [:]
        var ticket = 0
        var absences: [HorizonError] = []
        while !open.isEmpty || !inFlight.isEmpty {
            // While no server responds, no more requests are started; once all are complete, it waits for as long as
            // the servers ask.
            while absences.isEmpty, inFlight.count < parallel, let next = open.popLast() {
                inFlight[ticket] = next
                let endpoint = HorizonEndpoint<AccountRecord?>.account(next.id)
                http.begin(endpoint.request(at: client.bases[next.absences.count]), ticket: ticket)
                ticket += 1
            }
            if inFlight.isEmpty {
                guard client.retryBudget.waits(after: absences) else { throw Failure(absences[0]) }
                absences = []
            }
            progress(total - open.count - inFlight.count, total)
            for answer in http.answers(within: .seconds(1)) {
                guard let (id, before) = inFlight.removeValue(forKey: answer.ticket) else { continue }
                do throws(HorizonError) {
                    let endpoint = HorizonEndpoint<AccountRecord?>.account(id)
                    accounts[id] = .some(try endpoint.answer(answer.result, from: client.bases[before.count]))
                } catch {
                    guard error.isAbsence else { throw Failure(error) }
                    let all = before + [error]
                    open.append((id, all.count < client.bases.count ? all : []))
                    if all.count == client.bases.count { absences += all }
                }
            }
        }
    }

    /// The account; nil when it does not exist.
    package mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord? {
        if let known = accounts[id] { return known }
        let found: AccountRecord?
        do { found = try client.account(id) } catch { throw Failure(error) }
        accounts[id] = .some(found)
        return found
    }

    /// The last closed ledger, with base reserve, base fee and close time.
    package mutating func ledger() throws(Failure) -> LedgerRecord {
        if let latest { return latest }
        let found: LedgerRecord
        do { found = try client.latestLedger() } catch { throw Failure(error) }
        latest = found
        return found
    }

    /// The balance; nil when it does not exist.
    package func claimableBalance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord? {
        do { return try client.claimableBalance(id) } catch { throw Failure(error) }
    }

    /// The account's open offers; nil when there are 200 or more, or Horizon does not know the account.
    package mutating func offers(of id: AccountID) throws(Failure) -> [OfferRecord]? {
        if let known = offers[id] { return known }
        let found: [OfferRecord]?
        do { found = try client.offers(of: id) } catch { throw Failure(error) }
        offers[id] = .some(found)
        return found
    }

    /// The offers that sell one asset for another, the best price first; nil when Horizon does not know the order book.
    package mutating func asks(selling: Asset, buying: Asset) throws(Failure) -> [OrderBookLevel]? {
        if let known = books[[selling, buying]] { return known }
        let found: [OrderBookLevel]?
        do { found = try client.asks(selling: selling, buying: buying) } catch { throw Failure(error) }
        books[[selling, buying]] = .some(found)
        return found
    }

    /// The assets of a pool; nil when Horizon does not know the pool.
    package func assets(of pool: PoolID) throws(Failure) -> [Asset]? {
        do { return try client.assets(of: pool) } catch { throw Failure(error) }
    }

    /// The cached account; nil when it was not fetched, or does not exist.
    package func seen(_ id: AccountID) -> AccountRecord? { accounts[id] ?? nil }

    /// Horizon does not know; Stellar RPC beside it does, if it responds.
    package mutating func frozen() throws(Failure) -> FrozenEntries {
        if let frozenEntries { return frozenEntries }
        let found = witness.flatMap { try? $0.frozenEntries() } ?? .none
        frozenEntries = found
        return found
    }

    package var opinions: [SecondOpinion] {
        SecondOpinion.all(client) + (witness.map { SecondOpinion.all($0, NamedEntries([])) } ?? [])
    }

    // MARK: transactions

    /// Horizon has all ledgers, and does not say in which one an account was read.
    package var oldestLedger: UInt32? { nil }
    package var ledgers: ClosedRange<UInt32>? { nil }
    package var horizon: HorizonClient? { client }
    package var servers: [any LedgerServer] { client.bases.map { HorizonServer($0) } }
    package var finders: [OutcomeFinder] { client.finders() }

    package func marketFee(forContracts: Bool) throws(Failure) -> Int64 {
        do { return try client.feeStats().market } catch { throw Failure(error) }
    }

    package func numberUser(
        of transaction: some SoughtTransaction, lastUsedIn ledger: Int64
    ) -> LedgerAnswer.NumberUser {
        let entries = try? client.latestEntries(of: transaction.source, limit: 200)
        return entries.map { LedgerAnswer.NumberUser($0, of: transaction) } ?? .unseen
    }
}

/// The check of the servers at the start: all must belong to the network, and those available are compared.
private struct ServerProbe {
    /// All servers: the current ones in the order given, then those that lag behind, then those that do not respond.
    private(set) var bases: [HTTPURL]
    /// The close time of the newest ledger of any server.
    private(set) var ledgerTime: Int64?
    /// The protocol of the newest ledger.
    private(set) var protocolVersion: Int
    /// Messages for the user.
    private(set) var remarks: [String] = []

    /// A ledger closes about every 5 seconds; a server this far behind another has stalled, or its network has.
    private static let mostBehind: Int64 = 12

    init(_ client: HorizonClient, network: Network) throws(Failure) {
        bases = client.bases
        var (roots, absent) = try Self.answers(client, network)
        while roots.isEmpty, client.retryBudget.waits(after: absent.map(\.error)) {
            (roots, absent) = try Self.answers(client, network)
        }
        guard let newest = roots.max(by: { $0.root.latestLedger < $1.root.latestLedger }) else {
            throw Failure(absent[0].error)
        }
        protocolVersion = newest.root.protocolVersion
        ledgerTime = roots.compactMap(\.root.latestClosedAt).max().map { Int64(clamping: $0.seconds) }
        let isLate: ((base: HTTPURL, root: HorizonRoot)) -> Bool = {
            newest.root.latestLedger - $0.root.latestLedger > Self.mostBehind
        }
        bases = (roots.filter { !isLate($0) } + roots.filter(isLate)).map(\.base) + absent.map(\.base)
        for late in roots.filter(isLate) {
            remarks.append(
                "\(late.base.authority) is at ledger \(late.root.latestLedger), but \(newest.base.authority) is at "
                    + "\(newest.root.latestLedger): the former is used last")
        }
        for other in roots where other.root.protocolVersion != newest.root.protocolVersion {
            remarks.append(
                "\(other.base.authority) says that the network is at protocol \(other.root.protocolVersion), "
                    + "\(newest.base.authority) that it is at \(newest.root.protocolVersion)")
        }
        for (base, error) in absent { remarks.append("\(base.authority) does not answer: \(error.message)") }
    }

    /// Each server's root document, or its error.
    private static func answers(
        _ client: HorizonClient, _ network: Network
    ) throws(Failure) -> (roots: [(base: HTTPURL, root: HorizonRoot)], absent: [(base: HTTPURL, error: HorizonError)]) {
        let hasty = client.waiting(.none)
        var roots: [(base: HTTPURL, root: HorizonRoot)] = []
        var absent: [(base: HTTPURL, error: HorizonError)] = []
        for base in client.bases {
            do throws(HorizonError) { roots.append((base, try hasty.only(base).root(of: network))) } catch {
                if case .otherNetwork(let found, let expected) = error, client.bases.count > 1 {
                    throw Failure(
                        .badInput,
                        "\(base.authority) belongs to the network \"\(TerminalText.escape(found))\", not to "
                            + "\"\(TerminalText.escape(expected))\"",
                        hint: "all servers must be of the same network: remove this one")
                }
                guard error.isAbsence else { throw Failure(error) }
                absent.append((base, error))
            }
        }
        return (roots, absent)
    }
}
