// SPDX-License-Identifier: Apache-2.0

package import Horizon
package import TextCodec

extension FeeStats {
    /// What recent transactions paid, in stroops per operation, and the fee that `auto` chooses.
    package var json: JSON {
        [
            "ledger": .integer(lastLedger), "base_fee": .integer(lastLedgerBaseFee),
            "capacity_usage": .string(capacityUsage), "auto": .integer(FeeChoice.perOperation(self)),
            "charged": Self.json(charged), "offered": Self.json(offered),
        ]
    }

    private static func json(_ spread: Spread) -> JSON {
        var members: [(String, JSON)] = [
            ("min", .integer(spread.min)), ("mode", .integer(spread.mode)), ("max", .integer(spread.max)),
        ]
        for percent in percents { members.append(("p\(percent)", .integer(spread.percentiles[percent] ?? 0))) }
        return .object(JSONObject(members))
    }
}
