// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization
import TestSupport
import Testing

/// Transactions that touch what the network has frozen (CAP-77).
struct FrozenEntriesTests {
    private static let issuer = "GBDMAYXIV5CKIEKJL2QLRAIMQDKKLI3MPWEQ72X2IUCSGUVNVXPB6VAE"
    /// The account and the trustline for USD of an account.
    private static let holder = "GBZSGBFMRMKOVRZEZKJTC23GKKJJKLB3U7YYYVEAJ2ZDSHVTLP5C7RE2"
    /// As the Python SDK's types write them.
    private static let both = """
        AAAACAAAABEAAAACAAAAKAAAAAAAAAAAcyMErIsU6sckypMxa2ZSkpUsO6fxjFSATrI5HrNb+i8AAABUAAAAAQAAAABzIwSsixTqxyTKkzFrZlKSlSw7p/GM\
        VIBOsjkes1v6LwAAAAFVU0QAAAAAAEbAYuivRKQRSV6guIEMgNSlo2x9iQ/q+kUFI1Ktrd4f
        """
    private static let line = """
        AAAAAQAAAABzIwSsixTqxyTKkzFrZlKSlSw7p/GMVIBOsjkes1v6LwAAAAFVU0QAAAAAAEbAYuivRKQRSV6guIEMgNSlo2x9iQ/q+kUFI1Ktrd4f
        """

    private static func setting(_ text: String) throws -> ConfigSettingEntry {
        guard case .configSetting(let entry) = try LedgerEntryData(xdr: Base64.decode(text)) else {
            throw JSONError.wrongType(field: "xdr", expected: "a setting")
        }
        return entry
    }

    /// Only the trustline.
    private static func frozenLine() throws -> ConfigSettingEntry {
        .frozenLedgerKeys(FrozenLedgerKeys(keys: [try #require(EncodedLedgerKey(Base64.decode(line)))]))
    }

    private static func usd() throws -> Asset { try Asset(code: "USD", issuer: AccountID(address: issuer)) }

    private static func envelope(_ operations: OperationBody..., by source: String) throws -> HashedTransaction {
        let draft = TransactionDraft(
            source: try MuxedAccount(address: source), sequence: 101, feePerOperation: 100, memo: .none,
            operations: operations.map { Operation(sourceAccount: nil, body: $0) }
        )
        return HashedTransaction(try draft.envelope(), on: .testnet)
    }

    private static func ledger(_ frozen: FrozenEntries) -> ShownLedger {
        let line: JSON = [
            "balance": "50.0000000", "limit": "1000.0000000", "asset_type": "credit_alphanum4", "asset_code": "USD",
            "asset_issuer": .string(issuer), "is_authorized": true, "is_authorized_to_maintain_liabilities": true,
            "buying_liabilities": "0.0000000",
            "selling_liabilities": "0.0000000",
        ]
        return ShownLedger(
            accounts: [
                holder: ShownLedger.account(holder, lines: [line], subentries: 1),
                ShownLedger.alice: ShownLedger.account(ShownLedger.alice, lines: [line], subentries: 1),
                issuer: ShownLedger.account(issuer),
            ], frozenEntries: frozen)
    }

    private static func rejections(
        _ transaction: HashedTransaction, _ frozen: FrozenEntries, _ stage: Preflight<ShownLedger>.Stage = .sending
    ) throws -> [ForecastRejection] {
        var preflight = try Preflight(ledger(frozen), now: Timestamp(1_000_000), stage)
        return try preflight.rejections(about: transaction) + preflight.warnings
    }

    private static func pay(_ asset: Asset, to destination: String) throws -> OperationBody {
        .payment(PaymentOp(destination: try MuxedAccount(address: destination), asset: asset, amount: 10))
    }

    @Test func `the settings that a server gives are read, whatever their order`() throws {
        let asked = Mutex<[String]>([])
        let bypass = "AAAACAAAABMAAAAB26nBkEQnAqfCW1bJBoZ5nS+Q+6luQ1MZF4V97H4TmlM="
        let transport = RecordedTransport { request in
            let call = try? JSON(parsing: request.body ?? [])
            var result: JSON = ["passphrase": .string(Network.testnet.passphrase), "protocolVersion": 27]
            if call?["method"]?.asString == "getLedgerEntries" {
                asked.withLock { $0 = call?["params"]?["keys"]?.asArray?.compactMap(\.asString) ?? [] }
                result = [
                    "latestLedger": 10,
                    "entries": [
                        ["key": "AAAACAAAABM=", "xdr": .string(bypass), "lastModifiedLedgerSeq": 1],
                        ["key": "AAAACAAAABE=", "xdr": .string(Self.both), "lastModifiedLedgerSeq": 1],
                    ],
                ]
            }
            let body: JSON = ["jsonrpc": "2.0", "id": call?["id"] ?? .null, "result": result]
            return .success(
                HTTPResponse(
                    status: 200, headers: [HTTPHeader("content-type", "application/json")],
                    body: Array(body.text().utf8)))
        }
        let client = RPCClient(network: .testnet, bases: [try HTTPURL("https://rpc.example")], transport: transport)
        let found = try client.frozenEntries()
        #expect(asked.withLock { $0 } == ["AAAACAAAABE=", "AAAACAAAABM="])
        #expect(found == FrozenEntries([try Self.setting(bypass), try Self.setting(Self.both)]))
        #expect(found.contains(try LedgerKey(xdr: Base64.decode(Self.line))))
        #expect(FrozenEntries([try Self.setting("AAAACAAAABEAAAAA")]) == .none)
    }

    @Test
    func `a transaction whose source, destination or trustline is frozen is refused, and what is frozen is named`()
        throws
    {
        let (usd, account) = (try Self.usd(), FrozenEntries([try Self.setting(Self.both)]))
        let line = FrozenEntries([try Self.frozenLine()])
        let (alice, holder) = (ShownLedger.alice, Self.holder)
        func codes(_ frozen: FrozenEntries, _ body: OperationBody, by source: String) throws -> [ResultCode?] {
            try Self.rejections(try Self.envelope(body, by: source), frozen).map(\.code)
        }
        #expect(try codes(.none, try Self.pay(.native, to: holder), by: alice) == [])
        #expect(try codes(account, try Self.pay(.native, to: alice), by: holder) == [.txFrozenKeyAccessed])
        #expect(try codes(account, try Self.pay(.native, to: holder), by: alice) == [.txFrozenKeyAccessed])
        #expect(try codes(line, try Self.pay(.native, to: holder), by: alice) == [])
        #expect(try codes(line, try Self.pay(usd, to: holder), by: alice) == [.txFrozenKeyAccessed])
        #expect(try codes(line, try Self.pay(usd, to: alice), by: holder) == [.txFrozenKeyAccessed])
        #expect(try codes(line, try Self.pay(usd, to: Self.issuer), by: alice) == [])
        let flags = SetTrustLineFlagsOp(
            trustor: try AccountID(address: holder), asset: usd, clearFlags: 0, setFlags: 1)
        #expect(try codes(line, .setTrustLineFlags(flags), by: Self.issuer) == [.txFrozenKeyAccessed])
        let key = RevokeSponsorshipOp.ledgerEntry(try LedgerKey(xdr: Base64.decode(Self.line)))
        #expect(try codes(line, .revokeSponsorship(key), by: alice).contains(.txFrozenKeyAccessed))
        let offer = ManageSellOfferOp(
            selling: .native, buying: usd, amount: 10, price: Price(n: 1, d: 1), offerID: 0)
        #expect(try codes(line, .manageSellOffer(offer), by: holder).contains(.txFrozenKeyAccessed))
        let named = try Self.rejections(try Self.envelope(try Self.pay(usd, to: holder), by: alice), line)
        #expect(named[0].message.contains("the trustline of \(holder) for USD:\(Self.issuer), which operation 1"))
    }

    @Test func `a contract call whose footprint has what is frozen is refused`() throws {
        var transaction = try Self.envelope(
            .restoreFootprint(RestoreFootprintOp(ext: .v0)), by: ShownLedger.alice
        ).envelope.innermost
        transaction.fee = 1000
        let key = LedgerKey.contractCode(LedgerKeyContractCode(hash: Hash(sha256: [1])))
        transaction.ext = .v1(
            SorobanTransactionData(
                ext: .v0,
                resources: SorobanResources(
                    footprint: LedgerFootprint(readOnly: [], readWrite: [key]), instructions: 1, diskReadBytes: 1,
                    writeBytes: 1), resourceFee: 1))
        let hashed = HashedTransaction(transaction.unsigned, on: .testnet)
        let frozen = FrozenEntries([
            .frozenLedgerKeys(FrozenLedgerKeys(keys: [try #require(EncodedLedgerKey(key.xdr))]))
        ])
        let found = try Self.rejections(hashed, frozen)
        #expect(found.first?.code == .txFrozenKeyAccessed)
        #expect(
            found.first?.message.contains("the contract code with the hash \(Hex.encode(SHA256.hash([1])))") == true)
        #expect(try !Self.rejections(hashed, .none).contains { $0.code == .txFrozenKeyAccessed })
    }

    @Test func `an exempt transaction is not refused, and one that is built can still be exempted`() throws {
        let transaction = try Self.envelope(try Self.pay(Self.usd(), to: Self.holder), by: ShownLedger.alice)
        let exempt = ConfigSettingEntry.freezeBypassTxs(FreezeBypassTxs(txHashes: [transaction.hash.hash]))
        #expect(try Self.rejections(transaction, FrozenEntries([try Self.frozenLine(), exempt])).isEmpty)
        let other = try Self.envelope(
            try Self.pay(Self.usd(), to: Self.holder), try Self.pay(.native, to: Self.holder), by: ShownLedger.alice)
        #expect(
            try Self.rejections(other, FrozenEntries([try Self.frozenLine(), exempt])).map(\.code)
                == [.txFrozenKeyAccessed])
        var preflight = try Preflight(
            Self.ledger(FrozenEntries([try Self.frozenLine()])), now: Timestamp(1_000_000), .building)
        #expect(try preflight.rejections(about: other).isEmpty)
        #expect(preflight.warnings.map(\.code) == [.txFrozenKeyAccessed])
    }
}
