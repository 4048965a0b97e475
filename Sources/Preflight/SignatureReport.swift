// SPDX-License-Identifier: Apache-2.0

import Horizon
package import Stellar
package import StellarXDR
import XDR

/// Who has signed a transaction, and whether the weights reach what the accounts ask for.
package struct SignatureReport {
    /// One account that has to authorise the transaction.
    package struct Authority {
        package struct Signer {
            package let key: SignerKey
            package let weight: Int
            package let hasSigned: Bool
        }

        package let account: AccountID
        package let level: Operation.Threshold
        /// What the account asks for at each level, low, medium and high.
        package let thresholds: [Int]
        /// The weight that the level asks for; zero still wants one signature.
        package let needed: Int
        package let reached: Int
        package let isMet: Bool
        package let signers: [Signer]
        /// Whether this is the fee source of a fee bump, which signs outside.
        package let paysOnly: Bool
    }

    package private(set) var authorities: [Authority] = []
    /// Extra signers that the preconditions ask for.
    package private(set) var extraSigners: [(key: SignerKey, hasSigned: Bool)] = []
    /// Signatures that nobody needs, by their place; the network refuses a transaction that has some.
    package private(set) var surplus: [Int] = []
    /// The same inside a fee bump, where nothing can be left out any more.
    package private(set) var innerSurplus: [Int] = []
    /// Who made each signature, as far as it is somebody who may sign: of a fee bump those outside, and those inside.
    package private(set) var makers: [SignerKey?] = []
    package private(set) var innerMakers: [SignerKey?] = []

    /// Looks up every account that has to sign.
    ///
    /// - Parameter signatures: in place of the envelope's, where they may be more than it has room for.
    package init<Source: LedgerSource>(
        _ envelope: TransactionEnvelope, signatures: [DecoratedSignature]? = nil, on network: Network,
        in view: inout Source
    ) throws(Source.Failure) {
        let signatures = signatures ?? envelope.signatures.elements
        switch envelope.content {
        case .transaction(let transaction):
            try judge(transaction, signatures, network, &view)
        case .feeBump(let bump):
            var outer = SignatureChecker(signatures, hash: bump.hash(on: network))
            if let authority = try Self.authority(bump.feeSource.account, .low, paysOnly: true, &outer, &view) {
                authorities.append(authority)
            }
            surplus = outer.unused
            makers = outer.makers(among: authorities.flatMap { $0.signers.map(\.key) })
            try judge(bump.inner.tx, bump.inner.signatures.elements, network, &view, isInner: true)
        }
    }

    private mutating func judge<Source: LedgerSource>(
        _ transaction: Transaction, _ signatures: [DecoratedSignature], _ network: Network, _ view: inout Source,
        isInner: Bool = false
    ) throws(Source.Failure) {
        var checker = SignatureChecker(signatures, hash: transaction.hash(on: network))
        for (account, level) in transaction.requiredThresholds {
            if let authority = try Self.authority(account, level, paysOnly: false, &checker, &view) {
                authorities.append(authority)
            }
        }
        for key in transaction.cond.extended?.extraSigners ?? BoundedArray() {
            extraSigners.append((key, checker.check([Signer(key: key, weight: 1)], needed: 1)))
        }
        let keys =
            authorities.filter { !$0.paysOnly }.flatMap { $0.signers.map(\.key) }
            + extraSigners.map(\.key)
        if isInner {
            (innerSurplus, innerMakers) = (checker.unused, checker.makers(among: keys))
        } else {
            (surplus, makers) = (checker.unused, checker.makers(among: keys))
        }
    }

    /// Nil when the account does not exist yet: an earlier operation may create it, whose key signs then.
    private static func authority<Source: LedgerSource>(
        _ account: AccountID, _ level: Operation.Threshold, paysOnly: Bool, _ checker: inout SignatureChecker,
        _ view: inout Source
    ) throws(Source.Failure) -> Authority? {
        guard let record = try view.account(account) else {
            let own = [Signer(key: .ed25519(account.key), weight: 1)]
            return made(account, level, [0, 0, 0], own, paysOnly, &checker)
        }
        let signers = record.signers.map { StellarXDR.Signer(key: $0.key, weight: UInt32(clamping: $0.weight)) }
        let thresholds = [record.thresholds.low, record.thresholds.medium, record.thresholds.high]
        return made(account, level, thresholds, signers, paysOnly, &checker)
    }

    private static func made(
        _ account: AccountID, _ level: Operation.Threshold, _ thresholds: [Int],
        _ signers: [Signer], _ paysOnly: Bool, _ checker: inout SignatureChecker
    ) -> Authority {
        let signed = checker.signed(among: signers)
        let needed = thresholds[level.rawValue]
        return Authority(
            account: account, level: level, thresholds: thresholds, needed: needed,
            reached: signed.reduce(0) { $0 + min(Int($1.weight), 255) },
            isMet: checker.check(signers, needed: needed),
            signers: signers.map { .init(key: $0.key, weight: Int($0.weight), hasSigned: signed.contains($0)) },
            paysOnly: paysOnly)
    }

    /// The same with what a look at its operations has seen already.
    package init<Source: LedgerSource>(
        _ envelope: TransactionEnvelope, on network: Network, in preflight: inout Preflight<Source>
    ) throws(Source.Failure) {
        try self.init(envelope, on: network, in: &preflight.view)
    }

    /// Those of the extra signers that have not signed.
    package var missingExtraSigners: [SignerKey] { extraSigners.filter { !$0.hasSigned }.map(\.key) }

    /// What would make the network refuse the transaction for its signatures.
    package var complaints: [Complaint] {
        let missing = authorities.filter { !$0.isMet }.map { authority in
            Complaint(
                "tx_bad_auth",
                "\(authority.account.address) needs weight \(max(1, authority.needed)) (\(authority.level)), and the "
                    + "signatures reach \(authority.reached)",
                hint: Self.whoIsMissing(authority))
        }
        let extra = missingExtraSigners.map {
            Complaint("tx_bad_auth", "the extra signer \($0.address), which the preconditions ask for, has not signed")
        }
        guard missing.isEmpty, extra.isEmpty else { return missing + extra }
        if let innerComplaint { return [innerComplaint] }
        guard !surplus.isEmpty else { return [] }
        let places = Self.places(surplus)
        return [
            Complaint(
                "tx_bad_auth_extra",
                "signature \(places) is not needed, and the network refuses a transaction with a signature too many",
                hint: "the other signatures are enough: leave this one out (coldstar-submit merge --drop-surplus)")
        ]
    }

    /// A signature too many inside a fee bump; nil when there is none. Whatever is missing besides, it cannot be left out: the hash that
    /// was signed outside is one of the inner signatures too.
    package var innerComplaint: Complaint? {
        guard !innerSurplus.isEmpty else { return nil }
        return Complaint(
            "tx_bad_auth_extra",
            "signature \(Self.places(innerSurplus)) of the transaction inside is not needed, and the network refuses it for that; the "
                + "signatures outside are over those inside too, so that it cannot be left out",
            hint: "leave it out of the transaction, and make the fee bump anew")
    }

    private static func places(_ indices: [Int]) -> String { indices.map { "\($0 + 1)" }.joined(separator: ", ") }

    private static func whoIsMissing(_ authority: Authority) -> String? {
        let open = authority.signers.filter { !$0.hasSigned && $0.weight > 0 }
        guard !open.isEmpty else { return nil }
        return "who can still sign: " + open.map { "\($0.key.address) (weight \($0.weight))" }.joined(separator: ", ")
    }
}
