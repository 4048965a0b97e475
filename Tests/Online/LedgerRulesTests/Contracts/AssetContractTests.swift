// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// The rules of an asset's contract, with the numbers of its errors.
struct AssetContractTests {
    private let alice: Holder
    private let bob: Holder
    private let issuer: Holder
    private let usdc: Asset
    private var world = Entries()
    private let native = Asset.native.contract(on: .testnet)
    private let holder = SCAddress.contract(PracticeContract.vault.id(on: .testnet))

    init() throws {
        alice = try Holder("alice")
        bob = try Holder("bob")
        issuer = try Holder("issuer")
        usdc = try Asset(code: "USDC", issuer: issuer.id)
        for person in [alice, bob, issuer] { world.add(person.id) }
        world.trust(alice.id, usdc, balance: 1000)
        world.trust(bob.id, usdc, limit: 50)
        world.addContract(of: usdc)
    }

    private var token: ContractID { usdc.contract(on: .testnet) }

    private static func contract(_ number: Int) -> String { "HostError: Error(Contract, #\(number))" }

    private func transfer(
        _ amount: Int128, from: Holder? = nil, to: SCAddress? = nil, of contract: ContractID? = nil,
        in world: inout Entries
    ) -> Execution {
        let from = from ?? alice
        return world.call(
            contract ?? token, "transfer", .address(from.address), .address(to ?? bob.address), .amount(amount),
            by: from.id)
    }

    @Test func `a transfer moves trustlines' balances`() {
        var world = world
        #expect(transfer(30, in: &world).error == nil)
        #expect(world.balance(alice.id, usdc) == 970 && world.balance(bob.id, usdc) == 30)
    }

    @Test func `refuses amounts that are negative, too large, above the balance or above the limit`() {
        var world = world
        #expect(transfer(-1, in: &world).error == Self.contract(8))
        #expect(transfer(1001, in: &world).error == Self.contract(10))
        #expect(transfer(51, in: &world).error == Self.contract(10))
        #expect(transfer(Int128(Int64.max) + 1, in: &world).error == Self.contract(12))
        #expect(transfer(.max, in: &world).error == Self.contract(12))
        #expect(world.balance(alice.id, usdc) == 1000)
    }

    @Test func `refuses an account without trustline, and one that is not authorized`() {
        var world = world
        #expect(transfer(1, to: .account(PracticeContract.deployer), in: &world).error == Self.contract(13))
        world.trust(bob.id, usdc, flags: 2)
        #expect(transfer(1, in: &world).error == Self.contract(11))
        world.trust(alice.id, usdc, balance: 5, flags: 0)
        #expect(transfer(1, to: issuer.address, in: &world).error == Self.contract(11))
    }

    @Test func `the issuer's transfers mint and burn`() {
        var world = world
        #expect(transfer(20, from: issuer, in: &world).events.first?.topic == .name("mint"))
        #expect(world.balance(bob.id, usdc) == 20)
        #expect(transfer(20, to: issuer.address, in: &world).events.first?.topic == .name("burn"))
        #expect(world.balance(alice.id, usdc) == 980)
        let own = world.call(
            token, "transfer", .address(issuer.address), .address(issuer.address), .amount(1), by: issuer.id)
        #expect(own.events.first?.topic == .name("transfer"))
    }

    @Test func `lumens keep the reserve, and create accounts`() throws {
        var world = world
        let other = try Holder("nobody")
        #expect(transfer(1_000_000_000 - 10_000_000 + 1, of: native, in: &world).error == Self.contract(10))
        #expect(transfer(1_000_000_000 - 10_000_000, of: native, in: &world).error == nil)
        #expect(world.balance(alice.id, .native) == 10_000_000)
        #expect(transfer(9_999_999, from: bob, to: other.address, of: native, in: &world).error == Self.contract(14))
        #expect(transfer(10_000_000, from: bob, to: other.address, of: native, in: &world).error == nil)
        #expect(world.balance(other.id, .native) == 10_000_000)
        let missing = world.call(native, "balance", .address(.account(PracticeContract.deployer)), by: alice.id)
        #expect(missing.error == Self.contract(6))
    }

    @Test func `an allowance is spent, replaced and ends after its ledger`() {
        var world = world
        func approve(_ amount: Int128, until last: UInt32, _ world: inout Entries) -> String? {
            world.call(
                token, "approve", .address(alice.address), .address(bob.address), .amount(amount), .u32(last),
                by: alice.id
            ).error
        }
        func spend(_ amount: Int128, _ world: inout Entries) -> String? {
            world.call(
                token, "transfer_from", .address(bob.address), .address(alice.address), .address(bob.address),
                .amount(amount), by: bob.id
            ).error
        }
        #expect(spend(1, &world) == Self.contract(9))
        #expect(approve(10, until: 999, &world) == Self.contract(9))
        #expect(approve(10, until: 1000 + 3_110_400, &world) == Self.contract(9))
        #expect(approve(-1, until: 2000, &world) == Self.contract(8))
        #expect(approve(10, until: 1005, &world) == nil)
        #expect(spend(4, &world) == nil)
        #expect(spend(7, &world) == Self.contract(9))
        #expect(approve(3, until: 1005, &world) == nil)
        #expect(spend(4, &world) == Self.contract(9))
        #expect(spend(1, &world) == nil)
        world.ledger = HostLedger(network: .testnet, sequence: 1006, baseReserve: 5_000_000)
        #expect(spend(1, &world) == Self.contract(9))
        #expect(approve(0, until: 0, &world) == nil)
    }

    @Test func `an allowance is a temporary entry that lives until its ledger`() throws {
        var world = world
        let approve = world.call(
            token, "approve", .address(alice.address), .address(bob.address), .amount(5), .u32(4000), by: alice.id)
        let change = try #require(approve.changes.first { $0.before == nil })
        #expect(change.after?.liveUntil == 4000)
        guard case .contractData(let key) = change.key else { return }
        #expect(key.durability == .temporary)
        world.ledger = HostLedger(network: .testnet, sequence: 4001, baseReserve: 5_000_000)
        let left = world.call(token, "allowance", .address(alice.address), .address(bob.address), by: alice.id)
        #expect(left.value == .amount(0))
    }

    @Test func `only the administrator mints, claws back and sets authorization`() {
        var world = world
        for (function, arguments) in [
            ("mint", [SCVal.address(bob.address), .amount(1)]),
            ("set_authorized", [.address(bob.address), .bool(true)]),
            ("set_admin", [.address(alice.address)]),
        ] {
            let execution = world.call(token, function, arguments, source: alice.id, .enforce([]))
            #expect(execution.error == "HostError: Error(Auth, InvalidAction)")
        }
        #expect(world.call(token, "set_admin", .address(alice.address), by: issuer.id).error == nil)
        #expect(world.call(token, "admin", by: alice.id).value == .address(alice.address))
        #expect(world.call(token, "mint", .address(bob.address), .amount(1), by: alice.id).error == nil)
    }

    @Test func `clawback and revocation need the issuer's flags`() {
        var world = world
        func call(_ function: String, _ value: SCVal, _ world: inout Entries) -> String? {
            world.call(token, function, .address(alice.address), value, by: issuer.id).error
        }
        #expect(call("clawback", .amount(1), &world) == Self.contract(10))
        #expect(call("set_authorized", .bool(false), &world) == Self.contract(2))
        world.add(issuer.id, flags: 2 | 8)
        world.trust(alice.id, usdc, balance: 10, flags: 5)
        #expect(
            call("clawback", .amount(1), &world) == nil && call("clawback", .amount(10), &world) == Self.contract(10))
        #expect(call("set_authorized", .bool(false), &world) == nil)
        #expect(transfer(1, in: &world).error == Self.contract(11))
        #expect(call("clawback", .amount(9), &world) == nil)
    }

    @Test func `a contract's balance follows the issuer's flags`() {
        var world = world
        world.add(issuer.id, flags: 1 | 2)
        #expect(transfer(1, to: holder, in: &world).error == Self.contract(11))
        #expect(world.call(token, "set_authorized", .address(holder), .bool(true), by: issuer.id).error == nil)
        #expect(transfer(1, to: holder, in: &world).error == nil)
        #expect(world.call(token, "balance", .address(holder), by: alice.id).value == .amount(1))
        #expect(world.call(token, "clawback", .address(holder), .amount(1), by: issuer.id).error == Self.contract(10))
    }

    @Test func `what makes no sense for the native asset or the issuer is refused`() {
        var world = world
        #expect(world.call(native, "burn", .address(alice.address), .amount(1), by: alice.id).error == Self.contract(2))
        #expect(world.call(native, "trust", .address(alice.address), by: alice.id).error == Self.contract(2))
        #expect(world.call(native, "admin", by: alice.id).error == "HostError: Error(Storage, MissingValue)")
        #expect(
            world.call(token, "burn", .address(issuer.address), .amount(1), by: issuer.id).error == Self.contract(2))
        #expect(
            world.call(token, "mint", .address(issuer.address), .amount(1), by: issuer.id).error == Self.contract(2))
        #expect(world.call(token, "trust", .address(issuer.address), by: issuer.id).error == Self.contract(2))
    }

    @Test func `trust makes a trustline, once, with the account's authorization`() throws {
        var world = world
        let carol = try Holder("carol")
        world.add(carol.id, balance: 15_000_000)
        let first = world.call(token, "trust", .address(carol.address), by: carol.id)
        #expect(first.authorization.count == 1 && world.balance(carol.id, usdc) == 0)
        let second = world.call(token, "trust", [.address(carol.address)], source: bob.id, .enforce([]))
        #expect(second.error == nil)
        let poor = try Holder("poor")
        world.add(poor.id, balance: 14_999_999)
        #expect(world.call(token, "trust", .address(poor.address), by: poor.id).error == Self.contract(14))
    }

    @Test func `only the receiver of a transfer may be muxed`() {
        var world = world
        let muxed = SCAddress.muxedAccount(MuxedEd25519Account(id: 7, ed25519: bob.id.key))
        #expect(transfer(1, to: muxed, in: &world).error == nil)
        #expect(world.balance(bob.id, usdc) == 1)
        let wrong = "HostError: Error(Value, UnexpectedType)"
        #expect(world.call(token, "balance", .address(muxed), by: alice.id).error == wrong)
        #expect(world.call(token, "mint", .address(muxed), .amount(1), by: issuer.id).error == wrong)
        let from = world.call(token, "transfer", .address(muxed), .address(alice.address), .amount(1), by: bob.id)
        #expect(from.error == wrong)
    }

    @Test func `a transfer to a contract with an id goes to the contract, and its event has the id`() throws {
        var world = world
        guard case .contract(let contract) = holder else { return }
        let muxed = SCAddress.muxedContract(MuxedContract(id: .max, contractId: contract))
        let sent = transfer(5, to: muxed, in: &world)
        #expect(sent.error == nil)
        guard case .v0(let body)? = sent.events.first?.body else { return }
        #expect(body.topics[2] == .address(holder))
        let names = ["amount", "to_muxed_id"].map { SCVal.symbol(SCSymbol(name: $0)) }
        guard case .map(let entries?) = body.data else {
            Issue.record("\(body.data)")
            return
        }
        #expect(entries.map(\.key) == names && entries.map(\.val) == [.amount(5), .u64(.max)])
        let balance = world.call(token, "balance", .address(holder), by: alice.id)
        #expect(balance.error == nil)
        let wrong = "HostError: Error(Value, UnexpectedType)"
        #expect(world.call(token, "balance", .address(muxed), by: alice.id).error == wrong)
        #expect(world.call(token, "mint", .address(muxed), .amount(1), by: issuer.id).error == wrong)
        let from = world.call(token, "transfer", .address(muxed), .address(alice.address), .amount(1), by: bob.id)
        #expect(from.error == wrong)
    }

    @Test func `other functions, types and numbers of arguments are refused`() {
        var world = world
        #expect(world.call(token, "steal", by: alice.id).error == "HostError: Error(WasmVm, MissingValue)")
        #expect(world.call(token, "balance", by: alice.id).error == "HostError: Error(Context, UnexpectedSize)")
        #expect(world.call(token, "balance", .u32(1), by: alice.id).error == "HostError: Error(Value, UnexpectedType)")
        let missing = world.call(ContractID(), "balance", .u32(1), by: alice.id)
        #expect(missing.error == "HostError: Error(Storage, MissingValue)")
    }
}

extension ContractEvent {
    fileprivate var topic: SCVal? {
        switch body {
        case .v0(let body): body.topics.first
        }
    }
}
