// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerAPI
import Stellar
import StellarXDR

/// The state of an account that `watch` records: everything that determines its assets and who may sign for it.
package struct AccountSnapshot: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        /// The balance and the limit in stroops; native has no limit.
        var balance: Int64
        var limit: Int64?
        var isAuthorized: Bool
        /// Whether open offers or a pool may change it without a transaction of the account.
        var isOffered: Bool
    }

    var sequence: Int64
    /// The thresholds: low, medium, high.
    var thresholds: [Int]
    /// The signers' weights by key, including the account's own.
    var signers: [String: Int]
    /// The names of the flags that are set.
    var flags: Set<String>
    var homeDomain: String?
    /// The data entries in base64, by name.
    var data: [String: String]
    /// The trustlines by asset or pool id.
    var lines: [String: Line]

    package init(_ record: AccountRecord) {
        sequence = record.sequence
        thresholds = [record.thresholds.low, record.thresholds.medium, record.thresholds.high]
        signers = Dictionary(record.signers.map { ($0.key.address, $0.weight) }) { $1 }
        flags = Set(record.flagNames)
        homeDomain = record.homeDomain
        data = record.data.mapValues { Base64.encode($0) }
        lines = Dictionary(record.balances.map { (Self.name(of: $0.holding), Line($0)) }) { $1 }
        // What cannot be read is compared as the server writes it, so that a change of it does not go unnoticed.
        for part in record.unread {
            switch part {
            case .signer(let unread): signers["of an unknown kind, \(unread.excerpt)"] = 0
            case .balance(let unread):
                lines["of an unknown kind, \(unread.excerpt)"] = Line(
                    balance: 0, limit: nil, isAuthorized: true, isOffered: false)
            }
        }
    }

    init(
        sequence: Int64, thresholds: [Int], signers: [String: Int], flags: Set<String>, homeDomain: String?,
        data: [String: String], lines: [String: Line]
    ) {
        self.sequence = sequence
        self.thresholds = thresholds
        self.signers = signers
        self.flags = flags
        self.homeDomain = homeDomain
        self.data = data
        self.lines = lines
    }

    static let levels = ["low", "medium", "high"]

    private static func name(of holding: AccountBalance.Holding) -> String {
        switch holding {
        case .asset(let asset): asset.text
        case .poolShares(let id): "pool " + id
        }
    }
}

extension AccountSnapshot.Line {
    fileprivate init(_ balance: AccountBalance) {
        self.init(
            balance: balance.balance.stroops, limit: balance.limit?.stroops, isAuthorized: balance.isAuthorized,
            isOffered: balance.buyingLiabilities > .zero || balance.sellingLiabilities > .zero)
    }
}

/// The journal's format, version 1.
extension AccountSnapshot {
    /// The state as JSON text.
    ///
    /// - Parameter state: nil for an account that does not exist.
    static func text(of state: AccountSnapshot?) -> String {
        JSON.object(JSONObject([("version", 1), ("account", state?.json ?? .null)])).text()
    }

    /// Parses the state.
    ///
    /// - Returns: nil for an account that did not exist.
    static func read(_ text: String) throws(JSONError) -> AccountSnapshot? {
        let json = try JSON(parsing: Array(text.utf8))
        guard try json.integer("version", as: Int.self) == 1 else { throw .outOfRange(field: "version") }
        let account = try json.member("account")
        return account == .null ? nil : try AccountSnapshot(account)
    }

    private var json: JSON {
        let lines = self.lines.sorted { $0.key < $1.key }.map { name, line in
            (
                name,
                [
                    "balance": .integer(line.balance), "limit": line.limit.map { .integer($0) } ?? .null,
                    "authorized": .bool(line.isAuthorized), "offered": .bool(line.isOffered),
                ] as JSON
            )
        }
        return [
            "sequence": .integer(sequence), "thresholds": .array(thresholds.map { .integer($0) }),
            "signers": .object(
                JSONObject(signers.sorted { $0.key < $1.key }.map { ($0.key, JSON.integer($0.value)) })),
            "flags": .array(flags.sorted().map { .string($0) }),
            "home_domain": homeDomain.map { .string($0) } ?? .null,
            "data": .object(JSONObject(data.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) })),
            "balances": .object(JSONObject(lines)),
        ]
    }

    private init(_ json: JSON) throws(JSONError) {
        var signers: [String: Int] = [:]
        for key in try json.object("signers").asObject?.keys ?? [] {
            signers[key] = try json.object("signers").integer(key)
        }
        var data: [String: String] = [:]
        for name in try json.object("data").asObject?.keys ?? [] {
            data[name] = try json.object("data").string(name)
        }
        var lines: [String: Line] = [:]
        for name in try json.object("balances").asObject?.keys ?? [] {
            let line = try json.object("balances").object(name)
            lines[name] = Line(
                balance: try line.integer("balance"),
                limit: line["limit"] == .null ? nil : try line.integer("limit"),
                isAuthorized: try line.bool("authorized"), isOffered: try line.bool("offered"))
        }
        let thresholds = try json.array("thresholds").compactMap { $0.asInteger(Int.self) }
        guard thresholds.count == Self.levels.count else { throw .outOfRange(field: "thresholds") }
        self.init(
            sequence: try json.integer("sequence"), thresholds: thresholds, signers: signers,
            flags: Set(try json.array("flags").compactMap(\.asString)),
            homeDomain: try json.optionalString("home_domain"),
            data: data, lines: lines)
    }
}
