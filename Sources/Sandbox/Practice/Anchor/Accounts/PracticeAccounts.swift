// SPDX-License-Identifier: Apache-2.0

import Crypto
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
