// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

/// The formats of wallets and signing devices: Keystone and LumenSigner.
struct DeviceSpecTests {
    private struct Unexpected: Error {}

    private func content(_ vector: SpecVector, _ dialect: HandoffInput.Dialect) throws -> HandoffInput.Content {
        let input = try HandoffInput.recognise(vector.input)
        #expect(input.dialect == dialect)
        return input.content
    }

    private func check(_ request: DeviceRequest, _ expected: JSON) throws {
        #expect(try request.path.text == expected.string("path"))
        switch request.subject {
        case .hash(let hash): #expect(try hash.hex == expected.string("hash"))
        case .transaction(let envelope, .passphrase(let passphrase)):
            #expect(try passphrase == expected.string("network_passphrase"))
            #expect(try envelope.xdr == expected.base64("envelope"))
            #expect(try envelope.hash(on: Network(passphrase: passphrase)).hex == expected.string("hash"))
        case .transaction(let envelope, .id(let network)):
            #expect(try Hex.encode(network.bytes) == expected.string("network_id"))
            #expect(try envelope.xdr == expected.base64("envelope"))
        }
    }

    @Test(arguments: try SpecVectors("keystone-request").accepted)
    func `reads a Keystone request`(vector: SpecVector) throws {
        guard case .device(let request) = try content(vector, .keystone) else { throw Unexpected() }
        let expected = try vector.accepted
        try check(request, expected)
        #expect(try request.id?.text == expected.optionalString("id"))
        #expect(try request.fingerprint?.bigEndianBytes == expected.hex("fingerprint"))
        #expect(try request.account?.address == expected.optionalString("account"))
        #expect(try request.origin == expected.optionalString("origin"))
        #expect(try request.keystoneUR.text == expected.optionalString("written") ?? vector.text)
    }

    @Test(arguments: try SpecVectors("keystone-signature").accepted)
    func `reads a Keystone signature`(vector: SpecVector) throws {
        guard case .signature(let signature) = try content(vector, .keystone) else { throw Unexpected() }
        #expect(try signature.id?.text == vector.accepted.optionalString("id"))
        #expect(try signature.signature == vector.accepted.base64("signature"))
        #expect(try signature.keystoneUR.text == vector.accepted.string("written"))
    }

    @Test(arguments: try SpecVectors("keystone-accounts").accepted)
    func `reads Keystone accounts`(vector: SpecVector) throws {
        guard case .accounts(let accounts) = try content(vector, .keystone) else { throw Unexpected() }
        let expected = try vector.accepted
        #expect(try accounts.fingerprint.bigEndianBytes == expected.hex("fingerprint"))
        #expect(try accounts.device == expected.optionalString("device"))
        let keys = try expected.array("keys")
        #expect(accounts.accounts.count == keys.count)
        for (account, key) in zip(accounts.accounts, keys) {
            #expect(try account.key.address == key.string("account"))
            #expect(try account.path?.text == key.optionalString("path"))
            #expect(try account.name == key.optionalString("name"))
        }
        if let written = try expected.optionalString("written") { #expect(accounts.keystoneUR.text == written) }
    }

    @Test(arguments: try SpecVectors("lumensigner").accepted)
    func `reads a LumenSigner message`(vector: SpecVector) throws {
        let expected = try vector.accepted
        switch (try content(vector, .lumenSigner), try expected.string("kind")) {
        case (.device(let request), "request"):
            try check(request, expected)
            guard case .transaction(let envelope, .passphrase(let passphrase)) = request.subject else {
                throw Unexpected()
            }
            let frames = LumenSigner.frames(of: envelope, on: Network(passphrase: passphrase), path: request.path)
            #expect(try frames.joined(separator: "\n") == expected.optionalString("written") ?? vector.text)
        case (.device(let request), "hash"): try check(request, expected)
        case (.addressRequest(let path), "address request"): #expect(try path.text == expected.string("path"))
        case (.accounts(let accounts), "address"):
            let account = try #require(accounts.accounts.first)
            let path = try #require(account.path)
            #expect(try account.key.address == expected.string("account") && path.text == expected.string("path"))
            #expect(LumenSigner.address(account.key, path: path) == vector.text)
        case (.signature(let signature), "signature"):
            #expect(try signature.signature == expected.base64("signature"))
            #expect(signature.lumenSignerText == vector.text)
        default: throw Unexpected()
        }
    }

    @Test(arguments: try SpecVectors("keystone-request").rejected)
    func `rejects an invalid Keystone request`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(vector.input) }
    }

    @Test(arguments: try SpecVectors("keystone-signature").rejected)
    func `rejects an invalid Keystone signature`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(vector.input) }
    }

    @Test(arguments: try SpecVectors("keystone-accounts").rejected)
    func `rejects invalid Keystone accounts`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(vector.input) }
    }

    @Test(arguments: try SpecVectors("lumensigner").rejected)
    func `rejects an invalid LumenSigner message`(vector: SpecVector) {
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(vector.input) }
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
