// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The assets that leave and enter, as JSON.
enum FlowsJSON {
    static func value(_ flows: Flows) -> JSON {
        [
            "leaving": .array(flows.leaving.map(total)), "entering": .array(flows.entering.map(total)),
            "not_named": .object(
                JSONObject(
                    Flows.Unknown.allCases.compactMap { kind in
                        flows.unknown[kind].map { (kind.rawValue, .integer($0)) }
                    })),
        ]
    }

    private static func total(_ total: Flows.Total) -> JSON {
        [
            "account": .string(total.holder.address), "asset": .string(total.token.text),
            "amount": .string(total.text), "exact": .bool(total.isExact),
            "operations": .integer(total.count),
        ]
    }
}
