// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

struct SEP7Tests {
    static let rows: [JSON] = (try? JSON(parsing: Vectors.bytes("sep7.json")).asArray) ?? []

    /// The outcome of a row, in the terms of the vectors.
    private static func outcome(_ row: JSON) throws -> String {
        do throws(SEP7Error) {
            let link = try SEP7Link(row["uri"]?.asString ?? "")
            guard let origin = link.terms.origin else { return "valid" }
            guard let text = row["toml_URI_REQUEST_SIGNING_KEY"]?.asString else { return "no_signing_key" }
            let key = try? AccountID(address: text)
            return key.map(origin.isSigned) == true ? "valid" : "bad_signature"
        } catch {
            return name(error)
        }
    }

    private static func name(_ error: SEP7Error) -> String {
        switch error {
        case .scheme, .slashes: "scheme"
        case .operation: "operation"
        case .badCharacter, .badParameter, .badEscape: "escape"
        case .duplicate: "duplicate_parameter"
        case .missing: "missing_parameter"
        case .tooLong: "msg_too_long"
        case .barePlus("xdr"), .base64("xdr", _), .transaction: "bad_xdr"
        case .publicKey: "pubkey"
        case .callback: "callback"
        case .network: "network"
        case .domain: "bad_origin_domain"
        case .originWithoutSignature, .signatureWithoutOrigin: "origin_without_signature"
        case .signatureNotLast, .signatureLength, .barePlus("signature"), .base64("signature", _): "bad_signature"
        case .replacement: "replace"
        case .chainTooDeep: "chain_too_deep"
        case .chain: "chain"
        case .destination: "bad_destination"
        case .amount, .amountZero: "bad_amount"
        case .halfAsset, .asset: "asset"
        case .memo, .memoHash, .memoType, .memoWithoutType, .memoTypeWithoutMemo, .barePlus, .base64: "memo"
        case .memoWithMuxed: "memo_with_muxed"
        }
    }

    @Test func `gives the expected outcome for every vector`() throws {
        #expect(Self.rows.count > 100)
        for row in Self.rows {
            let expected = try row.string("expect")
            let found = try Self.outcome(row)
            #expect(
                found == expected || expected == "callback_insecure" && found == "callback",
                "\(row["name"]?.asString ?? "")")
        }
    }

    @Test func `reads the parameters of a payment link`() throws {
        let text =
            "web+stellar:pay?destination=GBYO4DICGRNSHPQV4H6AX5GZJHEVZ4VPGJAQ26GIYATK5R6IWTN7XDLY&amount=10.5"
            + "&asset_code=USDC&asset_issuer=GDGLRIBDVKA46ZOFPWRYIYGH7ZT2LABZZ2HVIISL5FHLXZYCLVAWQ5VQ"
            + "&memo=a%20%2B+b&memo_type=MEMO_TEXT&msg=x%0Ay&callback=url%3Ahttps%3A%2F%2Fx.example.com%2Fp%3Fa%3Db&future=1"
        guard case .pay(let pay) = try SEP7Link(text) else {
            Issue.record("not a payment")
            return
        }
        #expect(pay.amount == (try Amount("10.5")))
        #expect(pay.asset.text == "USDC:GDGLRIBDVKA46ZOFPWRYIYGH7ZT2LABZZ2HVIISL5FHLXZYCLVAWQ5VQ")
        #expect(pay.memo == .text(try #require(Opaque<28>(Array("a + b".utf8)))))
        #expect(pay.terms.message == "x\ny")
        #expect(pay.terms.callback == "https://x.example.com/p?a=b")
        #expect(pay.terms.namedNetwork == nil && pay.terms.network == .public)
    }

    private static let destination =
        "web+stellar:pay?destination=GBYO4DICGRNSHPQV4H6AX5GZJHEVZ4VPGJAQ26GIYATK5R6IWTN7XDLY"

    @Test(
        arguments: [
            ("WEB+STELLAR:tx?xdr=AAAA", .scheme), ("web+stellar:tx", .missing("xdr")),
            ("web+stellar:tx?", .badParameter(offset: 15)),
            ("web+stellar:tx?xdr=A B", .badCharacter(offset: 20)), ("web+stellar:tx?xdr=é", .badCharacter(offset: 19)),
            ("web+stellar:tx?xdr=AAAA#x", .badCharacter(offset: 23)),
            ("web+stellar:tx?xdr=A\n", .badCharacter(offset: 20)),
            ("web+stellar:tx?xdr=A%3", .badEscape("xdr")), ("web+stellar:tx?x%64r=AAAA", .badParameter(offset: 15)),
            ("web+stellar:tx?xdr", .badParameter(offset: 15)), ("web+stellar:tx?=x", .badParameter(offset: 15)),
            (destination + "&", .badParameter(offset: 85)), (destination + "&&amount=1", .badParameter(offset: 85)),
            (destination + "&amount=1&amount=2", .duplicate("amount")),
            (destination + "&signature=" + String(repeating: "A", count: 84) + "AA%3D%3D", .signatureWithoutOrigin),
            (destination + "&msg=%C3", .badEscape("msg")), (destination + "&network_passphrase=", .network),
            (destination + "&callback=url%3Ahttps%3A%2F%2F", .callback),
            (destination + "&callback=url%3Ahttps%3A%2F%2F%2Fx", .callback),
            (destination + "&callback=url%3Ahttps%3A%2F%2Fme%40x.com%2F", .callback),
            (destination + "&callback=url%3Ahttps%3A%2F%2Fx.com%2F%0A", .callback),
            (destination + "&memo_type=MEMO_TEXT", .memoTypeWithoutMemo),
            (destination + "&memo=order42", .memoWithoutType), (destination + "&memo=", .memoWithoutType),
            (destination + "&memo=1&memo_type=text", .memoType), (destination + "&memo=1&memo_type=", .memoType),
            ("web+stellar://pay?destination=G", .slashes), ("web+stellar://tx?xdr=AAAA", .slashes),
            ("web+stellar://", .slashes), (destination + "&amount=1+0", .barePlus("amount")),
            (destination + "&memo=AQ+D&memo_type=MEMO_HASH", .barePlus("memo")),
            (destination + "&memo=1&memo_type=MEMO+TEXT", .barePlus("memo_type")),
            (destination + "&asset_code=A+B&asset_issuer=G", .barePlus("asset_code")),
            (destination + "&memo=+7&memo_type=MEMO_ID", .memo(.badID)),
            ("web+stellar:pay?destination=bob+x*example.com", .barePlus("destination")),
            ("web+stellar:tx?xdr=AA+A", .barePlus("xdr")),
            (destination + "&asset_code=XLM&asset_issuer=", .asset(.badIssuer(.badLength))),
            (destination + "&chain=web%2Bstellar%3Apay", .chain(.missing("destination"))),
        ] as [(String, SEP7Error)])
    func `rejects a malformed link`(text: String, error: SEP7Error) {
        #expect(throws: error) { try SEP7Link(text) }
    }

    @Test func `reads a plus as the blank that form encoders write`() throws {
        let text =
            Self.destination + "&msg=a+%2B+b&memo=order+no+42&memo_type=MEMO_TEXT"
            + "&network_passphrase=Test+SDF+Network+%3B+September+2015"
        guard case .pay(let pay) = try SEP7Link(text) else {
            Issue.record("not a payment")
            return
        }
        #expect(pay.terms.message == "a + b" && pay.terms.namedNetwork == .testnet)
        #expect(pay.memo == .text(try #require(Opaque<28>(Array("order no 42".utf8)))))
        let escaped = text.replacing("+", with: "%20").replacing("web%20stellar", with: "web+stellar")
        #expect(try SEP7Link(escaped) == SEP7Link(text))
    }

    /// A URI has no blanks.
    @Test func `reads a plus in a callback and in a chained link as a plus`() throws {
        let chain = "web+stellar:pay%3Fdestination%3DGBYO4DICGRNSHPQV4H6AX5GZJHEVZ4VPGJAQ26GIYATK5R6IWTN7XDLY"
        let link = try SEP7Link(Self.destination + "&callback=url:https://x.example.com/?a+b&chain=" + chain)
        #expect(
            link.terms.callback == "https://x.example.com/?a+b" && link.terms.chain?.hasPrefix("web+stellar:") == true)
    }

    private static func envelopeText() throws -> String {
        let first = try Vectors.lines("envelopes.jsonl").first
        return try #require(first?["xdr"]?.asString)
    }

    @Test func `accepts a chain of seven links and rejects one of eight`() throws {
        func nested(_ depth: Int) -> String {
            depth == 0 ? Self.destination : Self.destination + "&chain=" + PercentText.encode(nested(depth - 1))
        }
        #expect(throws: Never.self) { try SEP7Link(nested(7)) }
        #expect(throws: SEP7Error.chainTooDeep(limit: 7)) { try SEP7Link(nested(8)) }
    }

    @Test(arguments: [
        ("sourceAccount:X;X:hint", true), ("operations[0].body.paymentOp.destination:Y,fee:Z;Y:a b,Z:c", true),
        ("timeBounds.minTime:X;X:hint", true), ("sourceAccount:X", false), ("sourceAccount:X;Y:hint", false),
        ("sourceAccount:X;X:hint,Y:more", false), ("sourceAccount:;:", false), ("sourceAccount:X;X:", false),
        ("sourceAccount:X,sourceAccount:Y;X:a,Y:b", false), ("tx.sourceAccount:X;X:hint", false),
        ("operations.len:X;X:hint", false), ("operations[0].sourceAccount._present:X;X:h", false),
        ("operations[-1].body:X;X:h", false), ("operations[0:X;X:h", false), ("operations[].x:X;X:h", false),
        ("", false), (";", false),
    ])
    func `accepts only a valid replace parameter`(replace: String, isRight: Bool) throws {
        let xdr = PercentText.encode(try Self.envelopeText())
        let text = "web+stellar:tx?xdr=\(xdr)&replace=\(PercentText.encode(replace))"
        if isRight {
            guard case .transaction(let link) = try SEP7Link(text) else {
                Issue.record("not a transaction")
                return
            }
            #expect(link.replace == replace)
        } else {
            #expect(throws: SEP7Error.replacement) { try SEP7Link(text) }
        }
    }

    @Test func `round-trips a transaction link for every network`() throws {
        let envelope = try TransactionEnvelope(xdr: Base64.decode(try Self.envelopeText()))
        let key = try AccountID(address: "GBYO4DICGRNSHPQV4H6AX5GZJHEVZ4VPGJAQ26GIYATK5R6IWTN7XDLY")
        for network in [Network.public, .testnet, Network(passphrase: "& = + % é")] {
            let text = SEP7Transaction.text(of: envelope, on: network, publicKey: key, message: "Invoice + 42 & é")
            guard case .transaction(let link) = try SEP7Link(text) else {
                Issue.record("not a transaction")
                return
            }
            #expect(link.envelope == envelope && link.terms.network == network && link.publicKey == key)
            #expect(link.terms.message == "Invoice + 42 & é")
            #expect((link.terms.namedNetwork == nil) == (network == .public))
        }
        let long = SEP7Transaction.text(of: envelope, on: .public, message: String(repeating: "x", count: 301))
        #expect(!long.contains("msg="))
    }

    @Test func `error messages are printable ASCII and contain no secret key`() throws {
        for row in Self.rows {
            guard let uri = row["uri"]?.asString else { continue }
            do throws(SEP7Error) {
                _ = try SEP7Link(uri)
            } catch {
                #expect(!error.message.isEmpty && error.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
                for secret in ["SBGYBXMKKW2DPUIZ", "SDUCW37WEB4IMRHL"] { #expect(!error.message.contains(secret)) }
            }
        }
    }
}
