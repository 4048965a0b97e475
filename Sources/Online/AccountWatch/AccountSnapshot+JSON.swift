// SPDX-License-Identifier: Apache-2.0

import TextCodec

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
