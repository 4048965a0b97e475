// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

/// The response of `/info`.
enum TransferInfo {
    private static var limits: [(String, JSON)] {
        [
            ("min_amount", .number(Terms.least.text)), ("max_amount", .number(Terms.most.text)),
            ("fee_fixed", .number(Fee.fixed.text)), ("fee_percent", .integer(Fee.percent)),
        ]
    }

    private static let methods = JSON.array(DeliveryMethod.allCases.map { .string($0.rawValue) })

    static let features: JSON = ["account_creation": true, "claimable_balances": true]

    static var sep6: JSON {
        let open: [(String, JSON)] = [("enabled", true), ("authentication_required", true)]
        let type: JSON = ["description": "How the money comes", "optional": true, "choices": methods]
        let dest: JSON = ["description": "Your account at the practice bank; any text will do", "optional": true]
        let deposit = open + limits + [("funding_methods", methods), ("fields", ["type": type])]
        let types: JSON = ["bank_account": ["fields": ["dest": dest]], "cash": ["fields": .object(JSONObject())]]
        let withdraw = open + limits + [("funding_methods", methods), ("types", types)]
        return [
            "deposit": asset(deposit), "deposit-exchange": asset(deposit.filter { !$0.0.hasPrefix("fee_") }),
            "withdraw": asset(withdraw), "withdraw-exchange": asset(withdraw.filter { !$0.0.hasPrefix("fee_") }),
            "fee": .object(JSONObject(open + [("description", "1 and 1 % of the amount.")])),
            "transactions": .object(JSONObject(open)), "transaction": .object(JSONObject(open)),
            "features": features,
        ]
    }

    private static func asset(_ members: [(String, JSON)]) -> JSON {
        .object(JSONObject([(PracticeAccounts.code, .object(JSONObject(members)))]))
    }

    static var sep24: JSON {
        let line = JSON.object(JSONObject([("enabled", true)] + limits))
        let assets = JSON.object(JSONObject([(PracticeAccounts.code, line), ("native", line)]))
        return [
            "deposit": assets, "withdraw": assets, "fee": ["enabled": true, "authentication_required": true],
            "features": features,
        ]
    }
}
