// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

/// Entries of contracts whose lifetime ends, and the transactions that restore or extend them.
struct LifetimeTests {
    private let world: World
    private let counter = PracticeContract.counter.id(on: .testnet)
    /// What Alice's count is stored under.
    private let key: LedgerKey
    private static let lifetime: UInt32 = 6

    private enum Unexpected: Error { case meta }

    init() throws {
        let people: [JSON] = [alice, bob].map { ["id": .string($0.address), "balance": "100"] }
        world = try World([
            "lifetimes": ["temporary": 3, "persistent": .integer(Self.lifetime)], "accounts": .array(people),
        ])
        key = .persistent(
            .contract(counter), .vec([.name("Counter"), .address(.account(alice.id))]))
    }

    private var increment: OperationBody {
        let call = InvokeContractArgs(
            contractAddress: .contract(counter), functionName: SCSymbol(name: "increment"),
            args: [.address(.account(alice.id)), .u32(2)])
        return .invokeHostFunction(InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: []))
    }

    private static let extend = OperationBody.extendFootprintTtl(ExtendFootprintTTLOp(ext: .v0, extendTo: 40))
    private static let restore = OperationBody.restoreFootprint(RestoreFootprintOp(ext: .v0))

    private static func data(reading: [LedgerKey] = [], writing: [LedgerKey] = []) -> SorobanTransactionData {
        let resources = SorobanResources(
            footprint: LedgerFootprint(readOnly: reading, readWrite: writing), instructions: 0, diskReadBytes: 0,
            writeBytes: 0)
        return SorobanTransactionData(ext: .v0, resources: resources, resourceFee: 0)
    }

    private func simulated(_ body: OperationBody, _ data: SorobanTransactionData? = nil) async throws -> Simulation {
        let transaction = await world.transaction(alice, [body]) { if let data { $0.ext = .v1(data) } }
        return try await world.ledger.snapshot().simulate(transaction.envelope([]), Simulation.Options()) { 7 }
    }

    /// The transaction with what a simulation says it needs.
    private func made(_ body: OperationBody, _ simulation: Simulation) async -> Transaction {
        await world.transaction(alice, [body]) { transaction in
            transaction.ext = .v1(simulation.data)
            transaction.fee += UInt32(simulation.data.resourceFee)
            guard case .invokeHostFunction(var operation) = body else { return }
            operation.auth = simulation.authorization
            transaction.operations =
                BoundedArray([Operation(sourceAccount: nil, body: .invokeHostFunction(operation))]) ?? BoundedArray()
        }
    }

    private func outcome(_ transaction: Transaction) async -> String {
        let codes = ResultCodes(await world.submit(transaction.signed(by: [alice])))
        return (codes.operations.first ?? codes.transaction).rawValue
    }

    private func send(_ body: OperationBody, _ data: SorobanTransactionData? = nil) async throws -> String {
        await outcome(await made(body, try await simulated(body, data)))
    }

    private func stored() async -> StoredEntry? { await world.ledger.snapshot().state.entry(key) }

    /// Alice's count is 2, and its lifetime is over.
    private func archive() async throws {
        #expect(try await send(increment) == "op_success")
        world.advance(5 * UInt64(Self.lifetime + 1))
        let (entry, latest) = (await stored(), await world.ledger.snapshot().latest.sequence)
        #expect(entry?.isArchived(key, in: latest) == true)
    }

    @Test func `a call restores what is archived, and goes on with it`() async throws {
        try await archive()
        let simulation = try await simulated(increment)
        #expect(simulation.value == .u32(4))
        #expect(simulation.data.archivedEntries == [key])
        #expect(simulation.data.resources.diskReadBytes > 0)
        let transaction = await made(increment, simulation)
        #expect(await outcome(transaction) == "op_success")
        let (entry, record) = (
            await stored(), try #require(await world.ledger.snapshot().record(transaction.hash(on: .testnet)))
        )
        #expect(entry?.value == .u32(4))
        #expect(entry?.liveUntil == record.ledger + Self.lifetime - 1)
        guard case .v4(let meta) = record.meta else { throw Unexpected.meta }
        let restored = meta.operations[0].changes.compactMap { change -> LedgerEntryData? in
            if case .restored(let entry) = change { entry.data } else { nil }
        }
        // The entry as it was, and its lifetime.
        #expect(restored.count == 2)
        guard case .contractData(let old)? = restored.first, case .ttl(let lifetime)? = restored.last else {
            Issue.record("an entry and its lifetime are restored")
            return
        }
        #expect(old.val == .u32(2) && lifetime.liveUntilLedgerSeq == entry?.liveUntil)
    }

    @Test func `a call that does not list an archived entry is not run`() async throws {
        let before = try await simulated(increment)
        try await archive()
        var bare = await made(increment, try await simulated(increment))
        bare.ext = .v1(SorobanTransactionData(ext: .v0, resources: before.data.resources, resourceFee: 1_000_000))
        bare.fee += 1_000_000
        #expect(await outcome(bare) == "entry_archived")
        #expect(await stored()?.value == .u32(2))
    }

    @Test func `an entry that was restored meanwhile is no obstacle`() async throws {
        try await archive()
        let simulation = try await simulated(increment)
        #expect(try await send(Self.restore, Self.data(writing: [key])) == "op_success")
        #expect(await outcome(await made(increment, simulation)) == "op_success")
        #expect(await stored()?.value == .u32(4))
    }

    @Test(arguments: [[1, 0], [0, 0], [9]] as [[UInt32]])
    func `a list of places that do not ascend or do not exist is rejected`(places: [UInt32]) async throws {
        try await archive()
        var simulation = try await simulated(increment)
        simulation.data.ext = .v1(SorobanResourcesExtV0(archivedSorobanEntries: places))
        #expect(await outcome(await made(increment, simulation)) == "tx_soroban_invalid")
    }

    @Test func `a list that names an account is rejected`() async throws {
        try await archive()
        var simulation = try await simulated(increment)
        let account = LedgerKey.account(LedgerKeyAccount(accountID: bob.id))
        let place = UInt32(simulation.data.resources.footprint.readWrite.count)
        simulation.data.resources.footprint.readWrite.append(account)
        simulation.data.ext = .v1(SorobanResourcesExtV0(archivedSorobanEntries: [place]))
        #expect(await outcome(await made(increment, simulation)) == "tx_soroban_invalid")
    }

    @Test func `a lifetime is simulated without a memo, and without a choice of authorization`() async throws {
        #expect(try await send(increment) == "op_success")
        let data = Self.data(reading: [key])
        var options = Simulation.Options()
        options.mode = .enforce
        let plain = await world.transaction(alice, [Self.extend]) { $0.ext = .v1(data) }
        var noted = plain
        noted.memo = .id(7)
        let snapshot = await world.ledger.snapshot()
        #expect(throws: Simulation.CallError.self) { try snapshot.simulate(plain.envelope([]), options) { 7 } }
        #expect(throws: Simulation.CallError.self) {
            try snapshot.simulate(noted.envelope([]), Simulation.Options()) { 7 }
        }
    }

    @Test func `restores by itself, once`() async throws {
        try await archive()
        let simulation = try await simulated(Self.restore, Self.data(writing: [key]))
        #expect(simulation.value == nil && simulation.data.resources.footprint.readWrite == [key])
        let transaction = await made(Self.restore, simulation)
        let result = await world.submit(transaction.signed(by: [alice]))
        #expect(ResultCodes(result).transaction == .txSuccess)
        let latest = await world.ledger.snapshot().latest.sequence
        #expect(await stored()?.liveUntil == latest + Self.lifetime - 1)
        // Nothing is left to restore, and so nothing is charged for it.
        let again = try await simulated(Self.restore, Self.data(writing: [key]))
        #expect(again.data.resources.footprint.readWrite.isEmpty)
        #expect(again.data.resourceFee < simulation.data.resourceFee)
    }

    @Test func `a restoration without its rent, or with too few bytes, restores nothing`() async throws {
        try await archive()
        let simulation = try await simulated(Self.restore, Self.data(writing: [key]))
        var small = simulation
        small.data.resources.diskReadBytes = 10
        #expect(await outcome(await made(Self.restore, small)) == "resource_limit_exceeded")
        var cheap = simulation
        cheap.data.resourceFee = try await leastFee(simulation)
        #expect(await outcome(await made(Self.restore, cheap)) == "insufficient_refundable_fee")
        let latest = await world.ledger.snapshot().latest.sequence
        #expect(await stored()?.isArchived(key, in: latest) == true)
    }

    /// The part of the fee that is not returned, to the stroop.
    private func leastFee(_ simulation: Simulation) async throws -> Int64 {
        let size = await made(Self.restore, simulation).signed(by: [alice]).xdr.count
        return ResourceFee.nonRefundable(simulation.data.resources, archived: 1, transactionSize: size)
    }

    @Test func `extends what lives, and asks to restore first what does not`() async throws {
        #expect(try await send(increment) == "op_success")
        #expect(try await send(Self.extend, Self.data(reading: [key])) == "op_success")
        let latest = await world.ledger.snapshot().latest.sequence
        #expect(await stored()?.liveUntil == latest + 40)
        // Shorter than it lives already.
        let shorter = OperationBody.extendFootprintTtl(ExtendFootprintTTLOp(ext: .v0, extendTo: 10))
        #expect(try await send(shorter, Self.data(reading: [key])) == "op_success")
        #expect(await stored()?.liveUntil == latest + 40)
        #expect(try await simulated(shorter, Self.data(reading: [key])).data.resources.footprint.readOnly.isEmpty)
        world.advance(5 * 60)
        let simulation = try await simulated(Self.extend, Self.data(reading: [key]))
        let preamble = try #require(simulation.restorePreamble)
        #expect(preamble.resources.footprint.readWrite == [key])
        // What it says is for after the restoration.
        #expect(simulation.data.resources.footprint.readOnly == [key])
        var restoration = try await simulated(Self.restore, Self.data(writing: [key]))
        restoration.data = preamble
        #expect(await outcome(await made(Self.restore, restoration)) == "op_success")
        #expect(try await simulated(Self.extend, Self.data(reading: [key])).restorePreamble == nil)
        #expect(await outcome(await made(Self.extend, simulation)) == "op_success")
        let end = await world.ledger.snapshot().latest.sequence
        #expect(await stored()?.liveUntil == end + 40)
    }

    @Test(arguments: [3_110_400, .max] as [UInt32])
    func `refuses a life that is longer than any`(extent: UInt32) async throws {
        #expect(try await send(increment) == "op_success")
        let data = Self.data(reading: [key])
        var simulation = try await simulated(Self.extend, data)
        let longer = OperationBody.extendFootprintTtl(ExtendFootprintTTLOp(ext: .v0, extendTo: extent))
        await #expect(throws: Simulation.CallError.self) { try await simulated(longer, data) }
        simulation.data.resourceFee += 1_000_000
        #expect(await outcome(await made(longer, simulation)) == "op_malformed")
        let longest = OperationBody.extendFootprintTtl(ExtendFootprintTTLOp(ext: .v0, extendTo: 3_110_399))
        #expect(try await send(longest, data) == "op_success")
    }

    @Test func `refuses a footprint that is none for the operation`() async throws {
        #expect(try await send(increment) == "op_success")
        let wrong = [(Self.extend, Self.data(writing: [key])), (Self.restore, Self.data(reading: [key]))]
        for (body, data) in wrong {
            await #expect(throws: Simulation.CallError.self) { try await simulated(body, data) }
            var simulation = try await simulated(increment)
            simulation.data = data
            simulation.data.resourceFee = 1_000_000
            #expect(await outcome(await made(body, simulation)) == "op_malformed")
        }
        let missing = LedgerKey.persistent(.contract(counter), .name("nothing"))
        await #expect(throws: Simulation.CallError.self) {
            try await simulated(Self.restore, Self.data(writing: [missing]))
        }
        // There is nothing to extend, which is no error.
        let nothing = try await simulated(Self.extend, Self.data(reading: [missing]))
        #expect(nothing.data.resources.footprint.readOnly.isEmpty)
        let temporary = LedgerKey.temporary(.contract(counter), .name("nothing"))
        await #expect(throws: Simulation.CallError.self) {
            try await simulated(Self.restore, Self.data(writing: [temporary]))
        }
    }

    @Test(arguments: [#"{"persistent": 0}"#, #"{"temporary": 3110401}"#, #"{"longest": 7}"#, #"{"persistent": "x"}"#])
    func `refuses lifetimes that no network has`(lifetimes: String) throws {
        let seed = #"{"lifetimes": \#(lifetimes)}"#
        #expect(throws: SeedError.self) { try Seed(parsing: Array(seed.utf8)) }
    }
}
