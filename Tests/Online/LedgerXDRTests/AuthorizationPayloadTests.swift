// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

/// What is signed of an authorization entry, judged by the Python SDK's vectors.
struct AuthorizationPayloadTests {
    private struct Case {
        let entry: SorobanAuthorizationEntry
        let network: Network
        let ledger: UInt32
        let json: JSON
    }

    private static func cases() throws -> [Case] {
        try Vectors.cases("auth-entries").map { json in
            Case(
                entry: try SorobanAuthorizationEntry(xdr: Base64.decode(json.string("entry"))),
                network: Network(passphrase: try json.string("network_passphrase")),
                ledger: try json.integer("valid_until_ledger"), json: json)
        }
    }

    @Test func `the payload is that of the vectors, and is bound to network, ledger, nonce and calls`() throws {
        let cases = try Self.cases()
        #expect(cases.count == 72)
        for one in cases {
            let payload = one.entry.payload(until: one.ledger, on: one.network)
            #expect(try payload?.hex == one.json.string("payload"))
            #expect(try one.entry.credentials.name == one.json.string("credentials"))
            #expect(one.entry.payload(until: one.ledger ^ 1, on: one.network) != payload)
            #expect(
                one.entry.payload(until: one.ledger, on: Network(passphrase: one.network.passphrase + " ")) != payload)
            var other = one.entry
            other.rootInvocation.subInvocations.append(other.rootInvocation)
            #expect(other.payload(until: one.ledger, on: one.network) != payload)
        }
    }

    @Test func `the payload does not depend on the signature and the ledger inside the entry`() throws {
        for one in try Self.cases() {
            let signed = try SorobanAuthorizationEntry(xdr: Base64.decode(one.json.string("signed_entry")))
            #expect(
                signed.payload(until: one.ledger, on: one.network)
                    == one.entry.payload(until: one.ledger, on: one.network))
        }
    }

    @Test
    func `the digests of accounts with context rules are those of the vectors, and the newer one names the account`()
        throws
    {
        let cases = try Vectors.cases("smart-accounts")
        #expect(cases.count == 5)
        for json in cases {
            let account: SCAddress
            guard case .contract(let id) = try StrKey(try json.string("account")),
                let payload = Hash(try Hex.decode(try json.string("payload_hex"))).map({ TransactionHash($0) })
            else {
                Issue.record("the vector has another form")
                return
            }
            account = .contract(id)
            let rules = try json.array("context_rule_ids").compactMap { $0.asInteger(UInt32.self) }
            func digest(_ kind: AuthPayload.Digest, of account: SCAddress) -> String {
                AuthPayload.digest(of: payload, rules: rules, kind, account: account).hex
            }
            #expect(try digest(.account, of: account) == json.string("digest_new_hex"))
            if json["digest_old_hex"] != nil {
                #expect(try digest(.rules, of: account) == json.string("digest_old_hex"))
            }
            let other = SCAddress.contract(Hash(sha256: id.bytes))
            #expect(digest(.account, of: other) != digest(.account, of: account))
            #expect(digest(.rules, of: other) == digest(.rules, of: account))
        }
    }

    @Test func `an account with context rules has another digest, and its signature the form of its library`() throws {
        let cases = try Vectors.cases("account-signatures").filter {
            try $0.string("name").hasPrefix("openzeppelin_external")
        }
        #expect(cases.count == 2)
        for json in cases {
            let network = Network(passphrase: try json.string("network_passphrase"))
            var asked = AuthorizationRequest(
                entry: try SorobanAuthorizationEntry(xdr: Base64.decode(json.string("entry"))),
                expirationLedger: try json.integer("valid_until_ledger"))
            #expect(try asked.payload(on: network)?.hex == json.string("payload"))
            asked.contextRules = [0]
            #expect(try asked.payload(on: network)?.hex == json.string("signed_bytes"))
            for rules in [[], [1], [0, 0]] as [[UInt32]] {
                var other = asked
                other.contextRules = rules
                #expect(other.payload(on: network) != asked.payload(on: network))
            }
            let expected = try SCVal(xdr: Base64.decode(json.string("signature_scval")))
            guard case .map(let fields?) = expected, case .map(let signers?)? = fields.last?.val,
                case .vec(let signer?)? = signers.first?.key, signer.count == 3,
                case .address(.contract(let verifier)) = signer[1], case .bytes(let signature)? = signers.first?.val
            else {
                Issue.record("the vector has another form")
                return
            }
            var made = AuthPayload(rules: [0])
            made.add(
                try #require(Signature(signature.bytes)),
                by: try AccountID(address: json.object("key").string("public_key")), verifier: verifier)
            #expect(made.value == expected)
        }
    }

    @Test func `a source's entry has no payload`() throws {
        for one in try Self.cases() {
            var entry = one.entry
            entry.credentials = .sourceAccount
            #expect(entry.payload(until: one.ledger, on: one.network) == nil)
        }
    }

    @Test func `signatures of an account are put in as the SDK does, in whatever order they come`() throws {
        var seen = 0
        for one in try Self.cases() {
            guard case .account? = one.entry.credentials.address?.address,
                try one.json.string("credentials") != "address_with_delegates"
            else { continue }
            seen += 1
            var made = AccountSignatures()
            for signature in try one.json.array("signatures").reversed() {
                let key = try AccountID(address: signature.string("public_key"))
                made.add(try #require(Signature(Hex.decode(signature.string("signature")))), by: key)
            }
            let signed = one.entry.signed(made.value, until: one.ledger)
            #expect(try Base64.encode(signed.xdr) == one.json.string("signed_entry"))
            #expect(signed.asksTheSame(as: one.entry))
        }
        #expect(seen > 40)
    }

    @Test func `delegates sign the address's payload, and are put in as the SDK does`() throws {
        for one in try Self.cases() where try one.json.string("credentials") == "address_with_delegates" {
            var values: [SCAddress: SCVal] = [:]
            for signature in try one.json.array("signatures") {
                let key = try AccountID(address: signature.string("public_key"))
                var made = AccountSignatures()
                made.add(try #require(Signature(Hex.decode(signature.string("signature")))), by: key)
                values[.account(key)] = made.value
            }
            let signed = one.entry.signed(until: one.ledger) { values[$0] ?? $1 }
            #expect(try Base64.encode(signed.xdr) == one.json.string("signed_entry"))
            #expect(signed.asksTheSame(as: one.entry))
            #expect(one.entry.credentials.delegates.allSatisfy { $0.signature == .void })
        }
    }

    @Test func `delegates have places, and their order is that of the network`() throws {
        for json in try Vectors.cases("delegates") {
            let entry = try SorobanAuthorizationEntry(xdr: Base64.decode(json.string("signed_xdr")))
            guard json["refused"] == nil else {
                #expect(throws: DelegateError.self) { try entry.credentials.checkDelegates() }
                continue
            }
            try entry.credentials.checkDelegates()
            let delegates = entry.credentials.delegates
            let order = try json.array("delegates_in_order").compactMap(\.asString)
            #expect(delegates.filter { $0.depth == 0 }.map(\.address.address) == order)
            let nested = try json.object("nested_of")
            for (parent, child) in zip(delegates, delegates.dropFirst()) where child.depth > parent.depth {
                #expect(child.place == "\(parent.place).1")
                #expect(try nested.array(parent.address.address).first?.asString == child.address.address)
            }
            #expect(delegates.count == order.count + 1)
            let ledger: UInt32 = try json.integer("valid_until")
            #expect(try entry.payload(until: ledger, on: .testnet)?.hex == json.string("payload_hex"))
            #expect(
                entry.delegated(to: delegates.filter { $0.depth == 0 }.map(\.address).reversed()).credentials.delegates
                    .map(\.address.address) == order)
        }
    }

    @Test func `entries with another nonce, address or call do not ask the same`() throws {
        let entries = try Self.cases().map(\.entry)
        for (entry, next) in zip(entries, entries.dropFirst()) where entry != next {
            let isSame = entry.signed(.void, until: 0).xdr == next.signed(.void, until: 0).xdr
            #expect(entry.asksTheSame(as: next) == isSame)
        }
        var other = entries[0]
        guard case .address(var body) = other.credentials else { return #expect(Bool(false)) }
        body.nonce += 1
        other.credentials = .address(body)
        #expect(!other.asksTheSame(as: entries[0]))
    }
}
