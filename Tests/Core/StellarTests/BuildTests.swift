// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

struct BuildTests {
    private static let account = AccountID.ed25519(Uint256())
    private static let other = MuxedAccount.ed25519(Uint256(Array(repeating: 7, count: 32)) ?? Uint256())
    private static let operation = Operation(sourceAccount: nil, body: .inflation)
    private static let signature = DecoratedSignature(hint: SignatureHint(), signature: Signature())

    private static func transaction(fee: UInt32 = 100, operations: Int = 1) throws -> Transaction {
        try TransactionDraft(
            source: MuxedAccount(account), sequence: 1, feePerOperation: fee,
            operations: Array(repeating: operation, count: operations)
        ).envelope().innermost
    }

    @Test func `a fee bump keeps its inner transaction and signatures`() throws {
        let signatures = BoundedArray<DecoratedSignature, 20>([Self.signature]) ?? BoundedArray()
        let inner = TransactionV1Envelope(tx: try Self.transaction(), signatures: signatures)
        let bump = try TransactionEnvelope.tx(inner).feeBump(by: Self.other, fee: 400)
        guard case .feeBump(let made) = bump.content else {
            Issue.record("no fee bump")
            return
        }
        #expect(made.inner == inner && made.fee == 400 && made.feeSource == Self.other && bump.signatures.isEmpty)
        #expect(throws: DraftError.isFeeBump) { try bump.feeBump(by: Self.other, fee: 800) }
    }

    @Test func `a fee bump wraps a version 0 transaction as version 1 with the same hash`() throws {
        let new = try Self.transaction()
        let old = TransactionV0(
            sourceAccountEd25519: Uint256(), fee: new.fee, seqNum: new.seqNum, timeBounds: nil, memo: new.memo,
            operations: new.operations, ext: .v0)
        let envelope = TransactionEnvelope.txV0(TransactionV0Envelope(tx: old, signatures: BoundedArray()))
        let bump = try envelope.feeBump(by: Self.other, fee: 400)
        #expect(bump.innermost == new)
        #expect(bump.innermost.hash(on: .testnet) == envelope.hash(on: .testnet))
    }

    private static func resources(fee: Int64) -> SorobanTransactionData {
        let resources = SorobanResources(
            footprint: LedgerFootprint(readOnly: [], readWrite: []), instructions: 0, diskReadBytes: 0, writeBytes: 0)
        return SorobanTransactionData(ext: .v0, resources: resources, resourceFee: fee)
    }

    @Test func `adds the resource fee to the fee and rejects an overflow`() throws {
        let using = try Self.transaction().using(Self.resources(fee: 900))
        #expect(using.fee == 1000 && using.ext == .v1(Self.resources(fee: 900)))
        #expect(throws: DraftError.feeTooLarge) {
            try Self.transaction().using(Self.resources(fee: Int64(UInt32.max) - 99))
        }
        #expect(throws: DraftError.feeTooLarge) { try Self.transaction().using(Self.resources(fee: .max)) }
        #expect(throws: DraftError.badResourceFee) { try Self.transaction().using(Self.resources(fee: -1)) }
    }

    @Test func `rejects a total fee beyond 32 bits and more than 100 operations`() throws {
        #expect(throws: DraftError.feeTooLarge) { try Self.transaction(fee: 42_949_673, operations: 100) }
        #expect(try Self.transaction(fee: 42_949_672, operations: 100).fee == 4_294_967_200)
        #expect(throws: DraftError.tooManyOperations) { try Self.transaction(operations: 101) }
    }

    @Test func `rejects minSeqNum unless it is below the sequence number`() throws {
        func made(_ least: SequenceNumber) throws -> Transaction {
            let conditions = PreconditionsV2(
                timeBounds: nil, ledgerBounds: nil, minSeqNum: least, minSeqAge: 0, minSeqLedgerGap: 0,
                extraSigners: BoundedArray())
            return try TransactionDraft(
                source: MuxedAccount(Self.account), sequence: 5, feePerOperation: 100, conditions: .v2(conditions),
                operations: [Self.operation]
            ).envelope().innermost
        }
        #expect(try made(4).cond.extended?.minSeqNum == 4)
        for least: SequenceNumber in [5, 6, .max] {
            #expect(throws: DraftError.neverInTurn(least: least, sequence: 5)) { try made(least) }
        }
    }

    @Test func `rejects pool assets that are not in order`() throws {
        let usdc = try Asset(code: "USDC", issuer: Self.account)
        let long = try Asset(code: "AAAAA", issuer: Self.account)
        for (a, b) in [(usdc, Asset.native), (long, usdc), (usdc, usdc)] {
            #expect(LiquidityPoolParameters(a, b) == nil)
        }
        for (a, b) in [(Asset.native, usdc), (usdc, long)] { #expect(LiquidityPoolParameters(a, b) != nil) }
    }

    @Test func `reads a balance id in each form that explorers show`() throws {
        let digits = "247861eb2b5e64d169927e74a5b35a1dd409a8055b50042f5dd358119fe4840c"
        let id = try ClaimableBalanceID("00000000" + digits)
        #expect(try ClaimableBalanceID(digits) == id && ClaimableBalanceID(digits.uppercased()) == id)
        guard case .v0(let hash) = id else { return }
        #expect(Hex.encode(hash.bytes) == digits)
        #expect(try ClaimableBalanceID(StrKey.claimableBalance(hash).text) == id)
    }

    @Test(arguments: [
        "00000001", "0000000", "000000000", "01000000", "ffffffff", "247861eb",
    ])
    func `rejects digits that are not a balance id, and says how many there are to be`(start: String) {
        let digits = start + "247861eb2b5e64d169927e74a5b35a1dd409a8055b50042f5dd358119fe4840c"
        let error = #expect(throws: StrKeyError.self) { try ClaimableBalanceID(digits) }
        #expect(digits.utf8.count % 2 == 1 || error == .badBalanceID)
        #expect(digits.utf8.count % 2 == 1 || error?.message.contains("eight zeros") == true)
    }

    @Test(arguments: ["", "B", "ab", String(repeating: "0", count: 62), "00000001" + String(repeating: "0", count: 64)])
    func `rejects a malformed claimable balance id`(text: String) {
        #expect(throws: StrKeyError.self) { try ClaimableBalanceID(text) }
    }
}
