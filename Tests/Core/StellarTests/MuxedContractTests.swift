// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

/// Addresses of contracts with an id (CAP-84): as text, XDR, JSON and txrep.
struct MuxedContractTests {
    private static func rows(_ member: String) throws -> [JSON] {
        try JSON(parsing: Vectors.bytes("muxed-contract.json")).array(member)
    }

    @Test func `the published addresses have the published contract, id and XDR`() throws {
        let rows = try Self.rows("valid")
        #expect(rows.count == 5)
        for row in rows {
            let text = try row.string("strkey")
            guard case .muxedContract(let contract, let id) = try StrKey(text) else {
                Issue.record("another kind: \(text)")
                continue
            }
            #expect(try StrKey.contract(contract).text == row.string("contract"))
            #expect(try String(id) == row.string("id"))
            #expect(StrKey.muxedContract(contract, id: id).text == text)
            let address = SCAddress.muxedContract(MuxedContract(id: id, contractId: contract))
            #expect(try Base64.encode(address.xdr) == row.string("sc_address_xdr") && address.address == text)
            #expect(try SCAddress(xdr: Base64.decode(row.string("sc_address_xdr"))) == address)
            #expect(try Base64.encode(SCVal.address(address).xdr) == row.string("scval_xdr"))
        }
    }

    @Test func `refuses the published invalid addresses`() throws {
        let rows = try Self.rows("invalid")
        #expect(rows.count == 2)
        for row in rows {
            #expect(throws: StrKeyError.self, "\(row)") { try StrKey(try row.string("strkey")) }
        }
    }

    @Test func `refuses an address with any character replaced, removed, added or in lower case`() throws {
        let text = try #require(Self.rows("valid").last).string("strkey")
        let letters = Array(text)
        for place in letters.indices {
            for other in "ABQ7" where other != letters[place] {
                var changed = letters
                changed[place] = other
                #expect(throws: StrKeyError.self) { try StrKey(String(changed)) }
            }
            var shorter = letters
            shorter.remove(at: place)
            #expect(throws: StrKeyError.wrongLength(found: 68, wanted: 69)) {
                try StrKey(place == 0 ? "W" + String(shorter.dropFirst()) : String(shorter))
            }
            #expect(throws: StrKeyError.self) { try StrKey(String(letters[...place]) + "A" + letters[(place + 1)...]) }
        }
        #expect(throws: StrKeyError.invalidCharacter(offset: 0)) { try StrKey(text.lowercased()) }
    }

    @Test func `is neither an account nor a contract where only these may stand`() throws {
        let text = try #require(Self.rows("valid").first).string("strkey")
        #expect(throws: StrKeyError.self) { try MuxedAccount(address: text) }
        #expect(throws: StrKeyError.self) { try AccountID(address: text) }
        #expect(throws: StrKeyError.self) { try SignerKey(address: text) }
        for name in [
            "PublicKey", "MuxedAccount", "SignerKey", "ClaimableBalanceID", "MuxedEd25519Account", "ContractID",
        ] {
            let type = try #require(WireType(named: name))
            #expect(throws: FormatError.self, "\(name)") { try XDRJSON.bytes(.string(text), type) }
        }
    }

    @Test func `JSON has the address in place of its parts`() throws {
        for row in try Self.rows("valid") {
            let text = try row.string("strkey")
            for (name, member, json) in [
                ("SCAddress", "sc_address_xdr", JSON.string(text)),
                ("SCVal", "scval_xdr", ["address": .string(text)]),
            ] {
                let type = try #require(WireType(named: name))
                let bytes = try Base64.decode(row.string(member))
                #expect(try XDRJSON.text(bytes, type) == json.text())
                #expect(try XDRJSON.bytes(json, type) == bytes)
            }
            // Alone, without the kind of address before it.
            let type = try #require(WireType(named: "MuxedContract"))
            let bytes = try Array(Base64.decode(row.string("sc_address_xdr")).dropFirst(4))
            #expect(try XDRJSON.text(bytes, type) == JSON.string(text).text())
            #expect(try XDRJSON.bytes(.string(text), type) == bytes)
            #expect(throws: FormatError.self) { try XDRJSON.bytes(.string(row.string("contract")), type) }
        }
        let kind = try #require(WireType(named: "SCAddressType"))
        #expect(try XDRJSON.text([0, 0, 0, 5], kind) == #""muxed_contract""#)
    }

    @Test func `txrep has a call with it, and reads it back`() throws {
        let row = try #require(Self.rows("valid").last)
        let address = try SCAddress(xdr: Base64.decode(row.string("sc_address_xdr")))
        let call = InvokeContractArgs(
            contractAddress: .contract(Hash()), functionName: SCSymbol(Array("transfer".utf8)) ?? SCSymbol(),
            args: [.address(address)])
        let operation = Operation(
            sourceAccount: nil, body: .invokeHostFunction(.init(hostFunction: .invokeContract(call), auth: [])))
        let transaction = Transaction(
            sourceAccount: .ed25519(Uint256()), fee: 100, seqNum: 1, cond: .none, memo: .none,
            operations: BoundedArray([operation]) ?? BoundedArray(), ext: .v0)
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        let text = Txrep.text(of: envelope, on: nil)
        let field = "tx.operations[0].body.invokeHostFunctionOp.hostFunction.invokeContract.args[0].address"
        #expect(text.contains("\(field).type: SC_ADDRESS_TYPE_MUXED_CONTRACT\n"), "\(text)")
        #expect(text.contains("\(field).muxedContract.id: 123456\n"), "\(text)")
        #expect(try Txrep.envelope(Array(text.utf8)) == envelope)
        // One line, as some SDKs write addresses.
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("\(field).") }.joined(separator: "\n")
        let whole = try lines + "\n\(field): " + row.string("strkey")
        #expect(try Txrep.envelope(Array(whole.utf8)) == envelope)
        #expect(throws: FormatError.self) { try Txrep.envelope(Array((whole.dropLast() + "B").utf8)) }
    }
}
