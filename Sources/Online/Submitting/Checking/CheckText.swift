// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import LedgerXDR
package import Stellar
import StellarXDR

extension SubmissionCheck.Result {
    /// Why the transaction is not to be submitted; nil when it may be, or was applied.
    ///
    /// - Parameter hash: the transaction's.
    package func failure(of hash: TransactionHash) -> Failure? {
        switch self {
        case .settled(let outcome): outcome.failure(of: hash)
        case .checked(let report): report.failure
        }
    }

    /// The result for people: hash and check words, then a line for each check, then the conclusion.
    package func text(of hash: TransactionHash) -> [TextPart] {
        let head = TextPart.facts(
            [TextFact("hash", Wording(hash.hex)), TextFact("words", Wording(CheckWords.text(of: hash)))],
            columns: Self.columns)
        return [head] + text
    }

    /// The result without the transaction's hash and words.
    package var text: [TextPart] {
        switch self {
        case .settled(let outcome): return [Self.conclusion(Wording(outcome.text))]
        case .checked(let report):
            let rows = TextPart.findings(
                report.rows.map(\.finding), TextFinding.Columns(subject: Self.columns, verdict: 9))
            return [rows] + (report.conclusion.map { [Self.conclusion(Wording($0))] } ?? [])
        }
    }

    private static func conclusion(_ text: Wording) -> TextPart {
        .facts([TextFact("result", text)], columns: columns)
    }

    /// Those of all labels, for the longest name of a check.
    private static var columns: Int { 12 }

    /// The JSON document of a check, with hints in the style of the front end.
    package func document(of hash: TransactionHash, in style: some WordingStyle) -> JSON {
        switch self {
        case .settled(let outcome): outcome.document(of: hash)
        case .checked(let report): report.document(in: style)
        }
    }
}

extension SettledOutcome {
    fileprivate func document(of hash: TransactionHash) -> JSON {
        let problem: JSON = ["code": .null, "operation": .null, "message": .string(text), "hint": .null]
        return [
            "version": 1, "hash": .string(hash.hex), "ok": .bool(failure(of: hash) == nil),
            "ledger": ledger.map { .integer($0) } ?? .null, "checks": [], "authorities": [],
            "problems": ledger == nil ? [problem] : [],
        ]
    }
}

extension CheckReport {
    fileprivate func document(in style: some WordingStyle) -> JSON {
        let problems = rejections.map { rejection -> JSON in
            [
                "code": rejection.code.map { .string($0.rawValue) } ?? .null,
                "operation": rejection.operation.map { .integer($0) } ?? .null, "message": .string(rejection.message),
                "hint": rejection.hint.map { .string($0.text(in: style)) } ?? .null,
            ]
        }
        return [
            "version": 1, "hash": .string(hash.hex), "ok": .bool(rejections.isEmpty),
            "checks": .array(rows.map(\.json)), "authorities": signatures.json, "problems": .array(problems),
        ]
    }
}

extension ForecastRejection {
    /// The message with its result code.
    package var text: String { message + (code.map { " (\($0))" } ?? "") }

    /// The check that it is the result of.
    var subject: CheckRow.Subject {
        if code == .opBadAuth { return .signature }
        if operation != nil, code != .opMalformed, code != .opNotSupported { return .operation }
        return switch code {
        case .txBadAuth, .txBadAuthExtra: .signature
        case .txTooLate, .txTooEarly: .validity
        case .txBadSeq, .txBadMinseqAgeOrGap, .txNoSourceAccount: .sequence
        case .txInsufficientFee, .txInsufficientBalance: .fee
        default: .form
        }
    }
}

extension SignatureReport.Authority {
    /// The required level, with the account's thresholds.
    package var text: String { "\(level); low \(thresholds[0]), medium \(thresholds[1]), high \(thresholds[2])" }
}

/// Who has signed a transaction, for people and for other programs.
extension SignatureReport {
    /// The accounts that must authorize with the weight reached and their signers, then extra signers and surplus
    /// signatures.
    ///
    /// - Parameter hash: the transaction's.
    package func text(of hash: TransactionHash) -> [TextPart] {
        [Self.fact("hash", Wording(hash.hex))] + text
    }

    /// The report without the transaction's hash.
    package var text: [TextPart] {
        var parts: [TextPart] = []
        for authority in authorities {
            parts.append(
                Self.fact(
                    "account",
                    """
                    \(authority.account.address): weight \(authority.reached) of \(max(1, authority.needed)) \
                    (\(authority.text)) \(authority.isMet ? "ok" : "NOT ENOUGH")
                    """))
            // A key of weight 0 has been disabled and is not missing.
            parts += Self.signers(
                authority.signers.filter { $0.hasSigned || $0.weight > 0 }.map {
                    ($0.hasSigned, "\($0.key.address) weight \($0.weight)")
                })
        }
        if !extraSigners.isEmpty { parts.append(Self.fact("extra", "signers that the preconditions ask for")) }
        parts += Self.signers(extraSigners.map { ($0.hasSigned, Wording($0.key.address)) })
        if !surplus.isEmpty { parts.append(Self.fact("surplus", Wording(Self.names(surplus, makers)))) }
        if !innerSurplus.isEmpty {
            parts.append(Self.fact("inner", "surplus \(Self.names(innerSurplus, innerMakers))"))
        }
        return parts
    }

    private static func fact(_ label: Wording, _ value: Wording) -> TextPart {
        .facts([TextFact(label, value)], columns: 12)
    }

    private static func signers(_ signers: [(hasSigned: Bool, text: Wording)]) -> [TextPart] {
        if signers.isEmpty { return [] }
        let facts = signers.map { TextFact($0.hasSigned ? "signed" : "missing", $0.text) }
        return [.facts(facts, columns: 8, indent: 2)]
    }

    /// Whether every account and extra signer has signed with enough weight.
    var isAuthorized: Bool { authorities.allSatisfy(\.isMet) && missingExtraSigners.isEmpty }

    /// The signatures that no account needs, by their places, and whose they are.
    var surplusText: String {
        "\(Self.names(surplus, makers)), \(surplus.count == 1 ? "is" : "are") not needed and"
    }

    /// Signatures by their places, and whose they are.
    private static func names(_ places: [Int], _ makers: [SignerKey?]) -> String {
        let names = places.map { place in makers[place].map { "by \($0.address)" } ?? "by no known signer" }
        return "signature\(places.count == 1 ? "" : "s") \(Self.places(places)), \(names.joined(separator: ", "))"
    }

    private static func places(_ indices: [Int]) -> String {
        indices.map { "\($0 + 1)" }.joined(separator: ", ")
    }

    /// The JSON document of `coldstar-submit signatures`.
    package func document(of hash: TransactionHash) -> JSON {
        [
            "version": 1, "hash": .string(hash.hex), "authorities": json, "extra_signers": extraSignersJSON,
            "missing_extra_signers": .array(missingExtraSigners.map { .string($0.address) }),
            "surplus": .array(surplus.map { .integer($0) }),
            "inner_surplus": .array(innerSurplus.map { .integer($0) }),
        ]
    }
}
