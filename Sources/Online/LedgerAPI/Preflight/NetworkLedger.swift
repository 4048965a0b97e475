// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar
package import StellarXDR

/// The ledger as the servers of a run show it, and those servers: Stellar RPC where one is named, else Horizon. With both, Stellar RPC is
/// asked for the ledger, and Horizon only for transactions.
package struct NetworkLedger: LedgerSource {
    package typealias Failure = Codec.Failure

    package enum Source {
        case horizon(LedgerView)
        case rpc(RPCLedger)
    }

    package private(set) var source: Source

    /// The ledger that Horizon shows.
    package init(_ view: LedgerView) { source = .horizon(view) }

    package init(_ ledger: RPCLedger) { source = .rpc(ledger) }

    /// - Parameters:
    ///   - retryBudget: how long to wait for servers that do not respond.
    ///   - envelopes: the transactions that will be checked: Stellar RPC shows only what they name.
    /// - Throws: if no server responds, or one is of another network.
    package init(
        _ horizon: HorizonServers, _ rpc: RPCServers?, of network: Network, waiting retryBudget: RetryBudget = .none,
        for envelopes: [TransactionEnvelope] = []
    ) throws(Failure) {
        guard let client = try rpc?.givenClient(for: network) else {
            let client = try horizon.client(for: network).waiting(retryBudget)
            self.init(try LedgerView(client, network: network))
            return
        }
        self.init(
            try RPCLedger(
                client.waiting(retryBudget), witness: try horizon.givenClient(for: network), for: envelopes))
    }

    package var network: Network {
        switch source {
        case .horizon(let view): view.network
        case .rpc(let ledger): ledger.network
        }
    }

    /// The close time of the newest ledger of all servers, in seconds since 1970.
    package var ledgerTime: Int64? {
        switch source {
        case .horizon(let view): view.ledgerTime
        case .rpc(let ledger): ledger.ledgerTime
        }
    }

    /// How the servers differ, for the user.
    package var remarks: [String] {
        switch source {
        case .horizon(let view): view.remarks
        case .rpc(let ledger): ledger.remarks
        }
    }

    /// The version of the network's protocol; nil if no server names it.
    package var protocolVersion: Int? {
        switch source {
        case .horizon(let view): view.protocolVersion
        case .rpc(let ledger): ledger.protocolVersion
        }
    }

    /// The first ledger of which the servers know transactions; nil for Horizon, which is asked for all.
    package var oldestLedger: UInt32? {
        if case .rpc(let ledger) = source { ledger.oldestLedger } else { nil }
    }

    /// The ledgers of the accounts read so far, the earliest and the latest; nil where that is not known.
    package var ledgers: ClosedRange<UInt32>? {
        if case .rpc(let ledger) = source { ledger.ledgers } else { nil }
    }

    // MARK: the ledger

    /// Fetches many accounts, so that `account` need not.
    ///
    /// - Parameter progress: told how many have been fetched, and how many there are.
    package mutating func fetch(
        _ ids: some Sequence<AccountID>, over http: any HTTPMultiplexer, parallel: Int,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        switch source {
        case .horizon(var view):
            try view.fetch(ids, over: http, parallel: parallel, progress: progress)
            source = .horizon(view)
        case .rpc(var ledger):
            try ledger.fetch(Array(ids), progress: progress)
            source = .rpc(ledger)
        }
    }

    /// The cached account; nil when it was not fetched, or does not exist.
    package func seen(_ id: AccountID) -> AccountRecord? {
        switch source {
        case .horizon(let view): view.seen(id)
        case .rpc(let ledger): ledger.seen(id)
        }
    }

    package mutating func ledger() throws(Failure) -> LedgerRecord {
        try ask { view throws(Failure) in
            try view.ledger()
        } _: { ledger throws(Failure) in
            try ledger.ledger()
        }
    }

    package mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord? {
        try ask { view throws(Failure) in
            try view.account(id)
        } _: { ledger throws(Failure) in
            try ledger.account(id)
        }
    }

    package mutating func claimableBalance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord? {
        try ask { view throws(Failure) in
            try view.claimableBalance(id)
        } _: { ledger throws(Failure) in
            try ledger.claimableBalance(id)
        }
    }

    package mutating func offers(of id: AccountID) throws(Failure) -> [OfferRecord]? {
        try ask { view throws(Failure) in
            try view.offers(of: id)
        } _: { _ throws(Failure) in
            nil
        }
    }

    package mutating func asks(selling: Asset, buying: Asset) throws(Failure) -> [OrderBookLevel]? {
        try ask { view throws(Failure) in
            try view.asks(selling: selling, buying: buying)
        } _: { _ throws(Failure) in
            nil
        }
    }

    package mutating func assets(of pool: PoolID) throws(Failure) -> [Asset]? {
        try ask { view throws(Failure) in
            try view.assets(of: pool)
        } _: { ledger throws(Failure) in
            try ledger.assets(of: pool)
        }
    }

    private mutating func ask<Value>(
        _ horizon: (inout LedgerView) throws(Failure) -> Value, _ rpc: (inout RPCLedger) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        switch source {
        case .horizon(var view):
            defer { source = .horizon(view) }
            return try horizon(&view)
        case .rpc(var ledger):
            defer { source = .rpc(ledger) }
            return try rpc(&ledger)
        }
    }
}
