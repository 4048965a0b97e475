// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Calls of an asset's contract, judged by the Python SDK's vectors.
struct AssetVectorTests {
    private static let holder = "CALK2NRNBUGVFXFNBUDQTVJDNBHKVC7XKZAPIKCGSYPYMFKXPM657LG7"

    /// A ledger in which every call of the vectors succeeds: its people trust USDC, the holder is a contract with a
    /// balance and an allowance.
    private static func world() throws -> (Entries, ContractID) {
        let alice = try AccountID(address: "GDFRHXTCN2PXEAWBZSOO3DDKLJUQZATBLNEQ64NQ6RQ5IPVPSGFLCDSA")
        let bob = try AccountID(address: "GDEZR7L3WP543JLCVMVG2FDKGPF7YQNPNELDPHXZHROPWYBCUCSKL3H2")
        let issuer = try AccountID(address: "GBIRZLXPAVZF6T5L3PUKVMGZYOHJ3YXCQBBYYPYYEZRC5IZO6M2FDHWL")
        let usdc = try Asset(code: "USDC", issuer: issuer)
        var world = Entries()
        for person in [alice, bob] {
            world.add(person)
            world.trust(person, usdc, balance: 1000, flags: 5)
        }
        world.add(issuer, flags: 2 | 8)
        let contract = world.addContract(of: usdc)
        let holder = SCVal.address(try SCAddress(Self.holder))
        let mint = world.call(contract, "mint", holder, .amount(1000), by: issuer)
        let approve = world.call(
            contract, "approve", .address(.account(alice)), holder, .amount(100), .u32(2000), by: alice)
        #expect(mint.error == nil && approve.error == nil)
        return (world, contract)
    }

    @Test func `every function demands the authorization of the vectors and returns their types`() throws {
        let calls = try Vectors.cases("sac-calls")
        #expect(calls.count == 19)
        for call in calls {
            var (world, contract) = try Self.world()
            let name = try call.string("function")
            let function: HostFunction = try call.xdr("host_function")
            guard case .invokeContract(let invocation) = function else { continue }
            #expect(invocation.contractAddress == .contract(contract))
            if try call.string("function") == "trust", case .address(.account(let id))? = invocation.args.first {
                let issuer = try AccountID(address: "GBIRZLXPAVZF6T5L3PUKVMGZYOHJ3YXCQBBYYPYYEZRC5IZO6M2FDHWL")
                world.entries[.trustline(id, try Asset(code: "USDC", issuer: issuer))] = nil
            }
            let execution = world.call(
                contract, try call.string("function"), invocation.args, source: PracticeContract.deployer, .recording())
            #expect(execution.error == nil, Comment(rawValue: name))
            let signers = execution.authorization.map { $0.credentials.address?.address.address }
            #expect(try signers == [call.optionalString("authorized_by")].filter { $0 != nil })
            let roots = execution.authorization.map(\.rootInvocation)
            #expect(roots.allSatisfy { $0.function == .contractFn(invocation) && $0.subInvocations.isEmpty })
            #expect(try execution.value.map(Self.type) == call.string("returns"))
        }
    }

    private static func type(_ value: SCVal) -> String {
        switch value {
        case .void: "void"
        case .bool: "bool"
        case .u32: "u32"
        case .i128: "i128"
        case .string: "string"
        case .address: "address"
        default: "another type"
        }
    }

    /// The call that emits each event of the vectors.
    private static let emitters: [String: (function: String, arguments: @Sendable (SCVal, SCVal, SCVal) -> [SCVal])] = [
        "transfer": ("transfer", { alice, bob, _ in [alice, bob, SCVal.amount(25)] }),
        "transfer from the issuer is a mint": ("transfer", { _, bob, issuer in [issuer, bob, SCVal.amount(25)] }),
        "transfer to the issuer is a burn": ("transfer", { alice, _, issuer in [alice, issuer, SCVal.amount(25)] }),
        "mint": ("mint", { alice, _, _ in [alice, SCVal.amount(25)] }),
        "burn": ("burn", { alice, _, _ in [alice, SCVal.amount(25)] }),
        "clawback": ("clawback", { alice, _, _ in [alice, SCVal.amount(25)] }),
        "set_admin": ("set_admin", { (_: SCVal, bob: SCVal, _: SCVal) -> [SCVal] in [bob] }),
        "set_authorized": ("set_authorized", { alice, _, _ in [alice, .bool(false)] }),
    ]

    @Test func `every function emits the event of the vectors`() throws {
        let alice = SCVal.address(try SCAddress("GDFRHXTCN2PXEAWBZSOO3DDKLJUQZATBLNEQ64NQ6RQ5IPVPSGFLCDSA"))
        let bob = try SCAddress("GDEZR7L3WP543JLCVMVG2FDKGPF7YQNPNELDPHXZHROPWYBCUCSKL3H2")
        let issuer = SCVal.address(try SCAddress("GBIRZLXPAVZF6T5L3PUKVMGZYOHJ3YXCQBBYYPYYEZRC5IZO6M2FDHWL"))
        let cases = try Vectors.cases("sac-events")
        #expect(cases.count == 10)
        for one in cases {
            var (world, contract) = try Self.world()
            let name = try one.string("name")
            var function = name
            var arguments: [SCVal]
            if let emitter = Self.emitters[name] {
                function = emitter.function
                arguments = emitter.arguments(alice, .address(bob), issuer)
            } else if name == "approve" {
                arguments = [alice, .address(try SCAddress(Self.holder)), .amount(10), .u32(2000)]
            } else {
                function = "transfer"
                guard case .account(let id) = bob else { continue }
                arguments = [
                    alice, .address(.muxedAccount(MuxedEd25519Account(id: 7, ed25519: id.key))), .amount(25),
                ]
            }
            let execution = world.call(contract, function, arguments, source: PracticeContract.deployer, .recording())
            #expect(execution.error == nil, Comment(rawValue: name))
            #expect(try execution.events == [one.xdr("event")], Comment(rawValue: name))
        }
    }

    @Test func `what an asset's contract stores has the keys and the form of the vectors`() throws {
        let (world, contract) = try Self.world()
        let keys = try Vectors.cases("ledger-keys").filter { try $0.string("name").hasPrefix("USDC") }
        for one in keys {
            let key: LedgerKey = try one.xdr("key")
            let name = try one.string("name")
            #expect(world.entries[key] != nil, Comment(rawValue: name))
        }
        #expect(keys.count == 4 && world.entries[.instance(contract)] != nil)
        for one in try Vectors.cases("ledger-entries") {
            let entry: LedgerEntryData = try one.xdr("entry_data")
            guard case .contractData(let data) = entry, case .contractInstance(let instance) = data.val,
                instance.executable == .stellarAsset
            else { continue }
            let name = try one.object("expect").string("name")
            #expect(AssetInstance(try Asset(name)).entry == instance)
        }
    }

    @Test func `a contract's balance has the form of the vectors`() throws {
        let one = try #require(try Vectors.cases("ledger-entries").first { try $0.string("name") == "USDC: balance 1" })
        let issuer = try AccountID(address: "GBIRZLXPAVZF6T5L3PUKVMGZYOHJ3YXCQBBYYPYYEZRC5IZO6M2FDHWL")
        var world = Entries()
        world.add(issuer)
        let contract = world.addContract(of: try Asset(code: "USDC", issuer: issuer))
        let holder = try SCAddress(Self.holder)
        let execution = world.call(contract, "mint", .address(holder), .amount(1), by: issuer)
        let entry = world.entries[.persistent(.contract(contract), .tagged("Balance", .address(holder)))]
        #expect(execution.error == nil)
        let data: LedgerEntryData = try one.xdr("entry_data")
        #expect(entry?.data == data)
        #expect(entry?.liveUntil == world.ledger.sequence + 518_400)
    }
}
