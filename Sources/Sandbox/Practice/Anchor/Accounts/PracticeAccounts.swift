// SPDX-License-Identifier: Apache-2.0

import Crypto
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// The anchor's accounts, and the transactions that they sign.
struct PracticeAccounts: Sendable {
    static let code = "SRT"
    /// The initial balance of the distribution account, in stroops: 1,000,000,000 SRT.
    private static let supply: Int64 = 10_000_000_000_000_000
    /// The starting balance of an account that the anchor creates, in stroops: the reserve for the account and a
    /// trustline, and fees.
    static let firstBalance: Int64 = 30_000_000

    let issuer: PracticeKey
    /// Receives withdrawals and pays deposits.
    let distribution: PracticeKey
    /// Signs challenges; it gets an account on the ledger when a contract account logs in.
    let login: PracticeKey
    let srt: Asset
    let network: Network

    init(network: Network) throws(SodiumError) {
        self.network = network
        issuer = try PracticeKey("issuer")
        distribution = try PracticeKey("distribution")
        login = try PracticeKey("login")
        let code = AssetCode4(Array(Self.code.utf8) + [0]) ?? AssetCode4()
        srt = .creditAlphanum4(AlphaNum4(assetCode: code, issuer: issuer.id))
    }

    /// The transaction that sets the issuer's home domain and issues SRT to the distribution account.
    func opening(sequence: SequenceNumber, fee: UInt32, homeDomain: String) -> TransactionEnvelope? {
        let options = SetOptionsOp(
            inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil, medThreshold: nil,
            highThreshold: nil, homeDomain: String32(Array(homeDomain.utf8)), signer: nil)
        let issue = PaymentOp(destination: MuxedAccount(distribution.id), asset: srt, amount: Self.supply)
        return envelope(
            sequence: sequence, fee: fee,
            [
                Operation(
                    sourceAccount: nil,
                    body: .changeTrust(ChangeTrustOp(line: srt.asTrustLine, limit: .max))),
                Operation(sourceAccount: MuxedAccount(issuer.id), body: .setOptions(options)),
                Operation(sourceAccount: MuxedAccount(issuer.id), body: .payment(issue)),
            ], by: [distribution, issuer])
    }

    /// A transaction of the distribution account.
    func envelope(
        sequence: SequenceNumber, fee: UInt32, memo: Memo = .none, _ operations: [Operation], by keys: [PracticeKey]
    ) -> TransactionEnvelope? {
        let draft = TransactionDraft(
            source: MuxedAccount(distribution.id), sequence: sequence, feePerOperation: fee, memo: memo,
            operations: operations)
        guard let unsigned = try? draft.envelope() else { return nil }
        return keys.reduce(unsigned) { $1.sign($0, on: network) }
    }
}

/// How a deposit reaches its account, given the state of the ledger.
struct DepositDelivery {
    /// Nil if the account cannot receive the deposit yet.
    let operation: Operation?
    /// Whether the operation is the payment itself.
    let pays: Bool

    init(_ transfer: Transfer, _ amount: Amount, _ state: LedgerState) {
        let id = transfer.account.account
        let account = state.accounts[id]
        let payment = OperationBody.payment(
            PaymentOp(destination: transfer.account, asset: transfer.asset, amount: amount.stroops))
        let canHold = account.map { Self.canHold($0, transfer.asset, amount) } ?? false
        let body: OperationBody?
        if canHold {
            body = payment
        } else if transfer.takesClaimable, transfer.asset != .native {
            let claimant = Claimant.v0(ClaimantV0(destination: id, predicate: .unconditional))
            body = .createClaimableBalance(
                CreateClaimableBalanceOp(
                    asset: transfer.asset, amount: amount.stroops,
                    claimants: BoundedArray([claimant]) ?? BoundedArray()))
        } else if account == nil {
            let balance = transfer.asset == .native ? amount.stroops : PracticeAccounts.firstBalance
            body = .createAccount(CreateAccountOp(destination: id, startingBalance: balance))
        } else {
            body = nil
        }
        operation = body.map { Operation(sourceAccount: nil, body: $0) }
        pays = body == payment || transfer.asset == .native
    }

    private static func canHold(_ account: Account, _ asset: Asset, _ amount: Amount) -> Bool {
        if asset == .native { return true }
        // An issuer can receive any amount of its own asset.
        if asset.issuer == account.id { return true }
        guard let line = account.trustlines[asset], line.isAuthorized else { return false }
        return line.limit - line.balance >= amount.stroops
    }
}

/// A payment that the anchor received, with the memo that identifies its transfer.
struct Receipt: Hashable, Sendable {
    let payer: MuxedAccount
    let asset: Asset
    let amount: Amount
    let memo: Memo
    let hash: TransactionHash
    /// The close time of its ledger, in seconds since 1970.
    let time: UInt64

    /// The payments to an account in a transaction.
    static func all(in record: TransactionRecord, to account: MuxedAccount) -> [Receipt] {
        guard record.isSuccessful else { return [] }
        let transaction = record.envelope.innermost
        return zip(transaction.operations, record.operationResults).compactMap { operation, result in
            guard let (destination, asset, amount) = arrival(operation.body, result), destination == account else {
                return nil
            }
            return Receipt(
                payer: operation.sourceAccount ?? transaction.sourceAccount, asset: asset,
                amount: Amount(stroops: amount), memo: transaction.memo, hash: record.hash, time: record.time)
        }
    }

    private static func arrival(_ body: OperationBody, _ result: OperationResult) -> (MuxedAccount, Asset, Int64)? {
        switch (body, result) {
        case (.payment(let op), _): (op.destination, op.asset, op.amount)
        case (.pathPaymentStrictReceive(let op), _): (op.destination, op.destAsset, op.destAmount)
        case (.pathPaymentStrictSend(let op), .opInner(.pathPaymentStrictSend(.success(let done)))):
            (op.destination, op.destAsset, done.last.amount)
        default: nil
        }
    }
}
