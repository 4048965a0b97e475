// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import LedgerAPI

/// Compares signatures and weights with the practice ledger, which counts them with independent code.
struct SignatureTests {
    private static let people = PracticeWorld.people

    private static func world(_ dice: inout Seeded) throws -> PracticeLedger {
        let accounts = people.prefix(3).map { person -> JSON in
            var signers: [(String, JSON)] = []
            for other in people where other.id != person.id && dice.roll(3) {
                signers.append((other.id.address, .integer(dice.pick([1, 1, 2, 255]))))
            }
            if dice.roll(4) { signers.append((SignerKey.hashX(Uint256(sha256: [7])).address, 1)) }
            let low = dice.pick([0, 0, 1, 2, 3]), medium = dice.pick([0, 0, 1, 2, 3]), high = dice.pick([0, 1, 2, 4])
            return [
                "id": .string(person.id.address), "balance": "100", "sequence": "7",
                "signers": .object(JSONObject(signers)),
                "thresholds": [
                    "master": .integer(dice.pick([0, 1, 1, 2])), "low": .integer(low), "med": .integer(medium),
                    "high": .integer(high),
                ],
            ]
        }
        let seed: JSON = ["accounts": .array(accounts)]
        return PracticeLedger(network: .testnet, seed: try Seed(parsing: Array(seed.text().utf8))) {
            PracticeWorld.time
        }
    }

    private static func transaction(_ dice: inout Seeded, fee: UInt32? = nil) -> Transaction {
        let bodies: [OperationBody] = [
            .bumpSequence(BumpSequenceOp(bumpTo: 0)),
            .payment(PaymentOp(destination: MuxedAccount(people[0].id), asset: .native, amount: 1)),
            .setOptions(
                SetOptionsOp(
                    inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: 0,
                    medThreshold: nil, highThreshold: nil, homeDomain: nil, signer: nil)),
        ]
        let operations = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
            // One of the accounts does not exist.
            let source = dice.roll(2) ? nil : MuxedAccount(dice.pick(Array(people.prefix(4))).id)
            return Operation(sourceAccount: source, body: dice.pick(bodies))
        }
        var conditions = Preconditions.none
        if dice.roll(4) {
            let extra = BoundedArray<SignerKey, 2>([.ed25519(dice.pick(people).id.key)]) ?? BoundedArray()
            conditions = .v2(
                PreconditionsV2(
                    timeBounds: nil, ledgerBounds: nil, minSeqNum: nil, minSeqAge: 0, minSeqLedgerGap: 0,
                    extraSigners: extra))
        }
        return Transaction(
            sourceAccount: MuxedAccount(dice.pick(Array(people.prefix(3))).id),
            fee: fee ?? 100 * UInt32(operations.count), seqNum: 8, cond: conditions, memo: .none,
            operations: BoundedArray(operations) ?? BoundedArray(), ext: .v0)
    }

    /// Random signatures, sometimes with a hash preimage or a duplicate.
    private static func signatures(_ dice: inout Seeded, _ hash: TransactionHash) -> [DecoratedSignature] {
        var made = people.filter { _ in dice.roll(2) }.map { $0.sign(hash) }
        if dice.roll(4), let preimage = Signature([7]) {
            made.append(DecoratedSignature(hint: SignerKey.hashX(Uint256(sha256: [7])).hint, signature: preimage))
        }
        if dice.roll(8), let first = made.first { made.append(first) }
        return made.shuffled(using: &dice)
    }

    private static func envelope(_ dice: inout Seeded) -> TransactionEnvelope {
        let isBump = dice.roll(4)
        let transaction = transaction(&dice, fee: isBump ? 0 : nil)
        let hash = transaction.hash(on: .testnet)
        let inner = TransactionV1Envelope(
            tx: transaction, signatures: BoundedArray(signatures(&dice, hash)) ?? BoundedArray())
        guard isBump else { return .tx(inner) }
        let bump = FeeBumpTransaction(
            feeSource: MuxedAccount(dice.pick(Array(people.prefix(3))).id), fee: 1000, innerTx: .tx(inner), ext: .v0)
        let outer = signatures(&dice, bump.hash(on: .testnet))
        return .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray(outer) ?? BoundedArray()))
    }

    /// The ledger's signature error: missing or surplus signatures, or nil.
    private static func verdict(_ codes: ResultCodes) -> ResultCode? {
        let auth: Set<ResultCode> = ["tx_bad_auth", "tx_bad_auth_extra"]
        if let code = [codes.transaction, codes.innerTransaction].compactMap(\.self).first(where: auth.contains) {
            return code
        }
        return codes.operations.contains("op_bad_auth") ? "op_bad_auth" : nil
    }

    @Test(arguments: 0..<20)
    func `the report accepts the same signatures as the ledger`(seed: Int) async throws {
        var dice = Seeded(UInt64(1000 + seed) &+ 0x9e37_79b9_7f4a_7c15)
        for _ in 0..<40 {
            let ledger = try Self.world(&dice)
            let envelope = Self.envelope(&dice)
            var source = PracticeSource(snapshot: await ledger.snapshot())
            let report = try SignatureReport(envelope, on: .testnet, in: &source)
            let codes: ResultCodes
            switch await ledger.submit(envelope) {
            case .included(let record, _): codes = ResultCodes(record.result)
            case .refused(let result): codes = ResultCodes(result)
            }
            // The first rejection about a fee bump may differ from the ledger's, so only its presence is compared.
            let found = report.rejections.map(\.code)
            let wanted = Self.verdict(codes)
            #expect(found.isEmpty == (wanted == nil), "\(codes) \(found) \(envelope)")
            if case .tx = envelope, let wanted { #expect(found.first == wanted, "\(codes) \(envelope)") }
            guard case .tx(let v1) = envelope, report.authorities.allSatisfy(\.isMet), !report.surplus.isEmpty,
                report.missingExtraSigners.isEmpty
            else { continue }
            try await Self.expectTaken(v1, without: report.surplus, ledger)
        }
    }

    /// The ledger accepts the envelope without its surplus signatures.
    private static func expectTaken(
        _ envelope: TransactionV1Envelope, without surplus: [Int], _ ledger: PracticeLedger
    ) async throws {
        let kept = envelope.signatures.elements.enumerated().filter { !surplus.contains($0.offset) }.map(\.element)
        let rest = TransactionEnvelope.tx(
            TransactionV1Envelope(tx: envelope.tx, signatures: BoundedArray(kept) ?? BoundedArray()))
        var source = PracticeSource(snapshot: await ledger.snapshot())
        #expect(try SignatureReport(rest, on: .testnet, in: &source).rejections.isEmpty)
        guard case .refused(let result) = await ledger.submit(rest) else { return }
        #expect(verdict(ResultCodes(result)) == nil)
    }

    @Test func `requires the source's low threshold even if the operations require less`() async throws {
        let (alice, bob) = (Self.people[0], Self.people[1])
        let seed: JSON = [
            "accounts": [
                [
                    "id": .string(alice.id.address), "sequence": "7", "thresholds": ["low": 2, "med": 0],
                    "signers": .object(JSONObject([(bob.id.address, 1)])),
                ]
            ]
        ]
        let ledger = PracticeLedger(network: .testnet, seed: try Seed(parsing: Array(seed.text().utf8))) {
            PracticeWorld.time
        }
        var source = PracticeSource(snapshot: await ledger.snapshot())
        let pay = OperationBody.payment(PaymentOp(destination: MuxedAccount(alice.id), asset: .native, amount: 1))
        let transaction = Transaction(
            sourceAccount: MuxedAccount(alice.id), fee: 100, seqNum: 8, cond: .none, memo: .none,
            operations: try #require(BoundedArray([Operation(sourceAccount: nil, body: pay)])), ext: .v0)
        let one = try SignatureReport(transaction.signed(by: [alice]), on: .testnet, in: &source)
        #expect(one.rejections.map(\.code) == ["tx_bad_auth"])
        let both = try SignatureReport(transaction.signed(by: [alice, bob]), on: .testnet, in: &source)
        #expect(both.rejections.isEmpty && both.surplus.isEmpty)
        let authority = try #require(both.authorities.first)
        #expect(authority.level == .low && authority.needed == 2 && authority.reached == 2)
        let twice = try SignatureReport(transaction.signed(by: [alice, bob, bob]), on: .testnet, in: &source)
        #expect(twice.rejections.map(\.code) == ["tx_bad_auth_extra"] && twice.surplus == [2])
    }
}
