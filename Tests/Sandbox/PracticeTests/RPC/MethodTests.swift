// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Practice
import Stellar
import StellarXDR
import TestSupport
import Testing

/// The methods, on a ledger that changes.
struct MethodTests {
    private let practice = Practice()
    private let alice: TestKey
    private let bob: TestKey
    private let native = Asset.native.contract(on: .testnet)

    init() async throws {
        alice = TestKey("rpc test alice")
        bob = TestKey("rpc test bob")
        for person in [alice, bob] { _ = try await practice.ledger.fund(person.id) }
    }

    private func entry(_ key: LedgerKey, fault: RPCFault? = nil) async throws -> (JSON, LedgerEntryData)? {
        let keys: JSON = ["keys": [.string(Base64.encode(key.xdr))]]
        let answer = try await practice.result("getLedgerEntries", keys, fault: fault)
        guard let first = try answer.array("entries").first else { return nil }
        return (first, try LedgerEntryData(xdr: Base64.decode(first.string("xdr"))))
    }

    private func call(_ contract: ContractID, _ function: String, _ arguments: SCVal...) async -> Transaction {
        let account = await practice.ledger.snapshot().state.accounts[alice.id]
        let call = InvokeContractArgs(
            contractAddress: .contract(contract), functionName: SCSymbol(name: function), args: arguments)
        let operation = Operation(
            sourceAccount: nil,
            body: .invokeHostFunction(InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: [])))
        return Transaction(
            sourceAccount: MuxedAccount(alice.id), fee: 100, seqNum: (account?.sequence ?? 0) + 1, cond: .none,
            memo: .none,
            operations: BoundedArray([operation]) ?? BoundedArray(), ext: .v0)
    }

    private func transfer() async -> Transaction {
        await call(native, "transfer", .address(.account(alice.id)), .address(.account(bob.id)), .amount(77))
    }

    private func simulate(_ transaction: Transaction, _ more: [(String, JSON)] = [], fault: RPCFault? = nil)
        async throws
        -> JSON
    {
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        let parameters = [("transaction", JSON.string(Base64.encode(envelope.xdr)))] + more
        return try await practice.result("simulateTransaction", .object(JSONObject(parameters)), fault: fault)
    }

    /// The transaction with what the simulation says, signed.
    private func assembled(_ transaction: Transaction) async throws -> TransactionEnvelope {
        let answer = try await simulate(transaction)
        let data = try SorobanTransactionData(xdr: Base64.decode(answer.string("transactionData")))
        var copy = transaction
        copy.ext = .v1(data)
        copy.fee += UInt32(data.resourceFee)
        #expect(try answer.decimalString("minResourceFee") == data.resourceFee)
        if case .invokeHostFunction(var operation) = copy.operations[0].body {
            operation.auth = try answer.array("results")[0].array("auth").map {
                try SorobanAuthorizationEntry(xdr: Base64.decode($0.asString ?? ""))
            }
            let whole = Operation(sourceAccount: nil, body: .invokeHostFunction(operation))
            copy.operations = BoundedArray([whole]) ?? BoundedArray()
        }
        return alice.sign(copy)
    }

    private func send(_ envelope: TransactionEnvelope, fault: RPCFault? = nil) async throws -> JSON {
        try await practice.result(
            "sendTransaction", ["transaction": .string(Base64.encode(envelope.xdr))], fault: fault)
    }

    private func look(_ envelope: TransactionEnvelope, fault: RPCFault? = nil) async throws -> JSON {
        let hash = envelope.hash(on: .testnet).hex
        return try await practice.result("getTransaction", ["hash": .string(hash)], fault: fault)
    }

    // MARK: The network

    @Test func `the latest ledger has its header, whose hash is its id`() async throws {
        let answer = try await practice.result("getLatestLedger")
        let header = try Base64.decode(answer.string("headerXdr"))
        #expect(try TransactionHash(Hash(sha256: header)).hex == answer.string("id"))
        #expect(try LedgerHeader(xdr: header).ledgerSeq == answer.integer("sequence"))
        guard case .v2(let meta) = try LedgerCloseMeta(xdr: Base64.decode(answer.string("metadataXdr"))) else { return }
        #expect(meta.ledgerHeader.header == (try LedgerHeader(xdr: header)) && meta.txProcessing.count == 1)
        let value = meta.ledgerHeader.header.scpValue
        #expect(value.ext.discriminant == .signedMs && value.hasConsistentCloseTime)
        #expect(
            try answer.string("closeTime") == String(value.closeTime)
                && answer.integer("protocolVersion") == Protocol.newestTested)
    }

    @Test func `time closes ledgers for the service as for Horizon`() async throws {
        let before: UInt32 = try await practice.result("getHealth").integer("latestLedger")
        practice.advance(10)
        #expect(try await practice.result("getHealth").integer("latestLedger") == before + 2)
        let network = try await practice.result("getNetwork")
        #expect(try network.string("passphrase") == Network.testnet.passphrase)
    }

    // MARK: Entries

    @Test func `accounts, code and instances are entries, and unknown keys are left out`() async throws {
        let (json, data) = try #require(try await entry(.account(alice.id)))
        guard case .account(let account) = data else { return }
        #expect(account.balance == 100_000_000_000 && json["liveUntilLedgerSeq"] == nil && json["extXdr"] == "AAAAAA==")
        for contract in PracticeContract.allCases {
            let (json, data) = try #require(try await entry(.code(contract.hash)))
            guard case .contractCode(let code) = data else { continue }
            #expect(Hash(sha256: code.code.bytes) == contract.hash)
            #expect(json["liveUntilLedgerSeq"] != nil)
            #expect(try await entry(.instance(contract.id(on: .testnet))) != nil)
        }
        #expect(try await entry(.account(PracticeContract.deployer)) == nil)
    }

    @Test func `a temporary entry is gone after its ledger`() async throws {
        let last = await practice.ledger.snapshot().latest.sequence + 800
        let approve = await call(
            native, "approve", .address(.account(alice.id)), .address(.account(bob.id)), .amount(5), .u32(last))
        #expect(try await send(assembled(approve)).string("status") == "PENDING")
        let key = LedgerKey.temporary(
            .contract(native),
            .tagged(
                "Allowance", .record(("from", .address(.account(alice.id))), ("spender", .address(.account(bob.id))))))
        let (json, _) = try #require(try await entry(key))
        #expect(try json.integer("liveUntilLedgerSeq") == last)
        practice.advance(5 * 801)
        #expect(try await entry(key) == nil)
    }

    // MARK: Transactions

    @Test func `a call is simulated, sent and found with its meta`() async throws {
        let envelope = try await assembled(await transfer())
        #expect(try await look(envelope).string("status") == "NOT_FOUND")
        let sent = try await send(envelope)
        #expect(try sent.string("status") == "PENDING")
        #expect(try await send(envelope).string("status") == "DUPLICATE")
        let found = try await look(envelope)
        #expect(try found.string("status") == "SUCCESS" && found.integer("applicationOrder") == 1)
        let meta = try TransactionMeta(xdr: Base64.decode(found.string("resultMetaXdr")))
        guard case .v4(let version4) = meta else { return }
        #expect(version4.sorobanMeta?.returnValue == .void)
        let events = try found.object("events").array("contractEventsXdr")
        #expect(events.first?.asArray?.count == 1)
        #expect(try TransactionEnvelope(xdr: Base64.decode(found.string("envelopeXdr"))) == envelope)
    }

    @Test func `a transaction with a wrong sequence number or too small a fee is an error`() async throws {
        var transaction = await transfer()
        transaction.seqNum += 5
        let early = try await send(alice.sign(transaction))
        #expect(try early.string("status") == "ERROR" && early["errorResultXdr"] != nil)
        guard case .tx(var envelope) = try await assembled(await transfer()), case .v1(var data) = envelope.tx.ext
        else { return }
        data.resourceFee = 1000
        envelope.tx.ext = .v1(data)
        let cheap = try await send(alice.sign(envelope.tx))
        let result = try TransactionResult(xdr: Base64.decode(cheap.string("errorResultXdr")))
        #expect(result.result == .txSorobanInvalid)
        #expect(try cheap.array("diagnosticEventsXdr").count == 1)
    }

    // MARK: Simulation

    @Test func `simulation tells state changes, and authorization of both kinds`() async throws {
        let answer = try await simulate(await transfer())
        let changes = try answer.array("stateChanges")
        #expect(try changes.map { try $0.string("type") } == ["updated", "updated"])
        let counter = PracticeContract.counter.id(on: .testnet)
        let other = await call(counter, "increment", .address(.account(bob.id)), .u32(1))
        for (isUpgraded, name) in [(false, "address"), (true, "address_v2")] {
            let answer = try await simulate(other, [("useUpgradedAuth", .bool(isUpgraded))])
            let text = try answer.array("results")[0].array("auth")[0].asString ?? ""
            let entry = try SorobanAuthorizationEntry(xdr: Base64.decode(text))
            #expect(entry.credentials.name == name && entry.credentials.address?.nonce == 21)
        }
    }

    @Test func `a simulation that fails is a result with an error`() async throws {
        let failing = await call(
            native, "transfer", .address(.account(alice.id)), .address(.account(bob.id)), .amount(.max))
        let answer = try await simulate(failing)
        #expect(try answer.string("error").hasPrefix("HostError: Error(Contract, #12)"))
        #expect(answer["results"] == nil && answer["events"] != nil)
        var memo = await transfer()
        memo.memo = .id(1)
        #expect(try await simulate(memo).string("error").contains("memo"))
        var payment = await transfer()
        payment.operations = BoundedArray()
        #expect(try await simulate(payment)["error"] != nil)
        let enforced = try await simulate(await transfer(), [("authMode", "enforce")])
        #expect(try enforced.string("error").hasPrefix("HostError: Error(Auth, InvalidAction)"))
    }

    @Test func `authorization that is there is enforced, and cannot be recorded`() async throws {
        guard case .tx(let envelope) = try await assembled(await transfer()) else { return }
        #expect(try await simulate(envelope.tx)["error"] == nil)
        #expect(try await simulate(envelope.tx, [("authMode", "record")])["error"] != nil)
        #expect(try await practice.code("simulateTransaction", ["transaction": "AAAA", "authMode": "guess"]) == -32602)
    }

    // MARK: Events

    @Test func `events are found by contract and topic, in pages`() async throws {
        _ = try await send(assembled(await transfer()))
        let transfers: JSON = [
            ["type": "contract", "topics": [[.string(Base64.encode(SCVal.name("transfer").xdr)), "**"]]]
        ]
        let found = try await practice.result("getEvents", ["startLedger": 1000, "filters": transfers]).array("events")
        // Friendbot's payments have events, too.
        #expect(found.count == 3)
        #expect(try found.allSatisfy { try $0.string("contractId") == SCAddress.contract(native).address })
        let all = try await practice.result("getEvents", ["startLedger": 1000])
        let ids = try all.array("events").map { try $0.string("id") }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        var cursor: JSON = .null
        var paged: [String] = []
        for _ in ids {
            let parameters: JSON =
                cursor == .null
                ? ["startLedger": 1000, "pagination": ["limit": 1]] : ["pagination": ["limit": 1, "cursor": cursor]]
            let page = try await practice.result("getEvents", parameters)
            paged += try page.array("events").map { try $0.string("id") }
            cursor = try page.member("cursor")
        }
        #expect(paged == ids)
    }

    @Test func `transactions and ledgers come in pages`() async throws {
        _ = try await send(assembled(await transfer()))
        let first = try await practice.result("getTransactions", ["startLedger": 1000, "pagination": ["limit": 2]])
        let rest = try await practice.result("getTransactions", ["pagination": ["cursor": try first.member("cursor")]])
        #expect(try first.array("transactions").count == 2 && rest.array("transactions").count == 1)
        let ledgers = try await practice.result("getLedgers", ["startLedger": 1001])
        let list = try ledgers.array("ledgers")
        let entry = try LedgerHeaderHistoryEntry(xdr: Base64.decode(list[0].string("headerXdr")))
        #expect(try list.count == 3 && TransactionHash(entry.hash).hex == list[0].string("hash"))
    }

    // MARK: Refusals and ends, as of stellar-rpc 28

    @Test func `keys are 1 to 200, each once`() async throws {
        let keys = (0..<201).map { index -> JSON in
            let hash = Hash(sha256: [UInt8(index)])
            return .string(Base64.encode(LedgerKey.contractCode(LedgerKeyContractCode(hash: hash)).xdr))
        }
        for (list, code) in [([], -32603), ([keys[0], keys[0]], -32603), (keys, -32602)] as [([JSON], Int)] {
            #expect(try await practice.code("getLedgerEntries", ["keys": .array(list)]) == code)
        }
        let whole = try await practice.result("getLedgerEntries", ["keys": .array(Array(keys.dropLast()))])
        #expect(try whole.array("entries").isEmpty)
    }

    @Test func `the cursors at the end are those that clients stumble over`() async throws {
        let health = try await practice.result("getHealth")
        let latest: UInt64 = try health.integer("latestLedger")
        practice.advance(5)
        let tip: UInt64 = try await practice.result("getHealth").integer("latestLedger")
        #expect(tip == latest + 1)
        let page = try await practice.result("getTransactions", ["startLedger": .integer(tip)])
        #expect(try page.array("transactions").isEmpty && page["cursor"] == .string(String(tip << 32 | 1)))
        let zero = try await practice.answer("getTransactions", ["pagination": ["cursor": "0"]]).object("error")
        #expect(zero["code"] == -32602 && zero["message"] == "database does not contain metadata for ledger: 0")
        let ledgers = try await practice.result("getLedgers", ["startLedger": .integer(tip)])
        let again = try await practice.answer("getLedgers", ["pagination": ["cursor": try ledgers.member("cursor")]])
        #expect(again["error"]?["code"] == -32602)
        #expect(again["error"]?["message"]?.asString?.hasPrefix("cursor ('\(tip)') must be between") == true)
    }

    @Test func `a cursor of events goes with no range of ledgers, and lies in the window`() async throws {
        let cursor: JSON = "0000004299262263296-0000000000"
        for range in ["startLedger", "endLedger"] {
            let parameters: JSON = .object(
                JSONObject([(range, 1001), ("pagination", ["cursor": cursor])]))
            let error = try await practice.answer("getEvents", parameters).object("error")
            #expect(error["code"] == -32602 && error["message"] == "ledger ranges and cursor cannot both be set")
        }
        for outside in ["0000000000004096-0000000000", "0042949672960000000-0000000000"] as [JSON] {
            #expect(try await practice.code("getEvents", ["pagination": ["cursor": outside]]) == -32600)
        }
    }

    @Test func `a hash may be in upper case and is repeated, also for a transaction that is not found`() async throws {
        let envelope = try await assembled(await transfer())
        let hash = envelope.hash(on: .testnet).hex.uppercased()
        let before = try await practice.result("getTransaction", ["hash": .string(hash)])
        #expect(before["txHash"] == .string(hash) && before["events"] == [:] && before["status"] == "NOT_FOUND")
        _ = try await send(envelope)
        let after = try await practice.result("getTransaction", ["hash": .string(hash)])
        #expect(after["txHash"] == .string(hash) && after["status"] == "SUCCESS")
    }

    // MARK: Faults

    @Test func `a service that is too slow answers every other time, and passes a transaction on without saying so`()
        async throws
    {
        let envelope = try await assembled(await transfer())
        let text = JSON.string(Base64.encode(envelope.xdr))
        let sent = try await practice.answer("sendTransaction", ["transaction": text], fault: .tooSlow)
        #expect(sent["error"]?["code"] == -32001)
        #expect(try await look(envelope).string("status") == "SUCCESS")
        let first = try await practice.answer("getHealth", fault: .tooSlow)
        let second = try await practice.answer("getHealth", fault: .tooSlow)
        #expect(first["error"]?["code"] == -32001 && second["result"] != nil)
    }

    @Test func `a node that filters takes no transaction`() async throws {
        let envelope = try await assembled(await transfer())
        let text = JSON.string(Base64.encode(envelope.xdr))
        let sent = try await practice.answer("sendTransaction", ["transaction": text], fault: .filtered)
        #expect(sent["error"]?["code"] == -32603)
        #expect(sent["error"]?["message"] == "invalid status from stellar-core")
        #expect(try await look(envelope).string("status") == "NOT_FOUND")
    }

    @Test func `each fault changes what its name says`() async throws {
        let honest = try await simulate(await transfer())
        let larger = try await simulate(await transfer(), fault: .largerAuth)
        #expect(larger["results"] != honest["results"] && larger["transactionData"] == honest["transactionData"])
        let other = try await simulate(await transfer(), fault: .otherFootprint)
        #expect(other["transactionData"] != honest["transactionData"] && other["results"] == honest["results"])
        let dear = try await simulate(await transfer(), fault: .hundredfoldFee)
        #expect(try dear.decimalString("minResourceFee") == 100 * honest.decimalString("minResourceFee"))
        let network = try await practice.result("getNetwork", fault: .wrongPassphrase)
        #expect(try network.string("passphrase") == Network.public.passphrase)
        let hash = PracticeContract.vault.hash
        guard case .contractCode(let code)? = try await entry(.code(hash), fault: .swappedSpec)?.1 else { return }
        #expect(code.hash == hash && Hash(sha256: code.code.bytes) != hash)
    }

    @Test func `a service that lags behind has an older ledger and does not know new transactions`() async throws {
        let envelope = try await assembled(await transfer())
        _ = try await send(envelope)
        let latest: UInt32 = try await practice.result("getHealth").integer("latestLedger")
        #expect(try await practice.result("getHealth", fault: .staleLedger).integer("latestLedger") == latest - 500)
        let answer = try await practice.result("getLatestLedger", fault: .staleLedger)
        let header = try Base64.decode(answer.string("headerXdr"))
        #expect(try TransactionHash(Hash(sha256: header)).hex == answer.string("id"))
        #expect(try LedgerHeader(xdr: header).scpValue.hasConsistentCloseTime)
        #expect(try await look(envelope, fault: .staleLedger).string("status") == "NOT_FOUND")
    }

    @Test func `a slow service finds a transaction after twelve ledgers, a busy one takes it at the fourth attempt`()
        async throws
    {
        let envelope = try await assembled(await transfer())
        for _ in 0..<3 {
            #expect(try await send(envelope, fault: .tryAgainLater).string("status") == "TRY_AGAIN_LATER")
        }
        #expect(try await send(envelope, fault: .tryAgainLater).string("status") == "PENDING")
        #expect(try await look(envelope, fault: .notFound).string("status") == "NOT_FOUND")
        practice.advance(55)
        #expect(try await look(envelope, fault: .notFound).string("status") == "NOT_FOUND")
        practice.advance(5)
        #expect(try await look(envelope, fault: .notFound).string("status") == "SUCCESS")
    }
}
