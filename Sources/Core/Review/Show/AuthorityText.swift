// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Who can sign for each account that changes, once everything is applied: one block per account, for either kind of
/// review.
struct AuthorityText {
    /// A line with its label.
    struct Line {
        let label: StaticString
        let phrase: Phrase
    }

    let forecast: AuthorityForecast

    var lines: [Line] {
        forecast.outcomes.flatMap(block) + forecast.remarks.map { Line(label: "Remark", phrase: $0) }
    }

    /// Adds a blank line and the blocks to a page; adds nothing if no account changes.
    func show(on page: inout Page) {
        let lines = lines
        guard !lines.isEmpty else { return }
        page.blank()
        for line in lines { page.fact(line.label, line.phrase) }
    }

    private func block(_ outcome: AuthorityOutcome) -> [Line] {
        let thresholds = Operation.Threshold.allCases.map { level -> Phrase in
            "\(level.word) \(outcome.after.threshold(level).map { "\($0)" } ?? "not known")"
        }
        let head: Phrase = """
            of \(outcome.account) afterwards (\(outcome.before.witness.words)): thresholds \
            \(Phrase(thresholds, separator: ", "))
            """
        return [Line(label: "Signers", phrase: head)] + details(outcome).map { Line(label: "", phrase: $0) }
    }

    private func details(_ outcome: AuthorityOutcome) -> [Phrase] {
        var lines = table(outcome)
        let isKnown = outcome.before.witness != .unknown
        if isKnown {
            let existing = Self.list(outcome.levels(.existing))
            lines.append("previous signers together, weight \(outcome.existingWeight), reach: \(existing)")
        }
        let new: Phrase = isKnown ? "reached only with new signers" : "the signers that are set here reach"
        add("\(new), weight \(outcome.totalWeight) together", outcome.levels(.new), &lines)
        for (signer, levels) in outcome.aloneReaching {
            add("\(Self.name(signer.key, outcome)), weight \(signer.weight), reaches ALONE", levels, &lines)
        }
        add("reached only if hash(x) or signed-payload signers count", outcome.levelsOfSpecialSigners, &lines)
        add("only a pre-authorized transaction reaches", outcome.levels(.preauthorized), &lines)
        let partly: Phrase = outcome.isLockedOnlyInPart ? "if only some of the transactions are applied, " : ""
        add("\(partly)NO ONE can reach", outcome.levels(.none), &lines)
        add("not known whether anyone can reach", outcome.levels(.unknown), &lines)
        if !isKnown { addOwnKey(outcome, &lines) }
        return lines
    }

    /// Who can sign afterwards, as a whole: what is known of it, and that the rest is not.
    private func table(_ outcome: AuthorityOutcome) -> [Phrase] {
        if let table = outcome.finalTable { return table.phrases() }
        guard outcome.after.table == nil else {
            return ["who can sign depends on which of the transactions are applied"]
        }
        let others: Phrase = outcome.after.mayHaveOthers ? "which other signers it has" : "its thresholds"
        return ["not known here: \(others)"]
    }

    private static func name(_ key: SignerKey, _ outcome: AuthorityOutcome) -> Phrase {
        if key == .ed25519(outcome.account.key) { return "the own key" }
        return outcome.isNew(key)
            ? "NEW SIGNER \(Phrase(key))" : "set here, claimed to be a previous signer: \(Phrase(key))"
    }

    /// For an account about which nothing else is known: the thresholds that its own key does not reach.
    private func addOwnKey(_ outcome: AuthorityOutcome, _ lines: inout [Phrase]) {
        guard let weight = outcome.after.masterWeight, weight > 0 else { return }
        let beyond = Operation.Threshold.allCases.filter { weight < outcome.after.needed($0) ?? 0 }
        add("the own key, weight \(weight), does not reach alone", beyond, &lines)
    }

    private func add(_ words: Phrase, _ levels: [Operation.Threshold], _ lines: inout [Phrase]) {
        if !levels.isEmpty { lines.append("\(words): \(Self.list(levels))") }
    }

    private static func list(_ levels: [Operation.Threshold]) -> Phrase {
        levels.isEmpty ? "no threshold" : Phrase(levels.map(\.word), separator: ", ")
    }
}

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
