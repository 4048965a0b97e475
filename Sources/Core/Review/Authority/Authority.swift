// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// Who can sign for an account: the weights of its signers and its three thresholds, as far as they are known.
package struct Authority: Hashable, Sendable {
    /// Where the signers and thresholds are known from.
    package enum Witness: String, Hashable, Sendable {
        case book
        /// The request's hints, which nothing verifies.
        case claimed
        /// The account is created by the reviewed transactions.
        case created
        case unknown
    }

    /// The most signers that the network lets an account have besides its own key.
    package static let mostSigners = 20
    /// The most that a weight or threshold can be.
    package static let mostWeight: UInt32 = 255

    package let account: AccountID
    package let witness: Witness
    /// The weight of the account's own key; nil when it is not known.
    package private(set) var masterWeight: UInt32?
    /// The known signers besides the own key, none of weight 0.
    package private(set) var signers: [Signer]
    private var low: UInt32?
    private var medium: UInt32?
    private var high: UInt32?
    /// Whether `signers` are all that the account has.
    private let isComplete: Bool

    /// - Parameter witness: where `known` comes from.
    init(_ known: KnownAccount, from witness: Witness) {
        account = known.account
        self.witness = witness
        masterWeight = min(known.masterWeight, Self.mostWeight)
        var seen: Set<SignerKey> = []
        signers = known.signers.compactMap { signer in
            guard signer.weight > 0, seen.insert(signer.key).inserted else { return nil }
            return Signer(key: signer.key, weight: min(signer.weight, Self.mostWeight))
        }
        (low, medium, high) = (known.low, known.medium, known.high)
        isComplete = true
    }

    /// An account as `create_account` makes it: only its own key signs, and no threshold is set.
    init(created account: AccountID) { self.init(KnownAccount(account: account), from: .created) }

    init(unknown account: AccountID) {
        self.account = account
        witness = .unknown
        signers = []
        isComplete = false
    }

    /// Nil when it is not known.
    package func threshold(_ level: Operation.Threshold) -> UInt32? {
        switch level {
        case .low: low
        case .medium: medium
        case .high: high
        }
    }

    /// The weight that signatures must have together to reach a level; nil when the threshold is not known.
    ///
    /// - Source: stellar-core `SignatureChecker::checkSignature`: also at a threshold of 0 one signer has to match.
    package func needed(_ level: Operation.Threshold) -> UInt32? { threshold(level).map { max($0, 1) } }

    /// All known signers of a weight above 0, the own key first.
    package var allSigners: [Signer] {
        let own = masterWeight.map { Signer(key: .ed25519(account.key), weight: $0) }
        return (own.map { $0.weight > 0 ? [$0] : [] } ?? []) + signers
    }

    /// Whether there may be signers of which nothing is known.
    package var mayHaveOthers: Bool {
        masterWeight == nil || (!isComplete && signers.count < Self.mostSigners)
    }

    /// 0 for a key that is not known to be a signer.
    package func weight(of key: SignerKey) -> UInt32 { allSigners.first { $0.key == key }?.weight ?? 0 }

    /// Whether a transaction can be authorized at a level by everyone together.
    ///
    /// - Parameter hash: the transaction's hash, which may itself be a signer.
    func canAuthorize(_ level: Operation.Threshold, _ hash: Hash) -> Bool {
        guard let needed = needed(level), !mayHaveOthers else { return true }
        let counted = allSigners.filter { !$0.key.isPreAuthorized || $0.key == .preAuthTx(hash) }
        return counted.reduce(0) { $0 + $1.weight } >= needed
    }

    // MARK: changes

    /// Applies weights, thresholds and the signer, as the network does.
    ///
    /// - Throws: `.tooManySigners`; what is refused for its form alone is for `AuthorityRejection.Reason.init` to say.
    mutating func apply(_ change: SetOptionsOp) throws(AuthorityRejection.Reason) {
        masterWeight = change.masterWeight ?? masterWeight
        low = change.lowThreshold ?? low
        medium = change.medThreshold ?? medium
        high = change.highThreshold ?? high
        guard let signer = change.signer else { return }
        let place = signers.firstIndex { $0.key == signer.key }
        if signer.weight == 0 {
            if let place { signers.remove(at: place) }
        } else if let place {
            signers[place] = signer
        } else if signers.count < Self.mostSigners {
            signers.append(signer)
        } else {
            throw .tooManySigners
        }
    }

    /// Takes the signer away that authorized the transaction with this hash in advance.
    ///
    /// - Returns: whether there was one.
    mutating func use(_ hash: Hash) -> Bool {
        guard let place = signers.firstIndex(where: { $0.key == .preAuthTx(hash) }) else { return false }
        signers.remove(at: place)
        return true
    }
}

extension SignerKey {
    /// Whether it is the hash of a transaction: it counts for that one alone, and only once.
    package var isPreAuthorized: Bool { if case .preAuthTx = self { true } else { false } }

    /// Whether it is a plain key, which can sign anything any number of times.
    package var isKey: Bool { if case .ed25519 = self { true } else { false } }
}
