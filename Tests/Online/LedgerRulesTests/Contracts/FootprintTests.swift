// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Footprints, fees and values of calls.
struct FootprintTests {
    private let alice: Holder
    private let bob: Holder
    private var world = Entries()
    private let native = Asset.native.contract(on: .testnet)

    init() throws {
        alice = try Holder("alice")
        bob = try Holder("bob")
        for person in [alice, bob] { world.add(person.id) }
    }

    private func transfer(_ footprint: LedgerFootprint?) -> Execution {
        let entries = world.entries
        let call = InvokeContractArgs(
            contractAddress: .contract(native), functionName: SCSymbol(name: "transfer"),
            args: [.address(alice.address), .address(bob.address), .amount(1)])
        let entry = SorobanAuthorizationEntry(
            credentials: .sourceAccount, rootInvocation: .init(function: .contractFn(call), subInvocations: []))
        return HostCall(call, source: alice.id, in: world.ledger).run(.enforce([entry]), footprint: footprint) {
            entries[$0]
        }
    }

    @Test func `a transfer of lumens reads the contract and writes both accounts`() {
        let footprint = transfer(nil).footprint
        #expect(footprint.readOnly == [.instance(native)])
        #expect(Set(footprint.readWrite) == [.account(alice.id), .account(bob.id)])
        #expect(footprint.readWrite == footprint.readWrite.sorted { $0.xdr.lexicographicallyPrecedes($1.xdr) })
    }

    @Test func `a call cannot leave its footprint, nor write what the footprint only reads`() {
        let footprint = transfer(nil).footprint
        #expect(transfer(footprint).error == nil)
        for missing in footprint.readOnly + footprint.readWrite {
            var less = footprint
            less.readOnly.removeAll { $0 == missing }
            less.readWrite.removeAll { $0 == missing }
            #expect(transfer(less).error == "HostError: Error(Storage, ExceededLimit)")
        }
        let reading = LedgerFootprint(readOnly: footprint.readOnly + footprint.readWrite, readWrite: [])
        #expect(transfer(reading).error == "HostError: Error(Storage, InvalidAction)")
        let more = LedgerFootprint(readOnly: [], readWrite: footprint.readOnly + footprint.readWrite)
        #expect(transfer(more).error == nil)
    }

    @Test func `a failed call changes nothing and emits nothing`() {
        let execution = transfer(LedgerFootprint(readOnly: [.instance(native)], readWrite: [.account(alice.id)]))
        #expect(execution.changes.isEmpty && execution.events.isEmpty && execution.successHash == nil)
        #expect(execution.diagnostics.count == 2)
    }

    @Test func `maps with unordered keys and keys of the ledger are no values`() {
        let bad: [SCVal] = [
            .map([SCMapEntry(key: .name("b"), val: .void), SCMapEntry(key: .name("a"), val: .void)]),
            .map([SCMapEntry(key: .name("a"), val: .void), SCMapEntry(key: .name("a"), val: .void)]), .map(nil),
            .vec(nil), .vec([.ledgerKeyContractInstance]), .ledgerKeyNonce(SCNonceKey(nonce: 1)), .name("a b"),
        ]
        var world = world
        for value in bad {
            let execution = world.call(native, "balance", value, by: alice.id)
            #expect(execution.error == "HostError: Error(Value, InvalidInput)")
        }
    }

    /// Amounts computed by hand from the rates of protocol 28.
    @Test func `the fee for resources has the rates of the network`() {
        let keys = [LedgerKey.account(alice.id), .account(bob.id)]
        let resources = SorobanResources(
            footprint: LedgerFootprint(readOnly: [.instance(native)], readWrite: keys), instructions: 400_001,
            diskReadBytes: 1024, writeBytes: 512)
        // 1001 instructions, 12500 entries read, 20000 written, 1786 + 1750 bytes, 20610 history, 1624 size
        #expect(
            ResourceFee.nonRefundable(resources, transactionSize: 1024) == 1001 + 12500 + 20000 + 1786 + 1750 + 20992
                + 1624)
        #expect(ResourceFee.events(bytes: 100) == 977)
        let more = SorobanResources(
            footprint: resources.footprint, instructions: 400_001, diskReadBytes: 1025, writeBytes: 512)
        #expect(
            ResourceFee.nonRefundable(more, transactionSize: 1024)
                == ResourceFee.nonRefundable(resources, transactionSize: 1024) + 2)
    }

    @Test func `limits of the network bound what a call may declare`() {
        func allows(_ change: (inout SorobanResources) -> Void, size: Int = 1000) -> Bool {
            var resources = SorobanResources(
                footprint: LedgerFootprint(readOnly: [], readWrite: []), instructions: 1, diskReadBytes: 1,
                writeBytes: 1)
            change(&resources)
            return ResourceLimits.allows(resources, transactionSize: size)
        }
        #expect(allows { $0.instructions = 100_000_000 } && !allows { $0.instructions += 100_000_000 })
        #expect(allows { $0.writeBytes = 132_096 } && !allows { $0.writeBytes = 132_097 })
        #expect(allows { _ in } && !allows({ _ in }, size: 132_097))
        let many = (0..<101).map { LedgerKey.persistent(.contract(native), .u32($0)) }
        #expect(allows { $0.footprint.readOnly = Array(many.dropLast()) } && !allows { $0.footprint.readOnly = many })
        #expect(!allows { $0.footprint.readWrite = Array(many.prefix(51)) })
    }

    @Test func `the modules are valid, name their functions, and say that they are no code`() throws {
        for contract in PracticeContract.allCases {
            let wasm = contract.wasm
            #expect(wasm.prefix(8) == [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
            #expect(PracticeContract(hash: contract.hash) == contract && Hash(sha256: wasm) == contract.hash)
            var reader = wasm[8...]
            var names: [String] = []
            while let id = reader.popFirst() {
                let size = try #require(Self.length(&reader))
                var section = reader.prefix(size)
                reader = reader.dropFirst(size)
                let nameSize = try #require(Self.length(&section))
                #expect(id == 0)
                names.append(String(decoding: section.prefix(nameSize), as: UTF8.self))
            }
            #expect(names == ["contractenvmetav0", "contractmetav0", "contractspecv0"])
            #expect(String(decoding: wasm, as: UTF8.self).contains("practice"))
            #expect(contract.misleadingWasm != wasm || [.webAuth, .hello].contains(contract))
        }
    }

    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        var value = 0
        var shift = 0
        while let byte = bytes.popFirst() {
            value |= Int(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        return nil
    }
}
