// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// What the ledger entries of the vectors mean.
struct LedgerEntryTests {
    private static func contractData(_ row: JSON) throws -> ContractDataEntry {
        let data = try LedgerEntryData(xdr: try Base64.decode(try row.string("entry_data")))
        #expect(data.discriminant == .contractData)
        guard case .contractData(let entry) = data else { throw NoValue() }
        #expect(try entry.contract.address == row.string("contract"))
        #expect(entry.durability == .persistent)
        return entry
    }

    /// The values of a map by their symbols.
    private static func members(_ value: SCVal) throws -> [String: SCVal] {
        guard case .map(let entries?) = value else { throw NoValue() }
        return Dictionary(
            uniqueKeysWithValues: try entries.map { entry in
                guard case .symbol(let symbol) = entry.key else { throw NoValue() }
                return (String(decoding: symbol.bytes, as: UTF8.self), entry.val)
            })
    }

    @Test func `the balances of asset contracts are those of the vectors`() throws {
        let rows = try Vectors.cases("ledger-entries").filter { $0["expect"]?["amount"] != nil }
        #expect(rows.count == 12)
        for row in rows {
            let members = try Self.members(try Self.contractData(row).val)
            let expected = try row.member("expect")
            guard case .i128(let parts) = members["amount"] else { throw NoValue() }
            #expect(try "\(Int128(parts.hi) << 64 | Int128(parts.lo))" == expected.string("amount"))
            #expect(members["authorized"] == .bool(try expected.bool("authorized")))
            #expect(members["clawback"] == .bool(try expected.bool("clawback")))
        }
    }

    @Test func `contract instances name their code`() throws {
        let rows = try Vectors.cases("ledger-entries").filter { $0["expect"]?["executable"] != nil }
        #expect(rows.count == 5)
        for row in rows {
            let entry = try Self.contractData(row)
            guard case .contractInstance(let instance) = entry.val else { throw NoValue() }
            #expect(entry.key == .ledgerKeyContractInstance)
            let expected = try row.member("expect")
            switch (instance.executable, try expected.string("executable")) {
            case (.stellarAsset, "stellar_asset"):
                let storage = try Self.members(
                    .map(instance.storage?.filter { $0.key == .symbol(Opaque(Array("METADATA".utf8))!) }))
                let metadata = try Self.members(try #require(storage["METADATA"]))
                #expect(metadata["decimal"] == .u32(try expected.integer("decimals")))
                #expect(metadata["name"] == .string(Opaque(Array(try expected.string("name").utf8))!))
                #expect(metadata["symbol"] == .string(Opaque(Array(try expected.string("symbol").utf8))!))
                let admin = instance.storage?.first { $0.key == .vec([.symbol(Opaque(Array("Admin".utf8))!)]) }
                guard case .address(let address)? = admin?.val else {
                    #expect(admin == nil && expected["admin"] == .null)
                    continue
                }
                #expect(try address.address == expected.string("admin"))
            case (.wasm(let hash), "wasm"): #expect(try Hex.encode(hash.bytes) == expected.string("wasm_hash"))
            case (.externalRef(let reference), "external_ref"):
                #expect(try reference.executable_owner.address == expected.string("owner"))
                #expect(reference.tag.bytes == Array(try expected.string("tag").utf8))
            default: Issue.record("\(instance.executable)")
            }
        }
    }

    @Test func `ledger keys have the JSON of the vectors`() throws {
        for row in try Vectors.cases("ledger-keys") {
            let bytes = try Base64.decode(try row.string("key"))
            let json = try JSON(parsing: Array(try XDRJSON.text(bytes, try Vectors.type("LedgerKey")).utf8))
            #expect(try json == row.member("key_json"), "\(row["name"] ?? .null)")
        }
    }

    @Test func `entries and events that the real host wrote as JSON are read and written back`() throws {
        let snapshots = try #require(try Vectors.json("real/host-snapshots").object("snapshots").asObject)
        var (entries, events) = (0, 0)
        func check(_ json: JSON, _ type: String) throws {
            let type = try Vectors.type(type)
            let bytes = try XDRJSON.bytes(json, type)
            let back = try JSON(parsing: Array(try XDRJSON.text(bytes, type).utf8), maximumDepth: XDRJSON.maximumDepth)
            #expect(back == json)
        }
        for (_, snapshot) in snapshots.members {
            for row in try snapshot.member("ledger").array("ledger_entries") {
                try check(try row.member("entry"), "LedgerEntry")
                entries += 1
            }
            for row in try snapshot.array("events") {
                try check(try row.member("event"), "ContractEvent")
                events += 1
            }
        }
        #expect(entries == 96 && events > 0)
    }

    /// 36 zeros are the account of an all-zero key.
    private static func account() throws -> AccountEntry {
        AccountEntry(
            accountID: try AccountID(xdr: zeros(36)), balance: 1, seqNum: 2, numSubEntries: 3, inflationDest: nil,
            flags: 0,
            homeDomain: String32(), thresholds: try Thresholds(xdr: [1, 0, 0, 0]), signers: BoundedArray(),
            ext: .v0)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    @Test func `an account's extensions nest in the order of their versions`() throws {
        var account = try Self.account()
        let sponsor = AccountID.ed25519(FixedOpaque([UInt8](repeating: 9, count: 32))!)
        account.ext = .v1(
            AccountEntryExtensionV1(
                liabilities: Liabilities(buying: 1, selling: 2),
                ext: .v2(
                    AccountEntryExtensionV2(
                        numSponsored: 1, numSponsoring: 0, signerSponsoringIDs: BoundedArray([nil, sponsor])!,
                        ext: .v3(AccountEntryExtensionV3(ext: .v0, seqLedger: 5, seqTime: 6))))))
        let data = LedgerEntryData.account(account)
        #expect(try LedgerEntryData(xdr: data.xdr) == data)
        // The first sponsor is absent: the presence flag of the second follows at once.
        let words = data.xdr.suffix(4 * 17).prefix(12)
        #expect(Array(words) == [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1])
    }
}

struct NoValue: Error {}
