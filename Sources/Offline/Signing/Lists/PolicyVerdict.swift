// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Review
import Stellar
package import Vault

/// Whether a vault's policy lets a request be signed.
package struct PolicyVerdict: Hashable, Sendable {
    /// Why not; nil if it is allowed.
    package let reason: String?
    /// The rules whose holds need a person.
    package let attended: [RuleID]

    /// - Parameters:
    ///   - name: the key that would sign, for destinations of its own; nil for any.
    ///   - context: the vault, read for this key, or for display.
    /// - Throws: `.noInput` if there is no policy.
    package init(
        on request: ParsedRequest, by name: KeyName?, in context: VaultContext, at time: GivenTime,
        machine: any MachineClock
    ) throws(Failure) {
        guard let policy = context.policy else { throw Self.noPolicy }
        let clock = context.clock(time, machine: machine, for: name.map { [$0] } ?? [])
        let viewpoint: ReviewViewpoint =
            if let name {
                .signer(try context.info(name), with: [], clock: clock, isUnattended: false)
            } else {
                .limits(clock: clock)
            }
        let review = Reviewer.review(context.input(request, for: viewpoint)).review
        reason = review.allFindings.first { $0.rule == .policy && $0.level == .refuse }?.message
        attended = review.holds.filter { !policy.passes($0) }.map(\.rule)
    }

    /// The failure to report if it is not allowed.
    package var refusal: Failure? { reason.map { Failure(.refused, "POLICY: \($0)") } }

    /// Lines for the user about what is allowed.
    package var lines: [String] {
        let rules = attended.map(\.rawValue).joined(separator: ", ")
        return ["allowed by the policy"] + (rules.isEmpty ? [] : ["needs a person for \(rules)"])
    }

    package var document: JSON {
        if let reason { return ["allowed": false, "reason": .string(reason)] }
        return ["allowed": true, "needs_a_person": .array(attended.map { .string($0.rawValue) })]
    }

    package static let noPolicy = Failure(.noInput, "there is no policy")
}
