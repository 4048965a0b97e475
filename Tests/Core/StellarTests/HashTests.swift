// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

struct HashTests {
    @Test func `hashes every envelope vector and the inner transactions of fee bumps`() throws {
        for row in try Vectors.lines("envelopes.jsonl") {
            let network = Network(passphrase: try row.string("network_passphrase"))
            let envelope = try TransactionEnvelope(xdr: try Base64.decode(try row.string("xdr")))
            #expect(try envelope.hash(on: network).hex == row.string("hash_hex"))
            if case .feeBump(let bump) = envelope.content {
                #expect(try bump.inner.tx.hash(on: network).hex == row.string("inner_hash_hex"))
            }
        }
    }

    @Test func `reads and hashes the transactions that the SDK built at random`() throws {
        let rows = try Vectors.random().filter { $0["hash_hex"] != nil }
        #expect(rows.count == 80)
        for row in rows {
            let name = try row.string("name")
            let bytes = try Base64.decode(try row.string("xdr"))
            let envelope = try TransactionEnvelope(xdr: bytes)
            #expect(envelope.xdr == bytes, "\(name)")
            #expect(
                try envelope.hash(on: Network(passphrase: row.string("network_passphrase"))).hex
                    == row.string("hash_hex"), "\(name)")
            guard case .tx(let signed) = envelope else {
                Issue.record("\(name) is another kind of envelope")
                continue
            }
            #expect(String(signed.tx.seqNum) == (try row.string("seq")), "\(name)")
            #expect(signed.tx.operations.count == row["ops"]?.asInteger(Int.self), "\(name)")
        }
    }

    @Test func `finds the keys that signed, and none on another network`() throws {
        var checked = 0
        for row in try Vectors.lines("envelopes.jsonl") where row["signers"] != nil {
            let network = Network(passphrase: try row.string("network_passphrase"))
            let envelope = try TransactionEnvelope(xdr: try Base64.decode(try row.string("xdr")))
            let keys = try row.array("signers").map { try AccountID(address: $0.asString ?? "").key }
            guard keys.count == envelope.signatures.count else { continue }
            #expect(envelope.signers(among: keys, on: network) == keys.map { $0 })
            #expect(envelope.signers(among: keys, on: .futurenet).allSatisfy { $0 == nil } || network == .futurenet)
            checked += 1
        }
        #expect(checked > 50)
    }

    @Test func `a version 0 envelope has the same hash as its version 1 form`() throws {
        let rows = try Vectors.lines("envelopes.jsonl").filter { $0["kind"] == "v0" }
        #expect(rows.count == 18)
        for row in rows {
            guard case .txV0(let old) = try TransactionEnvelope(xdr: try Base64.decode(try row.string("xdr"))) else {
                Issue.record("not of version 0: \(row)")
                continue
            }
            let new = TransactionEnvelope.tx(TransactionV1Envelope(tx: old.tx.v1, signatures: old.signatures))
            #expect(new.hash(on: .testnet) == TransactionEnvelope.txV0(old).hash(on: .testnet))
        }
    }

    @Test func `rejects a twenty-first signature and ignores a duplicate`() throws {
        let row = try #require(try Vectors.lines("envelopes.jsonl").first)
        var envelope = try TransactionEnvelope(xdr: try Base64.decode(try row.string("xdr")))
            .replacing(signatures: BoundedArray())
        for number: UInt8 in 0..<20 {
            let signature = DecoratedSignature(hint: SignatureHint(), signature: try #require(Signature([number])))
            envelope = try envelope.adding(signature)
            #expect(try envelope.adding(signature) == envelope)
        }
        let surplus = DecoratedSignature(hint: SignatureHint(), signature: try #require(Signature([20])))
        #expect(throws: SignatureError.tooMany) { try envelope.adding(surplus) }
    }

    @Test func `networks have the published ids`() {
        #expect(Hex.encode(Network.testnet.id.bytes).hasPrefix("cee0302d"))
        #expect(Hex.encode(Network.public.id.bytes).hasPrefix("7ac33997"))
        #expect(Network(named: "testnet") == .testnet && Network(named: "main") == nil)
        #expect(Network(passphrase: "x").name == nil)
    }
}
