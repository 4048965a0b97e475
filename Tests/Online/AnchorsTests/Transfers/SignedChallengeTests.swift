// SPDX-License-Identifier: Apache-2.0

import Anchors
import Codec
import Stellar
import StellarXDR
import Testing

struct SignedChallengeTests {
    private static func envelope(_ body: OperationBody, number: Int64) throws -> TransactionEnvelope {
        let account = try MuxedAccount(address: RecordedAnchor.account)
        let operations = try #require(
            BoundedArray<Operation, 100>([Operation(sourceAccount: account, body: body)]))
        let transaction = Transaction(
            sourceAccount: account, fee: 100, seqNum: number, cond: .none, memo: .none, operations: operations,
            ext: .v0)
        return .tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
    }

    @Test(arguments: [Int64(0), 7])
    func `rejects a transaction that is not a login challenge`(number: Int64) throws {
        let envelope = try Self.envelope(.bumpSequence(BumpSequenceOp(bumpTo: 9)), number: number)
        let failure = try #require(throws: Failure.self) {
            try SignedChallenge(
                HashedTransaction(envelope, on: .testnet), origin: "login.xdr", at: Timestamp(1_790_000_000))
        }
        #expect(failure.kind == .badInput)
        #expect(failure.message.hasPrefix("login.xdr: this challenge cannot be sent back: "))
    }
}
