// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
package import Stellar
package import StellarXDR

/// An event of a contract or of the system, from `getEvents`.
package struct EventRecord: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case contract, system, diagnostic
    }

    package let kind: Kind
    /// `TOID-INDEX`, as written.
    package let id: String
    package let ledger: UInt32
    package let ledgerClosedAt: Timestamp
    /// Nil for an event of the system.
    package let contract: ContractID?
    package let transaction: TransactionHash
    package let topics: [SCVal]
    package let value: SCVal

    init(_ json: JSON) throws(JSONError) {
        let type = try json.string("type")
        guard let kind = Kind(rawValue: type) else { throw .unknown("type", type) }
        self.kind = kind
        id = try json.string("id")
        ledger = try json.ledger("ledger")
        guard let time = Timestamp(try json.string("ledgerClosedAt")) else {
            throw .wrongType(field: "ledgerClosedAt", expected: "a time")
        }
        ledgerClosedAt = time
        contract = try Self.contract(json)
        transaction = try json.hash("txHash")
        topics = try json.xdrs("topic")
        value = try json.xdr("value")
    }

    /// An empty text stands for none.
    private static func contract(_ json: JSON) throws(JSONError) -> ContractID? {
        guard let text = try json.optionalString("contractId"), !text.isEmpty else { return nil }
        guard case .contract(let id)? = try? StrKey(text) else {
            throw .wrongType(field: "contractId", expected: "a contract")
        }
        return id
    }
}

/// A page of `getEvents`.
package struct EventPage: Hashable, Sendable {
    /// Each is read alone.
    package let events: [Readable<EventRecord>]
    package let latestLedger: UInt32
    /// Nil from servers older than stellar-rpc 23.
    package let oldestLedger: UInt32?
    /// Where the next page begins.
    package let cursor: String

    init(_ json: JSON, limit: Int) throws(JSONError) {
        events = try json.elements("events") { Readable($0, EventRecord.init) }
        latestLedger = try json.ledger("latestLedger")
        oldestLedger = try json.optionalLedger("oldestLedger")
        cursor = try json.string("cursor")
        guard events.count <= limit else { throw .outOfRange(field: "events") }
    }
}

/// Which events `getEvents` returns.
package struct EventFilter: Hashable, Sendable {
    /// One place of a pattern of topics.
    package enum Segment: Hashable, Sendable {
        case value(SCVal)
        /// `*`: any one topic.
        case any
        /// `**`: any further topics; only at the end.
        case rest
    }

    package var kind: EventRecord.Kind?
    /// At most five.
    package var contracts: [ContractID]
    /// At most five patterns of one to four segments.
    package var topics: [[Segment]]

    package init(kind: EventRecord.Kind? = nil, contracts: [ContractID] = [], topics: [[Segment]] = []) {
        self.kind = kind
        self.contracts = contracts
        self.topics = topics
    }

    var json: JSON {
        var members: [(String, JSON)] = []
        if let kind { members.append(("type", .string(kind.rawValue))) }
        if !contracts.isEmpty {
            members.append(("contractIds", .array(contracts.map { .string(StrKey.contract($0).text) })))
        }
        if !topics.isEmpty {
            members.append(("topics", .array(topics.map { .array($0.map { .string(Self.text(of: $0)) }) })))
        }
        return .object(JSONObject(members))
    }

    private static func text(of segment: Segment) -> String {
        switch segment {
        case .value(let value): Base64.encode(value.xdr)
        case .any: "*"
        case .rest: "**"
        }
    }
}
