// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

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
