// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

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
