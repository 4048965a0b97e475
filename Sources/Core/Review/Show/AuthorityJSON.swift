// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Who can sign for each account that changes, once everything is applied, as JSON.
enum AuthorityJSON {
    static func accounts(_ forecast: AuthorityForecast) -> JSON { .array(forecast.outcomes.map(account)) }

    /// Transactions that the network would not apply.
    static func rejections(_ forecast: AuthorityForecast) -> JSON {
        .array(
            forecast.rejections.map { rejected($0, isClaimed: false) }
                + forecast.claimedRejections.map { rejected($0, isClaimed: true) })
    }

    private static func account(_ outcome: AuthorityOutcome) -> JSON {
        let levels = Operation.Threshold.allCases
        func names(_ levels: [Operation.Threshold]) -> JSON { .array(levels.map { .string($0.word.plain) }) }
        return [
            "account": .string(outcome.account.address),
            "known_from": .string(outcome.before.witness.rawValue),
            "master_weight": outcome.after.masterWeight.map { .integer($0) } ?? .null,
            "signers": .array(
                outcome.after.signers.map { signer in
                    [
                        "key": .string(signer.key.address), "weight": .integer(signer.weight),
                        "new": .bool(outcome.isNew(signer.key)),
                    ]
                }),
            "may_have_others": .bool(outcome.after.mayHaveOthers),
            "thresholds": .object(
                JSONObject(
                    levels.map { ($0.word.plain, outcome.after.threshold($0).map { .integer($0) } ?? .null) })),
            "existing_weight": .integer(outcome.existingWeight), "total_weight": .integer(outcome.totalWeight),
            "reached_by": .object(
                JSONObject(levels.map { ($0.word.plain, .string(outcome.reach($0).rawValue)) })),
            "reached_alone": .array(
                outcome.aloneReaching.map { signer, levels in
                    [
                        "key": .string(signer.key.address), "weight": .integer(signer.weight),
                        "new": .bool(outcome.isNew(signer.key)), "levels": names(levels),
                    ]
                }),
            "counting_special_signers": names(outcome.levelsOfSpecialSigners),
            "locked": names(outcome.lost),
        ]
    }

    private static func rejected(_ rejection: AuthorityRejection, isClaimed: Bool) -> JSON {
        [
            "line": rejection.line.map { .integer($0) } ?? .null,
            "operation": rejection.operation.map { .integer($0) } ?? .null,
            "reason": .string(rejection.phrase.plain), "claimed": .bool(isClaimed),
        ]
    }
}
