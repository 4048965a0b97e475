// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

struct TxrepTests {
    private static func read(_ text: String) throws(FormatError) -> TransactionEnvelope {
        try Txrep.envelope(Array(text.utf8))
    }

    private static let source = "GAVRMS4QIOCC4QMOSKILOOOHCSO4FEKOXZPNLKFFN6W7SD2KUB7NBPLN"
    private static let other = "GBAF6NXN3DHSF357QBZLTBNWUTABKUODJXJYYE32ZDKA2QBM2H33IK6O"

    /// A transaction with the given lines for its only operation.
    private static func text(
        _ operation: String..., head: String = "tx.cond.type: PRECOND_NONE\ntx.memo.type: MEMO_NONE"
    ) -> String {
        let lines = operation.map { "tx.operations[0].body.\($0)" }.joined(separator: "\n")
        return """
            type: ENVELOPE_TYPE_TX
            tx.sourceAccount: \(source)
            tx.fee: 100
            tx.seqNum: 5
            \(head)
            tx.operations.len: 1
            tx.operations[0].sourceAccount._present: false
            \(lines)
            tx.ext.v: 0
            signatures.len: 0
            """
    }

    private static func payment(_ asset: String = "NATIVE", amount: String = "1", head: String? = nil) -> String {
        let lines = [
            "type: PAYMENT", "paymentOp.destination: \(other)", "paymentOp.asset: \(asset)",
            "paymentOp.amount: \(amount)",
        ]
        guard let head else { return text(lines[0], lines[1], lines[2], lines[3]) }
        return text(lines[0], lines[1], lines[2], lines[3], head: head)
    }

    // MARK: vectors

    @Test func `reads every vector`() throws {
        let rows = try #require(JSON(parsing: Vectors.bytes("sep11.json")).asArray)
        #expect(rows.count > 100)
        for row in rows {
            let name = try row.string("name")
            let bytes = try Base64.decode(try row.string("xdr"))
            do throws(FormatError) {
                #expect(try Self.read(row["txrep"]?.asString ?? "").xdr == bytes, "\(name)")
            } catch {
                Issue.record("\(name): \(error.message)")
            }
        }
    }

    @Test func `round-trips every envelope through printable ASCII`() throws {
        for row in try Vectors.lines("envelopes.jsonl") + Vectors.random("TransactionEnvelope") {
            let bytes = try Base64.decode(try row.string("xdr"))
            let text = Txrep.text(of: try TransactionEnvelope(xdr: bytes), on: nil)
            #expect(text.hasPrefix("type: ENVELOPE_TYPE_TX"))
            #expect(text.utf8.allSatisfy { $0 == 10 || (0x20...0x7e).contains($0) })
            let name = try row.string("name")
            #expect(try Self.read(text).xdr == bytes, "\(name)")
            #expect(try Txrep.text(of: Self.read(text), on: nil) == text, "\(name)")
        }
    }

    // MARK: writing

    @Test func `writes the canonical lines in XDR order`() throws {
        let text = Self.payment("USD:" + Self.other, amount: "400004000")
        #expect(Txrep.text(of: try Self.read(text), on: nil) == text)
    }

    @Test func `writes the name of the native asset on each network`() throws {
        let envelope = try Self.read(Self.payment())
        for (network, name) in [
            (Network.public, "XLM"), (.testnet, "TestXLM"), (.futurenet, "NATIVE"), (nil, "NATIVE"),
        ] {
            #expect(Txrep.text(of: envelope, on: network).contains("paymentOp.asset: \(name)\n"))
        }
        #expect(try Self.read(Self.payment("native")) == envelope && Self.read(Self.payment("TestXLM")) == envelope)
    }

    @Test func `escapes special bytes in an asset code`() throws {
        for (bytes, shown) in [
            ([0x41, 0, 0x42, 0], #"A\x00B"#), ([0x3a, 0x5c, 0x20, 0x7f], #"\:\\\x20\x7f"#), ([0, 0, 0, 0], ""),
            ([0x41, 0x42, 0x43] + [UInt8](repeating: 0, count: 9), #"ABC\x00\x00"#),
        ] as [([UInt8], String)] {
            let read = try Self.read(Self.payment("\(shown):\(Self.other)"))
            #expect(Txrep.text(of: read, on: nil).contains("paymentOp.asset: \(shown):\(Self.other)\n"))
            guard case .payment(let payment) = read.innermost.operations[0].body else {
                Issue.record("no payment")
                continue
            }
            switch payment.asset {
            case .creditAlphanum4(let credit): #expect(credit.assetCode.bytes == bytes)
            case .creditAlphanum12(let credit): #expect(credit.assetCode.bytes == bytes)
            case .native: Issue.record("native")
            }
        }
    }

    @Test func `escapes special bytes in a memo`() throws {
        let head =
            #"tx.cond.type: PRECOND_NONE"# + "\n" + #"tx.memo.type: MEMO_TEXT"# + "\n"
            + #"tx.memo.text: "a\"\\\n\xff\x00""#
        let envelope = try Self.read(Self.payment(head: head))
        #expect(envelope.innermost.memo == .text(try #require(Opaque<28>([0x61, 0x22, 0x5c, 0x0a, 0xff, 0]))))
        #expect(Txrep.text(of: envelope, on: nil).contains(#"tx.memo.text: "a\"\\\n\xff\x00""#))
    }

    // MARK: dialects

    @Test(arguments: [
        ("tx.memo.text: \"a\" comment \"b\"", "a"), ("tx.memo.text:\"a\"", "a"),
        (#"tx.memo.text: "\u00e9\ud83d\ude00""#, "é😀"),
        (#"tx.memo.text: "é\/\t""#, "é/\t"), ("tx.memo.text: 6162", "ab"), ("tx.memo.text: \"\"", ""),
        ("tx.memo.text: \"first\"\ntx.memo.text: \"last\"", "last"), ("  tx.memo.text :  \"a\"  ", "a"),
    ])
    func `reads memo text in the form of each dialect`(line: String, memo: String) throws {
        let text = Self.payment(head: "tx.cond.type: PRECOND_NONE\ntx.memo.type: MemoType#1\n\(line)\n: a comment\n\n")
        #expect(try Self.read(text).innermost.memo == .text(try #require(Opaque<28>(Array(memo.utf8)))))
        #expect(
            try Self.read(text.split(separator: "\n").joined(separator: "\r\n")).innermost.memo
                == Self.read(text).innermost.memo)
    }

    @Test(
        arguments: [
            ("10", 10), ("0x10", 16), ("010", 8), ("0", 0), ("10 (0.000001)", 10), ("-1", -1),
            ("9223372036854775807", .max),
        ] as [(String, Int64)])
    func `reads decimal, hexadecimal and octal integers`(text: String, value: Int64) throws {
        guard case .payment(let payment) = try Self.read(Self.payment(amount: text)).innermost.operations[0].body else {
            Issue.record("no payment")
            return
        }
        #expect(payment.amount == value)
    }

    @Test func `reads time bounds in their old place and preconditions in both forms`() throws {
        func bounds(_ head: String) throws -> Preconditions {
            try Self.read(Self.payment(head: head + "\ntx.memo.type: MEMO_NONE")).innermost.cond
        }
        let times = TimeBounds(minTime: 1, maxTime: 2)
        let old = "tx.timeBounds.minTime: 1\ntx.timeBounds.maxTime: 2 (soon)"
        #expect(try bounds(old) == .time(times))
        #expect(try bounds("tx.timeBounds._present: true\n" + old) == .time(times))
        #expect(try bounds("tx.timeBounds._present: false") == .none)
        #expect(
            try bounds("tx.cond.type: PRECOND_TIME\ntx.cond.timeBounds.minTime: 1\ntx.cond.timeBounds.maxTime: 2")
                == .time(times))
        let rest = { (prefix: String) in
            """
            tx.cond.type: PRECOND_V2
            \(prefix)timeBounds.minTime: 1
            \(prefix)timeBounds.maxTime: 2
            \(prefix)ledgerBounds._present: false
            \(prefix)minSeqNum._present: true
            \(prefix)minSeqNum: 0
            \(prefix)minSeqAge: 3
            \(prefix)minSeqLedgerGap: 4
            \(prefix)extraSigners.len: 0
            """
        }
        let (flat, deep) = (try bounds(rest("tx.cond.")), try bounds(rest("tx.cond.v2.")))
        #expect(flat == deep)
        guard case .v2(let extended) = flat else {
            Issue.record("no preconditions")
            return
        }
        #expect(extended.timeBounds == times && extended.minSeqNum == 0 && extended.minSeqLedgerGap == 4)
    }

    @Test func `reads an envelope with a named arm, without a type or without defaults`() throws {
        let text = Self.payment()
        let named = text.replacing("\ntx.", with: "\nv1.tx.").replacing("\nsignatures", with: "\nv1.signatures")
        #expect(try Self.read(named) == Self.read(text))
        #expect(try Self.read(String(text.dropFirst("type: ENVELOPE_TYPE_TX\n".count))) == Self.read(text))
        let withoutDefaults = text.split(separator: "\n").filter { line in
            !["tx.cond", "tx.memo", "tx.ext", "signatures", "tx.operations[0].sourceAccount"].contains {
                line.hasPrefix($0)
            }
        }
        #expect(try Self.read(withoutDefaults.joined(separator: "\n")) == Self.read(text))
    }

    @Test func `reads the Python SDK's version 0, signers, trustlines, balances and ledger keys`() throws {
        let zero = Self.payment().replacing("ENVELOPE_TYPE_TX", with: "ENVELOPE_TYPE_TX_V0")
            .replacing(
                "PRECOND_NONE", with: "PRECOND_TIME\ntx.cond.timeBounds.minTime: 1\ntx.cond.timeBounds.maxTime: 2")
        guard case .txV0(let v0) = try Self.read(zero) else {
            Issue.record("not version 0")
            return
        }
        #expect(v0.tx.timeBounds == TimeBounds(minTime: 1, maxTime: 2))
        #expect(v0.tx.sourceAccountEd25519 == (try AccountID(address: Self.source)).key)

        let line = Self.text(
            "type: CHANGE_TRUST", "changeTrustOp.line.type: ASSET_TYPE_CREDIT_ALPHANUM4",
            "changeTrustOp.line: A:\(Self.other)",
            "changeTrustOp.limit: 1")
        #expect(
            Txrep.text(of: try Self.read(line), on: nil)
                == line.split(separator: "\n").filter { !$0.contains("line.type") }.joined(separator: "\n"))
        let pool = Self.text(
            "type: CHANGE_TRUST", "changeTrustOp.line.type: ASSET_TYPE_POOL_SHARE",
            "changeTrustOp.line.liquidityPool.constantProduct.assetA: native",
            "changeTrustOp.line.liquidityPool.constantProduct.assetB: A:\(Self.other)",
            "changeTrustOp.line.liquidityPool.constantProduct.fee: 30", "changeTrustOp.limit: 1")
        #expect(
            Txrep.text(of: try Self.read(pool), on: nil).contains(
                "line.liquidityPool.type: LIQUIDITY_POOL_CONSTANT_PRODUCT"))

        let id = String(repeating: "ab", count: 32)
        let balance = try Self.read(
            Self.text("type: CLAIM_CLAIMABLE_BALANCE", "claimClaimableBalanceOp.balanceID: 00000000\(id)"))
        #expect(try Self.read(Txrep.text(of: balance, on: nil)) == balance)
        let address = StrKey.claimableBalance(try #require(Hash(Hex.decode(id)))).text
        #expect(
            try Self.read(Self.text("type: CLAIM_CLAIMABLE_BALANCE", "claimClaimableBalanceOp.balanceID: \(address)"))
                == balance)

        let revoke = "revokeSponsorshipOp.ledgerKey."
        let account = try Self.read(
            Self.text(
                "type: REVOKE_SPONSORSHIP", "revokeSponsorshipOp.type: REVOKE_SPONSORSHIP_LEDGER_ENTRY",
                "\(revoke)type: ACCOUNT",
                "\(revoke)account: \(Self.other)"))
        #expect(Txrep.text(of: account, on: nil).contains("\(revoke)account.accountID: \(Self.other)"))
        let data = try Self.read(
            Self.text(
                "type: REVOKE_SPONSORSHIP", "revokeSponsorshipOp.type: REVOKE_SPONSORSHIP_LEDGER_ENTRY",
                "\(revoke)type: DATA",
                "\(revoke)data.accountID: \(Self.other)", "\(revoke)data.dataName: my key"))
        #expect(Txrep.text(of: data, on: nil).contains("\(revoke)data.dataName: \"my key\""))
        let allow = try Self.read(
            Self.text(
                "type: ALLOW_TRUST", "allowTrustOp.trustor: \(Self.other)", "allowTrustOp.asset: USD",
                "allowTrustOp.authorize: true"))
        #expect(Txrep.text(of: allow, on: nil).contains("allowTrustOp.authorize: 1"))
    }

    // MARK: refusals

    static let wrong: [(String, FormatError)] = [
        ("type: ENVELOPE_TYPE_TX\n", .line(nil, field: "tx.sourceAccount", .missing)), ("no colon", .notALine(1)),
        ("type: ENVELOPE_TYPE_TX\nt x: 5", .notALine(2)),
        ("type: X", .line(1, field: "type", .expected("a member of EnvelopeType"))),
        ("type: ENVELOPE_TYPE_SCP", .line(1, field: "type", .expected("one of the arms of TransactionEnvelope"))),
        ("type: EnvelopeType#99", .line(1, field: "type", .expected("a member of EnvelopeType"))),
        (
            payment("USD"),
            .line(11, field: "tx.operations[0].body.paymentOp.asset", .expected("an asset, CODE:ISSUER or native"))
        ),
        (payment("USD:G"), .line(11, field: "tx.operations[0].body.paymentOp.asset", .address(.badLength))),
        (payment(#"US\"#), .line(11, field: "tx.operations[0].body.paymentOp.asset", .badEscape)),
        (
            payment("ABCDEFGHIJKLM:" + other),
            .line(11, field: "tx.operations[0].body.paymentOp.asset", .tooLong(limit: 12))
        ),
        (
            payment(amount: "1.5"),
            .line(12, field: "tx.operations[0].body.paymentOp.amount", .expected("a whole number"))
        ),
        (payment(amount: ""), .line(12, field: "tx.operations[0].body.paymentOp.amount", .expected("a whole number"))),
        (
            payment(amount: "08"),
            .line(12, field: "tx.operations[0].body.paymentOp.amount", .expected("a whole number"))
        ),
        (
            payment(amount: "0x"),
            .line(12, field: "tx.operations[0].body.paymentOp.amount", .expected("a whole number"))
        ),
        (
            payment(amount: "+1"),
            .line(12, field: "tx.operations[0].body.paymentOp.amount", .expected("a whole number"))
        ),
        (
            payment(amount: "9223372036854775808"),
            .line(12, field: "tx.operations[0].body.paymentOp.amount", .outOfRange)
        ),
        (payment() + "\ntx.fee: -1", .line(15, field: "tx.fee", .outOfRange)),
        (payment() + "\ntx.fees: 1", .line(15, field: "tx.fees", .unknown)),
        (payment() + "\ntx.memo.text: \"x\"", .line(15, field: "tx.memo.text", .unknown)),
        (
            payment() + "\ntx.operations[1].body.type: INFLATION",
            .line(15, field: "tx.operations[1].body.type", .unknown)
        ),
        (payment() + "\ntx.operations.len: 4294967296", .line(15, field: "tx.operations.len", .outOfRange)),
        (payment() + "\ntx.operations.len: 101", .line(15, field: "tx.operations.len", .tooLong(limit: 100))),
        (payment() + "\ntx.operations.len: 99", .line(15, field: "tx.operations.len", .countWithoutElements)),
        (
            payment() + "\ntx.operations.len: 2",
            .line(nil, field: "tx.operations[1].body.createAccountOp.destination", .missing)
        ),
        (payment() + "\nsignatures.len: 1", .line(nil, field: "signatures[0].hint", .missing)),
        (
            payment() + "\nsignatures.len: 1\nsignatures[0].hint: 0102",
            .line(16, field: "signatures[0].hint", .wrongLength(wanted: 4))
        ),
        (
            payment() + "\ntx.sourceAccount: SBPOVRVKTTV7W3IOX2FJPSMPCJ5L2WU2YKTP3HCLYPXNI5MDIGREVNYC",
            .line(15, field: "tx.sourceAccount", .address(.secretSeed))
        ),
        (
            payment() + "\ntx.operations[0].sourceAccount._present: maybe",
            .line(15, field: "tx.operations[0].sourceAccount._present", .expected("true or false"))
        ),
        (
            payment() + "\ntx.operations[0].sourceAccount: " + other,
            .line(15, field: "tx.operations[0].sourceAccount", .unknown)
        ),
        (
            payment() + "\ntx.memo.type: MEMO_TEXT\ntx.memo.text: \"x",
            .line(16, field: "tx.memo.text", .expected("a text with a quote at its end"))
        ),
        (payment() + "\ntx.memo.type: MEMO_TEXT\ntx.memo.text: \"\\q\"", .line(16, field: "tx.memo.text", .badEscape)),
        (
            payment() + "\ntx.memo.type: MEMO_TEXT\ntx.memo.text: \"\\ud83d\"",
            .line(16, field: "tx.memo.text", .badEscape)
        ),
        (
            payment() + "\ntx.memo.type: MEMO_TEXT\ntx.memo.text: hello",
            .line(16, field: "tx.memo.text", .expected("hexadecimal digits"))
        ),
        (
            payment() + "\ntx.memo.type: MEMO_TEXT\ntx.memo.text: \"" + String(repeating: "a", count: 29) + "\"",
            .line(16, field: "tx.memo.text", .tooLong(limit: 28))
        ),
        (
            text(
                "type: CHANGE_TRUST", "changeTrustOp.line.type: ASSET_TYPE_NATIVE", "changeTrustOp.line: A:\(other)",
                "changeTrustOp.limit: 1"),
            .line(
                10, field: "tx.operations[0].body.changeTrustOp.line.type",
                .expected("the kind of the asset in tx.operations[0].body.changeTrustOp.line"))
        ),
        (
            text(
                "type: CLAIM_CLAIMABLE_BALANCE",
                "claimClaimableBalanceOp.balanceID: 00000001" + String(repeating: "ab", count: 32)),
            .line(
                10, field: "tx.operations[0].body.claimClaimableBalanceOp.balanceID",
                .expected("a claimable balance, B... or 72 hexadecimal digits"))
        ),
    ]

    @Test(arguments: wrong)
    func `rejects a malformed transaction and names the line and field`(text: String, error: FormatError) {
        #expect(throws: error) { try Self.read(text) }
        #expect(error.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }

    @Test func `rejects deep nesting without a crash`() {
        let claimants = "createClaimableBalanceOp.claimants"
        func nested(_ depth: Int) -> String {
            Self.text(
                "type: CREATE_CLAIMABLE_BALANCE", "createClaimableBalanceOp.asset: native",
                "createClaimableBalanceOp.amount: 1",
                "\(claimants).len: 1", "\(claimants)[0].v0.destination: \(Self.other)",
                (0..<depth).map {
                    "\(claimants)[0].v0.predicate\(String(repeating: ".notPredicate", count: $0)).type: CLAIM_PREDICATE_NOT"
                }
                .joined(separator: "\ntx.operations[0].body."),
                "\(claimants)[0].v0.predicate\(String(repeating: ".notPredicate", count: depth)).type: CLAIM_PREDICATE_UNCONDITIONAL"
            )
        }
        #expect(throws: Never.self) { try Self.read(nested(40)) }
        for depth in [250, 500] { #expect(throws: FormatError.self) { try Self.read(nested(depth)) } }
        let path =
            "tx.operations[0].body.\(claimants)[0].v0.predicate" + String(repeating: ".notPredicate", count: 100_000)
        #expect(throws: FormatError.self) {
            try Self.read(Self.text("type: CREATE_CLAIMABLE_BALANCE") + "\n\(path).type: x")
        }
    }

    @Test func `a transaction with a changed line is rejected or round-trips`() throws {
        // Each line is removed, duplicated or truncated in turn.
        let text = Txrep.text(of: try Self.read(Self.payment("USD:" + Self.other)), on: nil)
        let lines = text.split(separator: "\n").map(String.init)
        for index in lines.indices {
            for change in 0..<3 {
                var changed = lines
                switch change {
                case 0: changed.remove(at: index)
                case 1: changed.insert(lines[index], at: index)
                default: changed[index].removeLast()
                }
                guard let read = try? Self.read(changed.joined(separator: "\n")) else { continue }
                #expect(try Self.read(Txrep.text(of: read, on: nil)) == read)
            }
        }
    }
}
