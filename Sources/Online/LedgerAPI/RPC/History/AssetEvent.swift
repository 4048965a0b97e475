// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
package import Stellar
package import StellarXDR

/// A movement of an asset, as an event tells it. Anyone's contract can emit the same topics: an event counts only if
/// the contract that emitted it is that of the asset it names.
///
/// - Source: CAP-67 §Events; for the asset's contract, CAP-46-06.
package struct AssetEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case transfer, mint, burn, clawback
    }

    package let kind: Kind
    /// Nil for what the issuer created.
    package let from: PaymentParty?
    /// Nil for what was destroyed.
    package let to: PaymentParty?
    package let asset: Asset
    package let amount: Amount

    /// Nil for any other event, and for one that proves nothing.
    package init?(_ contract: ContractID?, _ topics: [SCVal], _ value: SCVal, on network: Network) {
        guard let contract, case .symbol(let symbol)? = topics.first,
            let kind = Kind(rawValue: String(decoding: symbol.bytes, as: UTF8.self)),
            topics.count == (kind == .transfer ? 4 : 3),
            case .string(let name)? = topics.last, let asset = Self.asset(String(decoding: name.bytes, as: UTF8.self)),
            ContractIDPreimage.asset(asset).contract(on: network) == contract,
            let (amount, id) = Self.amount(value)
        else { return nil }
        let parties = topics[1..<(topics.count - 1)].compactMap { topic -> PaymentParty? in
            guard case .address(let address) = topic else { return nil }
            return try? PaymentParty(address.address)
        }
        guard parties.count == topics.count - 2 else { return nil }
        (self.kind, self.asset, self.amount) = (kind, asset, amount)
        let issuer = asset.issuer.map { PaymentParty(MuxedAccount($0)) }
        switch kind {
        case .transfer: (from, to) = (parties[0], Self.muxed(parties[1], id))
        case .mint: (from, to) = (issuer, Self.muxed(parties[0], id))
        case .burn, .clawback: (from, to) = (parties[0], issuer)
        }
    }

    static func asset(_ text: String) -> Asset? { text == "native" ? .native : try? Asset(text) }

    /// The amount, and the id of the receiver's user, if there is one.
    private static func amount(_ value: SCVal) -> (Amount, UInt64?)? {
        switch value {
        case .i128(let parts):
            guard parts.hi == 0, let stroops = Int64(exactly: parts.lo) else { return nil }
            return (Amount(stroops: stroops), nil)
        case .map(let entries?):
            func member(_ name: String) -> SCVal? {
                entries.first { entry in
                    if case .symbol(let key) = entry.key { key.bytes == Array(name.utf8) } else { false }
                }?.val
            }
            guard let inner = member("amount"), case .i128 = inner, let (amount, _) = amount(inner) else { return nil }
            if case .u64(let id)? = member("to_muxed_id") { return (amount, id) }
            return (amount, nil)
        default: return nil
        }
    }

    private static func muxed(_ party: PaymentParty, _ id: UInt64?) -> PaymentParty {
        guard let id, let account = party.account else { return party }
        return PaymentParty(.muxedEd25519(MuxedAccountMed25519(id: id, ed25519: account.key)))
    }
}

extension AssetEvent {
    package init?(_ event: ContractEvent, on network: Network) {
        switch event.body {
        case .v0(let body): self.init(event.contractID, body.topics, body.data, on: network)
        }
    }
}

// MARK: Looking for an account's events

/// A transaction that an event tells of.
package struct EventTransaction: Hashable, Sendable {
    package let hash: TransactionHash
    package let ledger: UInt32
    /// When its ledger closed.
    package let time: Timestamp

    fileprivate init(_ event: EventRecord) {
        (hash, ledger, time) = (event.transaction, event.ledger, event.ledgerClosedAt)
    }
}

extension RPCClient {
    /// The number of events on a page.
    private static let eventsPerPage = 1000
    /// How many ledgers a server searches for one request.
    package static let ledgersPerSearch: UInt32 = 10_000
    /// How many of the latest ledgers show whether a server has events of payments.
    private static let sampledLedgers: UInt32 = 200

    /// The transactions that moved an asset from or to an account, or that it paid for, in the order of the ledger.
    /// Those that only an imitation of an asset's contract tells of are not among them.
    ///
    /// - Parameter ledgers: at most `ledgersPerSearch`, which the server has.
    /// - Throws: the errors of `events`; `.refused` also for ledgers that the server no longer has.
    package func transactions(
        touching account: AccountID, in ledgers: ClosedRange<UInt32>
    ) throws(RPCError) -> [EventTransaction] {
        try transactions(of: EventFilter.all(touching: account, on: network), in: ledgers) {
            $0.isOf(account, on: network)
        }
    }

    /// The most claimable balances of one search: there are at most five event filters, of at most five patterns each.
    package static let balancesPerSearch = 12

    /// The transactions that set claimable balances aside, in the order of the ledger.
    ///
    /// - Parameters:
    ///   - balances: at most `balancesPerSearch`.
    ///   - ledgers: at most `ledgersPerSearch`, which the server has.
    package func transactions(
        settingAside balances: [ClaimableBalanceID], in ledgers: ClosedRange<UInt32>
    ) throws(RPCError) -> [EventTransaction] {
        let wanted = Set(balances.map(\.address))
        return try transactions(of: EventFilter.all(settingAside: balances), in: ledgers) { event in
            let moved = AssetEvent(event.contract, event.topics, event.value, on: network)
            return moved?.to.map { wanted.contains($0.address) } ?? false
        }
    }

    /// The transactions whose events count, in the order of the ledger, read page by page. What cannot be read is left
    /// out: it may be anyone's.
    private func transactions(
        of filters: [EventFilter], in ledgers: ClosedRange<UInt32>, where counts: (EventRecord) -> Bool
    ) throws(RPCError) -> [EventTransaction] {
        var found: [EventTransaction] = []
        var seen: Set<TransactionHash> = []
        var page = try events(
            from: ledgers.lowerBound, to: ledgers.upperBound + 1, filters: filters, limit: Self.eventsPerPage)
        while true {
            for event in page.events.read() where ledgers.contains(event.ledger) && counts(event) {
                if seen.insert(event.transaction).inserted { found.append(EventTransaction(event)) }
            }
            let isFull = page.events.count >= Self.eventsPerPage
            // An empty page is not the end: only a part of the ledgers may have been searched.
            guard let reached = page.searchedThrough,
                isFull ? reached <= ledgers.upperBound : reached < min(ledgers.upperBound, page.latestLedger)
            else { return found }
            let next = try events(after: page.cursor, filters: filters, limit: Self.eventsPerPage)
            guard next.cursor != page.cursor else { return found }
            page = next
        }
    }

    /// Whether the server has events of payments: false if it has none of transactions that it has. Operators choose.
    ///
    /// - Parameter ledgers: those that the server has.
    package func hasPaymentEvents(in ledgers: ClosedRange<UInt32>) throws(RPCError) -> Bool {
        let first = max(ledgers.lowerBound, ledgers.upperBound - min(ledgers.upperBound, Self.sampledLedgers))
        let fees = try events(
            from: first, filters: [EventFilter(kind: .contract, topics: [[.value(.name("fee")), .any]])], limit: 1)
        if !fees.events.isEmpty { return true }
        return try transactions(from: first, limit: 1).transactions.isEmpty
    }
}

extension EventFilter {
    /// What goes to claimable balances: from others, or from the issuer.
    fileprivate static func all(settingAside balances: [ClaimableBalanceID]) -> [EventFilter] {
        let patterns = balances.flatMap { balance -> [[Segment]] in
            let own = Segment.value(.address(.claimableBalance(balance)))
            return [[.value(.name("transfer")), .any, own, .rest], [.value(.name("mint")), own, .rest]]
        }
        return stride(from: 0, to: patterns.count, by: 5).map { start in
            EventFilter(kind: .contract, topics: Array(patterns[start..<min(start + 5, patterns.count)]))
        }
    }

    /// What moves assets from or to an account, and what it pays for transactions.
    fileprivate static func all(touching account: AccountID, on network: Network) -> [EventFilter] {
        let own = Segment.value(.address(.account(account)))
        func topic(_ kind: AssetEvent.Kind) -> Segment { .value(.name(kind.rawValue)) }
        let movements: [[Segment]] = [
            [topic(.transfer), own, .rest], [topic(.transfer), .any, own, .rest], [topic(.mint), own, .rest],
            [topic(.burn), own, .rest], [topic(.clawback), own, .rest],
        ]
        let lumens = ContractIDPreimage.asset(.native).contract(on: network)
        return [
            EventFilter(kind: .contract, topics: movements),
            EventFilter(kind: .contract, contracts: [lumens], topics: [[.value(.name("fee")), own]]),
        ]
    }
}

extension EventRecord {
    /// Whether it proves that something happened to an account.
    fileprivate func isOf(_ account: AccountID, on network: Network) -> Bool {
        if let event = AssetEvent(contract, topics, value, on: network) {
            return event.from?.account == account || event.to?.account == account
        }
        return topics == [.name("fee"), .address(.account(account))]
            && contract == ContractIDPreimage.asset(.native).contract(on: network)
    }
}

extension EventPage {
    /// The ledger that the cursor has reached; nil for a cursor of another form.
    fileprivate var searchedThrough: UInt32? {
        let operation = cursor.split(separator: "-", omittingEmptySubsequences: false).first.flatMap { UInt64($0) }
        return operation.map { UInt32(truncatingIfNeeded: $0 >> 32) }
    }
}

extension SCVal {
    /// A symbol that this program chooses.
    package static func name(_ text: String) -> SCVal {
        guard let symbol = SCSymbol(Array(text.utf8)) else { preconditionFailure("a name has at most 32 bytes") }
        return .symbol(symbol)
    }
}
