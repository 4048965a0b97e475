// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// Which events are asked for: those of certain contracts, whose topics match.
struct EventFilter {
    /// One segment of a topic filter.
    private enum Segment {
        case any
        case value(SCVal)
        /// Any number of further topics.
        case rest
    }

    private let contracts: Set<ContractID>
    private let topics: [[Segment]]

    private static let mostFilters = 5
    private static let mostContracts = 5
    private static let mostTopics = 5

    static func all(_ parameters: RPCParameters) throws(RPCError) -> [EventFilter] {
        let list = try parameters.objects("filters") ?? []
        guard list.count <= mostFilters else { throw .invalidParameters("maximum \(mostFilters) filters per request") }
        var filters: [EventFilter] = []
        for filter in list { filters.append(try EventFilter(filter)) }
        return filters
    }

    private init(_ parameters: RPCParameters) throws(RPCError) {
        let types = try parameters.text("type") ?? ""
        for type in types.split(separator: ",") {
            guard ["contract", "system"].contains(type) else {
                throw .invalidParameters("filter type invalid: if set, type must be either 'system' or 'contract'")
            }
        }
        let ids = try parameters.texts("contractIds") ?? []
        guard ids.count <= Self.mostContracts else {
            throw .invalidParameters("maximum \(Self.mostContracts) contract IDs per filter")
        }
        var contracts: Set<ContractID> = []
        for id in ids {
            guard case .contract(let contract)? = try? StrKey(id) else {
                throw .invalidParameters("contract ID invalid")
            }
            contracts.insert(contract)
        }
        self.contracts = contracts
        let topics = try parameters.list("topics") ?? []
        guard topics.count <= Self.mostTopics else {
            throw .invalidParameters("maximum \(Self.mostTopics) topics per filter")
        }
        var segments: [[Segment]] = []
        for topic in topics {
            let texts = topic.asArray?.compactMap(\.asString) ?? []
            guard !texts.isEmpty, texts.count == topic.asArray?.count else {
                throw .invalidParameters("topic must be an array of strings")
            }
            segments.append(try Self.segments(texts))
        }
        self.topics = segments
    }

    private static func segments(_ texts: [String]) throws(RPCError) -> [Segment] {
        var segments: [Segment] = []
        for (index, text) in texts.enumerated() {
            if text == "**", index == texts.count - 1 {
                segments.append(.rest)
            } else if text == "*" {
                segments.append(.any)
            } else if let value = SCVal(base64: text) {
                segments.append(.value(value))
            } else {
                throw .invalidParameters("topic segment invalid: it must be a value, '*' or, at the end, '**'")
            }
        }
        guard segments.count <= (texts.last == "**" ? 5 : 4) else {
            throw .invalidParameters("topic cannot have more than 4 segments")
        }
        return segments
    }

    func matches(_ event: ContractEvent) -> Bool {
        guard contracts.isEmpty || event.contractID.map(contracts.contains) == true else { return false }
        guard case .v0(let body) = event.body else { return false }
        return topics.isEmpty || topics.contains { Self.matches($0, body.topics) }
    }

    private static func matches(_ segments: [Segment], _ topics: [SCVal]) -> Bool {
        for (index, segment) in segments.enumerated() {
            if case .rest = segment { return true }
            guard index < topics.count else { return false }
            if case .value(let value) = segment, topics[index] != value { return false }
        }
        return segments.count == topics.count
    }
}
