// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import HTTP
import Handoff
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

/// What a simulation adds to a transaction, judged by the Python SDK's assembly.
struct SimulatedTransactionTests {
    struct Case: CustomTestStringConvertible {
        let json: JSON
        var name: String { json["name"]?.asString ?? "" }
        var testDescription: String { name }

        func transaction(_ member: String) throws -> Transaction {
            let envelope = try TransactionEnvelope(xdr: Base64.decode(json.string(member)))
            return envelope.innermost
        }

        func client(_ simulation: JSON? = nil) throws -> RPCClient {
            let answer = try simulation ?? #require(json["simulation"])
            let passphrase = json["network"] == "public" ? Network.public.passphrase : Network.testnet.passphrase
            let transport = RecordedTransport { request in
                let asked = try? JSON(parsing: request.body ?? [])
                let result: JSON =
                    asked?["method"] == "getNetwork"
                    ? ["passphrase": .string(passphrase), "protocolVersion": 28] : answer
                let body: JSON = ["jsonrpc": "2.0", "id": asked?["id"] ?? .null, "result": result]
                return .success(
                    HTTPResponse(
                        status: 200, headers: [HTTPHeader("content-type", "application/json")],
                        body: Array(body.text().utf8)))
            }
            return RPCClient(
                network: Network(passphrase: passphrase), bases: [try HTTPURL("http://127.0.0.1:8000/")],
                transport: transport)
        }
    }

    static let cases: [Case] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors/assemble.json")
        guard let bytes = try? Data(contentsOf: file), let json = try? JSON(parsing: [UInt8](bytes)),
            let rows = json["cases"]?.asArray
        else { return [] }
        return rows.map(Case.init)
    }()

    /// Rows that the SDK assembles and Coldstar refuses, with the reason.
    private static let refused = [
        "min-fee-differs-from-data": "two resource fees", "extend-with-restore-preamble": "archived",
    ]

    private func terms(_ maximum: Int64 = .max) throws -> SimulationTerms {
        try SimulationTerms(maximumResourceFee: maximum)
    }

    @Test(arguments: cases)
    func `assembles what the SDK assembles, or says why not`(_ row: Case) throws {
        #expect(Self.cases.count == 28)
        let before = try row.transaction("before")
        do {
            let made = try SimulatedTransaction(before, by: row.client(), terms())
            #expect(made.transaction.unsigned.xdr == (try row.transaction("after")).unsigned.xdr)
        } catch let failure as Failure {
            let reason = Self.refused[row.name]
            #expect(reason.map(failure.message.contains) ?? (row.json["after"] == nil), "\(failure.message)")
        }
    }

    /// The request takes the words of the simulation's review, which knows the asset.
    @Test func `the request of a token's call says the amount in the asset's units`() throws {
        let client = try #require(Self.cases.first { $0.name == "transfer-source-auth" }).client()
        let office = Office()
        var builder = try TransactionBuilder(office.request())
        let asset = try Asset(code: "USD", issuer: try AccountID(address: Office.issuer))
        let input = TokenInput(
            token: .asset(.asset(asset)), amount: "5",
            .transfer(to: .account(.address(try MuxedAccount(address: Office.bob)))))
        let call = try input.call(in: &builder, client)
        let built = try builder.request(for: call, by: client, try terms())
        let line = built.facts.first { $0.code == .does }?.line(in: PlainStyle())
        #expect(line?.contains("Pay 5 USD") == true)
        #expect(built.hash == built.request.envelope?.hash(on: .testnet))
    }

    @Test func `refuses a call with a memo or a muxed source before anything is asked`() throws {
        let row = try #require(Self.cases.first { $0.name == "transfer-source-auth" })
        let transport = RecordedTransport(answers: [])
        let client = RPCClient(
            network: .testnet, bases: [try HTTPURL("http://127.0.0.1:8000/")], transport: transport)
        var memo = try row.transaction("before")
        memo.memo = .id(7)
        var muxed = try row.transaction("before")
        let account = muxed.sourceAccount.account
        let numbered = MuxedAccount.muxedEd25519(MuxedAccountMed25519(id: 7, ed25519: account.key))
        muxed.sourceAccount = numbered
        var inner = try row.transaction("before")
        let operations = inner.operations.map { Operation(sourceAccount: numbered, body: $0.body) }
        inner.operations = BoundedArray(operations) ?? inner.operations
        for (transaction, word) in [(memo, "memo"), (muxed, "muxed"), (inner, "muxed")] {
            let failure = #expect(throws: Failure.self) {
                try SimulatedTransaction(transaction, by: client, terms())
            }
            #expect(failure?.kind == .badInput && failure?.message.contains(word) == true)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func `refuses a resource fee above the maximum, and accepts the maximum itself`() throws {
        let row = try #require(Self.cases.first { $0.name == "transfer-source-auth" })
        let fee: Int64 = try row.json.integer("resource_fee")
        let before = try row.transaction("before")
        #expect(throws: Never.self) { try SimulatedTransaction(before, by: row.client(), terms(fee)) }
        let failure = try #require(throws: Failure.self) {
            try SimulatedTransaction(before, by: row.client(), terms(fee - 1))
        }
        #expect(failure.kind == .refused)
    }

    @Test func `archived entries are named, with the cost of their restoration and the step that restores them`() throws
    {
        let row = try #require(Self.cases.first { $0.name == "extend-with-restore-preamble" })
        let before = try row.transaction("before")
        let failure = try #require(throws: Failure.self) {
            try SimulatedTransaction(before, by: row.client(), terms())
        }
        let contract = "CCJ4PWU7CIZVAQW2WJNFKA5E55EMHJ36ZSA4BP6O5FPY4UESDHGURMKF"
        #expect(
            failure.message.hasPrefix("the call needs 1 archived entry: of \(contract); to restore them costs up to"))
        let data = try row.json.object("simulation").object("restorePreamble").string("transactionData")
        let step = NextStep.build(
            .restoreEntries(account: before.sourceAccount.account.address, data: data))
        #expect(failure.hint?.parts.contains(.step(step)) == true)
    }

    // MARK: more archived entries than a transaction can restore

    /// The entries of a contract, one for each number.
    private static let entries: [LedgerKey] = (0..<5).map { number in
        .contractData(
            LedgerKeyContractData(
                contract: .contract(Hash(sha256: [1])), key: .u32(UInt32(number)), durability: .persistent))
    }

    /// A server whose call restores all these entries. Restoring one of them takes 40 bytes and 1,000 stroops.
    private func archive(_ row: Case, limits: ConfigSettingEntry?) throws -> (RPCClient, RecordedTransport) {
        @Sendable func answer(_ resources: SorobanResources, _ ext: SorobanTransactionDataExt, fee: Int64) throws
            -> JSON
        {
            let data = SorobanTransactionData(ext: ext, resources: resources, resourceFee: fee)
            var members = try #require(row.json["simulation"]?.asObject)
            members["transactionData"] = .string(Base64.encode(data.xdr))
            members["minResourceFee"] = .string(String(fee))
            return .object(members)
        }
        let called = SorobanResources(
            footprint: LedgerFootprint(readOnly: [], readWrite: Self.entries), instructions: 9, diskReadBytes: 200,
            writeBytes: 200)
        let indices = SorobanResourcesExtV0(archivedSorobanEntries: [0, 1, 2, 3, 4])
        let call = try answer(called, .v1(indices), fee: 7_000)
        let transport = RecordedTransport { request in
            let asked = try? JSON(parsing: request.body ?? [])
            let result: JSON
            switch asked?["method"]?.asString {
            case "getNetwork": result = ["passphrase": .string(Network.testnet.passphrase), "protocolVersion": 28]
            case "getLedgerEntries":
                let key = LedgerKey.configSetting(LedgerKeyConfigSetting(configSettingID: .contractLedgerCostV0))
                let entry: [JSON] =
                    limits.map { setting in
                        [
                            [
                                "key": .string(Base64.encode(key.xdr)),
                                "xdr": .string(Base64.encode(LedgerEntryData.configSetting(setting).xdr)),
                                "lastModifiedLedgerSeq": 5,
                            ]
                        ]
                    } ?? []
                result = ["entries": .array(entry), "latestLedger": 3_400_000]
            default:
                guard var resources = Self.restoration(in: request) else {
                    result = call
                    break
                }
                let count = resources.footprint.readWrite.count
                (resources.diskReadBytes, resources.writeBytes) = (UInt32(40 * count), UInt32(40 * count))
                var restored = (try? answer(resources, .v0, fee: Int64(1_000 * count)))?.asObject ?? JSONObject([])
                restored["results"] = nil
                result = .object(restored)
            }
            let body: JSON = ["jsonrpc": "2.0", "id": asked?["id"] ?? .null, "result": result]
            return .success(
                HTTPResponse(
                    status: 200, headers: [HTTPHeader("content-type", "application/json")],
                    body: Array(body.text().utf8)))
        }
        let bases = [try HTTPURL("http://127.0.0.1:8000/")]
        return (RPCClient(network: .testnet, bases: bases, transport: transport), transport)
    }

    /// The resources of a restoration to simulate; nil for another request.
    private static func restoration(in request: HTTPRequest) -> SorobanResources? {
        guard let asked = try? JSON(parsing: request.body ?? []),
            let text = asked["params"]?["transaction"]?.asString,
            let envelope = try? TransactionEnvelope(xdr: Base64.decode(text)),
            case .restoreFootprint? = envelope.innermost.operations.first?.body,
            case .v1(let data) = envelope.innermost.ext
        else { return nil }
        return data.resources
    }

    private static func limits(entries: UInt32, bytes: UInt32) -> ConfigSettingEntry {
        .contractLedgerCostV0(
            ConfigSettingContractLedgerCostV0(
                ledgerMaxDiskReadEntries: 900, ledgerMaxDiskReadBytes: 900, ledgerMaxWriteLedgerEntries: 900,
                ledgerMaxWriteBytes: 900, txMaxDiskReadEntries: entries, txMaxDiskReadBytes: bytes,
                txMaxWriteLedgerEntries: 900, txMaxWriteBytes: 900, feeDiskReadLedgerEntry: 1, feeWriteLedgerEntry: 1,
                feeDiskRead1KB: 1, sorobanStateTargetSizeBytes: 1, rentFee1KBSorobanStateSizeLow: 1,
                rentFee1KBSorobanStateSizeHigh: 1, sorobanStateRentFeeGrowthFactor: 1))
    }

    @Test func `a call that restores more than a transaction can is preceded by restorations of as many as can be`()
        throws
    {
        let row = try #require(Self.cases.first { $0.name == "transfer-source-auth" })
        let before = try row.transaction("before")
        for (entries, bytes, simulated, restored) in [
            (UInt32(3), UInt32(900), [3], 3), (3, 100, [3, 1], 1), (900, 100, [5, 2], 2),
        ] {
            let (client, transport) = try archive(row, limits: Self.limits(entries: entries, bytes: bytes))
            let failure = try #require(throws: Failure.self) {
                try SimulatedTransaction(before, by: client, terms())
            }
            let restorations = transport.requests.compactMap { Self.restoration(in: $0) }
            #expect(restorations.map(\.footprint.readWrite.count) == simulated)
            #expect(failure.message.contains("more than one transaction can restore"))
            #expect(failure.message.contains("to restore \(restored) of them first costs up to 0.000\(restored) XLM"))
            guard case .step(.build(.restoreEntries(let account, let data?)))? = failure.hint?.parts.first else {
                Issue.record("no step")
                continue
            }
            #expect(account == before.sourceAccount.account.address)
            let footprint = try SorobanTransactionData(xdr: Base64.decode(data)).resources.footprint
            #expect(footprint.readWrite == Array(Self.entries.prefix(restored)))
        }
        let (client, _) = try archive(row, limits: Self.limits(entries: 900, bytes: 10))
        let none = try #require(throws: Failure.self) { try SimulatedTransaction(before, by: client, terms()) }
        #expect(none.kind == .refusedByLedger && none.message.contains("let none of them be restored"))
    }

    @Test
    func `a call within the limits restores what it needs itself, and so does one of a server that does not say them`()
        throws
    {
        let row = try #require(Self.cases.first { $0.name == "transfer-source-auth" })
        for limits in [Self.limits(entries: 5, bytes: 200), nil] {
            let (client, transport) = try archive(row, limits: limits)
            let made = try SimulatedTransaction(try row.transaction("before"), by: client, terms()).transaction
            guard case .v1(let data) = made.ext, case .v1(let archived) = data.ext else {
                Issue.record("no entries are restored")
                continue
            }
            #expect(archived.archivedSorobanEntries == [0, 1, 2, 3, 4])
            #expect(!transport.requests.contains { Self.restoration(in: $0) != nil })
        }
    }

    @Test func `takes a server with two resource fees for one that lies`() throws {
        let row = try #require(Self.cases.first { $0.name == "min-fee-differs-from-data" })
        let failure = try #require(throws: Failure.self) {
            try SimulatedTransaction(try row.transaction("before"), by: row.client(), terms())
        }
        #expect(failure.kind == .protocolBroken)
    }

    private func again(declaring fee: Int64) throws -> (Transaction, Case) {
        let row = try #require(Self.cases.first { $0.name == "again" })
        var transaction = try row.transaction("after")
        guard case .v1(var data) = transaction.ext else { throw Failure(.bug, "the row has no resources") }
        data.resourceFee = fee
        transaction.ext = .v1(data)
        return (transaction, row)
    }

    @Test(arguments: [Int64.min, -1])
    func `refuses a transaction that declares a negative resource fee`(_ fee: Int64) throws {
        let (transaction, row) = try again(declaring: fee)
        let failure = try #require(throws: Failure.self) {
            try SimulatedTransaction(transaction, by: row.client(), terms())
        }
        #expect(failure.kind == .badInput)
    }

    @Test func `takes a resource fee off that is larger than the fee`() throws {
        let (transaction, row) = try again(declaring: .max)
        let made = try SimulatedTransaction(transaction, by: row.client(), terms()).transaction
        guard case .v1(let data) = made.ext else { return #expect(Bool(false)) }
        #expect(Int64(made.fee) == data.resourceFee)
    }

    @Test func `keeps the entries that a transaction has`() throws {
        let row = try #require(Self.cases.first { $0.name == "swap-one-given" })
        let made = try SimulatedTransaction(try row.transaction("before"), by: row.client(), terms())
        #expect(!made.hasRecordedEntries)
        #expect(made.missingEntries == 1)
    }

    @Test func `a failed simulation is a failure with the host's words, escaped`() throws {
        let row = try #require(Self.cases.first { $0.name == "error-answer" })
        let failure = try #require(throws: Failure.self) {
            try SimulatedTransaction(try row.transaction("before"), by: row.client(), terms())
        }
        #expect(failure.kind == .refusedByLedger)
        #expect(failure.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }
}
