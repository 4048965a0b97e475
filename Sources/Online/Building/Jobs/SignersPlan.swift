// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Review
import Stellar
package import StellarXDR

/// A change of who can sign for an account, as someone asks for it.
package struct SignersChange: Hashable, Sendable {
    /// A key to add, or one whose weight changes.
    package struct Addition: Hashable, Sendable {
        package let key: SignerKey
        /// Nil for the usual weight, 1.
        package let weight: UInt8?

        package init(_ key: SignerKey, weight: UInt8? = nil) { (self.key, self.weight) = (key, weight) }
    }

    /// How many signatures are needed.
    package enum Rule: Hashable, Sendable {
        /// The thresholds stay.
        case asBefore
        /// Any so many of all signers, each of whom gets the weight 1.
        case any(UInt8)
        case thresholds(SigningThresholds)
    }

    package var added: [Addition] = []
    package var removed: [SignerKey] = []
    package var rule = Rule.asBefore
    /// The weight of the account's own key. Unless it is wanted, that cannot sign any more.
    package var masterWeight: UInt8 = 0

    package init() {}
}

/// The three thresholds of an account.
package struct SigningThresholds: Hashable, Sendable, TextValue {
    package let low: UInt8
    package let medium: UInt8
    package let high: UInt8

    package init(low: UInt8, medium: UInt8, high: UInt8) {
        (self.low, self.medium, self.high) = (low, medium, high)
    }

    /// - Parameter text: `LOW,MEDIUM,HIGH`.
    package init(text: String) throws(Failure) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt8($0) }
        guard parts.count == 3, numbers.count == 3, numbers.map(String.init).joined(separator: ",") == text else {
            throw Failure(.badInput, "must be LOW,MEDIUM,HIGH, each 0 to 255")
        }
        self.init(low: numbers[0], medium: numbers[1], high: numbers[2])
    }
}

/// How a change of signers is done: the operations, in this order, and who can sign afterwards.
///
/// One transaction is always enough. The network checks its signatures before its first operation, applies all of the
/// operations or none, and an account has so few signers that they fit. Nevertheless weights are raised first, then the
/// thresholds change, then weights are lowered, so that the signers reach every threshold after each operation; only an
/// account with 20 signers loses one before it gets another.
package struct SignersPlan: Hashable, Sendable {
    package let before: SigningTable
    package let after: SigningTable
    /// The keys that could not sign before.
    package let newKeys: [SignerKey]
    package let operations: [SetOptionsOp]

    /// - Parameters:
    ///   - before: what the ledger says.
    ///   - name: what the user calls a key, with its address.
    /// - Throws: `.usage` or `.badInput` for a change that cannot be meant; `.refused` for one after which a threshold
    ///   cannot be reached; `.refusedByLedger` if no one can change the signers of the account.
    package init(
        _ change: SignersChange, of before: SigningTable, name: (SignerKey) -> String = \.address
    ) throws(Failure) {
        try Self.check(change, of: before, name)
        var after = before
        after.signers.removeAll { change.removed.contains($0.key) }
        for addition in change.added {
            let signer = Signer(key: addition.key, weight: UInt32(addition.weight ?? 1))
            if let place = after.signers.firstIndex(where: { $0.key == addition.key }) {
                after.signers[place] = signer
            } else {
                after.signers.append(signer)
            }
        }
        after.masterWeight = UInt32(change.masterWeight)
        switch change.rule {
        case .asBefore: break
        case .any(let number):
            after.signers = after.signers.map { Signer(key: $0.key, weight: 1) }
            (after.low, after.medium, after.high) = (UInt32(number), UInt32(number), UInt32(number))
            try Self.check(any: number, in: after, name)
        case .thresholds(let wanted):
            (after.low, after.medium, after.high) = (UInt32(wanted.low), UInt32(wanted.medium), UInt32(wanted.high))
        }
        guard after.signers.count <= Authority.mostSigners else {
            throw Failure(
                .badInput, .add,
                "the account would have \(after.signers.count) signers, and \(Authority.mostSigners) are possible")
        }
        guard !after.isSame(as: before) else {
            throw Failure(.badInput, "these are the signers and thresholds already: there is nothing to change")
        }
        try Self.checkReach(of: after)
        (self.before, self.after) = (before, after)
        newKeys = change.added.map(\.key).filter { before.weight(of: $0) == 0 }
        operations = Self.operations(from: before, to: after, change)
    }

    /// The operations in order: raise weights, set thresholds and the own key's weight, lower weights.
    private static func operations(
        from before: SigningTable, to after: SigningTable, _ change: SignersChange
    ) -> [SetOptionsOp] {
        let changed = after.signers.filter { before.weight(of: $0.key) != $0.weight }
        var raised = changed.filter { before.weight(of: $0.key) < $0.weight }.map { SetOptionsOp(signer: $0) }
        var lowered =
            changed.filter { before.weight(of: $0.key) > $0.weight }.map { SetOptionsOp(signer: $0) }
            + before.signers.filter { after.weight(of: $0.key) == 0 }
            .map { SetOptionsOp(signer: Signer(key: $0.key, weight: 0)) }
        // The network allows no more signers in between either.
        let added = after.signers.count { before.weight(of: $0.key) == 0 }
        let early = max(0, before.signers.count + added - Authority.mostSigners)
        let removals = lowered.suffix(early)
        lowered.removeLast(removals.count)
        raised = removals + raised
        // What was asked for is set also if it is so already: the server may be wrong about the account.
        var levels = SetOptionsOp()
        levels.masterWeight = after.masterWeight
        if change.rule != .asBefore {
            (levels.lowThreshold, levels.medThreshold, levels.highThreshold) = (after.low, after.medium, after.high)
        }
        return raised + [levels] + lowered
    }
}

/// What is refused.
extension SignersPlan {
    private static func check(
        _ change: SignersChange, of before: SigningTable, _ name: (SignerKey) -> String
    ) throws(Failure) {
        guard before.most({ !$0.isPreAuthorized }) >= max(before.needed(.high), before.needed(.low)) else {
            throw Failure(
                .refusedByLedger,
                "no one can change the signers of \(before.account.address): all of them together have weight \(before.most { !$0.isPreAuthorized }), and \(max(before.needed(.high), before.needed(.low))) is needed"
            )
        }
        let own = SignerKey.ed25519(before.account.key)
        var seen: Set<SignerKey> = []
        for (key, field) in change.added.map({ ($0.key, FieldID.add) }) + change.removed.map({ ($0, FieldID.remove) }) {
            // To remove the account's own key is to give it no weight.
            guard key != own || field == .remove && change.masterWeight == 0 else {
                throw Failure(
                    .badInput, field, "\(key.address) is the account's own key",
                    hint: "\(field: .masterWeight) sets its weight")
            }
            guard seen.insert(key).inserted else {
                throw Failure(.usage, field, "\(name(key)) is given twice")
            }
        }
        for key in change.removed where before.weight(of: key) == 0 {
            throw Failure(
                .badInput, .remove, "\(name(key)) does not sign for \(before.account.address)",
                hint: "who does: \(before.all.map { name($0.key) }.joined(separator: ", "))")
        }
        for addition in change.added {
            guard addition.weight != 0 else {
                throw Failure(
                    .badInput, .add, "\(name(addition.key)) would have weight 0 and could not sign",
                    hint: "\(field: .remove) removes a signer")
            }
            let weight = before.weight(of: addition.key)
            guard weight == 0 || UInt32(addition.weight ?? 1) != weight else {
                throw Failure(
                    .badInput, .add,
                    "\(name(addition.key)) is a signer of \(before.account.address) already, with weight \(weight)")
            }
        }
    }

    /// Refuses what makes signers unequal, or more signatures needed than there are signers.
    private static func check(
        any number: UInt8, in after: SigningTable, _ name: (SignerKey) -> String
    ) throws(Failure) {
        guard after.masterWeight <= 1 else {
            throw Failure(
                .usage, .masterWeight, "must be 0 or 1 beside \(field: .any), where all signers have the same weight")
        }
        if let special = after.signers.first(where: { !$0.key.isKey }) {
            throw Failure(
                .badInput, .any, "\(name(special.key)) also signs, and is not a key that can sign anything",
                hint: "remove it with \(field: .remove, special.key.address), or set weights and \(field: .thresholds)")
        }
        let most = min(after.all.count, SigningTable.mostSignatures)
        guard number > 0, number <= most else {
            throw Failure(
                .badInput, .any,
                number == 0
                    ? "must be at least 1"
                    : "\(number) of \(after.all.count) signers cannot sign: the account would be locked",
                hint: most > 0 ? "1 to \(most) are possible; \(masterHint)" : masterHint)
        }
    }

    /// Refuses a table in which keys that can sign anything do not reach a threshold. Only they count: a pre-authorized
    /// transaction counts once, and the secret of a hash(x) signer is public once it was used.
    private static func checkReach(of after: SigningTable) throws(Failure) {
        let sum = after.most(\.isKey)
        let shut = Operation.Threshold.allCases.filter { sum < after.needed($0) }
        guard !shut.isEmpty else { return }
        let levels = shut.map { "\($0.word.plain) (\(after.needed($0)))" }.joined(separator: ", ")
        throw Failure(
            .refused,
            "this would lock the account: its signers together would have weight \(sum) and not reach the threshold \(levels)",
            hint: after.masterWeight == 0
                ? "\(masterHint), or choose other thresholds" : "choose other thresholds or weights")
    }

    private static let masterHint: Wording = "\(field: .masterWeight, "1") keeps the account's own key as a signer"
}

extension SigningTable {
    /// Whether the same signers can sign the same things; their order does not matter.
    fileprivate func isSame(as other: SigningTable) -> Bool {
        (masterWeight, low, medium, high) == (other.masterWeight, other.low, other.medium, other.high)
            && Set(signers) == Set(other.signers)
    }

    /// The table of an account, as a server reports it.
    ///
    /// - Throws: `.protocolBroken` for an account that the network cannot have; `.badInput` for one with a signer that
    ///   this version does not know.
    package init(_ record: AccountRecord) throws(Failure) {
        func broken(_ what: Wording) -> Failure {
            Failure(.protocolBroken, "the server's answer about \(record.id.address) is wrong: \(what)")
        }
        for case .signer(let unread) in record.unread {
            throw Failure(
                .badInput, "\(record.id.address) has a signer \(unread.text), which this version does not know")
        }
        var seen: Set<SignerKey> = []
        for signer in record.signers where !seen.insert(signer.key).inserted {
            throw broken("it lists the signer \(signer.key.address) twice")
        }
        let own = SignerKey.ed25519(record.id.key)
        guard let master = record.signers.first(where: { $0.key == own }) else {
            throw broken("it does not say what the account's own key can sign")
        }
        let others = record.signers.filter { $0.key != own }
        guard others.count <= Authority.mostSigners else { throw broken("it lists \(others.count) signers") }
        let levels = [record.thresholds.low, record.thresholds.medium, record.thresholds.high]
        let range = 0...Int(Authority.mostWeight)
        guard (levels + record.signers.map(\.weight)).allSatisfy(range.contains) else {
            throw broken("a weight or threshold is above \(Authority.mostWeight)")
        }
        if let signer = others.first(where: { $0.weight == 0 }) {
            throw broken("it lists \(signer.key.address) with weight 0")
        }
        self.init(
            record.id, masterWeight: UInt32(master.weight),
            signers: others.map { Signer(key: $0.key, weight: UInt32($0.weight)) }, low: UInt32(levels[0]),
            medium: UInt32(levels[1]), high: UInt32(levels[2]))
    }
}

extension SetOptionsOp {
    fileprivate init(signer: Signer? = nil) {
        self.init(
            inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil,
            medThreshold: nil, highThreshold: nil, homeDomain: nil, signer: signer)
    }
}
