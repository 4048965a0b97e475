// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerXDR
package import Stellar
package import StellarXDR

/// The signers of a transaction, and whether their weights reach the accounts' thresholds.
package struct SignatureReport {
    /// An account that must authorize the transaction, with the highest requirement of any check of it.
    package struct Authority {
        package struct Signer {
            package let key: SignerKey
            package let weight: Int
            package let hasSigned: Bool
        }

        package let account: AccountID
        /// The level with the greatest required weight; of equal ones, the highest.
        package fileprivate(set) var level: Operation.Threshold
        /// The account's thresholds: low, medium and high.
        package let thresholds: [Int]
        /// The threshold of the level; zero still requires one signature.
        package var needed: Int { thresholds[level.rawValue] }
        package let reached: Int
        /// Whether every check of this account passes.
        package fileprivate(set) var isMet = true
        /// The first operation whose check fails, when the transaction's own check passes.
        package fileprivate(set) var refusedOperation: Int?
        package let signers: [Signer]
        /// Whether this is the fee source of a fee bump, which signs the outer transaction.
        package let paysOnly: Bool
    }

    package private(set) var authorities: [Authority] = []
    private let earlier: SignerForecast
    /// The indices in `authorities` of the transaction's own accounts.
    private var places: [AccountID: Int] = [:]
    /// The extra signers that the preconditions require.
    package private(set) var extraSigners: [(key: SignerKey, hasSigned: Bool)] = []
    /// The indices of unneeded signatures; the network rejects a transaction that has any.
    package private(set) var surplus: [Int] = []
    /// The indices of unneeded signatures inside a fee bump, where none can be removed any more.
    package private(set) var innerSurplus: [Int] = []
    /// The signer of each signature, nil when it is not an authorized one: for a fee bump, of the outer and the inner
    /// signatures.
    package private(set) var makers: [SignerKey?] = []
    package private(set) var innerMakers: [SignerKey?] = []

    /// Creates a report, fetching every account that must sign.
    ///
    /// - Parameters:
    ///   - signatures: used instead of the envelope's; may be more than an envelope can hold.
    ///   - earlier: the signers after the transactions that are applied before this one.
    package init<Source: LedgerSource>(
        _ transaction: HashedTransaction, signatures: [DecoratedSignature]? = nil, in view: inout Source,
        after earlier: SignerForecast = SignerForecast()
    ) throws(Source.Failure) {
        self.earlier = earlier
        let signatures = signatures ?? transaction.envelope.signatures.elements
        let innermost = transaction.innermostHash
        switch transaction.envelope.content {
        case .transaction(let content):
            try judge(content, innermost, signatures, &view)
        case .feeBump(let bump):
            var outer = SignatureChecker(signatures, hash: transaction.hash)
            var payer = try authority(bump.feeSource.account, paysOnly: true, &outer, &view)
            payer.authority.check(.low, payer.signers, &outer)
            authorities.append(payer.authority)
            surplus = outer.unused
            makers = outer.makers(among: payer.signers.map(\.key))
            try judge(bump.inner.tx, innermost, bump.inner.signatures.elements, &view, isInner: true)
        }
    }

    /// Performs the network's checks in its order: the source at low, whatever its operations need, then the extra
    /// signers, then each operation at its own level. Signatures that no check uses are surplus.
    ///
    /// - Source: stellar-core `TransactionFrame::commonValid`, `checkExtraSigners`, `OperationFrame::checkSignature`.
    private mutating func judge<Source: LedgerSource>(
        _ transaction: Transaction, _ hash: TransactionHash, _ signatures: [DecoratedSignature], _ view: inout Source,
        isInner: Bool = false
    ) throws(Source.Failure) {
        var checker = SignatureChecker(signatures, hash: hash)
        try check(transaction.sourceAccount.account, .low, &checker, &view)
        for key in transaction.cond.extended?.extraSigners ?? BoundedArray() {
            extraSigners.append((key, checker.check([StellarXDR.Signer(key: key, weight: 1)], needed: 1)))
        }
        for (index, operation) in transaction.operations.enumerated() {
            let account = (operation.sourceAccount ?? transaction.sourceAccount).account
            try check(account, operation.threshold, &checker, &view, operation: index)
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

    private mutating func check<Source: LedgerSource>(
        _ account: AccountID, _ level: Operation.Threshold, _ checker: inout SignatureChecker, _ view: inout Source,
        operation: Int? = nil
    ) throws(Source.Failure) {
        if let place = places[account] {
            let signers = authorities[place].signers.map {
                StellarXDR.Signer(key: $0.key, weight: UInt32(clamping: $0.weight))
            }
            return authorities[place].check(level, signers, &checker, operation: operation)
        }
        var (authority, signers) = try self.authority(account, paysOnly: false, &checker, &view)
        authority.check(level, signers, &checker, operation: operation)
        places[account] = authorities.count
        authorities.append(authority)
    }

    /// An account before any check. A missing account may be created by an earlier operation; its own key then signs
    /// for it.
    private func authority<Source: LedgerSource>(
        _ account: AccountID, paysOnly: Bool, _ checker: inout SignatureChecker, _ view: inout Source
    ) throws(Source.Failure) -> (authority: Authority, signers: [StellarXDR.Signer]) {
        let state = try earlier.state(of: account, in: &view) ?? SignerForecast.State(created: account)
        let signers = state.signers
        let signed = checker.signed(among: signers)
        let authority = Authority(
            account: account, level: .low,
            thresholds: state.thresholds,
            reached: signed.reduce(0) { $0 + min(Int($1.weight), 255) },
            signers: signers.map { .init(key: $0.key, weight: Int($0.weight), hasSigned: signed.contains($0)) },
            paysOnly: paysOnly)
        return (authority, signers)
    }

    /// The extra signers that have not signed.
    package var missingExtraSigners: [SignerKey] { extraSigners.filter { !$0.hasSigned }.map(\.key) }

    /// The reasons why the network would reject the transaction's signatures.
    package var rejections: [ForecastRejection] {
        let isBump = authorities.contains(where: \.paysOnly)
        let missing = authorities.filter { !$0.isMet }.map { authority in
            var rejection = ForecastRejection(
                authority.refusedOperation == nil ? .txBadAuth : .opBadAuth,
                operation: authority.refusedOperation,
                "\(authority.account.address) needs weight \(max(1, authority.needed)) (\(authority.level)), and the "
                    + "signatures reach \(authority.reached)",
                hint: Self.whoIsMissing(authority))
            rejection.isInner = isBump && !authority.paysOnly
            return rejection
        }
        let extra = missingExtraSigners.map { key in
            var rejection = ForecastRejection(
                .txBadAuth, "the extra signer \(key.address), which the preconditions ask for, has not signed")
            rejection.isInner = isBump
            return rejection
        }
        guard missing.isEmpty, extra.isEmpty else {
            // The network checks the operations only when the transaction itself has passed.
            let all = missing + extra
            return all.filter { $0.operation == nil } + all.filter { $0.operation != nil }
        }
        if let innerRejection { return [innerRejection] }
        guard !surplus.isEmpty else { return [] }
        let places = Self.places(surplus)
        return [
            ForecastRejection(
                .txBadAuthExtra,
                "signature \(places) is not needed, and the network refuses a transaction with a signature too many",
                hint: "the other signatures are enough: leave this one out (\(step: .submit(.dropSurplus)))")
        ]
    }

    /// The rejection of a surplus signature inside a fee bump; nil when there is none. Unlike an outer one it cannot
    /// be removed, because the hash signed outside covers the inner signatures.
    package var innerRejection: ForecastRejection? {
        guard !innerSurplus.isEmpty else { return nil }
        var rejection = ForecastRejection(
            .txBadAuthExtra,
            "signature \(Self.places(innerSurplus)) of the inner transaction is not needed, and the network refuses it for that; the "
                + "signatures outside are over those inside too, so that it cannot be left out",
            hint: "leave it out of the transaction, and rebuild the fee bump")
        rejection.isInner = true
        return rejection
    }

    private static func places(_ indices: [Int]) -> String { indices.map { "\($0 + 1)" }.joined(separator: ", ") }

    private static func whoIsMissing(_ authority: Authority) -> Wording? {
        let open = authority.signers.filter { !$0.hasSigned && $0.weight > 0 }
        guard !open.isEmpty else { return nil }
        let names = open.map { "\($0.key.address) (weight \($0.weight))" }.joined(separator: ", ")
        return "who can still sign: \(names)"
    }
}

extension SignatureReport.Authority {
    fileprivate mutating func check(
        _ level: Operation.Threshold, _ signers: [StellarXDR.Signer], _ checker: inout SignatureChecker,
        operation: Int? = nil
    ) {
        let needed = thresholds[level.rawValue]
        if (needed, level) > (self.needed, self.level) { self.level = level }
        guard !checker.check(signers, needed: needed) else { return }
        if isMet { refusedOperation = operation }
        isMet = false
    }
}

extension SignatureReport {
    /// The extra signers that the preconditions require.
    package var extraSignersJSON: JSON {
        .array(extraSigners.map { ["key": .string($0.key.address), "signed": .bool($0.hasSigned)] })
    }

    /// The accounts that must authorize, each with its signers. A threshold of 0 still requires one signature.
    package var json: JSON {
        .array(
            authorities.map { authority in
                [
                    "account": .string(authority.account.address), "level": .string("\(authority.level)"),
                    "thresholds": [
                        "low": .integer(authority.thresholds[0]), "medium": .integer(authority.thresholds[1]),
                        "high": .integer(authority.thresholds[2]),
                    ],
                    "needed": .integer(max(1, authority.needed)), "reached": .integer(authority.reached),
                    "met": .bool(authority.isMet),
                    "signers": .array(
                        authority.signers.map {
                            [
                                "key": .string($0.key.address), "weight": .integer($0.weight),
                                "signed": .bool($0.hasSigned),
                            ]
                        }),
                ]
            })
    }
}

/// The signers and thresholds after earlier transactions, against which the signatures of the next one are checked.
package struct SignerForecast: Sendable {
    /// The signers and thresholds of one account.
    package struct State: Sendable {
        /// All signers, including the account's own key.
        package internal(set) var signers: [Signer]
        /// The thresholds: low, medium and high.
        package internal(set) var thresholds: [Int]

        package init(_ record: AccountRecord) {
            signers = record.signers.map { Signer(key: $0.key, weight: UInt32(clamping: $0.weight)) }
            thresholds = [record.thresholds.low, record.thresholds.medium, record.thresholds.high]
        }

        init(created account: AccountID) {
            signers = [Signer(key: .ed25519(account.key), weight: 1)]
            thresholds = [0, 0, 0]
        }

        package mutating func apply(_ change: SetOptionsOp, of account: AccountID) {
            if let weight = change.masterWeight { set(Signer(key: .ed25519(account.key), weight: weight)) }
            let values = [change.lowThreshold, change.medThreshold, change.highThreshold]
            for (place, value) in values.enumerated() {
                if let value { thresholds[place] = Int(value) }
            }
            if let signer = change.signer { set(signer) }
        }

        private mutating func set(_ signer: Signer) {
            signers.removeAll { $0.key == signer.key }
            if signer.weight > 0 { signers.append(signer) }
        }
    }

    /// The known accounts; a nil value is an account that was merged.
    private var states: [AccountID: State?] = [:]

    package init() {}

    /// The account's signers after the transactions so far; nil when it does not exist.
    func state<Source: LedgerSource>(
        of account: AccountID, in view: inout Source
    ) throws(Source.Failure) -> State? {
        if let known = states[account] { return known }
        return try view.account(account).map { State($0) }
    }

    /// Applies a transaction, assuming that it succeeds; one whose sequence number is already used changes nothing.
    package mutating func apply<Source: LedgerSource>(
        _ hashed: HashedTransaction, in view: inout Source
    ) throws(Source.Failure) {
        let transaction = hashed.envelope.innermost
        // The server's state already includes it.
        if let record = try view.account(transaction.sourceAccount.account), record.sequence >= transaction.seqNum {
            return
        }
        try use(hashed.innermostHash, of: transaction.sourceAccount.account, in: &view)
        if hashed.innerHash != nil { try use(hashed.hash, of: hashed.envelope.feeSource.account, in: &view) }
        for source in Set(transaction.operations.compactMap { $0.sourceAccount?.account }) {
            try use(hashed.innermostHash, of: source, in: &view)
        }
        for operation in transaction.operations {
            let source = transaction.source(of: operation).account
            switch operation.body.facts.authority {
            case .create(let account)?: states[account] = .some(State(created: account))
            case .merge?: states[source] = .some(nil)
            case .set(let change)?:
                guard var state = try state(of: source, in: &view) else { continue }
                state.apply(change, of: source)
                states[source] = .some(state)
            case nil: break
            }
        }
    }

    /// Removes the pre-authorized transaction signer with this hash.
    private mutating func use<Source: LedgerSource>(
        _ hash: TransactionHash, of account: AccountID, in view: inout Source
    ) throws(Source.Failure) {
        let key = SignerKey.preAuthTx(hash.hash)
        guard var state = try state(of: account, in: &view), state.signers.contains(where: { $0.key == key }) else {
            return
        }
        state.signers.removeAll { $0.key == key }
        states[account] = .some(state)
    }
}
