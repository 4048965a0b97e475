// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI

/// The order in which the network finds what is wrong, and what is done before the first operation.
struct OrderTests {
    private static let alice = ShownLedger.alice
    private static let bob = ShownLedger.bob

    private static func transaction(
        _ bodies: [OperationBody], by source: String = alice, number: Int64 = 101, fee: UInt32? = nil,
        conditions: Preconditions = .none, sources: [String] = []
    ) throws -> Transaction {
        let operations = try bodies.enumerated().map { index, body in
            Operation(
                sourceAccount: index < sources.count ? try MuxedAccount(address: sources[index]) : nil, body: body)
        }
        return Transaction(
            sourceAccount: try MuxedAccount(address: source), fee: fee ?? 100 * UInt32(bodies.count), seqNum: number,
            cond: conditions, memo: .none, operations: try #require(BoundedArray(operations)), ext: .v0)
    }

    private static func envelope(_ transaction: Transaction) -> TransactionEnvelope {
        .tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
    }

    private static func codes(_ envelope: TransactionEnvelope, _ accounts: [String: JSON]) throws -> [ResultCode?] {
        var check = try Preflight(ShownLedger(accounts: accounts), now: Timestamp(1_000_000), .sending)
        return try check.rejections(about: envelope).map(\.code)
    }

    private static func pay(_ amount: Int64) throws -> OperationBody {
        .payment(PaymentOp(destination: try MuxedAccount(address: bob), asset: .native, amount: amount))
    }

    private static func age(_ seconds: UInt64) -> Preconditions {
        .v2(
            PreconditionsV2(
                timeBounds: nil, ledgerBounds: nil, minSeqNum: nil, minSeqAge: seconds, minSeqLedgerGap: 0,
                extraSigners: BoundedArray()))
    }

    private static let both = [alice: ShownLedger.account(alice), bob: ShownLedger.account(bob)]

    @Test func `what is wrong with the header comes before what is wrong with an operation's form`() throws {
        let malformed = try Self.pay(0)
        let poor = Self.both.merging([Self.alice: ShownLedger.account(Self.alice, native: "1.0000099")]) { $1 }
        let late = Preconditions.time(TimeBounds(minTime: 0, maxTime: 1))
        let cases: [(transaction: Transaction, accounts: [String: JSON], first: ResultCode)] = [
            (try Self.transaction([malformed]), Self.both, "op_malformed"),
            (try Self.transaction([malformed]), [Self.bob: ShownLedger.account(Self.bob)], "tx_no_source_account"),
            (try Self.transaction([malformed], number: 99), Self.both, "tx_bad_seq"),
            (try Self.transaction([malformed], number: 103), Self.both, "tx_bad_seq"),
            (try Self.transaction([malformed]), poor, "tx_insufficient_balance"),
            (try Self.transaction([malformed], conditions: Self.age(2_000_000)), Self.both, "tx_bad_minseq_age_or_gap"),
            (try Self.transaction([malformed], conditions: late), Self.both, "tx_too_late"),
            (try Self.transaction([malformed], fee: 99), Self.both, "tx_insufficient_fee"),
            (try Self.transaction([malformed, .inflation]), Self.both, "op_malformed"),
            (try Self.transaction([.inflation, malformed]), Self.both, "op_not_supported"),
        ]
        for item in cases {
            let found = try Self.codes(Self.envelope(item.transaction), item.accounts)
            #expect(found.first == item.first, "\(item.transaction) \(found)")
        }
    }

    @Test func `a fee bump is checked from the outside in`() throws {
        func bump(_ inner: Transaction, fee: Int64 = 400) throws -> TransactionEnvelope {
            let bump = FeeBumpTransaction(
                feeSource: try MuxedAccount(address: Self.bob), fee: fee,
                innerTx: .tx(TransactionV1Envelope(tx: inner, signatures: BoundedArray())), ext: .v0)
            return .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray()))
        }
        let malformed = try Self.pay(0)
        let late = Preconditions.time(TimeBounds(minTime: 0, maxTime: 1))
        let onlyAlice = [Self.alice: ShownLedger.account(Self.alice)]
        let poor = Self.both.merging([Self.bob: ShownLedger.account(Self.bob, native: "1.0000399")]) { $1 }
        #expect(try Self.codes(bump(Self.transaction([malformed]), fee: 199), onlyAlice) == ["tx_insufficient_fee"])
        let late2 = try Self.transaction([malformed], number: 99, conditions: late)
        #expect(try Self.codes(bump(late2), onlyAlice).first == "tx_no_source_account")
        #expect(try Self.codes(bump(late2), poor).prefix(2) == ["tx_insufficient_balance", "tx_too_late"])
        #expect(try Self.codes(bump(late2), Self.both).first == "tx_too_late")
        #expect(try Self.codes(bump(Self.transaction([malformed], number: 99)), Self.both).first == "tx_bad_seq")
        #expect(try Self.codes(bump(Self.transaction([malformed])), Self.both) == ["op_malformed"])
    }

    // MARK: clocks

    @Test(arguments: [(1_000_000, 999_999), (999_999, 1_000_000)] as [(UInt64, UInt64)])
    func `one clock alone makes no transaction too late`(now: UInt64, end: UInt64) throws {
        // The ledger closed at 1,000,000.
        let conditions = Preconditions.time(TimeBounds(minTime: 0, maxTime: end))
        let envelope = Self.envelope(try Self.transaction([try Self.pay(1)], conditions: conditions))
        var check = try Preflight(ShownLedger(accounts: Self.both), now: Timestamp(now), .sending)
        let found = try check.rejections(about: envelope)
        let isEnded = end < min(now, 1_000_000)
        if end >= max(now, 1_000_000) {
            #expect(found.isEmpty)
        } else {
            #expect(found.map(\.code) == ["tx_too_late"] && found[0].isUnproven == !isEnded)
        }
    }

    @Test func `says which of two clocks is past the end`() throws {
        let conditions = Preconditions.time(TimeBounds(minTime: 0, maxTime: 999_990))
        let envelope = Self.envelope(try Self.transaction([try Self.pay(1)], conditions: conditions))
        var check = try Preflight(ShownLedger(accounts: Self.both), now: Timestamp(999_000), .sending)
        let found = try #require(try check.rejections(about: envelope).first)
        #expect(found.isUnproven)
        #expect(
            found.message
                == "it expired at 1970-01-12 13:46:30 UTC by the ledger's time (1970-01-12 13:46:40 UTC), but not by "
                + "this machine's clock (1970-01-12 13:30:00 UTC)")
    }

    // MARK: signers that are used up

    /// An account of three reserves, two of its own and one for a signer, that has little more than them.
    private static func tight(_ id: String, signer: SignerKey, sponsored: Bool = false) -> JSON {
        var account = ShownLedger.account(id, native: "1.5100000", subentries: 1).asObject ?? JSONObject()
        var line: [(String, JSON)] = [
            ("key", .string(signer.address)), ("weight", 1), ("type", "preauth_tx"),
        ]
        if sponsored {
            line.append(("sponsor", .string(bob)))
            account["num_sponsored"] = 1
        }
        account["signers"] = .array([
            .object(JSONObject(line)), ["key": .string(id), "weight": 1, "type": "ed25519_public_key"],
        ])
        return .object(account)
    }

    private static func data(_ names: String...) -> [OperationBody] {
        names.map { name in
            .manageData(
                ManageDataOp(
                    dataName: String64(Array(name.utf8)) ?? String64(), dataValue: DataValue([1]) ?? DataValue()))
        }
    }

    @Test func `the reserve of the transaction's own hash as a signer is free before its operations`() throws {
        let one = try Self.transaction(Self.data("a"))
        let two = try Self.transaction(Self.data("a", "b"))
        func accounts(_ signer: SignerKey, sponsored: Bool = false) -> [String: JSON] {
            Self.both.merging([Self.alice: Self.tight(Self.alice, signer: signer, sponsored: sponsored)]) { $1 }
        }
        let own = { (transaction: Transaction) in SignerKey.preAuthTx(transaction.hash(on: .testnet).hash) }
        #expect(try Self.codes(Self.envelope(one), accounts(own(one))) == [])
        #expect(try Self.codes(Self.envelope(two), accounts(own(two))) == ["op_low_reserve"], "it frees one reserve")
        #expect(
            try Self.codes(Self.envelope(one), accounts(own(two))) == ["op_low_reserve"], "another transaction's hash")
        #expect(
            try Self.codes(Self.envelope(two), accounts(own(two), sponsored: true)) == ["op_low_reserve"],
            "its reserve is the sponsor's")
    }

    @Test func `the signer is removed from every account that acts, and from no other`() throws {
        let transaction = try Self.transaction(Self.data("a"), by: Self.bob, sources: [Self.alice])
        let signer = SignerKey.preAuthTx(transaction.hash(on: .testnet).hash)
        var accounts = Self.both
        accounts[Self.alice] = Self.tight(Self.alice, signer: signer)
        #expect(try Self.codes(Self.envelope(transaction), accounts) == [])
        let other = try Self.transaction(Self.data("a"), by: Self.bob)
        accounts[Self.bob] = Self.tight(Self.bob, signer: signer)
        #expect(try Self.codes(Self.envelope(other), accounts) == ["op_low_reserve"])
    }

    @Test func `the balance for the fee still has to cover the signer's reserve`() throws {
        let transaction = try Self.transaction(Self.data("a"), fee: 100_001)
        let signer = SignerKey.preAuthTx(transaction.hash(on: .testnet).hash)
        let accounts = Self.both.merging([Self.alice: Self.tight(Self.alice, signer: signer)]) { $1 }
        #expect(try Self.codes(Self.envelope(transaction), accounts).first == "tx_insufficient_balance")
    }
}
