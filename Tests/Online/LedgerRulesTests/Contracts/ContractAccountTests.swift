// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Accounts that are contracts.
struct ContractAccountTests {
    /// A ledger in which the address of an entry is an account of this kind, with the entry's asset.
    private static func world(
        _ entry: SorobanAuthorizationEntry, _ kind: PracticeContract, _ storage: [SCMapEntry]
    ) throws -> (Entries, InvokeContractArgs) {
        guard case .contract(let account)? = entry.credentials.address?.address,
            case .contractFn(let call) = entry.rootInvocation.function
        else { throw StrKeyError.wrongKind(wanted: "C...") }
        let issuer = try AccountID(address: "GBIRZLXPAVZF6T5L3PUKVMGZYOHJ3YXCQBBYYPYYEZRC5IZO6M2FDHWL")
        var world = Entries(sequence: 700)
        world.add(issuer)
        let contract = world.addContract(of: try Asset(code: "USDC", issuer: issuer))
        for person in ["GDEZR7L3WP543JLCVMVG2FDKGPF7YQNPNELDPHXZHROPWYBCUCSKL3H2"] {
            world.trust(try AccountID(address: person), try Asset(code: "USDC", issuer: issuer))
        }
        let mint = world.call(contract, "mint", .address(.contract(account)), .amount(1_000_000_000_000), by: issuer)
        #expect(mint.error == nil)
        let instance = SCContractInstance(executable: .wasm(kind.hash), storage: storage)
        let data = ContractDataEntry(
            ext: .v0, contract: .contract(account), key: .ledgerKeyContractInstance, durability: .persistent,
            val: .contractInstance(instance))
        world.entries[.instance(account)] = StoredEntry(.contractData(data), liveUntil: 9999, modified: 1)
        return (world, call)
    }

    @Test func `signatures of the two known shapes are accepted, and refused when a bit of them changes`() throws {
        for one in try Vectors.cases("account-signatures") {
            let name = try one.string("name")
            guard name.hasPrefix("bytes64") || name.hasPrefix("vec_of_maps") else { continue }
            let key = SCVal.raw(try Hex.decode(one.object("key").string("raw_public_key")))
            let isSimple = name.hasPrefix("bytes64")
            let storage: [SCMapEntry] =
                isSimple
                ? [SCMapEntry(key: .name("Owner"), val: key)]
                : [
                    SCMapEntry(key: .name("Signers"), val: .vec([key])),
                    SCMapEntry(key: .name("Threshold"), val: .u32(1)),
                ]
            let entry: SorobanAuthorizationEntry = try one.xdr("signed_entry")
            let (world, call) = try Self.world(entry, isSimple ? .simpleAccount : .multisigAccount, storage)
            #expect(world.run(call, entry).error == nil, Comment(rawValue: name))
            let other = try entry.replacing(until: 776) { _ in entry.credentials.address?.signature ?? .void }
            #expect(world.run(call, other).error == "HostError: Error(Crypto, InvalidInput)")
            let blank = try entry.replacing(until: 777) { _ in .void }
            #expect(world.run(call, blank).error == "HostError: Error(Value, UnexpectedType)")
        }
    }

    @Test func `signatures with context rules are accepted, and refused with another rule, key or count`() throws {
        for one in try Vectors.cases("account-signatures")
        where try one.string("name").hasPrefix("openzeppelin_external") {
            let entry: SorobanAuthorizationEntry = try one.xdr("signed_entry")
            let signature = try #require(entry.credentials.address?.signature)
            guard case .map(let fields?) = signature, case .map(let given?) = fields[1].val else { continue }
            let storage = [SCMapEntry(key: .name("Signers"), val: .vec([given[0].key]))]
            let (world, call) = try Self.world(entry, .smartAccount, storage)
            #expect(world.run(call, entry).error == nil)
            func verdict(_ rules: [SCVal], _ signers: SCMap) throws -> String? {
                world.run(
                    call,
                    try entry.replacing(until: 777) { _ in
                        .record(("context_rule_ids", .vec(SCVec(rules))), ("signers", .map(signers)))
                    }
                ).error
            }
            #expect(try verdict([.u32(0)], given) == nil)
            for (rules, signers) in [
                ([.u32(1)], given), ([.u32(0), .u32(0)], given), ([], given), ([.u32(0)], []),
                ([.u32(0)], [SCMapEntry(key: given[0].key, val: .raw(Array(repeating: 0, count: 64)))]),
                ([.u32(0)], [SCMapEntry(key: .name("External"), val: given[0].val)]),
            ] as [([SCVal], SCMap)] {
                #expect(try verdict(rules, signers) == "HostError: Error(Auth, InvalidAction)")
            }
        }
    }

    private static func network() throws -> (Entries, Holder, Holder, Holder) {
        let people = (try Holder("alice"), try Holder("bob"), try Holder("carol"))
        var world = Entries()
        world.add(people.0.id)
        return (world, people.0, people.1, people.2)
    }

    @Test func `an account of three keys needs two of them, in their order`() throws {
        var (world, alice, bob, carol) = try Self.network()
        let account = PracticeContract.multisigAccount.id(on: .testnet)
        let keys = [alice, bob, carol].map { SCVal.raw($0.key) }
        #expect(world.call(account, "init", .vec(keys), .u32(2), by: alice.id).error == nil)
        #expect(
            world.call(account, "init", .vec(keys), .u32(2), by: alice.id).error == "HostError: Error(Contract, #1)")

        let counter = PracticeContract.counter.id(on: .testnet)
        let arguments: [SCVal] = [.address(.contract(account)), .u32(3)]
        let recorded = world.call(counter, "increment", arguments, source: alice.id, .recording())
        let entry = try #require(recorded.authorization.first)
        let pair = [alice, bob].sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let call = InvokeContractArgs(
            contractAddress: .contract(counter), functionName: SCSymbol(name: "increment"), args: arguments)
        func verdict(_ signers: [Holder]) throws -> String? {
            world.entries = world.entries.filter { !$0.key.isNonce }
            return world.run(call, try entry.signed(by: signers, until: 1100)).error
        }
        #expect(try verdict(pair) == nil)
        #expect(try verdict(pair.reversed()) == "HostError: Error(Auth, InvalidAction)")
        #expect(try verdict([pair[0]]) == "HostError: Error(Auth, InvalidAction)")
        #expect(try verdict([pair[0], pair[0]]) == "HostError: Error(Auth, InvalidAction)")
        let stranger = try Holder("dave")
        let strange = [pair[0], stranger].sorted { $0.key.lexicographicallyPrecedes($1.key) }
        #expect(try verdict(strange) == "HostError: Error(Auth, InvalidAction)")
    }

    /// Signs for addresses in place of their own: an account's signatures, or the delegates of an account of contract.
    private static func delegated(
        _ entry: SorobanAuthorizationEntry, to delegates: [SCAddress], by signers: [SCAddress: Holder],
        nesting: [SCAddress: [SCAddress]] = [:]
    ) throws -> SorobanAuthorizationEntry {
        guard let body = entry.credentials.address else { return entry }
        var made = entry
        func list(_ addresses: [SCAddress]) -> [SorobanDelegateSignature] {
            addresses.map {
                SorobanDelegateSignature(address: $0, signature: .void, nestedDelegates: list(nesting[$0] ?? []))
            }
        }
        made.credentials = .addressWithDelegates(.init(addressCredentials: body, delegates: list(delegates)))
        let payload = try #require(made.payload(until: 1100, on: .testnet))
        let values = try signers.mapValues { signer -> SCVal in
            .vec([.record(("public_key", .raw(signer.key)), ("signature", .raw(try signer.sign(payload))))])
        }
        return made.signed(until: 1100) { values[$0] ?? $1 }
    }

    @Test func `an account asks its delegates, each once and on its own level`() throws {
        var (world, alice, bob, carol) = try Self.network()
        for person in [bob, carol] { world.add(person.id) }
        let account = PracticeContract.delegatingAccount.id(on: .testnet)
        let delegates = [alice, bob].map(\.address).sorted { $0.xdr.lexicographicallyPrecedes($1.xdr) }
        #expect(world.call(account, "init", .vec(delegates.map { .address($0) }), by: alice.id).error == nil)
        let counter = PracticeContract.counter.id(on: .testnet)
        let arguments: [SCVal] = [.address(.contract(account)), .u32(3)]
        let recorded = world.call(counter, "increment", arguments, source: carol.id, .recording())
        let entry = try #require(recorded.authorization.first)
        let call = InvokeContractArgs(
            contractAddress: .contract(counter), functionName: SCSymbol(name: "increment"), args: arguments)
        func verdict(
            _ delegates: [SCAddress], _ signers: [Holder], nesting: [SCAddress: [SCAddress]] = [:]
        ) throws -> String? {
            world.entries = world.entries.filter { !$0.key.isNonce }
            let by = Dictionary(uniqueKeysWithValues: signers.map { ($0.address, $0) })
            return world.run(call, try Self.delegated(entry, to: delegates, by: by, nesting: nesting)).error
        }
        #expect(try verdict(delegates, [alice, bob]) == nil)
        // Whom no one asks may be there, signed or not.
        let three = (delegates + [carol.address]).sorted { $0.xdr.lexicographicallyPrecedes($1.xdr) }
        #expect(try verdict(three, [alice, bob]) == nil)
        #expect(try verdict(delegates.reversed(), [alice, bob]) == "HostError: Error(Auth, InvalidInput)")
        #expect(try verdict([delegates[0], delegates[0]], [alice, bob]) == "HostError: Error(Auth, InvalidInput)")
        #expect(try verdict([alice.address], [alice]) == "HostError: Error(Auth, InvalidAction)")
        #expect(try verdict(delegates, [alice]) == "HostError: Error(Value, UnexpectedType)")
        #expect(
            try verdict([alice.address], [alice, bob], nesting: [alice.address: [bob.address]])
                == "HostError: Error(Auth, InvalidAction)")
        // The signature of one is not that of the other.
        let wrong = try Self.delegated(entry, to: delegates, by: [alice.address: alice, bob.address: alice])
        #expect(world.run(call, wrong).error == "HostError: Error(Auth, InvalidAction)")
    }

    @Test func `an account that is no contract counts its own signatures alone`() throws {
        var (world, alice, bob, _) = try Self.network()
        world.add(bob.id)
        let counter = PracticeContract.counter.id(on: .testnet)
        let arguments: [SCVal] = [.address(alice.address), .u32(3)]
        let recorded = world.call(counter, "increment", arguments, source: bob.id, .recording())
        let entry = try #require(recorded.authorization.first)
        let call = InvokeContractArgs(
            contractAddress: .contract(counter), functionName: SCSymbol(name: "increment"), args: arguments)
        world.entries = world.entries.filter { !$0.key.isNonce }
        let own = try Self.delegated(entry, to: [bob.address], by: [alice.address: alice])
        #expect(world.run(call, own).error == nil)
        let others = try Self.delegated(entry, to: [bob.address], by: [bob.address: bob])
        #expect(world.run(call, others).error == "HostError: Error(Value, UnexpectedType)")
    }

    @Test func `an account without keys authorizes nothing`() throws {
        var (world, alice, _, _) = try Self.network()
        let account = PracticeContract.simpleAccount.id(on: .testnet)
        let counter = PracticeContract.counter.id(on: .testnet)
        let arguments: [SCVal] = [.address(.contract(account)), .u32(3)]
        let recorded = world.call(counter, "increment", arguments, source: alice.id, .recording())
        world.entries = world.entries.filter { !$0.key.isNonce }
        let entry = try #require(recorded.authorization.first).replacing(until: 1100) { .raw(try alice.sign($0)) }
        let call = InvokeContractArgs(
            contractAddress: .contract(counter), functionName: SCSymbol(name: "increment"), args: arguments)
        #expect(world.run(call, entry).error == "HostError: Error(Auth, InvalidAction)")
        #expect(world.call(account, "init", .raw(alice.key), by: alice.id).error == nil)
        #expect(world.run(call, entry).error == nil)
    }

    @Test func `no one can call the function that checks signatures`() throws {
        var (world, alice, _, _) = try Self.network()
        let execution = world.call(
            PracticeContract.simpleAccount.id(on: .testnet), "__check_auth", .raw([]), .raw([]), .vec([]), by: alice.id)
        #expect(execution.error == "HostError: Error(Context, InvalidAction)")
    }

    @Test(arguments: [(0, 3), (4, 3), (2, 0)]) func `refuses signers and thresholds that could never sign`(
        threshold: UInt32, count: Int
    ) throws {
        var (world, alice, bob, carol) = try Self.network()
        let keys = [alice, bob, carol].prefix(count).map { SCVal.raw($0.key) }
        let account = PracticeContract.multisigAccount.id(on: .testnet)
        #expect(
            world.call(account, "init", .vec(keys), .u32(threshold), by: alice.id).error
                == "HostError: Error(Contract, #3)")
    }
}

extension Entries {
    /// Runs a call with an entry that must authorize it, and keeps nothing.
    func run(_ call: InvokeContractArgs, _ entries: SorobanAuthorizationEntry...) -> Execution {
        let all = self.entries
        return HostCall(call, source: PracticeContract.deployer, in: ledger).run(
            .enforce(entries), footprint: nil
        ) { all[$0] }
    }
}

extension LedgerKey {
    var isNonce: Bool {
        guard case .contractData(let data) = self, case .ledgerKeyNonce = data.key else { return false }
        return true
    }
}
