// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport
import Testing

/// Code and contracts that transactions add to the practice network.
struct NewContractTests {
    private let world: World
    /// A module of nothing.
    private static let empty: [UInt8] = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

    init() throws {
        let people: [JSON] = [alice, bob].map { ["id": .string($0.address), "balance": "100"] }
        world = try World(["accounts": .array(people)])
    }

    private func simulated(_ function: HostFunction, by source: TestKey = alice) async throws -> Simulation {
        let transaction = await world.transaction(source, [Self.operation(function, [])])
        return try await world.ledger.snapshot().simulate(transaction.envelope([]), Simulation.Options()) { 7 }
    }

    private static func operation(_ function: HostFunction, _ entries: [SorobanAuthorizationEntry]) -> OperationBody {
        .invokeHostFunction(InvokeHostFunctionOp(hostFunction: function, auth: entries))
    }

    /// Simulates and sends; the value that the function returns.
    private func run(_ function: HostFunction, by source: TestKey = alice) async throws -> SCVal? {
        let simulation = try await simulated(function, by: source)
        let transaction = await world.transaction(source, [Self.operation(function, simulation.authorization)]) {
            $0.ext = .v1(simulation.data)
            $0.fee += UInt32(simulation.data.resourceFee)
        }
        let result = await world.submit(transaction.signed(by: [source]))
        #expect(ResultCodes(result).transaction == .txSuccess)
        guard case .v4(let meta)? = await world.ledger.snapshot().record(transaction.hash(on: .testnet))?.meta else {
            return nil
        }
        return meta.sorobanMeta?.returnValue
    }

    /// The error of a simulation.
    private func error(_ function: HostFunction, by source: TestKey = alice) async -> String? {
        do {
            _ = try await simulated(function, by: source)
            return nil
        } catch Simulation.CallError.call(let error, _) { return error.text } catch { return "\(error)" }
    }

    private static func upload(_ code: [UInt8]) -> HostFunction { .uploadContractWasm(Opaque(code) ?? Opaque()) }

    private static func origin(_ deployer: TestKey, salt: UInt8 = 1) -> ContractIDPreimage {
        .address(
            .init(address: .account(deployer.id), salt: Uint256(Array(repeating: salt, count: 32)) ?? Uint256()))
    }

    private static func creation(
        _ origin: ContractIDPreimage, _ executable: ContractExecutable, _ arguments: [SCVal] = []
    ) -> HostFunction {
        .createContractV2(
            CreateContractArgsV2(contractIDPreimage: origin, executable: executable, constructorArgs: arguments))
    }

    private static var counterCode: ContractExecutable { .wasm(PracticeContract.counter.hash) }

    @Test func `code is stored under its hash, once`() async throws {
        let hash = Hash(sha256: Self.empty)
        #expect(try await run(Self.upload(Self.empty)) == .bytes(Opaque(hash.bytes) ?? Opaque()))
        let entry = await world.ledger.snapshot().state.entry(.code(hash))
        guard case .contractCode(let code)? = entry?.data else {
            Issue.record("the code is on the ledger")
            return
        }
        #expect(code.code.bytes == Self.empty)
        #expect(try await simulated(Self.upload(Self.empty)).changes.isEmpty)
    }

    @Test(arguments: [[], [0, 0x61, 0x73, 0x6d], [0, 0x61, 0x73, 0x6d, 2, 0, 0, 0], empty + [0, 200]] as [[UInt8]])
    func `what is no module is not stored`(bytes: [UInt8]) async {
        #expect(await error(Self.upload(bytes)) == "HostError: Error(WasmVm, InvalidInput)")
    }

    @Test func `code beyond the network's limit is rejected`() async throws {
        let code = Self.empty + Array(repeating: 0, count: Int(ResourceLimits.contractBytes))
        #expect(await error(Self.upload(code)) == "HostError: Error(WasmVm, InvalidInput)")
        let simulation = try await simulated(Self.upload(Self.empty))
        let transaction = await world.transaction(alice, [Self.operation(Self.upload(code), [])]) {
            $0.ext = .v1(simulation.data)
            $0.fee += UInt32(simulation.data.resourceFee)
        }
        #expect(ResultCodes(await world.submit(transaction.signed(by: [alice]))).transaction == .txSorobanInvalid)
    }

    @Test func `a second counter counts by itself`() async throws {
        let origin = Self.origin(alice)
        let contract = origin.contract(on: .testnet)
        #expect(try await run(Self.creation(origin, Self.counterCode)) == .address(.contract(contract)))
        let call = InvokeContractArgs(
            contractAddress: .contract(contract), functionName: SCSymbol(name: "increment"),
            args: [.address(.account(alice.id)), .u32(5)])
        #expect(try await run(.invokeContract(call)) == .u32(5))
        #expect(await error(Self.creation(origin, Self.counterCode)) == "HostError: Error(Storage, ExistingValue)")
    }

    @Test func `the older form creates the same contract`() async throws {
        let origin = Self.origin(alice)
        let old = HostFunction.createContract(
            CreateContractArgs(contractIDPreimage: origin, executable: Self.counterCode))
        // It is recorded in the newer form, and either authorizes either.
        let recorded = try await simulated(old, by: bob)
        guard case .createContractV2HostFn? = recorded.authorization.first?.rootInvocation.function else {
            Issue.record("the newer form is recorded")
            return
        }
        #expect(try await run(old) == .address(.contract(origin.contract(on: .testnet))))
        let other = Self.origin(alice, salt: 2)
        guard case .createContractV2(let new) = Self.creation(other, Self.counterCode) else { return }
        let entry = SorobanAuthorizationEntry(
            credentials: .sourceAccount,
            rootInvocation: .init(
                function: .createContractHostFn(
                    CreateContractArgs(contractIDPreimage: new.contractIDPreimage, executable: new.executable)),
                subInvocations: []))
        let simulation = try await simulated(.createContractV2(new))
        let transaction = await world.transaction(alice, [Self.operation(.createContractV2(new), [entry])]) {
            $0.ext = .v1(simulation.data)
            $0.fee += UInt32(simulation.data.resourceFee)
        }
        #expect(ResultCodes(await world.submit(transaction.signed(by: [alice]))).transaction == .txSuccess)
    }

    @Test func `whose address it derives from authorizes it`() async throws {
        let function = Self.creation(Self.origin(alice), Self.counterCode)
        let recorded = try await simulated(function, by: bob)
        #expect(recorded.authorization.map { $0.credentials.address?.address } == [.account(alice.id)])
        guard case .createContractV2(let new) = function else { return }
        #expect(recorded.authorization.first?.rootInvocation.function == .createContractV2HostFn(new))
        func outcome(_ entries: [SorobanAuthorizationEntry]) async -> [ResultCode] {
            let transaction = await world.transaction(bob, [Self.operation(function, entries)]) {
                $0.ext = .v1(recorded.data)
                $0.fee += UInt32(recorded.data.resourceFee)
            }
            return ResultCodes(await world.submit(transaction.signed(by: [bob]))).operations
        }
        #expect(await outcome([]) == ["function_trapped"])
        let own = SorobanAuthorizationEntry(
            credentials: .sourceAccount, rootInvocation: try #require(recorded.authorization.first).rootInvocation)
        #expect(await outcome([own]) == ["function_trapped"])
        #expect(await outcome(recorded.authorization.map { $0.signed(by: alice, until: 1500) }) == ["op_success"])
    }

    @Test func `refuses what cannot be created`() async throws {
        let usd = asset("USD", alice)
        let cases: [(HostFunction, String)] = [
            (Self.creation(Self.origin(alice), .wasm(Hash())), "Storage, MissingValue"),
            (Self.creation(Self.origin(alice), .stellarAsset), "Value, InvalidInput"),
            (Self.creation(.asset(usd), Self.counterCode), "Value, InvalidInput"),
            (Self.creation(Self.origin(alice), Self.counterCode, [.u32(1)]), "Context, InvalidInput"),
        ]
        for (function, code) in cases { #expect(await error(function) == "HostError: Error(\(code))") }
    }

    @Test func `other code is deployed, and says that it does not run`() async throws {
        _ = try await run(Self.upload(Self.empty))
        let origin = Self.origin(alice)
        _ = try await run(Self.creation(origin, .wasm(Hash(sha256: Self.empty))))
        let call = InvokeContractArgs(
            contractAddress: .contract(origin.contract(on: .testnet)), functionName: SCSymbol(name: "hello"), args: [])
        #expect(await error(.invokeContract(call)) == "HostError: Error(WasmVm, MissingValue)")
    }

    @Test func `the contract of an asset is created by anyone, once`() async throws {
        let usd = asset("USD", bob)
        let creation = Self.creation(.asset(usd), .stellarAsset)
        let contract = usd.contract(on: .testnet)
        #expect(try await run(creation) == .address(.contract(contract)))
        #expect(await error(creation) == "HostError: Error(Storage, ExistingValue)")
        // One that is there since an account trusts the asset can still be created.
        let eur = asset("EUR", bob)
        #expect(await world.outcome(alice, trust(eur)) == "op_success")
        let simulation = try await simulated(Self.creation(.asset(eur), .stellarAsset))
        #expect(simulation.changes.map(\.live) == [nil])
        #expect(try await run(Self.creation(.asset(eur), .stellarAsset)) != nil)
        #expect(
            await error(Self.creation(.asset(eur), .stellarAsset)) == "HostError: Error(Storage, ExistingValue)")
    }
}
