// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import Review
package import Stellar
package import Vault

/// What is known about a vault's policy: what it says, and whether a key has proven it.
package struct PolicyStanding: Sendable {
    @Indirect private var context: VaultContext
    /// Whether the policy is the owner's, according to a key that knows them; false without a PIN.
    package private(set) var isVerified = false
    private var words: Wording = "not yet verified: \(field: .key, "NAME") and its PIN prove it"

    package var policy: Policy? { context.policy }

    package init(in context: VaultContext) { self.context = context }

    /// Proves the policy with an opened key.
    package mutating func verify(with key: borrowing UnlockedKey) throws(Failure) {
        do { isVerified = try !context.state.prove(key).isFirst } catch { throw Failure(error) }
        let name = key.info.name.text
        words = isVerified ? "verified with key \(name)" : "signed by a key that \(name) has not seen before"
    }

    /// A line about version and owner; nil without a policy.
    package var text: Wording? {
        guard let list = context.state.policy, context.policy != nil else { return nil }
        return "policy number \(list.counter) of \(list.time.utc), by key \(list.owner.text); \(words)"
    }

    /// What is used and left of its limits; nil without a policy.
    ///
    /// - Parameter now: by this machine's clock.
    package func usage(now: Timestamp) -> PolicyUsage? {
        context.policy.map { PolicyUsage(of: $0, in: context.state.commonRecord, now: now) }
    }

    /// The policy with its version, owner and standing, and what is left of its limits.
    package func document(now: Timestamp) -> JSON {
        var list = context.state.policy?.document
        list?["verified"] = .bool(isVerified)
        return [
            "policy": context.policy?.json ?? .null, "list": list.map { .object($0) } ?? .null,
            "usage": usage(now: now)?.json ?? .null,
        ]
    }
}

/// Whether a vault's policy lets a request be signed.
package struct PolicyVerdict: Hashable, Sendable {
    /// Why not; nil if it is allowed.
    package let reason: String?
    /// The rules whose holds need a person.
    package let attended: [RuleID]

    /// - Parameters:
    ///   - name: the key that would sign, for which the policy may list separate destinations; nil for any.
    ///   - context: the vault, read for this key, or for display.
    /// - Throws: `.noInput` if there is no policy.
    package init(
        on request: ParsedRequest, by name: KeyName?, in context: VaultContext, at time: GivenTime,
        machine: any MachineClock
    ) throws(Failure) {
        guard let policy = context.policy else { throw Self.noPolicy }
        let clock = ReviewClock(time, machine: machine, in: context.state, for: name.map { [$0] } ?? [])
        let viewpoint: ReviewViewpoint =
            if let name {
                .signer(try context.info(name), with: [], clock: clock, .person)
            } else {
                .limits(clock: clock)
            }
        let review = Reviewer.review(context.input(request, for: viewpoint)).review
        reason = review.allFindings.first { $0.rule == .policy && $0.level == .refuse }?.message
        attended = review.holds.filter { !policy.passes($0) }.map(\.rule)
    }

    /// The failure to report if it is not allowed.
    package var refusal: Failure? { reason.map { Failure(.refused, "POLICY: \($0)", codes: [.forbidden]) } }

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

extension SignedList {
    /// How a list crosses to another vault as text.
    package enum Format: String, CaseIterable, Sendable {
        /// The signed list itself.
        case list
        /// The parts of a Uniform Resource, as in QR codes.
        case ur
    }

    /// The list in a format, without the last line feed.
    package func text(_ format: Format) -> String {
        switch format {
        case .list: String(decoding: bytes.dropLast(), as: UTF8.self)
        case .ur: ListResource.ur(of: bytes).lines.joined(separator: "\n")
        }
    }

    /// The document about a change of a list.
    ///
    /// - Parameter list: the list there is now; nil for none.
    package static func document(isChanged: Bool, _ list: SignedList?) -> JSON {
        ["changed": .bool(isChanged), "list": list.map { .object($0.document) } ?? .null]
    }

    /// The version and owner of the list, for `show --json`.
    package var document: JSONObject {
        JSONObject([
            ("number", .integer(counter)), ("time", .string(time.rfc3339)), ("owner", .string(owner.text)),
            ("list_key", .string(Hex.encode(listKey))),
        ])
    }
}

extension Policy {
    /// The maximum size of a policy's file, in bytes.
    package static let fileLimit = 1 << 20

    /// Reads a policy that is to be put in force.
    ///
    /// - Parameter origin: where the bytes came from, escaped.
    /// - Throws: `.badInput`.
    package init(file bytes: [UInt8], origin: String) throws(Failure) {
        do throws(JSONError) { try self.init(try JSON(parsing: bytes)) } catch {
            throw Failure(.badInput, "\(origin): \(error.message(in: bytes))")
        }
    }
}
