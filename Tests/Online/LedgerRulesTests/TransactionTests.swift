// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

private func world(_ more: JSON...) throws -> World {
    let people: [JSON] = [alice, bob, carol].map { ["id": .string($0.address), "balance": "100", "sequence": "41"] }
    return try World(["accounts": .array(people + more)])
}

/// A network in which Alice has these signers and thresholds.
private func shared(_ signers: [(String, Int)], low: Int = 0, med: Int = 0, high: Int = 0, master: Int = 1) throws
    -> World
{
    let people: [JSON] = [bob, carol].map { ["id": .string($0.address), "balance": "100", "sequence": "41"] }
    let account: JSON = [
        "id": .string(alice.address), "balance": "100", "sequence": "41",
        "signers": .object(JSONObject(signers.map { ($0.0, .integer($0.1)) })),
        "thresholds": ["low": .integer(low), "med": .integer(med), "high": .integer(high), "master": .integer(master)],
    ]
    return try World(["accounts": .array(people + [account])])
}

/// Changes to a valid transaction, each with the network's result code.
private let judged: [(ResultCode, @Sendable (inout Transaction) -> Void)] = [
    ("tx_insufficient_fee", { $0.fee = 99 }), ("tx_bad_seq", { $0.seqNum = 41 }), ("tx_bad_seq", { $0.seqNum = 43 }),
    ("tx_bad_seq", { $0.seqNum = -1 }), ("tx_bad_seq", { $0.seqNum = .max }),
    ("tx_no_source_account", { $0.sourceAccount = MuxedAccount(nobody.id) }),
    ("tx_insufficient_balance", { $0.fee = .max }), ("tx_missing_operation", { $0.operations = BoundedArray() }),
    ("tx_too_early", { $0.cond = .time(TimeBounds(minTime: World.start + 1, maxTime: 0)) }),
    ("tx_too_late", { $0.cond = .time(TimeBounds(minTime: 0, maxTime: World.start - 1)) }),
    ("tx_success", { $0.cond = .time(TimeBounds(minTime: World.start, maxTime: World.start)) }),
    ("tx_too_early", { $0.require { $0.ledgerBounds = LedgerBounds(minLedger: 1002, maxLedger: 0) } }),
    ("tx_too_late", { $0.require { $0.ledgerBounds = LedgerBounds(minLedger: 0, maxLedger: 1001) } }),
    ("tx_success", { $0.require { $0.ledgerBounds = LedgerBounds(minLedger: 1001, maxLedger: 1002) } }),
    (
        "tx_bad_seq",
        { transaction in
            transaction.seqNum = 50; transaction.require { $0.minSeqNum = 42 }
        }
    ),
    (
        "tx_success",
        { transaction in
            transaction.seqNum = 50; transaction.require { $0.minSeqNum = 0 }
        }
    ),
    (
        "tx_bad_seq",
        { transaction in
            transaction.seqNum = 41; transaction.require { $0.minSeqNum = 0 }
        }
    ),
    ("tx_bad_minseq_age_or_gap", { $0.require { $0.minSeqLedgerGap = 1002 } }),
    ("tx_success", { $0.require { $0.minSeqLedgerGap = 1001 } }),
    ("tx_bad_minseq_age_or_gap", { $0.require { $0.minSeqAge = World.start + 1 } }),
    ("tx_bad_auth", { $0.require { $0.extraSigners = BoundedArray([.ed25519(bob.id.key)]) ?? BoundedArray() } }),
]

struct TransactionTests {
    @Test func `an included transaction consumes its fee and sequence number and closes a ledger`() async throws {
        let world = try world()
        let first = await world.ledger.snapshot().latest.sequence
        let transaction = await world.transaction(alice, [pay(bob, unit)]) { $0.fee = 5000 }
        let result = await world.submit(transaction.signed(by: [alice]))
        #expect(result.feeCharged == 100 && result.result == .txSuccess([.opInner(.payment(.success))]))
        let account = try #require(await world.account(alice))
        #expect(account.balance == 99 * unit - 100 && account.sequence == 42)
        #expect(account.sequenceLedger == first + 1 && account.sequenceTime == World.start)
        #expect(await world.ledger.snapshot().latest.successfulTransactions == 1)
    }

    @Test func `a failed transaction changes nothing but the fee and the sequence number`() async throws {
        let world = try world()
        let codes = await world.send(alice, pay(bob, unit), pay(bob, 1000 * unit), data("a", "b"))
        #expect(codes.transaction == "tx_failed" && codes.operations == ["op_success", "op_underfunded", "op_success"])
        let account = try #require(await world.account(alice))
        #expect(account.balance == 100 * unit - 300 && account.sequence == 42 && account.data.isEmpty)
        #expect(await world.balance(bob) == 100 * unit)
        #expect(await world.ledger.snapshot().latest.failedTransactions == 1)
    }

    @Test func `later operations see the effects of earlier ones`() async throws {
        let world = try world()
        let transaction = await world.transaction(alice, [create(nobody, 5 * unit), pay(bob, unit)]) { transaction in
            let second = Operation(sourceAccount: MuxedAccount(nobody.id), body: pay(bob, unit))
            transaction.operations = BoundedArray([transaction.operations[0], second]) ?? BoundedArray()
        }
        let missing = ResultCodes(await world.submit(transaction.signed(by: [alice])))
        #expect(missing.operations == ["op_success", "op_bad_auth"])
        let codes = ResultCodes(await world.submit(transaction.signed(by: [alice, nobody])))
        #expect(codes.transaction == "tx_success")
        #expect(await world.balance(nobody) == 4 * unit)
    }

    @Test(arguments: judged)
    func `validates a transaction before charging its fee`(
        code: ResultCode, change: @Sendable (inout Transaction) -> Void
    ) async throws {
        let world = try world()
        #expect(await world.send(alice, pay(bob, unit), change: change).transaction == code)
        let account = try #require(await world.account(alice))
        if code != "tx_success" { #expect(account.balance == 100 * unit && account.sequence == 41) }
    }

    @Test func `rejects the initial sequence number of accounts created in the next ledger`() async throws {
        let world = try World([
            "accounts": [["id": .string(alice.address), "sequence": .string(String(1001 << 32 - 1))]]
        ])
        #expect(await world.send(alice, data("a", "b")).transaction == "tx_bad_seq")
        world.advance(5)
        #expect(await world.send(alice, data("a", "b")).transaction == "tx_success")
    }

    @Test func `rejects a transaction after the largest sequence number`() async throws {
        let world = try World(["accounts": [["id": .string(alice.address), "sequence": .string(String(Int64.max))]]])
        #expect(await world.send(alice, data("a", "b")) { $0.seqNum = .min }.transaction == "tx_bad_seq")
        #expect(await world.send(alice, data("a", "b")) { $0.seqNum = .max }.transaction == "tx_bad_seq")
    }

    @Test func `the age of a sequence number counts from its last change`() async throws {
        let world = try world()
        _ = await world.send(alice, pay(bob, 1))
        let waiting: @Sendable (inout Transaction) -> Void = { $0.require { $0.minSeqAge = 4 } }
        #expect(await world.send(alice, pay(bob, 1), change: waiting).transaction == "tx_bad_minseq_age_or_gap")
        world.advance(4)
        #expect(await world.send(alice, pay(bob, 1), change: waiting).transaction == "tx_success")
    }

    @Test(
        arguments: [
            ([alice], "tx_failed", "op_bad_auth"), ([bob], "tx_failed", "op_bad_auth"), ([], "tx_bad_auth", nil),
            ([nobody], "tx_bad_auth", nil), ([alice, bob], "tx_success", "op_success"),
            ([bob, alice], "tx_success", "op_success"), ([carol], "tx_success", "op_success"),
            ([carol, alice], "tx_bad_auth_extra", nil), ([alice, bob, nobody], "tx_bad_auth_extra", nil),
        ] as [([TestKey], ResultCode, ResultCode?)])
    func `signer weights must reach the operation's threshold without surplus signatures`(
        signers: [TestKey], code: ResultCode, operation: ResultCode?
    ) async throws {
        let world = try shared([(bob.address, 1), (carol.address, 2)], low: 1, med: 2, high: 3)
        let codes = await world.send(alice, pay(bob, unit), signers: signers)
        #expect(codes.transaction == code && codes.operations.first == operation)
    }

    @Test(arguments: [
        (OperationBody.bumpSequence(BumpSequenceOp(bumpTo: 0)), 1), (pay(bob, 1), 2),
        (options { $0.homeDomain = String32() }, 2),
        (options { $0.highThreshold = 3 }, 3), (signer(.ed25519(nobody.id.key), 0), 3), (merge(into: bob), 3),
    ])
    func `each operation requires the threshold of its type`(body: OperationBody, needed: Int) async throws {
        let keys = [alice, bob, carol]
        for count in 1...3 {
            let world = try shared([(bob.address, 1), (carol.address, 1)], low: 1, med: 2, high: 3)
            let codes = await world.send(alice, body, signers: Array(keys.prefix(count)))
            if count < needed { #expect(codes.operations == ["op_bad_auth"]) }
            if count == needed { #expect(codes.transaction == "tx_success") }
            if count > needed { #expect(codes.transaction == "tx_bad_auth_extra") }
        }
    }

    @Test func `rejects a key of weight zero, and requires a signature at threshold zero`() async throws {
        let world = try shared([(bob.address, 1)], master: 0)
        #expect(await world.send(alice, pay(bob, 1), signers: [alice]).transaction == "tx_bad_auth")
        #expect(await world.send(alice, pay(bob, 1), signers: []).transaction == "tx_bad_auth")
        #expect(await world.send(alice, pay(bob, 1), signers: [bob]).transaction == "tx_success")
    }

    @Test func `accepts a signature only with its hint, at full length and for its network`() async throws {
        let world = try world()
        let transaction = await world.transaction(alice, [pay(bob, 1)])
        let hash = transaction.hash(on: .testnet)
        let good = alice.sign(hash)
        let wrongHint = DecoratedSignature(hint: bob.id.hint, signature: good.signature)
        let cut = DecoratedSignature(
            hint: good.hint, signature: Signature(Array(good.signature.bytes.dropLast())) ?? Signature())
        let elsewhere = alice.sign(transaction.hash(on: .public))
        for bad in [wrongHint, cut, elsewhere] {
            #expect(ResultCodes(await world.submit(transaction.envelope([bad]))).transaction == "tx_bad_auth")
            #expect(
                ResultCodes(await world.submit(transaction.envelope([good, bad]))).transaction == "tx_bad_auth_extra")
        }
        #expect(ResultCodes(await world.submit(transaction.envelope([good, good]))).transaction == "tx_bad_auth_extra")
        #expect(ResultCodes(await world.submit(transaction.envelope([good]))).transaction == "tx_success")
    }

    @Test func `accepts a hash preimage of up to 64 bytes as a signature`() async throws {
        for preimage in [[], Array("open".utf8), Array(repeating: 7, count: 64)] as [[UInt8]] {
            let digest = try #require(Uint256(SHA256.hash(preimage)))
            let world = try shared([(SignerKey.hashX(digest).address, 1)])
            let transaction = await world.transaction(alice, [pay(bob, 1)])
            let key = SignerKey.hashX(digest)
            let wrong = DecoratedSignature(hint: key.hint, signature: try #require(Signature([1, 2, 3])))
            #expect(ResultCodes(await world.submit(transaction.envelope([wrong]))).transaction == "tx_bad_auth")
            let right = DecoratedSignature(hint: key.hint, signature: try #require(Signature(preimage)))
            #expect(ResultCodes(await world.submit(transaction.envelope([right]))).transaction == "tx_success")
        }
    }

    @Test func `accepts a signed payload's signature only with the hint of the payload signer`() async throws {
        let payload = try #require(Opaque<64>([9, 8]))
        let key = SignerKey.ed25519SignedPayload(.init(ed25519: bob.id.key, payload: payload))
        let world = try shared([(key.address, 1)])
        let transaction = await world.transaction(alice, [pay(bob, 1)])
        let right = DecoratedSignature(hint: key.hint, signature: bob.sign(payload.bytes))
        let plainHint = DecoratedSignature(hint: bob.id.hint, signature: right.signature)
        #expect(ResultCodes(await world.submit(transaction.envelope([plainHint]))).transaction == "tx_bad_auth")
        #expect(ResultCodes(await world.submit(transaction.envelope([right]))).transaction == "tx_success")
    }

    @Test func `requires the signature of an extra signer`() async throws {
        let world = try world()
        let extra: @Sendable (inout Transaction) -> Void = {
            $0.require { $0.extraSigners = BoundedArray([.ed25519(carol.id.key)]) ?? BoundedArray() }
        }
        #expect(await world.send(alice, pay(bob, 1), signers: [alice], change: extra).transaction == "tx_bad_auth")
        #expect(
            await world.send(alice, pay(bob, 1), signers: [alice, carol], change: extra).transaction == "tx_success")
    }

    @Test(arguments: [unit, 1000 * unit])
    func `a pre-authorized transaction needs no signature and uses up its signer`(amount: Int64) async throws {
        let world = try world()
        let later = await world.transaction(alice, [pay(bob, amount)]) { $0.seqNum += 1 }
        #expect(await world.outcome(alice, signer(.preAuthTx(later.hash(on: .testnet).hash))) == "op_success")
        #expect(await world.account(alice)?.signers.count == 1)
        let codes = ResultCodes(await world.submit(later.envelope([])))
        #expect(codes.transaction == (amount == unit ? "tx_success" : "tx_failed"))
        #expect(await world.account(alice)?.signers.isEmpty == true)
    }

    @Test func `an operation of another account needs that account's signature`() async throws {
        let world = try world()
        let foreign: @Sendable (inout Transaction) -> Void = {
            let operation = Operation(sourceAccount: MuxedAccount(bob.id), body: pay(carol, unit))
            $0.operations = BoundedArray([operation]) ?? BoundedArray()
        }
        let bump = OperationBody.bumpSequence(BumpSequenceOp(bumpTo: 0))
        #expect(await world.send(alice, bump, signers: [alice], change: foreign).operations == ["op_bad_auth"])
        #expect(
            await world.send(alice, bump, signers: [alice, bob], change: foreign).transaction == "tx_success")
        #expect(await world.balance(bob) == 99 * unit)
    }

    @Test func `rejects inflation without charging a fee`() async throws {
        let world = try world()
        let transaction = await world.transaction(alice, [pay(bob, unit), .inflation])
        guard case .refused(let result) = await world.ledger.submit(transaction.signed(by: [alice])) else {
            Issue.record("included")
            return
        }
        let codes = ResultCodes(result)
        #expect(codes.transaction == "tx_failed" && codes.operations == ["op_success", "op_not_supported"])
        #expect(await world.balance(alice) == 100 * unit)
        #expect(await world.account(alice)?.sequence == 41)
    }

    @Test func `requires the source's low threshold even if the operations require less`() async throws {
        for (signers, code) in [([alice], "tx_bad_auth"), ([alice, bob], "tx_success"), ([bob], "tx_bad_auth")] {
            let world = try shared([(bob.address, 1)], low: 2, med: 0)
            #expect(await world.send(alice, pay(carol, unit), signers: signers).transaction.rawValue == code)
        }
    }

    @Test func `applies a version 0 transaction as its version 1 equivalent`() async throws {
        let world = try world()
        let v1 = await world.transaction(alice, [pay(bob, unit)])
        let v0 = TransactionV0(
            sourceAccountEd25519: alice.id.key, fee: v1.fee, seqNum: v1.seqNum, timeBounds: nil, memo: .none,
            operations: v1.operations, ext: .v0)
        let signatures = try #require(BoundedArray<DecoratedSignature, 20>([alice.sign(v1.hash(on: .testnet))]))
        let result = await world.submit(.txV0(TransactionV0Envelope(tx: v0, signatures: signatures)))
        #expect(ResultCodes(result).transaction == "tx_success")
    }

    @Test func `applies a transaction that is submitted twice only once`() async throws {
        let world = try world()
        let envelope = await world.transaction(alice, [pay(bob, unit)]).signed(by: [alice])
        guard case .included(let first, isNew: true) = await world.ledger.submit(envelope),
            case .included(let second, isNew: false) = await world.ledger.submit(envelope)
        else {
            Issue.record("not included")
            return
        }
        #expect(first == second)
        #expect(await world.balance(bob) == 101 * unit)
    }
}

struct FeeBumpTests {
    private func inner(_ world: World, fee: UInt32 = 0, _ body: OperationBody = pay(bob, unit)) async -> Transaction {
        await world.transaction(alice, [body]) { $0.fee = fee }
    }

    @Test func `charges the fee source and finds the transaction by both hashes`() async throws {
        let world = try world()
        let transaction = await inner(world)
        let envelope = transaction.bumped(by: carol, fee: 300, innerSigners: [alice])
        let result = await world.submit(envelope)
        #expect(result.feeCharged == 200)
        let codes = ResultCodes(result)
        #expect(codes.transaction == "tx_fee_bump_inner_success" && codes.innerTransaction == "tx_success")
        #expect(await world.balance(carol) == 100 * unit - 200)
        #expect(await world.balance(alice) == 99 * unit)
        let snapshot = await world.ledger.snapshot()
        #expect(snapshot.record(transaction.hash(on: .testnet)) == snapshot.record(envelope.hash(on: .testnet)))
    }

    @Test func `reports an inner failure and still charges the fee source`() async throws {
        let world = try world()
        let transaction = await inner(world, pay(bob, 1000 * unit))
        let codes = ResultCodes(await world.submit(transaction.bumped(by: carol, fee: 200, innerSigners: [alice])))
        #expect(codes.transaction == "tx_fee_bump_inner_failed" && codes.innerTransaction == "tx_failed")
        #expect(codes.operations == ["op_underfunded"])
        #expect(await world.balance(carol) == 100 * unit - 200)
        #expect(await world.account(alice)?.sequence == 42)
    }

    @Test(
        arguments: [
            ("tx_insufficient_fee", nil, 199, carol, [alice], [carol]),
            ("tx_insufficient_fee", nil, 0, carol, [alice], [carol]),
            ("tx_malformed", nil, -1, carol, [alice], [carol]),
            ("tx_no_source_account", nil, 200, nobody, [alice], [nobody]),
            ("tx_bad_auth", nil, 200, carol, [alice], [alice]), ("tx_bad_auth", nil, 200, carol, [alice], []),
            ("tx_bad_auth_extra", nil, 200, carol, [alice], [carol, bob]),
            ("tx_insufficient_balance", nil, 100 * unit, carol, [alice], [carol]),
            ("tx_fee_bump_inner_failed", "tx_bad_auth", 200, carol, [], [carol]),
            ("tx_fee_bump_inner_failed", "tx_bad_auth", 200, carol, [bob], [carol]),
            ("tx_fee_bump_inner_failed", "tx_bad_auth_extra", 200, carol, [alice, bob], [carol]),
        ] as [(ResultCode, ResultCode?, Int64, TestKey, [TestKey], [TestKey])])
    func `validates the fee bump and its inner transaction before charging a fee`(
        code: ResultCode, innerCode: ResultCode?, fee: Int64, payer: TestKey, innerSigners: [TestKey],
        signers: [TestKey]
    ) async throws {
        let world = try world()
        let transaction = await inner(world)
        let envelope = transaction.bumped(by: payer, fee: fee, innerSigners: innerSigners, signers: signers)
        let codes = ResultCodes(await world.submit(envelope))
        #expect(codes.transaction == code && codes.innerTransaction == innerCode)
        #expect(await world.balance(carol) == 100 * unit)
        #expect(await world.account(alice)?.sequence == 41)
    }

    @Test func `rejects a fee that is too low and returns the required one`() async throws {
        let world = try world()
        let transaction = await inner(world, fee: 1000)
        let result = await world.submit(transaction.bumped(by: carol, fee: 1999, innerSigners: [alice]))
        #expect(result.feeCharged == 2000 && result.result == .txInsufficientFee)
    }

    @Test func `rejects a fee bump of a transaction that is already in a ledger`() async throws {
        let world = try world()
        let transaction = await inner(world, fee: 100)
        _ = await world.submit(transaction.signed(by: [alice]))
        let codes = ResultCodes(await world.submit(transaction.bumped(by: carol, fee: 400, innerSigners: [alice])))
        #expect(codes.innerTransaction == "tx_bad_seq")
    }
}
