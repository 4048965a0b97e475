// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Handoff
import Review
import Secp256k1Kit
import Stellar
import Testing
import Vault

@testable import Signing

/// Messages for other chains, from the request to the response.
struct ChainSigningTests {
    private let vault: TestVault

    init() throws {
        vault = try TestVault("alice")
        try vault.make("coins", on: .solana)
        try vault.make("ether", on: .eip155)
    }

    private func address(_ name: String) throws -> ChainAddress {
        try #require(try vault.vault.info(try KeyName(name)).identity.address)
    }

    private func asked(
        _ text: String = "Verify wallet ownership\nnonce: 12345", of name: String,
        id: String = "0f8fad5b-d9cb-469f-a165-70867728950e"
    ) throws -> ChainRequest {
        let address = try address(name)
        return ChainRequest(
            id: try #require(RequestID(id)),
            message: ChainMessage(
                network: address.chain == .solana ? .solana : .base, address: address,
                scheme: try #require(MessageScheme(of: address.chain)), origin: "https://transfer.meso.network",
                purpose: "wallet verification", bytes: Array(text.utf8)))
    }

    private func parsed(_ request: ChainRequest) throws -> ParsedRequest {
        try ParsedRequest(try input(request.json.text()), NetworkSelection())
    }

    private func response(_ request: ChainRequest, by name: String) throws -> ChainResponse {
        let job = try vault.job(try parsed(request), by: name)
        let done = try job.sign(job.approved(), unlock: vault.unlock)
        #expect(done.result.response == nil)
        for format in [SignedFormat.xdr, .response, .ur] {
            try format.check(try parsed(request))
            #expect(
                try HandoffInput.recognise(done.result.text(format)).content
                    == done.result.chainResponse.map { .chainResponse($0) })
        }
        #expect(try done.result.text(.signature) == done.result.chainResponse?.signature.text)
        #expect(done.result.code?.hash == request.message.hash)
        return try #require(done.result.chainResponse)
    }

    @Test func `a key of Solana signs the bytes as they are`() throws {
        let request = try asked("hello é 世界", of: "coins")
        let made = try response(request, by: "coins")
        guard case .solana(let address) = try address("coins") else { throw Failure(.bug, "an address of Solana") }
        #expect(Ed25519.verify(made.signature.bytes, message: request.message.bytes, publicKey: address.publicKey))
        #expect(made.id == request.id && made.address == .solana(address) && made.network == .solana)
    }

    @Test func `a key of an eip155 network signs the hash of EIP-191`() throws {
        let request = try asked(of: "ether")
        let made = try response(request, by: "ether")
        let key = try #require(Secp256k1.recoverPublicKey(made.signature.bytes, of: EIP191.hash(request.message.bytes)))
        #expect(ChainAddress.eip155(EthereumAddress(publicKey: key)) == request.message.address)
        #expect(made.network == .base)
    }

    @Test func `the journal has the network and the request, which is answered once`() throws {
        let request = try asked(of: "coins")
        _ = try response(request, by: "coins")
        var intents: [SigningIntent] = []
        try SignerJournal(folder: vault.folder).visit { (_: Int, entry: JournalEntry) in
            if case .intent(let intent) = entry { intents.append(intent) }
        }
        #expect(intents.map(\.chain) == [.solana] && intents.map(\.request) == [request.id.text])
        #expect(intents[0].summary.contains("transfer.meso.network") && intents[0].network == nil)
        let again = try vault.job(try parsed(request), by: "coins").reviews[0]
        #expect(again.findings.contains { $0.rule == .answeredRequest && $0.level == .refuse })
        // The same text may be asked for again; its signature is the same.
        _ = try response(try asked(of: "coins", id: "7c9e6679-7425-40de-944b-e07fc1f90ae7"), by: "coins")
    }

    @Test func `every other key refuses, before its PIN`() throws {
        for (name, owner) in [("alice", "coins"), ("ether", "coins"), ("coins", "ether"), ("alice", "ether")] {
            let job = try vault.job(try parsed(try asked(of: owner)), by: name)
            #expect(job.reviews[0].findings.contains { $0.rule == .otherChain && $0.level == .refuse }, "\(name)")
            #expect(throws: Failure.self) { try job.approved() }
        }
        let payment = try request(try payment(from: try vault.account("alice")))
        for name in ["coins", "ether"] {
            #expect(throws: Failure.self) { try vault.job(payment, by: name).approved() }
            let digits = String(repeating: "ab", count: 64)
            #expect(throws: Failure.self) { try vault.job(try ParsedRequest(payload: digits), by: name).approved() }
        }
        #expect(try vault.journal() == [])
    }

    @Test func `the key of the address is chosen, where none is named`() throws {
        let keys = try vault.vault.keys()
        #expect(
            try KeySelection(among: keys, for: try parsed(try asked(of: "ether")).identitiesToSign).names.map(\.text)
                == ["ether"])
        #expect(
            try KeySelection(among: keys, for: try parsed(try asked(of: "coins")).identitiesToSign).names.map(\.text)
                == ["coins"])
    }

    @Test(arguments: [SignedFormat.json, .txrep, .sep7, .request, .lumensigner, .minisig])
    func `formats of Stellar are refused`(format: SignedFormat) throws {
        let request = try parsed(try asked(of: "coins"))
        #expect(throws: Failure.self) { try format.check(request) }
    }
}
