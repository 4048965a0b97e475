// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Trees of calls that addresses authorize: recorded, signed, and enforced.
struct AuthorizationTests {
    private let alice: Holder
    private let bob: Holder
    private let usdc: Asset
    private var world = Entries()
    private let vault = PracticeContract.vault.id(on: .testnet)
    private let counter = PracticeContract.counter.id(on: .testnet)

    init() throws {
        alice = try Holder("alice")
        bob = try Holder("bob")
        let issuer = try Holder("issuer")
        usdc = try Asset(code: "USDC", issuer: issuer.id)
        for person in [alice, bob, issuer] { world.add(person.id) }
        world.trust(alice.id, usdc, balance: 1000)
        world.addContract(of: usdc)
    }

    private var token: ContractID { usdc.contract(on: .testnet) }

    private func deposit(_ amount: Int128 = 100) -> InvokeContractArgs {
        InvokeContractArgs(
            contractAddress: .contract(vault), functionName: SCSymbol(name: "deposit"),
            args: [.address(alice.address), .address(.contract(token)), .amount(amount)])
    }

    /// The entry that a deposit by another's transaction needs, unsigned.
    private func recorded(_ call: InvokeContractArgs, isUpgraded: Bool = false) throws -> SorobanAuthorizationEntry {
        let entries = world.entries
        let execution = HostCall(call, source: bob.id, in: world.ledger).run(
            .recording(isUpgraded: isUpgraded), footprint: nil
        ) { entries[$0] }
        #expect(execution.authorization.count == 1)
        return try #require(execution.authorization.first)
    }

    @Test func `the tree of a deposit has the token's transfer below it`() throws {
        let entry = try recorded(deposit())
        let transfer = InvokeContractArgs(
            contractAddress: .contract(token), functionName: SCSymbol(name: "transfer"),
            args: [.address(alice.address), .address(.contract(vault)), .amount(100)])
        #expect(entry.rootInvocation.function == .contractFn(deposit()))
        #expect(entry.rootInvocation.subInvocations == [.init(function: .contractFn(transfer), subInvocations: [])])
        #expect(entry.credentials.address?.address == alice.address && entry.credentials.address?.signature == .void)
    }

    @Test(arguments: [false, true]) func `a signed tree authorizes the deposit, once`(isUpgraded: Bool) throws {
        var world = world
        let entry = try recorded(deposit(), isUpgraded: isUpgraded).signed(by: [alice], until: 1100)
        func call(_ world: inout Entries) -> Execution {
            world.call(vault, "deposit", deposit().args, source: bob.id, .enforce([entry]))
        }
        #expect(call(&world).value == .amount(100))
        #expect(world.balance(alice.id, usdc) == 900)
        #expect(call(&world).error == "HostError: Error(Auth, ExistingValue)")
        #expect(world.balance(alice.id, usdc) == 900)
    }

    @Test func `the nonce lives as long as the signature, and at least as a temporary entry does`() throws {
        for (last, lives) in [(UInt32(1000), UInt32(1719)), (1720, 1720), (5000, 5000)] {
            var world = world
            let entry = try recorded(deposit()).signed(by: [alice], until: last)
            _ = world.call(vault, "deposit", deposit().args, source: bob.id, .enforce([entry]))
            #expect(world.entries.first { $0.key.isNonce }?.value.liveUntil == lives)
        }
    }

    @Test func `a signature counts in its last ledger and not after it`() throws {
        let entry = try recorded(deposit()).signed(by: [alice], until: 1000)
        var later = world
        later.ledger = HostLedger(network: .testnet, sequence: 1001, baseReserve: 5_000_000)
        #expect(world.run(deposit(), entry).error == nil)
        #expect(later.run(deposit(), entry).error == "HostError: Error(Auth, InvalidInput)")
        let far = try recorded(deposit()).signed(by: [alice], until: 1000 + 3_110_400)
        #expect(world.run(deposit(), far).error == "HostError: Error(Auth, InvalidInput)")
    }

    @Test func `a tree that is not exactly that of the call is refused`() throws {
        let entry = try recorded(deposit())
        func verdict(_ change: (inout SorobanAuthorizedInvocation) -> Void) throws -> String? {
            var copy = entry
            change(&copy.rootInvocation)
            return world.run(deposit(), try copy.signed(by: [alice], until: 1100)).error
        }
        let refusal = "HostError: Error(Auth, InvalidAction)"
        #expect(try verdict { _ in } == nil)
        #expect(try verdict { $0.subInvocations = [] } == refusal)
        #expect(try verdict { $0.function = .contractFn(deposit(101)) } == refusal)
        #expect(try verdict { $0 = $0.subInvocations[0] } == refusal)
        #expect(try verdict { $0.subInvocations[0].function = .contractFn(deposit()) } == refusal)
        // Calls that are not made do not matter: the tree allows more than is used.
        #expect(try verdict { $0.subInvocations.append($0.subInvocations[0]) } == nil)
    }

    @Test func `two entries are not one tree`() throws {
        let entry = try recorded(deposit())
        var (first, second) = (entry, entry)
        first.rootInvocation.subInvocations = []
        second.rootInvocation = entry.rootInvocation.subInvocations[0]
        guard case .address(var body) = second.credentials else { return }
        body.nonce = 8
        second.credentials = .address(body)
        let entries = try [first, second].map { try $0.signed(by: [alice], until: 1100) }
        #expect(world.run(deposit(), entries[0], entries[1]).error == "HostError: Error(Auth, InvalidAction)")
    }

    @Test func `signatures are bound to network, ledger and person`() throws {
        let entry = try recorded(deposit())
        let bad = [
            try entry.signed(by: [bob], until: 1100), try entry.signed(by: [], until: 1100),
            try entry.signed(by: [alice, alice], until: 1100),
        ]
        for entry in bad { #expect(world.run(deposit(), entry).error == "HostError: Error(Auth, InvalidAction)") }
        let other = try entry.replacing(until: 1100, on: .public) { payload in
            .vec([.record(("public_key", .raw(alice.key)), ("signature", .raw(try alice.sign(payload))))])
        }
        #expect(world.run(deposit(), other).error == "HostError: Error(Crypto, InvalidInput)")
    }

    @Test func `an upgraded signature does not count for the older credentials, and the reverse`() throws {
        for isUpgraded in [false, true] {
            var entry = try recorded(deposit(), isUpgraded: isUpgraded).signed(by: [alice], until: 1100)
            guard let body = entry.credentials.address else { continue }
            entry.credentials = isUpgraded ? .address(body) : .addressV2(body)
            #expect(world.run(deposit(), entry).error == "HostError: Error(Crypto, InvalidInput)")
        }
    }

    @Test func `the medium threshold of the account decides`() throws {
        var world = world
        let other = Signer(key: .ed25519(bob.id.key), weight: 1)
        world.add(alice.id, medium: 2, signers: [other])
        let entry = try recorded(deposit())
        let both = [alice, bob].sorted { $0.key.lexicographicallyPrecedes($1.key) }
        #expect(world.run(deposit(), try entry.signed(by: both, until: 1100)).error == nil)
        for few in [[alice], [bob], both.reversed()] {
            let execution = world.run(deposit(), try entry.signed(by: few, until: 1100))
            #expect(execution.error == "HostError: Error(Auth, InvalidAction)")
        }
    }

    @Test func `the source's transaction authorizes its own tree`() {
        var world = world
        let entry = SorobanAuthorizationEntry(
            credentials: .sourceAccount,
            rootInvocation: .init(
                function: .contractFn(
                    InvokeContractArgs(
                        contractAddress: .contract(counter), functionName: SCSymbol(name: "increment"),
                        args: [.address(alice.address), .u32(1)])), subInvocations: []))
        let arguments: [SCVal] = [.address(alice.address), .u32(1)]
        #expect(world.call(counter, "increment", arguments, source: bob.id, .enforce([entry])).error != nil)
        #expect(world.call(counter, "increment", arguments, source: alice.id, .enforce([])).error != nil)
        #expect(world.call(counter, "increment", arguments, source: alice.id, .enforce([entry])).value == .u32(1))
    }

    @Test func `recording tells an authorization below the root only if that is allowed`() {
        var world = world
        let logIn: [SCVal] = [.address(alice.address), .address(.contract(token)), .amount(1)]
        // The vault demands its user's authorization first, so its tree begins at the root.
        #expect(world.call(vault, "deposit", logIn, source: bob.id, .recording()).error == nil)
        let entries = world.entries
        let call = InvokeContractArgs(
            contractAddress: .contract(counter), functionName: SCSymbol(name: "increment"),
            args: [.address(.contract(counter)), .u32(1)])
        let execution = HostCall(call, source: bob.id, in: world.ledger).run(
            .recording(allowsNonRoot: true), footprint: nil
        ) { entries[$0] }
        #expect(execution.authorization.first?.credentials.address?.address == .contract(counter))
    }
}
