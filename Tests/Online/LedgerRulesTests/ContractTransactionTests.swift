// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

/// Transactions that call contracts: what they cost, what they change, and what the network rejects.
struct ContractTransactionTests {
    private let world: World
    private let native = Asset.native.contract(on: .testnet)

    init() throws {
        let people: [JSON] = [alice, bob, carol].map {
            ["id": .string($0.address), "balance": "100", "sequence": "41"]
        }
        world = try World(["accounts": .array(people)])
    }

    private static func call(_ contract: ContractID, _ function: String, _ arguments: [SCVal]) -> InvokeContractArgs {
        InvokeContractArgs(
            contractAddress: .contract(contract), functionName: SCSymbol(name: function), args: arguments)
    }

    private func transfer(_ amount: Int128, from: TestKey = alice, to: TestKey = bob) -> InvokeContractArgs {
        Self.call(
            native, "transfer", [.address(.account(from.id)), .address(.account(to.id)), .amount(amount)])
    }

    /// The transaction with what its simulation says it needs.
    private func assembled(
        _ call: InvokeContractArgs, source: TestKey = alice, change: (inout Transaction) -> Void = { _ in }
    ) async throws -> Transaction {
        var transaction = await world.transaction(
            source, [.invokeHostFunction(InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: []))])
        let simulation = try await world.ledger.snapshot().simulate(transaction.envelope([]), Simulation.Options()) {
            7
        }
        transaction.ext = .v1(simulation.data)
        transaction.fee += UInt32(simulation.data.resourceFee)
        transaction.authorize(simulation.authorization)
        change(&transaction)
        return transaction
    }

    private func outcome(
        _ call: InvokeContractArgs, signers: [TestKey] = [alice], change: (inout Transaction) -> Void = { _ in }
    ) async throws -> String {
        let transaction = try await assembled(call, change: change)
        let codes = ResultCodes(await world.submit(transaction.signed(by: signers)))
        return (codes.operations.first ?? codes.transaction).rawValue
    }

    private func meta(_ transaction: Transaction) async throws -> TransactionMetaV4 {
        let record = try #require(await world.ledger.snapshot().record(transaction.hash(on: .testnet)))
        guard case .v4(let meta) = record.meta else { throw Unexpected.meta }
        return meta
    }

    private enum Unexpected: Error { case meta }

    @Test func `a call moves money, and costs what its resources and its events cost`() async throws {
        let transaction = try await assembled(transfer(3 * 10_000_000))
        let result = await world.submit(transaction.signed(by: [alice]))
        #expect(ResultCodes(result).transaction == .txSuccess)
        #expect(await world.balance(bob) == 103 * unit)
        #expect(await world.balance(alice) == 97 * unit - result.feeCharged)
        let data = try #require(transaction.data)
        #expect(result.feeCharged > 100 && result.feeCharged < 100 + data.resourceFee)
        let meta = try await meta(transaction)
        guard case .v1(let fees)? = meta.sorobanMeta?.ext else { throw Unexpected.meta }
        let charged = fees.totalNonRefundableResourceFeeCharged + fees.totalRefundableResourceFeeCharged
        #expect(result.feeCharged == 100 + charged && fees.rentFeeCharged == 0)
    }

    @Test func `the result has the hash of the returned value and the events`() async throws {
        let transaction = try await assembled(transfer(5))
        let result = await world.submit(transaction.signed(by: [alice]))
        let meta = try await meta(transaction)
        let value = try #require(meta.sorobanMeta?.returnValue)
        let preimage = InvokeHostFunctionSuccessPreImage(returnValue: value, events: meta.operations[0].events)
        #expect(result.result == .txSuccess([.opInner(.invokeHostFunction(.success(Hash(sha256: preimage.xdr))))]))
        #expect(meta.operations[0].events.count == 1)
    }

    @Test func `the meta tells the entries before and after, and the fee as events`() async throws {
        let transaction = try await assembled(transfer(5))
        let result = await world.submit(transaction.signed(by: [alice]))
        let meta = try await meta(transaction)
        var balances: [Int64] = []
        for change in meta.operations[0].changes {
            switch change {
            case .state(let entry), .updated(let entry):
                if case .account(let account) = entry.data, account.accountID == bob.id {
                    balances.append(account.balance)
                }
            default: Issue.record("nothing is created or removed")
            }
        }
        #expect(balances == [100 * unit, 100 * unit + 5])
        #expect(meta.txChangesBefore.count == 2 && meta.txChangesAfter.isEmpty)
        let fees = meta.events.compactMap { event -> Int128? in
            guard case .v0(let body) = event.event.body, case .i128(let parts) = body.data else { return nil }
            return Int128(parts.hi) << 64 | Int128(parts.lo)
        }
        #expect(
            fees.reduce(0, +) == Int128(result.feeCharged) && meta.events.map(\.stage) == [.beforeAllTxs, .afterAllTxs])
    }

    @Test func `a call that fails changes nothing, and pays only for its resources`() async throws {
        let transaction = try await assembled(transfer(50 * 10_000_000))
        // Alice spends the money before her transaction is applied.
        let payment = await world.transaction(alice, [pay(bob, 60 * unit)]) { $0.seqNum += 0 }
        var late = transaction
        late.seqNum += 1
        #expect(ResultCodes(await world.submit(payment.signed(by: [alice]))).transaction == .txSuccess)
        let result = await world.submit(late.signed(by: [alice]))
        #expect(ResultCodes(result).operations == ["function_trapped"])
        #expect(await world.balance(bob) == 160 * unit)
        let meta = try await meta(late)
        #expect(meta.operations.isEmpty && meta.sorobanMeta?.returnValue == nil && !meta.diagnosticEvents.isEmpty)
        #expect(result.feeCharged < 100 + (late.data?.resourceFee ?? 0))
    }

    @Test func `rejects transactions that the network rejects before it calls`() async throws {
        let call = transfer(1)
        #expect(try await outcome(call) { $0.memo = .id(1) } == "tx_soroban_invalid")
        #expect(try await outcome(call) { $0.sourceAccount = .muxed(id: 1, alice) } == "tx_soroban_invalid")
        #expect(try await outcome(call) { $0.changeData { $0.resourceFee = 10_000 } } == "tx_soroban_invalid")
        #expect(
            try await outcome(call) { $0.changeData { $0.resources.instructions = 100_000_001 } }
                == "tx_soroban_invalid")
        #expect(try await outcome(call) { $0.fee = 100 } == "tx_soroban_invalid")
        #expect(try await outcome(call) { $0.ext = .v0 } == "tx_malformed")
        #expect(try await outcome(call, signers: [bob]) == "tx_bad_auth")
        let double: (inout Transaction) -> Void = { transaction in
            transaction.operations =
                BoundedArray(Array(transaction.operations) + Array(transaction.operations)) ?? BoundedArray()
        }
        #expect(try await outcome(call, change: double) == "tx_malformed")
        #expect(await world.account(alice)?.sequence == 41)
    }

    @Test func `a call without what it needs fails in the ledger`() async throws {
        let call = transfer(1)
        let footprint: (inout Transaction) -> Void = { $0.changeData { $0.resources.footprint.readWrite.removeLast() } }
        #expect(try await outcome(call, change: footprint) == "function_trapped")
        #expect(try await outcome(call) { $0.authorize([]) } == "function_trapped")
        #expect(
            try await outcome(call) { $0.changeData { $0.resources.instructions = 300_000 } }
                == "resource_limit_exceeded")
        #expect(
            try await outcome(call) { $0.changeData { $0.resources.writeBytes = 100 } } == "resource_limit_exceeded")
        #expect(
            try await outcome(call) { $0.changeData { $0.resources.diskReadBytes = 100 } } == "resource_limit_exceeded")
        #expect(await world.account(alice)?.sequence == 46)
        #expect(await world.balance(bob) == 100 * unit)
    }

    @Test func `a resource fee without room for events is too small`() async throws {
        let transaction = try await assembled(transfer(1))
        let size = transaction.signed(by: [alice]).xdr.count
        let data = try #require(transaction.data)
        var exact = transaction
        exact.changeData { $0.resourceFee = ResourceFee.nonRefundable(data.resources, transactionSize: size) }
        let codes = ResultCodes(await world.submit(exact.signed(by: [alice])))
        #expect(codes.operations == ["insufficient_refundable_fee"])
    }

    @Test func `a fee bump pays for a call`() async throws {
        let transaction = try await assembled(transfer(5)) { $0.fee = 0 }
        let fee = 200 + (transaction.data?.resourceFee ?? 0)
        let result = await world.submit(transaction.bumped(by: carol, fee: fee, innerSigners: [alice]))
        #expect(ResultCodes(result).transaction == .txFeeBumpInnerSuccess)
        #expect(await world.balance(alice) == 100 * unit - 5)
        #expect(await world.balance(carol) == 100 * unit - result.feeCharged)
        #expect(result.feeCharged < fee)
    }

    @Test func `an asset has its contract from its first trustline on`() async throws {
        let usd = asset("USD", carol)
        let key = LedgerKey.instance(usd.contract(on: .testnet))
        #expect(await world.ledger.snapshot().state.entry(key) == nil)
        #expect(await world.outcome(bob, trust(usd)) == "op_success")
        #expect(await world.ledger.snapshot().state.entry(key) != nil)
        #expect(await world.outcome(carol, pay(bob, 7 * unit, usd)) == "op_success")
        let move = Self.call(
            usd.contract(on: .testnet), "transfer",
            [.address(.account(bob.id)), .address(.account(carol.id)), .amount(Int128(2 * unit))])
        let transaction = try await assembled(move, source: bob)
        #expect(ResultCodes(await world.submit(transaction.signed(by: [bob]))).transaction == .txSuccess)
        #expect(await world.account(bob)?.trustlines[usd]?.balance == 5 * unit)
    }

    @Test func `a transfer creates an account that can then sign`() async throws {
        let transaction = try await assembled(transfer(Int128(5 * unit), to: nobody))
        #expect(ResultCodes(await world.submit(transaction.signed(by: [alice]))).transaction == .txSuccess)
        #expect(await world.balance(nobody) == 5 * unit)
        #expect(await world.outcome(nobody, pay(bob, unit)) == "op_success")
    }

    @Test func `a signed entry is used once`() async throws {
        let counter = PracticeContract.counter.id(on: .testnet)
        let call = Self.call(counter, "increment", [.address(.account(bob.id)), .u32(2)])
        let transaction = try await assembled(call) { transaction in
            transaction.authorize(transaction.authorization.map { $0.signed(by: bob, until: 2000) })
            // The recorded nonce lives shorter than the signature, which costs more rent.
            transaction.changeData { $0.resourceFee += 100_000 }
            transaction.fee += 100_000
        }
        var second = transaction
        second.seqNum += 1
        #expect(ResultCodes(await world.submit(transaction.signed(by: [alice]))).transaction == .txSuccess)
        #expect(ResultCodes(await world.submit(second.signed(by: [alice]))).operations == ["function_trapped"])
    }

    @Test func `a ledger's hash is that of its header, and its meta has the transaction`() async throws {
        let transaction = try await assembled(transfer(5))
        _ = await world.submit(transaction.signed(by: [alice]))
        let snapshot = await world.ledger.snapshot()
        let latest = snapshot.latest
        #expect(latest.hash.hash == Hash(sha256: latest.header.xdr))
        #expect(latest.header.previousLedgerHash == snapshot.ledgers[snapshot.ledgers.count - 2].hash.hash)
        guard case .v2(let meta) = latest.meta(snapshot.records.last) else { return }
        #expect(meta.txProcessing.count == 1 && Hash(sha256: meta.txSet.xdr) == latest.header.scpValue.txSetHash)
        #expect(
            meta.txProcessing[0].feeProcessing.count == 2 && meta.txProcessing[0].postTxApplyFeeProcessing.count == 2)
    }

    @Test func `classic operations have meta too`() async throws {
        let transaction = await world.transaction(alice, [pay(bob, unit), data("a", "b")])
        #expect(ResultCodes(await world.submit(transaction.signed(by: [alice]))).transaction == .txSuccess)
        let meta = try await meta(transaction)
        #expect(meta.operations.map(\.changes.count) == [4, 3])
        guard case .created(let entry) = meta.operations[1].changes.last else {
            Issue.record("the data is created")
            return
        }
        #expect(entry.lastModifiedLedgerSeq == 1001)
    }
}

extension Transaction {
    fileprivate var data: SorobanTransactionData? { if case .v1(let data) = ext { data } else { nil } }

    fileprivate mutating func changeData(_ change: (inout SorobanTransactionData) -> Void) {
        guard var data else { return }
        change(&data)
        ext = .v1(data)
    }

    fileprivate var authorization: [SorobanAuthorizationEntry] {
        guard case .invokeHostFunction(let operation)? = operations.first?.body else { return [] }
        return operation.auth
    }

    fileprivate mutating func authorize(_ entries: [SorobanAuthorizationEntry]) {
        guard case .invokeHostFunction(var operation)? = operations.first?.body else { return }
        operation.auth = entries
        operations =
            BoundedArray([Operation(sourceAccount: nil, body: .invokeHostFunction(operation))]) ?? BoundedArray()
    }
}

extension MuxedAccount {
    fileprivate static func muxed(id: UInt64, _ person: TestKey) -> MuxedAccount {
        .muxedEd25519(MuxedAccountMed25519(id: id, ed25519: person.id.key))
    }
}

extension SorobanAuthorizationEntry {
    /// The entry with the signature of one person, valid until a ledger.
    func signed(by person: TestKey, until ledger: UInt32) -> SorobanAuthorizationEntry {
        guard case .address(var body) = credentials, let payload = payload(until: ledger, on: .testnet) else {
            return self
        }
        body.signatureExpirationLedger = ledger
        body.signature = .vec([
            .record(("public_key", .raw(person.id.key.bytes)), ("signature", .raw(person.sign(payload.bytes).bytes)))
        ])
        var copy = self
        copy.credentials = .address(body)
        return copy
    }
}
