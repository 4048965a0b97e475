// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// What the real host wrote when it ran calls of an asset's contract: the same calls must have the same effects here.
struct HostSnapshotTests {
    private struct Call {
        let address: SCAddress
        let invocation: SorobanAuthorizedInvocation
    }

    private static func layouts() -> HostLedger.Lifetimes {
        .init(leastTemporary: 16, leastPersistent: 4096, longest: 6_312_000)
    }

    private static let snapshots: [(name: String, json: JSON)] = {
        guard let members = try? Vectors.json("real/host-snapshots").object("snapshots").asObject?.members else {
            return []
        }
        // The one that is left calls contracts of its own.
        return members.filter { !$0.key.contains("delegate_auth") }.map { ($0.key, $0.value) }
    }()

    @Test func `there are thirteen snapshots of assets' contracts`() { #expect(Self.snapshots.count == 13) }

    @Test(arguments: snapshots.map(\.name))
    func `calls change the ledger and emit events as in the real host`(name: String) throws {
        let json = try #require(Self.snapshots.first { $0.name == name }?.json)
        let expected = try Self.entries(json)
        let contract = try #require(Self.contract(in: expected))
        var world = Entries()
        world.ledger = HostLedger(network: .testnet, sequence: 0, baseReserve: 0, lifetimes: Self.layouts())
        world.entries = try Self.beginning(expected, contract)

        var events: [ContractEvent] = []
        for (nonce, calls) in try json.array("auth").enumerated() {
            let calls = try (calls.asArray ?? []).map(Self.call)
            // A call without authorization only read something.
            events = []
            guard let call = calls.first, case .contractFn(let function) = call.invocation.function else { continue }
            let execution = world.call(
                contract, String(decoding: function.functionName.bytes, as: UTF8.self), function.args,
                source: PracticeContract.deployer,
                .record(allowsNonRoot: true, isUpgraded: false) { Int64(nonce) })
            #expect(execution.error == nil)
            #expect(execution.authorization.map(\.rootInvocation) == calls.map(\.invocation))
            #expect(execution.authorization.map(\.credentials.address?.address) == calls.map(\.address))
            events = execution.events
        }
        for (key, entry) in expected where key.isOf(contract) || key.isTrustline {
            #expect(world.entries[key]?.data == entry.data)
            #expect(world.entries[key]?.liveUntil == entry.liveUntil)
        }
        let ours = world.entries.keys.filter { $0.isOf(contract) }
        #expect(Set(ours) == Set(expected.keys.filter { $0.isOf(contract) }))
        let emitted = try json.array("events").map { event -> ContractEvent in
            try XDRJSON.value(event.object("event"))
        }
        #expect(events == emitted)
    }

    private static func call(_ json: JSON) throws -> Call {
        let pair = json.asArray ?? []
        try #require(pair.count == 2)
        return Call(address: try SCAddress(pair[0].asString ?? ""), invocation: try XDRJSON.value(pair[1]))
    }

    private static func entries(_ json: JSON) throws -> [LedgerKey: StoredEntry] {
        var entries: [LedgerKey: StoredEntry] = [:]
        for json in try json.object("ledger").array("ledger_entries") {
            let entry: LedgerEntry = try XDRJSON.value(try json.object("entry"))
            let liveUntil: UInt32? = json["live_until"]?.asInteger()
            let key: LedgerKey
            switch entry.data {
            case .account(let account): key = .account(account.accountID)
            case .trustline(let line):
                key = .trustline(LedgerKeyTrustLine(accountID: line.accountID, asset: line.asset))
            case .contractData(let data):
                key = .contractData(
                    LedgerKeyContractData(contract: data.contract, key: data.key, durability: data.durability))
            case .contractCode(let code): key = .code(code.hash)
            default: continue
            }
            entries[key] = StoredEntry(entry.data, liveUntil: liveUntil, modified: entry.lastModifiedLedgerSeq)
        }
        return entries
    }

    private static func contract(in entries: [LedgerKey: StoredEntry]) -> ContractID? {
        entries.lazy.compactMap { key, entry -> ContractID? in
            guard case .contractInstance(let instance)? = entry.value, instance.executable == .stellarAsset,
                case .contractData(let data) = key, case .contract(let contract) = data.contract
            else { return nil }
            return contract
        }.first
    }

    /// The ledger after the asset's contract was made: the issuer's account, with the flags that it has in the end,
    /// empty trustlines, and the new instance.
    private static func beginning(
        _ entries: [LedgerKey: StoredEntry], _ contract: ContractID
    ) throws -> [LedgerKey: StoredEntry] {
        var start = entries.filter { if case .account = $0.key { true } else { $0.key.isTrustline } }
        for (key, entry) in start {
            guard case .trustline(var line) = entry.data else { continue }
            line.balance = 0
            start[key]?.data = .trustline(line)
        }
        let issuer = try #require(
            start.keys.compactMap { if case .account(let key) = $0 { key.accountID } else { nil } }.first)
        let ledger = HostLedger(network: .testnet, sequence: 0, baseReserve: 0, lifetimes: layouts())
        var instance = StoredEntry.instance(of: try Asset(code: "aaa", issuer: issuer), as: contract, in: ledger)
        instance.liveUntil = 4095
        start[.instance(contract)] = instance
        return start
    }
}

extension LedgerKey {
    fileprivate var isTrustline: Bool { if case .trustline = self { true } else { false } }

    fileprivate func isOf(_ contract: ContractID) -> Bool {
        guard case .contractData(let data) = self else { return false }
        return data.contract == .contract(contract)
    }
}
