// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR

func strictReceive(_ sent: Asset, atMost: Int64, _ received: Asset, _ amount: String) -> Operation {
    operation(
        .pathPaymentStrictReceive(
            PathPaymentStrictReceiveOp(
                sendAsset: sent, sendMax: atMost, destination: bob.muxed, destAsset: received,
                destAmount: units(amount), path: bounded([]))))
}

/// Hints with a rate: 100 XLM give 40 USDC.
func rate(_ input: inout ReviewInput) {
    input.claims.take(hints: [
        "rates": [["send_asset": "native", "dest_asset": .string(usdc.text), "sent": "100", "received": "40"]]
    ])
}

extension RuleCases {
    static let inertBounds: [RuleCase] = [
        RuleCase(.inertBound, .hold, "a minimum of 0") {
            $0.operations = [strictSend(.native, "100", usdc, atLeast: "0")]
        } not: {
            $0.operations = [strictSend(.native, "100", usdc, atLeast: "0.0000002")]
        },
        RuleCase(.inertBound, .hold, "a minimum of a stroop") {
            $0.operations = [strictSend(.native, "100", usdc, atLeast: "0.0000001")]
        } not: {
            $0.operations = [strictSend(.native, "100", usdc, atLeast: "39")]
        },
        RuleCase(.inertBound, .hold, "a minimum below a thousandth of the claimed rate") {
            $0.operations = [strictSend(.native, "100", usdc, atLeast: "0.0399999")]
            $0.setUp = rate
        } not: {
            $0.operations = [strictSend(.native, "100", usdc, atLeast: "0.04")]
            $0.setUp = rate
        },
        RuleCase(.inertBound, .hold, "a minimum below a thousandth of the same asset") {
            $0.operations = [strictSend(usdc, "100", usdc, atLeast: "0.0999999")]
        } not: {
            $0.operations = [strictSend(usdc, "100", usdc, atLeast: "0.1")]
        },
        RuleCase(.inertBound, .hold, "the largest amount as the maximum") {
            $0.operations = [strictReceive(.native, atMost: .max, usdc, "1")]
        } not: {
            $0.operations = [strictReceive(.native, atMost: .max - 1, usdc, "1")]
        },
        RuleCase(.inertBound, .hold, "a maximum above a thousand times the claimed rate, the other way round") {
            $0.operations = [strictReceive(usdc, atMost: units("400.0000001"), .native, "1")]
            $0.setUp = rate
        } not: {
            $0.operations = [strictReceive(usdc, atMost: units("400"), .native, "1")]
            $0.setUp = rate
        },
    ]
}
