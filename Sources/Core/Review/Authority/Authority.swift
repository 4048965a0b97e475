// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// Who can sign for an account: the weights of its signers and its three thresholds, as far as they are known.
package struct Authority: Hashable, Sendable {
    /// The source of the signers and thresholds.
    package enum Witness: String, Hashable, Sendable {
        case book
        /// The request's unverified hints.
        case claimed
        /// The reviewed transactions create the account.
        case created
        case unknown
    }

    /// The network's limit on an account's signers besides its own key.
    package static let mostSigners = 20
    /// The maximum of a weight or threshold.
    package static let mostWeight: UInt32 = 255

    package let account: AccountID
    package let witness: Witness
    /// The weight of the account's own key; nil if it is unknown.
    package private(set) var masterWeight: UInt32?
    /// The known signers besides the account's own key, none of weight 0.
    package private(set) var signers: [Signer]
    private var low: UInt32?
    private var medium: UInt32?
    private var high: UInt32?
    /// Whether `signers` is complete.
    private var isComplete: Bool

    /// - Parameter witness: the source of `known`.
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

    /// An account as `create_account` makes it: only its own key signs, and all thresholds are 0.
    init(created account: AccountID) { self.init(KnownAccount(account: account), from: .created) }

    init(unknown account: AccountID) {
        self.account = account
        witness = .unknown
        signers = []
        isComplete = false
    }

    /// A threshold of the account; nil if it is unknown.
    package func threshold(_ level: Operation.Threshold) -> UInt32? {
        switch level {
        case .low: low
        case .medium: medium
        case .high: high
        }
    }

    /// The total weight that signatures must reach for a threshold; nil if the threshold is unknown.
    ///
    /// - Source: stellar-core `SignatureChecker::checkSignature`: even at a threshold of 0 one signer has to match.
    package func needed(_ level: Operation.Threshold) -> UInt32? { threshold(level).map { max($0, 1) } }

    /// All known signers with a weight above 0, the account's own key first.
    package var allSigners: [Signer] {
        let own = masterWeight.map { Signer(key: .ed25519(account.key), weight: $0) }
        return (own.map { $0.weight > 0 ? [$0] : [] } ?? []) + signers
    }

    /// Whether there may be unknown signers.
    package var mayHaveOthers: Bool {
        masterWeight == nil || (!isComplete && signers.count < Self.mostSigners)
    }

    /// Everything about who can sign; nil if anything of it is not known.
    package var table: SigningTable? {
        guard isComplete, let masterWeight, let low, let medium, let high else { return nil }
        return SigningTable(
            account, masterWeight: masterWeight, signers: signers, low: low, medium: medium, high: high)
    }

    /// The weight of a key; 0 if it is not known to be a signer.
    package func weight(of key: SignerKey) -> UInt32 { allSigners.first { $0.key == key }?.weight ?? 0 }

    /// Whether all signers together can authorize a transaction at a threshold.
    ///
    /// - Parameter hash: the transaction's hash, which may itself be a signer.
    func canAuthorize(_ level: Operation.Threshold, _ hash: Hash) -> Bool {
        guard let needed = needed(level), !mayHaveOthers else { return true }
        let counted = allSigners.filter { !$0.key.isPreAuthorized || $0.key == .preAuthTx(hash) }
        return counted.reduce(0) { $0 + $1.weight } >= needed
    }

    // MARK: changes

    /// Applies weights, thresholds and the signer, even if the network would reject them;
    /// `AuthorityRejection.Reason.init` detects malformed changes.
    ///
    /// - Returns: `.tooManySigners` for a signer that is one too many for an account with no others than those known
    ///   here.
    mutating func apply(_ change: SetOptionsOp) -> AuthorityRejection.Reason? {
        func bounded(_ value: UInt32) -> UInt32 { min(value, Self.mostWeight) }
        masterWeight = change.masterWeight.map(bounded) ?? masterWeight
        low = change.lowThreshold.map(bounded) ?? low
        medium = change.medThreshold.map(bounded) ?? medium
        high = change.highThreshold.map(bounded) ?? high
        guard let signer = change.signer else { return nil }
        let weight = bounded(signer.weight)
        if signer.key == .ed25519(account.key) {
            // The network rejects it whatever the account is. It can only lower the own key's weight here.
            masterWeight = masterWeight.map { min($0, weight) }
            return nil
        }
        let place = signers.firstIndex { $0.key == signer.key }
        if weight == 0 {
            if let place { signers.remove(at: place) }
        } else if let place {
            signers[place] = Signer(key: signer.key, weight: weight)
        } else {
            signers.append(Signer(key: signer.key, weight: weight))
            if signers.count > Self.mostSigners { return .tooManySigners }
        }
        return nil
    }

    /// Every weight as low and every threshold as high as in this state or in the other one.
    mutating func weaken(by other: Authority) {
        isComplete = isComplete || !mayHaveOthers || !other.mayHaveOthers
        masterWeight = Self.one(of: masterWeight, other.masterWeight, min)
        low = Self.one(of: low, other.low, max)
        medium = Self.one(of: medium, other.medium, max)
        high = Self.one(of: high, other.high, max)
        let weights = Dictionary(other.signers.map { ($0.key, $0.weight) }, uniquingKeysWith: min)
        signers = signers.compactMap { signer in
            weights[signer.key].map { Signer(key: signer.key, weight: min(signer.weight, $0)) }
        }
    }

    /// Every weight as high and every threshold as low as in this state or in the other one.
    mutating func strengthen(by other: Authority) {
        masterWeight = Self.one(of: masterWeight, other.masterWeight, max)
        low = Self.one(of: low, other.low, min)
        medium = Self.one(of: medium, other.medium, min)
        high = Self.one(of: high, other.high, min)
        var places = Dictionary(signers.enumerated().map { ($1.key, $0) }, uniquingKeysWith: min)
        for signer in other.signers {
            if let place = places[signer.key] {
                signers[place] = Signer(key: signer.key, weight: max(signers[place].weight, signer.weight))
            } else {
                places[signer.key] = signers.count
                signers.append(signer)
            }
        }
    }

    private static func one(of a: UInt32?, _ b: UInt32?, _ choose: (UInt32, UInt32) -> UInt32) -> UInt32? {
        guard let a, let b else { return a ?? b }
        return choose(a, b)
    }

    /// Removes the signer that pre-authorized the transaction with this hash.
    ///
    /// - Returns: whether there was one.
    mutating func use(_ hash: Hash) -> Bool {
        guard let place = signers.firstIndex(where: { $0.key == .preAuthTx(hash) }) else { return false }
        signers.remove(at: place)
        return true
    }
}

extension SignerKey {
    /// Whether this is the hash of a transaction, which counts for that one alone, and only once.
    package var isPreAuthorized: Bool { if case .preAuthTx = self { true } else { false } }

    /// Whether this is a plain key, which can sign anything any number of times.
    package var isKey: Bool { if case .ed25519 = self { true } else { false } }
}

/// An account that has to sign, and every threshold that its signatures must reach.
package struct RequiredLevels: Hashable, Sendable {
    package let account: AccountID
    /// From low to high; each is checked separately, and a lower one may need more weight.
    package private(set) var levels: [Operation.Threshold]

    /// The highest of them.
    package var highest: Operation.Threshold { levels.last ?? .low }

    init(_ account: AccountID, _ level: Operation.Threshold) {
        self.account = account
        levels = [level]
    }

    mutating func add(_ level: Operation.Threshold) {
        guard !levels.contains(level) else { return }
        levels.append(level)
        levels.sort()
    }

    /// `low and medium threshold`.
    package var phrase: Phrase {
        let words = levels.map(\.word)
        guard words.count > 2 else { return "\(Phrase(words, separator: " and ")) threshold" }
        return "\(Phrase(words.dropLast(), separator: ", ")) and \(highest.word) threshold"
    }
}

extension Transaction {
    /// Every account that has to sign: the transaction's source at its low threshold, whatever the operations need, and
    /// the source of each operation at that operation's threshold.
    ///
    /// - Source: stellar-core `TransactionFrame::checkAllTransactionSignatures` and `OperationFrame::checkSignature`.
    package var requiredLevels: [RequiredLevels] {
        var all = [RequiredLevels(sourceAccount.account, .low)]
        var places = [sourceAccount.account: 0]
        for operation in operations {
            let account = source(of: operation).account
            if let place = places[account] {
                all[place].add(operation.threshold)
            } else {
                places[account] = all.count
                all.append(RequiredLevels(account, operation.threshold))
            }
        }
        return all
    }
}
