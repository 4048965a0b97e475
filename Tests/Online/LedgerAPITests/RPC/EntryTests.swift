// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

/// Ledger entries by key, from `ledger-keys.json` and `ledger-entries.json`.
struct EntryTests {
    static func answer(_ entries: [JSON], ledger: Int64 = 1000) -> JSON {
        ["entries": .array(entries), "latestLedger": .integer(ledger)]
    }

    static func entry(_ key: LedgerKey, _ data: LedgerEntryData, _ more: (String, JSON)...) -> JSON {
        .object(
            JSONObject(
                [
                    ("key", .string(Base64.encode(key.xdr))), ("xdr", .string(Base64.encode(data.xdr))),
                    ("lastModifiedLedgerSeq", 990),
                ] + more))
    }

    static func account(sequence: Int64 = 41) -> AccountEntry {
        AccountEntry(
            accountID: id, balance: 10_000_000_000, seqNum: sequence, numSubEntries: 2, inflationDest: nil, flags: 9,
            homeDomain: String32(Array("example.com".utf8)) ?? String32(),
            thresholds: Thresholds([1, 2, 3, 4]) ?? Thresholds(),
            signers: BoundedArray([Signer(key: .hashX(Uint256(sha256: [1])), weight: 255)]) ?? BoundedArray(),
            ext: .v1(
                AccountEntryExtensionV1(
                    liabilities: Liabilities(buying: 5, selling: 7),
                    ext: .v2(
                        AccountEntryExtensionV2(
                            numSponsored: 1, numSponsoring: 2,
                            signerSponsoringIDs: BoundedArray([other]) ?? BoundedArray(),
                            ext: .v3(AccountEntryExtensionV3(ext: .v0, seqLedger: 77, seqTime: 1_790_000_000)))))))
    }

    static let id = AccountID.ed25519(Uint256(sha256: [2]))
    static let other = AccountID.ed25519(Uint256(sha256: [3]))
    static let accountKey = LedgerKey.account(LedgerKeyAccount(accountID: id))
    static let code: [UInt8] = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
    static let codeHash = Hash(sha256: code)
    static let codeKey = LedgerKey.contractCode(LedgerKeyContractCode(hash: codeHash))

    static func codeEntry(_ bytes: [UInt8] = code, hash: Hash = codeHash) throws -> LedgerEntryData {
        .contractCode(ContractCodeEntry(ext: .v0, hash: hash, code: try #require(Opaque(bytes))))
    }

    @Test(arguments: try Vectors.cases("ledger-entries"))
    func `reads an entry under the key of its data`(row: JSON) throws {
        let data = try LedgerEntryData(xdr: Base64.decode(row.string("entry_data")))
        let live = try row.member("live_until")
        let entry = Self.entry(data.key, data, ("liveUntilLedgerSeq", live))
        let found = try RPCEndpoint.ledgerEntries([data.key]).value(of: Self.answer([entry]))
        #expect(found[data.key]?.data == data && found[data.key]?.liveUntilLedger == live.asInteger())
    }

    @Test(arguments: try Vectors.cases("ledger-keys"))
    func `posts a key as the ledger encodes it`(row: JSON) throws {
        let text = try row.string("key")
        let posted = try RPCEndpoint.ledgerEntries([LedgerKey(xdr: Base64.decode(text))]).posted()
        #expect(posted["params"]?["keys"] == [.string(text)])
    }

    @Test func `asks for no more than 200 keys at once, each once`() throws {
        let keys = (0..<450).map { (number: Int) -> LedgerKey in
            let preimage: [UInt8] = [UInt8(number / 225), UInt8(number % 225)]
            return .contractCode(LedgerKeyContractCode(hash: Hash(sha256: preimage)))
        }
        let asked = try AskedRPC(Self.answer([], ledger: 30), Self.answer([], ledger: 30), Self.answer([], ledger: 30))
        let found = try asked.client.ledgerEntries(keys + keys)
        #expect(found.entries.isEmpty && found.latestLedger == 30 && found.isOfOneLedger)
        let counts = try asked.transport.requests.dropFirst().map {
            try JSON(parsing: $0.body ?? [])["params"]?["keys"]?.asArray?.count
        }
        #expect(counts == [200, 200, 50])
    }

    private static let many = (0..<250).map {
        LedgerKey.contractCode(LedgerKeyContractCode(hash: Hash(sha256: [UInt8($0)])))
    }

    @Test func `asks nothing for no keys`() throws {
        let asked = try AskedRPC()
        #expect(try asked.client.ledgerEntries([]) == asked.client.ledgerEntries([]))
        #expect(try asked.client.accounts([], holding: [] as [TrustLineAsset], data: [] as [String]).accounts.isEmpty)
        #expect(asked.transport.requests.isEmpty)
    }

    @Test func `reads pages again until they are of one ledger`() throws {
        let ledgers: [Int64] = [30, 31, 31, 31]
        let asked = try AskedRPC(
            bodies: ledgers.map { ledger in { id in AskedRPC.envelope(Self.answer([], ledger: ledger), id: id) } })
        let found = try asked.client.ledgerEntries(Self.many)
        #expect(found.isOfOneLedger && found.latestLedger == 31 && asked.transport.requests.count == 5)
    }

    @Test func `says of which ledgers pages are that stay different`() throws {
        let asked = try AskedRPC(
            bodies: ([30, 31, 32, 33, 34, 35] as [Int64]).map { ledger in
                { id in AskedRPC.envelope(Self.answer([], ledger: ledger), id: id) }
            })
        let found = try asked.client.ledgerEntries(Self.many)
        #expect(!found.isOfOneLedger && found.ledgers == 34...35 && asked.transport.requests.count == 7)
    }

    @Test func `does not take an answer from before a ledger that the server had`() throws {
        let ledgers: [Int64] = [30, 29, 28, 29]
        let asked = try AskedRPC(
            bodies: ledgers.map { ledger in { id in AskedRPC.envelope(Self.answer([], ledger: ledger), id: id) } })
        _ = try asked.client.account(Self.id)
        let error = #expect(throws: RPCError.self) { try asked.client.account(Self.id) }
        #expect(error?.kind == .unreachable && error?.isAbsence == true)
        #expect(
            error?.message
                == "getLedgerEntries at 127.0.0.1:8000: it answers as of ledger 29, and it was at 30 before: it is behind"
        )
    }

    @Test func `asks again at once, because another machine behind the name may have the ledger`() throws {
        let ledgers: [Int64] = [30, 29, 30]
        let asked = try AskedRPC(
            bodies: ledgers.map { ledger in { id in AskedRPC.envelope(Self.answer([], ledger: ledger), id: id) } })
        _ = try asked.client.account(Self.id)
        #expect(try asked.client.account(Self.id) == nil)
        #expect(asked.transport.requests.count == 4)
    }

    @Test func `an account is what Horizon reports of it`() throws {
        let usdc = try Asset(code: "USDC", issuer: Self.other)
        let lineKey = try #require(LedgerKey.trustline(of: Self.id, for: usdc))
        guard case .trustline(let key) = lineKey else { return }
        let line = TrustLineEntry(
            accountID: Self.id, asset: key.asset, balance: 100, limit: 1000, flags: 2, ext: .v0)
        let dataKey = try #require(LedgerKey.data(of: Self.id, named: "config.memo_required"))
        let data = DataEntry(
            accountID: Self.id, dataName: String64(Array("config.memo_required".utf8)) ?? String64(),
            dataValue: DataValue(Array("1".utf8)) ?? DataValue(), ext: .v0)
        let ext = LedgerEntryExt.v1(LedgerEntryExtensionV1(sponsoringID: Self.other, ext: .v0))
        let asked = try AskedRPC(
            Self.answer([
                Self.entry(Self.accountKey, .account(Self.account()), ("extXdr", .string(Base64.encode(ext.xdr)))),
                Self.entry(lineKey, .trustline(line)), Self.entry(dataKey, .data(data)),
            ]))
        let found = try #require(
            try asked.client.account(Self.id, holding: [usdc, .native], data: ["config.memo_required"]))
        #expect(found.sequence == 41 && found.sequenceLedger == 77 && found.sequenceTime?.seconds == 1_790_000_000)
        #expect(found.thresholds == .init(low: 2, medium: 3, high: 4))
        #expect(found.signers.map(\.weight) == [255, 1] && found.signers[0].sponsor == Self.other)
        #expect(found.requiresMemo && found.homeDomain == "example.com" && found.sponsor == Self.other)
        #expect(found.reserveEntries == 2 + 2 + 2 - 1)
        #expect(found.flags.authRequired && found.flags.authClawbackEnabled && !found.flags.authRevocable)
        #expect(found.balances.map(\.name) == [usdc.text, "native"])
        #expect(found.balances[0].maintainsLiabilities && !found.balances[0].isAuthorized)
        #expect(found.balances[1].sellingLiabilities == Amount(stroops: 7) && found.lastModifiedLedger == 990)
    }

    @Test func `reads several accounts at once, each with what is its own`() throws {
        let usdc = try Asset(code: "USDC", issuer: Self.other)
        let asset = try #require(TrustLineAsset(usdc))
        let line = TrustLineEntry(accountID: Self.id, asset: asset, balance: 100, limit: 1000, flags: 1, ext: .v0)
        let lineKey = try #require(LedgerKey.trustline(of: Self.id, for: usdc))
        let asked = try AskedRPC(
            Self.answer([
                Self.entry(Self.accountKey, .account(Self.account())), Self.entry(lineKey, .trustline(line)),
            ]))
        let found = try asked.client.accounts(
            [Self.id, Self.other], holding: [asset], data: ["config.memo_required"]
        ).accounts
        #expect(found.count == 1 && found[Self.id]?.balances.first?.asset == usdc)
        let keys = try JSON(parsing: asked.transport.requests.last?.body ?? [])["params"]?["keys"]?.asArray
        // An issuer has no trustline for its own asset.
        #expect(keys?.count == 5)
    }

    @Test func `reads a claimable balance and a pool`() throws {
        let balance = ClaimableBalanceEntry(
            balanceID: .v0(Hash(sha256: [4])), claimants: BoundedArray(), asset: .native, amount: 5,
            ext: .v1(ClaimableBalanceEntryExtensionV1(ext: .v0, flags: 1)))
        let pair = try #require(LiquidityPoolParameters(.native, Asset(code: "USDC", issuer: Self.other)))
        guard case .liquidityPoolConstantProduct(let params) = pair else { return }
        let pool = LiquidityPoolEntry(
            liquidityPoolID: pair.id,
            body: .liquidityPoolConstantProduct(
                LiquidityPoolEntryBodyConstantProduct(
                    params: params, reserveA: 1, reserveB: 1, totalPoolShares: 1, poolSharesTrustLineCount: 1)))
        let asked = try AskedRPC(
            Self.answer([Self.entry(LedgerEntryData.claimableBalance(balance).key, .claimableBalance(balance))]),
            Self.answer([Self.entry(LedgerEntryData.liquidityPool(pool).key, .liquidityPool(pool))]), Self.answer([]))
        let found = try asked.client.claimableBalance(balance.balanceID)
        #expect(found?.amount == Amount(stroops: 5) && found?.isClawbackEnabled == true)
        #expect(try asked.client.assets(of: pair.id) == [params.assetA, params.assetB])
        #expect(try asked.client.assets(of: pair.id) == nil)
    }

    @Test func `an account that does not exist is nil`() throws {
        #expect(try AskedRPC(Self.answer([])).client.account(Self.id) == nil)
    }

    @Test func `reads code under its hash`() throws {
        let entry = Self.entry(Self.codeKey, try Self.codeEntry(), ("liveUntilLedgerSeq", 0))
        let found = try #require(try AskedRPC(Self.answer([entry])).client.contractCode(Self.codeHash))
        #expect(found.bytes == Self.code && found.liveUntilLedger == 0)
    }

    @Test func `follows an executable by reference to the code of today`() throws {
        let tag = try #require(SCString(Array("v1".utf8)))
        let owner = SCAddress.contract(Hash(sha256: [9]))
        let data = ContractDataEntry(
            ext: .v0, contract: owner, key: .executableTag(tag), durability: .persistent,
            val: .bytes(SCBytes(Self.codeHash.bytes) ?? SCBytes()))
        let entry = Self.entry(LedgerEntryData.contractData(data).key, .contractData(data))
        let asked = try AskedRPC(Self.answer([entry]), Self.answer([]))
        let reference = ContractExecutable.externalRef(.init(executable_owner: owner, tag: tag))
        #expect(try asked.client.codeHash(of: reference) == Self.codeHash)
        #expect(try asked.client.codeHash(of: reference) == nil)
        #expect(try asked.client.codeHash(of: .stellarAsset) == nil)
    }

    // MARK: hostile answers

    static func hostile() throws -> [(String, JSON, String)] {
        let good = entry(accountKey, .account(account()))
        let foreign = AccountEntry(
            accountID: other, balance: 1, seqNum: 1, numSubEntries: 0, inflationDest: nil, flags: 0,
            homeDomain: String32(), thresholds: Thresholds(), signers: BoundedArray(), ext: .v0)
        let foreignKey = LedgerKey.account(LedgerKeyAccount(accountID: other))
        return [
            ("a key that was not asked for", answer([entry(foreignKey, .account(foreign))]), "entries[0].key"),
            ("another account under the key", answer([entry(accountKey, .account(foreign))]), "entries[0].xdr"),
            ("an entry twice", answer([good, good]), "entries[1].key"),
            ("swapped code", answer([entry(codeKey, try codeEntry([0, 1]))]), "entries[0].xdr"),
            ("a time to live of an account", answer([good.with("liveUntilLedgerSeq", 5)]), "liveUntilLedgerSeq"),
            ("a ledger in a string", answer([good.with("lastModifiedLedgerSeq", "990")]), "lastModifiedLedgerSeq"),
            ("a ledger beyond 32 bits", answer([good], ledger: 4_294_967_296), "latestLedger"),
            ("a negative ledger", answer([good], ledger: -1), "latestLedger"),
            ("2^53 + 1", answer([good], ledger: 9_007_199_254_740_993), "latestLedger"),
            ("no ledger", answer([good]).with("latestLedger", nil), "latestLedger"),
            ("no data", answer([good.with("xdr", nil)]), "entries[0].xdr"),
            (
                "data with more bytes",
                answer([
                    good.with("xdr", .string(Base64.encode(LedgerEntryData.account(account()).xdr + [0, 0, 0, 0])))
                ]), "entries[0].xdr"
            ),
            ("data that is not base64", answer([good.with("xdr", "A===")]), "entries[0].xdr"),
            ("an object in place of the list", answer([good]).with("entries", .object(JSONObject())), "entries"),
            ("an extension that is not XDR", answer([good.with("extXdr", "AAAA")]), "extXdr"),
        ]
    }

    @Test func `reads an entry whose sponsor a later protocol tells in another form`() throws {
        let result = Self.answer([Self.entry(Self.accountKey, .account(Self.account())).with("extXdr", "AAAAAw==")])
        #expect(try RPCEndpoint.ledgerEntries([Self.accountKey]).fault(of: result) == nil)
    }

    @Test(arguments: try hostile().indices)
    func `refuses a hostile answer`(index: Int) throws {
        let (name, result, field) = try Self.hostile()[index]
        let fault = try RPCEndpoint.ledgerEntries([Self.accountKey, Self.codeKey]).fault(of: result)
        #expect(fault?.contains(field) == true, "\(name): \(fault ?? "accepted")")
    }

    @Test func `refuses an instance with another value`() throws {
        let contract = Hash(sha256: [8])
        let data = ContractDataEntry(
            ext: .v0, contract: .contract(contract), key: .ledgerKeyContractInstance, durability: .persistent,
            val: .void)
        let entry = Self.entry(.contractInstance(contract), .contractData(data))
        let asked = try AskedRPC(Self.answer([entry]))
        #expect(throws: RPCError.self) { try asked.client.contractInstance(contract) }
    }
}
