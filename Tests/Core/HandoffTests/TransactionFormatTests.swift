// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

/// Formats of a transaction, and what they cannot say.
struct TransactionFormatTests {
    private static let account = AccountID.ed25519(Uint256())

    private static func long(_ code: String) -> Asset {
        let padded = Array(code.utf8) + Array(repeating: 0, count: 12 - code.utf8.count)
        return .creditAlphanum12(AlphaNum12(assetCode: AssetCode12(padded) ?? AssetCode12(), issuer: account))
    }

    private static func envelope(_ body: OperationBody) -> TransactionEnvelope {
        let operation = StellarXDR.Operation(sourceAccount: nil, body: body)
        return .tx(
            TransactionV1Envelope(
                tx: Transaction(
                    sourceAccount: .ed25519(Uint256()), fee: 100, seqNum: 1, cond: .none, memo: .none,
                    operations: BoundedArray([operation]) ?? BoundedArray(), ext: .v0), signatures: BoundedArray()))
    }

    private static func pay(_ asset: Asset) -> TransactionEnvelope {
        envelope(.payment(PaymentOp(destination: .ed25519(Uint256()), asset: asset, amount: 1)))
    }

    @Test(arguments: ["U", "USD", "USDC"])
    func `no JSON of a long code that reads back as a short one`(_ code: String) throws {
        let error = #expect(throws: Failure.self) {
            try TransactionFormat.json.text(of: Self.pay(Self.long(code)), on: .testnet)
        }
        #expect(error?.kind == .badInput && error?.message.contains("AlphaNum12 with \(code.count) characters") == true)
        guard case .creditAlphanum12(let credit) = Self.long(code) else { return }
        let allow = Self.envelope(
            .allowTrust(AllowTrustOp(trustor: Self.account, asset: .creditAlphanum12(credit.assetCode), authorize: 1)))
        #expect(throws: Failure.self) { try TransactionFormat.json.text(of: allow, on: .testnet) }
        #expect(try !TransactionFormat.xdr.text(of: allow, on: .testnet).isEmpty)
    }

    @Test(arguments: ["USDCX", "ABCDEFGHIJKL"])
    func `longer codes are written`(_ code: String) throws {
        #expect(try TransactionFormat.json.text(of: Self.pay(Self.long(code)), on: .testnet).contains(code))
    }

    @Test func `a short code of the short kind is written`() throws {
        let asset = try Asset(code: "USD", issuer: Self.account)
        #expect(try TransactionFormat.json.text(of: Self.pay(asset), on: .testnet).contains("credit_alphanum4"))
    }
}
