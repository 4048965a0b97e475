// SPDX-License-Identifier: Apache-2.0

import Codec
import ColdstarSigner
import ColdstarStellar
import Foundation
import Handoff
import Stellar
import StellarXDR
import TestSupport
import Testing

/// A page that an embedding program draws from the values of a review shows what is signed, as the text does.
struct ReviewValuesTests {
    private static let alice = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    private static let bob = "GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX"
    private static let network = Stellar.Network.testnet
    /// A call without arguments, for which a signature is asked.
    private static let entry = """
        AAAAAQAAAAAAAAAAyxPeYm6fcgLBzJztjGpaaQyCYVtJD3Gw9GHUPq+RirEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAGTx9qfEjNQQtqyWlUDpO\
        9Iw6d+zIHAv87pX45QkhnNSAAAAAlpbmNyZW1lbnQAAAAAAAAAAAAAAA==
        """

    private func reviewing<R>(_ request: String, _ body: (SigningReview) throws -> R) throws -> R {
        let folder = TemporaryFolder()
        let vault = SigningVault(folder: folder.path("vault"))
        let pin = try Secret(capacity: 8) {
            $0.copyBytes(from: Array("29401755".utf8))
            return 8
        }
        _ = try vault.createKey(named: "savings", pin: pin) { _ in }
        return try body(try vault.review(request, on: .testnet))
    }

    private func request(_ content: SigningRequest.Content, hints: JSONObject = JSONObject()) throws -> String {
        let id = try #require(RequestID("3f1c2b7a-9d45-4e0b-8a6f-1c2d3e4f5a6b"))
        return SigningRequest(
            id: id, networkPassphrase: Self.network.passphrase, content: content, hints: hints
        ).json.text()
    }

    /// - Parameter operations: the lines of their bodies in txrep.
    private func transaction(_ operations: [String], number: Int = 5) throws -> TransactionEnvelope {
        let bodies = operations.enumerated().map { index, body in
            let lines = body.split(separator: "\n").map { "tx.operations[\(index)].body.\($0)" }
            return (["tx.operations[\(index)].sourceAccount._present: false"] + lines).joined(separator: "\n")
        }
        let text = """
            type: ENVELOPE_TYPE_TX
            tx.sourceAccount: \(Self.alice)
            tx.fee: 200
            tx.seqNum: \(number)
            tx.cond.type: PRECOND_NONE
            tx.memo.type: MEMO_NONE
            tx.operations.len: \(operations.count)
            \(bodies.joined(separator: "\n"))
            tx.ext.v: 0
            signatures.len: 0
            """
        return try Txrep.envelope(Array(text.utf8))
    }

    private let payment = """
        type: PAYMENT
        paymentOp.destination: \(Self.bob)
        paymentOp.asset: XLM
        paymentOp.amount: 105000000
        """

    @Test func `an authorization has the last ledger that is signed, and not the one of its own entry`() throws {
        var entry = try SorobanAuthorizationEntry(xdr: Base64.decode(Self.entry))
        guard case .address(var credentials) = entry.credentials else {
            Issue.record("the entry has an address")
            return
        }
        credentials.signatureExpirationLedger = 1000
        entry.credentials = .address(credentials)
        let asked = AuthorizationRequest(entry: entry, expirationLedger: 4_000_000_000)
        try reviewing(try request(.authorization(asked))) { review in
            guard case .authorization(let value) = review.subject else {
                Issue.record("an authorization was reviewed")
                return
            }
            let shown = try SorobanAuthorizationEntry(xdr: value.bytes)
            #expect(shown.credentials.address?.signatureExpirationLedger == 4_000_000_000)
            #expect(shown.rootInvocation == entry.rootInvocation)
        }
    }

    @Test func `an authorization by context rules is shown by the text alone`() throws {
        let entry = try SorobanAuthorizationEntry(xdr: Base64.decode(Self.entry))
        let asked = AuthorizationRequest(entry: entry, expirationLedger: 4_000_000, contextRules: [7])
        try reviewing(try request(.authorization(asked))) { review in
            #expect(review.subject == .other && review.text.contains("Rules"))
        }
    }

    @Test func `a transaction that is authorized in advance comes with all that it does`() throws {
        let later = try transaction([payment], number: 6)
        let key = StellarXDR.SignerKey.preAuthTx(try #require(Uint256(later.hash(on: Self.network).bytes)))
        let absent = [
            "inflationDest", "clearFlags", "setFlags", "masterWeight", "lowThreshold", "medThreshold", "highThreshold",
            "homeDomain",
        ].map { "setOptionsOp.\($0)._present: false" }
        let adding = """
            type: SET_OPTIONS
            \(absent.joined(separator: "\n"))
            setOptionsOp.signer._present: true
            setOptionsOp.signer.key: \(key.address)
            setOptionsOp.signer.weight: 1
            """
        let hints = JSONObject([("version", 1), ("preauthorized", .array([.string(Base64.encode(later.xdr))]))])
        let document = try request(.transaction(try transaction([adding])), hints: hints)
        try reviewing(document) { review in
            let attached = try #require(review.attached.first)
            #expect(review.attached.count == 1 && review.movements?.leaving.isEmpty == true)
            #expect(attached.transaction.operations.count == 1)
            #expect(attached.movements?.leaving.map(\.amount) == ["10.5"])
            #expect(attached.authority.map(\.account.description) == [Self.alice])
            let finding = try #require(review.findings.first { $0.rule == "W-NEWDEST" })
            #expect(finding.part == .attached(0) && finding.target?.contains(Self.bob) == true)
        }
    }

    @Test func `why the network may reject a transaction is a remark`() throws {
        let merge = "type: ACCOUNT_MERGE\ndestination: \(Self.bob)"
        try reviewing(try request(.transaction(try transaction([merge, payment])))) { review in
            #expect(review.remarks.count == 1 && review.remarks[0].contains("the network may reject this transaction"))
            #expect(review.text.replacing(/\s+/, with: " ").contains(review.remarks[0].prefix(60)))
        }
    }
}
