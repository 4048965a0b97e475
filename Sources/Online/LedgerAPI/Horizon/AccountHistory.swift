// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
package import Stellar
package import StellarXDR

/// An account's transactions and effects back to a time, together with the balances after the latest of them.
///
/// A server lists the transactions in which an account takes part. One that only takes an offer of the account may be
/// missing from that list, but its effects are not: it is looked up.
package struct AccountHistory: Sendable {
    /// The account's transactions, failed ones included, in the order of the ledger.
    package let entries: [HistoryEntry]
    /// The account's effects by their transaction's paging token, in their order.
    package let effects: [UInt64: [EffectRecord]]
    /// What contract calls did to balances, by the operation's ID. Only calls that the server describes are there.
    package let calls: [UInt64: PaymentRecord]
    /// The account after the last of the transactions; nil if it does not exist then.
    package let record: AccountRecord?
    /// Whether the server has nothing older of this account: its list ended before the time was reached.
    package let isToTheEnd: Bool

    /// The maximum number of transactions, and of effects, that are read.
    package static let mostElements = 50_000
    /// Horizon's maximum page size.
    fileprivate static let pageSize = 200
    /// How often what was added while the history was read is read, too.
    fileprivate static let mostRounds = 8

    package init(
        entries: [HistoryEntry], effects: [EffectRecord], calls: [UInt64: PaymentRecord] = [:],
        record: AccountRecord?, isToTheEnd: Bool
    ) {
        self.entries = entries.sorted { $0.token < $1.token }
        self.effects = Dictionary(
            grouping: effects.sorted { ($0.operation, $0.place) < ($1.operation, $1.place) }, by: \.transaction)
        self.calls = calls
        self.record = record
        self.isToTheEnd = isToTheEnd
    }
}

extension HorizonClient {
    /// The account's history since a time.
    ///
    /// - Parameter start: nil for all that the server has.
    /// - Returns: nil when Horizon has never seen the account, or there is too much: then the second value is true.
    /// - Throws: `.protocolBroken` when the lists contradict each other or their order, `.unavailable` if the account
    ///   changes faster than it can be read.
    package func accountHistory(
        of id: AccountID, since start: Timestamp?
    ) throws(HorizonError) -> (history: AccountHistory?, isTooLong: Bool) {
        var record = try account(id)
        var entries = List<HistoryEntry>()
        var effects = List<EffectRecord>()
        guard try entries.readBack(to: start, page: { query throws(HorizonError) in try self.entries(of: id, query) }),
            try effects.readBack(to: start, page: { query throws(HorizonError) in try self.effects(of: id, query) })
        else { return (nil, true) }
        guard record != nil || !entries.items.isEmpty else { return (nil, false) }
        for round in 1... {
            let again = try account(id)
            if again == record { break }
            guard round < AccountHistory.mostRounds else { throw .unavailable(status: 503, retryAfter: nil) }
            record = again
            try entries.readOn { query throws(HorizonError) in try self.entries(of: id, query) }
            try effects.readOn { query throws(HorizonError) in try self.effects(of: id, query) }
        }
        var all = entries.items
        let listed = Set(all.map(\.token))
        var missing: Set<UInt64> = []
        for effect in effects.items where effect.change != .none && !listed.contains(effect.transaction) {
            guard missing.insert(effect.transaction).inserted else { continue }
            all.append(try entry(of: effect))
        }
        let history = AccountHistory(
            entries: all, effects: effects.items, calls: try calls(in: all, of: id, since: start), record: record,
            isToTheEnd: entries.isToTheEnd)
        return (history, false)
    }

    /// The transaction of an effect, which the account's list does not have.
    private func entry(of effect: EffectRecord) throws(HorizonError) -> HistoryEntry {
        let path = ["operations", String(effect.operation)]
        let hash = try ask(
            HorizonEndpoint<TransactionHash>(path, limit: Self.transactionLimit) { json throws(JSONError) in
                try json.hash("transaction_hash")
            })
        return try ask(
            HorizonEndpoint<HistoryEntry>(
                ["transactions", hash.hex], limit: Self.transactionLimit,
                fault: { entry in
                    entry.token == effect.transaction && entry.inclusion.place == hash
                        ? nil : "it is not the transaction of the effect \(effect.pagingToken)"
                },
                read: HistoryEntry.init))
    }

    /// What the contract calls among the transactions did to balances. One that cannot be read is left out.
    private func calls(
        in entries: [HistoryEntry], of id: AccountID, since start: Timestamp?
    ) throws(HorizonError) -> [UInt64: PaymentRecord] {
        let tokens = Set(entries.filter { $0.inclusion.isSuccessful && $0.isContractCall }.map(\.token))
        guard let oldest = tokens.min() else { return [:] }
        var found: [UInt64: PaymentRecord] = [:]
        var cursor: String?
        for _ in 0..<(AccountHistory.mostElements / AccountHistory.pageSize) {
            let page = try payments(of: id, limit: AccountHistory.pageSize, cursor: cursor)
            for payment in page.read() where !payment.changes.isEmpty {
                if let operation = UInt64(payment.id), tokens.contains(operation & ~0xfff) {
                    found[operation] = payment
                }
            }
            guard page.count == AccountHistory.pageSize,
                case .read(let last)? = page.last, let place = UInt64(last.pagingToken), place > oldest,
                last.pagingToken != cursor
            else { break }
            cursor = last.pagingToken
        }
        return found
    }

    private func entries(
        of id: AccountID, _ query: [(name: String, value: String)]
    ) throws(HorizonError) -> [HistoryEntry] {
        try ask(.page(of: id, query + [("include_failed", "true")], HistoryEntry.init))
    }

    private func effects(
        of id: AccountID, _ query: [(name: String, value: String)]
    ) throws(HorizonError) -> [EffectRecord] {
        let effects = try ask(HorizonEndpoint<[EffectRecord]>.page(of: id, query, EffectRecord.init))
        if let stray = effects.first(where: { $0.account != id }) {
            throw .protocolBroken(
                what: "the effect \(stray.pagingToken) is another account's",
                request: "/accounts/\(id.address)/effects")
        }
        return effects
    }
}

extension HorizonEndpoint {
    /// A page of a list of an account, which may be long; empty when Horizon does not know the account.
    fileprivate static func page<Element: Listed>(
        of id: AccountID, _ query: [(name: String, value: String)],
        _ read: @escaping (JSON) throws(JSONError) -> Element
    ) -> Self where Value == [Element] {
        Self(
            ["accounts", id.address, Element.list], query: query, limit: HorizonClient.transactionLimit,
            missing: { [] }
        ) { json throws(JSONError) in try json.object("_embedded").elements("records", read) }
    }
}

/// An element of a list that Horizon serves in pages.
private protocol Listed {
    /// Increases along the ledger.
    var order: (UInt64, UInt64) { get }
    var cursor: String { get }
    /// When its ledger closed; nil if the server does not say.
    var time: Timestamp? { get }
    /// The last part of the list's path.
    static var list: String { get }
}

extension HistoryEntry: Listed {
    fileprivate var order: (UInt64, UInt64) { (token, 0) }
    fileprivate var cursor: String { String(token) }
    fileprivate var time: Timestamp? { createdAt }
    fileprivate static var list: String { "transactions" }

    fileprivate var isContractCall: Bool {
        envelope?.innermost.operations.contains { $0.type == .invokeHostFunction } == true
    }
}

extension EffectRecord: Listed {
    fileprivate var order: (UInt64, UInt64) { (operation, place) }
    fileprivate var cursor: String { pagingToken }
    fileprivate var time: Timestamp? { createdAt }
    fileprivate static var list: String { "effects" }
}

/// A part of a list, read page by page.
private struct List<Element: Listed> {
    private(set) var items: [Element] = []
    private(set) var isToTheEnd = false
    private var latest: Element?
    /// Smaller once the server's pages were too large: a transaction has up to 100 operations.
    private var pageSize = AccountHistory.pageSize

    typealias Page = ([(name: String, value: String)]) throws(HorizonError) -> [Element]

    /// Reads from the latest element back to a time.
    ///
    /// - Returns: false if there is more than is read.
    mutating func readBack(to start: Timestamp?, page: Page) throws(HorizonError) -> Bool {
        var last: Element?
        while items.count < AccountHistory.mostElements {
            let found: [Element]
            do throws(HorizonError) { found = try read("desc", after: last, page) } catch {
                // The server's history begins between two pages.
                guard case .problem(let problem) = error, problem.kind == "before_history" else { throw error }
                isToTheEnd = true
                return true
            }
            for element in found {
                if let last, element.order >= last.order { throw Self.fault("it is not in order at \(element.cursor)") }
                guard let time = element.time else { throw Self.fault("\(element.cursor) has no time") }
                last = element
                latest = latest ?? element
                if let start, time < start { return true }
                items.append(element)
            }
            if found.count < pageSize {
                isToTheEnd = true
                return true
            }
        }
        return false
    }

    /// Reads what came after the latest element.
    mutating func readOn(page: Page) throws(HorizonError) {
        while true {
            let found = try read("asc", after: latest, page)
            for element in found {
                if let latest, element.order <= latest.order {
                    throw Self.fault("it is not in order at \(element.cursor)")
                }
                guard element.time != nil else { throw Self.fault("\(element.cursor) has no time") }
                latest = element
                items.append(element)
            }
            if found.count < pageSize { return }
        }
    }

    private mutating func read(_ order: String, after last: Element?, _ page: Page) throws(HorizonError) -> [Element] {
        while true {
            var query = [(name: "order", value: order), (name: "limit", value: String(pageSize))]
            if let last { query.append((name: "cursor", value: last.cursor)) }
            do throws(HorizonError) {
                let found = try page(query)
                guard found.count <= pageSize else { throw Self.fault("a page has \(found.count) elements") }
                return found
            } catch {
                guard case .unreachable(HTTPError.tooLarge(_, _)) = error, pageSize > 1 else { throw error }
                pageSize = max(1, pageSize / 10)
            }
        }
    }

    private static func fault(_ what: String) -> HorizonError {
        .protocolBroken(what: what, request: "the account's \(Element.list)")
    }
}
