// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Building
import Codec
import Crypto
import Foundation
import HTTP
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Synchronization
import TestSupport
import Testing
import Workspace

/// The login of a contract account, from the challenge to the token, with recorded responses of the anchor and of
/// Stellar RPC.
struct ContractLoginTests {
    /// What the servers answer, for a test to change.
    private struct Answers: Sendable {
        var challenge = ContractLoginTests.row("v2")
        var ledger: UInt32 = 3_400_000
        var writes: [LedgerKey] = []
        var token = ContractLoginTests.token(for: ContractLoginTests.account)
    }

    private static let account = "CBHOVMJ7VAESSA3BMHEISQPRQXQA6YN6TMOXX7SFURKUSKNG77XKFYIT"
    private static let now = Timestamp(1_790_000_000)
    private static let toml = """
        NETWORK_PASSPHRASE = "Test SDF Network ; September 2015"
        SIGNING_KEY = "GCJUGMWYW3MTS2OACCMZFCPXHE6SKEK4EV3KPSWQMC2XYJZIM7E5NQQI"
        WEB_AUTH_FOR_CONTRACTS_ENDPOINT = "https://auth.example.com/auth"
        WEB_AUTH_CONTRACT_ID = "CCFLELFKV3S4MCBHAQNJZIND7MUVPIOKLYIPX2GMY5CACSDCT5ETNFB5"
        """

    private static let vectors: JSON = {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let bytes = (try? Data(contentsOf: root.appending(path: "Core/Vectors/sep45.json"))) ?? Data()
        return (try? JSON(parsing: [UInt8](bytes))) ?? .null
    }()

    private static func row(_ name: String) -> String {
        vectors["cases"]?.asArray?.first { $0["name"] == .string(name) }?["authorization_entries"]?.asString ?? ""
    }

    private static func token(for subject: String) -> String {
        let claims = #"{"sub":"\#(subject)","iss":"https://example.com","exp":4000000000}"#
        return [#"{"alg":"HS256"}"#, claims, "signature"].map {
            Data($0.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
                .replacing("/", with: "_")
        }.joined(separator: ".")
    }

    /// The servers, and the bodies that were posted to the login server.
    private final class Servers: Sendable {
        let answers: Mutex<Answers>
        let posted = Mutex<[JSON]>([])

        init(_ answers: Answers = Answers()) { self.answers = Mutex(answers) }

        var transport: RecordedTransport { RecordedTransport { [self] in .success(answer($0)) } }

        private func answer(_ request: HTTPRequest) -> HTTPResponse {
            let answers = answers.withLock { $0 }
            let body = (try? JSON(parsing: request.body ?? [])) ?? .null
            switch (request.method, request.url.authority) {
            case (.get, "example.com"): return HTTPResponse(status: 200, body: Array(toml.utf8))
            case (.get, "auth.example.com"):
                return reply(["authorization_entries": .string(answers.challenge)])
            case (.post, "auth.example.com"):
                posted.withLock { $0.append(body) }
                return reply(["token": .string(answers.token)])
            default:
                return reply([
                    "jsonrpc": "2.0", "id": body["id"] ?? .null,
                    "result": result(body["method"]?.asString ?? "", answers),
                ])
            }
        }

        private func reply(_ json: JSON) -> HTTPResponse {
            HTTPResponse(
                status: 200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(json.text().utf8))
        }

        private func result(_ method: String, _ answers: Answers) -> JSON {
            switch method {
            case "getNetwork": return ["passphrase": .string(Network.testnet.passphrase), "protocolVersion": 28]
            case "getLatestLedger":
                return [
                    "id": .string(String(repeating: "ab", count: 32)), "protocolVersion": 28,
                    "sequence": .integer(answers.ledger),
                ]
            default:
                let data = SorobanTransactionData(
                    ext: .v0,
                    resources: SorobanResources(
                        footprint: LedgerFootprint(readOnly: [], readWrite: answers.writes), instructions: 1,
                        diskReadBytes: 1, writeBytes: 1), resourceFee: 1)
                return [
                    "transactionData": .string(Base64.encode(data.xdr)), "minResourceFee": "1", "events": [],
                    "results": [["auth": [], "xdr": .string(Base64.encode(SCVal.void.xdr))]],
                    "latestLedger": .integer(answers.ledger),
                ]
            }
        }
    }

    private func contract(_ text: String) throws -> ContractID {
        guard case .contract(let id) = try StrKey(text) else { throw Missing() }
        return id
    }

    private struct Missing: Error {}

    private func client(_ transport: RecordedTransport) throws -> RPCClient {
        RPCClient(network: .testnet, bases: [try HTTPURL("https://rpc.example")], transport: transport)
    }

    private func built(_ servers: Servers) throws -> ContractChallengeJob.Built {
        let transport = servers.transport
        let domain = try HomeDomain("example.com", allowsLoopback: false)
        return try ContractChallengeJob(
            at: try StellarToml.fetch(domain, by: transport), on: .testnet, by: transport,
            rpc: try client(transport)
        ).requests(
            for: try contract(Self.account), signers: [try owner()], clientDomain: nil, note: nil
        ) { () throws(Failure) in Self.now }
    }

    private func seed() throws -> SecretBytes {
        try SecretBytes(count: 32) { $0.copyBytes(from: (0..<32).map { UInt8($0) }) }
    }

    /// The key that signs for the account.
    private func owner() throws -> AccountID {
        .ed25519(try #require(Uint256(try Ed25519.publicKey(seed: try seed()))))
    }

    private func signature(_ hash: TransactionHash) throws -> ResponseSignature {
        let bytes = try Ed25519.sign(hash.bytes, seed: try seed())
        return try #require(ResponseSignature(publicKey: try owner(), signature: bytes))
    }

    private func signed(
        _ built: BuiltRequest, _ signature: ResponseSignature? = nil
    ) throws -> SignedLoginEntry? {
        let response = SigningResponse(
            id: built.request.id, hash: built.hash, signatures: [try signature ?? self.signature(built.hash)])
        return try SignedLoginEntry(response, to: built.request, signers: [], "signed.json")
    }

    private func login(
        _ signed: SignedLoginEntry?, _ servers: Servers, _ shape: ContractAccountShape = .bytes64
    ) throws -> AnchorLogin {
        let transport = servers.transport
        return try SignedContractChallenge(try #require(signed), clientDomain: nil).login(
            by: transport, rpc: try client(transport), shape: shape, allowsLoopback: false, at: Self.now)
    }

    @Test func `a login goes from the challenge to the token`() throws {
        let servers = Servers()
        let built = try built(servers)
        guard case .authorization(let asked) = built.account.request.content else { throw Missing() }
        #expect(asked.expirationLedger == 3_400_180 && asked.claimedLedger == 3_400_000)
        #expect(asked.challenge?.homeDomain == "example.com" && asked.siblings.count == 1)
        #expect(built.clientDomain == nil && built.notices.isEmpty)
        let found = try login(try signed(built.account), servers)
        #expect(found.client.subject == Self.account && found.domain.text == "example.com")
        let posted = try #require(servers.posted.withLock { $0 }.first)
        let entries = try [SorobanAuthorizationEntry](
            xdr: try Base64.decode(try posted.string("authorization_entries")))
        guard case .bytes(let value)? = entries.first?.credentials.address?.signature else { throw Missing() }
        #expect(Ed25519.verify(value.bytes, message: built.account.hash.bytes, publicKey: try owner().key.bytes))
        #expect(entries.first?.credentials.address?.signatureExpirationLedger == 3_400_180)
        #expect(entries.last == asked.siblings.last)
    }

    /// A context whose servers are `servers`, with a journal that has the request.
    private func context(_ built: BuiltRequest, _ servers: Servers, _ folder: String) throws -> OnlineContext {
        let transport = servers.transport
        let horizon = HorizonServers(urls: ["https://horizon.example"], allowsLoopback: false) { () throws(Failure) in
            transport
        }
        let rpc = RPCServers(urls: ["https://rpc.example"]) { () throws(Failure) in transport }
        let context = OnlineContext(folder: folder, servers: horizon, rpcServers: rpc) { 1_790_000_000 }
        _ = try context.journal().record([try built.recorded()], since: nil)
        return context
    }

    @Test func `a response is read with the journal's request, and its login is kept`() throws {
        let servers = Servers()
        let built = try built(servers).account
        let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let context = try context(built, servers, folder)
        let journal = try context.journal()
        let response = SigningResponse(id: built.request.id, hash: built.hash, signatures: [try signature(built.hash)])
        let source = try TransactionInput(Array(response.json.text().utf8), origin: "signed.json")
        let reply = try SignerReply(source, journal: journal)
        #expect(reply.isLogin)
        let job = LoginJob(reply, shape: .bytes64, network: NetworkSelection(), context: context, now: Self.now)
        let refused = #expect(throws: Failure.self) {
            try job.run(
                accepts: { network throws(Failure) in throw Failure(.badInput, Wording(network.label)) },
                noting: journal)
        }
        #expect(refused?.message == Network.testnet.label && servers.posted.withLock { $0.isEmpty })
        let login = try job.run(noting: journal)
        #expect(login.client.address == Self.account && login.network == .testnet)
        #expect(TokenStore(folder: folder).logins(on: .testnet).map(\.subject) == [Self.account])
        #expect(try journal.ending(of: built.hash)?.kind == .loggedIn)
    }

    @Test func `a request for an entry is not a reply`() throws {
        let servers = Servers()
        let built = try built(servers).account
        let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let journal = try context(built, servers, folder).journal()
        let failure = #expect(throws: Failure.self) {
            try SignerReply(TransactionInput(built.request, origin: "request.json"), journal: journal)
        }
        #expect(failure?.message == "request.json: this is a request, without a signature")
    }

    @Test func `the other known form is a list of keys with signatures`() throws {
        let servers = Servers()
        _ = try login(try signed(try built(servers).account), servers, .signatures)
        let posted = try #require(servers.posted.withLock { $0 }.first)
        let entries = try [SorobanAuthorizationEntry](
            xdr: try Base64.decode(try posted.string("authorization_entries")))
        let signatures = entries.first?.credentials.address?.signature.accountSignatures
        #expect(try signatures?.map(\.publicKey) == [owner().key])
    }

    @Test func `a challenge that breaks a rule makes no request`() throws {
        let negative = try #require(Self.vectors["negative"]?.asArray)
        #expect(negative.count == 37)
        for row in negative where row["name"] != "client-entry-presigned" {
            var answers = Answers()
            answers.challenge = try row.string("authorization_entries")
            let failure = #expect(throws: Failure.self) { try built(Servers(answers)) }
            let message = failure?.message ?? ""
            #expect(failure?.kind == .protocolBroken, "\(row["name"]?.asString ?? "") \(message)")
            #expect(message.contains("do not sign the challenge") || message.contains("not a list of authorization"))
        }
    }

    @Test func `a contract that writes more than nonces makes no request`() throws {
        let account = SCAddress.contract(try contract(Self.account))
        func key(_ value: SCVal, _ durability: ContractDataDurability, of contract: SCAddress? = nil) -> LedgerKey {
            .contractData(.init(contract: contract ?? account, key: value, durability: durability))
        }
        let nonce = SCVal.ledgerKeyNonce(SCNonceKey(nonce: 5))
        let webAuth = SCAddress.contract(
            try contract("CCFLELFKV3S4MCBHAQNJZIND7MUVPIOKLYIPX2GMY5CACSDCT5ETNFB5"))
        func writing(_ key: LedgerKey) throws {
            var answers = Answers()
            answers.writes = [key]
            _ = try built(Servers(answers))
        }
        try writing(key(nonce, .temporary))
        try writing(key(.ledgerKeyContractInstance, .persistent, of: webAuth))
        for other in [
            key(nonce, .persistent), key(nonce, .temporary, of: webAuth), key(.void, .temporary),
            key(.ledgerKeyContractInstance, .persistent),
        ] {
            #expect(throws: Failure.self) { try writing(other) }
        }
    }

    @Test func `a short time is announced, and an expired login is not sent`() throws {
        var answers = Answers()
        answers.challenge = Self.row("anchor-platform-expiry")
        let servers = Servers(answers)
        let built = try built(servers)
        #expect(built.notices.count == 1 && built.notices[0].line(in: PlainStyle()).contains("50 seconds, too short"))
        #expect(built.account.details["login"]?["is_too_short"] == .bool(true))
        servers.answers.withLock { $0.ledger = 3_400_011 }
        let failure = #expect(throws: TransferError.self) { try login(try signed(built.account), servers) }
        #expect(failure?.kind == .badInput && failure?.message.contains("expired with ledger 3400010") == true)
        #expect(servers.posted.withLock { $0 }.isEmpty)
    }

    @Test func `a signature of another hash, and a token for another account, are refused`() throws {
        let servers = Servers()
        let built = try built(servers)
        let wrong = try signature(TransactionHash(Hash(sha256: [1])))
        #expect(throws: Failure.self) { try signed(built.account, wrong) }
        servers.answers.withLock { $0.token = Self.token(for: "C") }
        let failure = #expect(throws: TransferError.self) { try login(try signed(built.account), servers) }
        #expect(failure?.kind == .protocolBroken)
    }
}
