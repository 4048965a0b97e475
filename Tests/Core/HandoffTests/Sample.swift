// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR

/// Sample documents for tests to use and modify.
enum Sample {
    static let alice = must {
        try PublicKey(address: "GDKLQMRO2LFHLJ5I67VVOBLUOGYXXV6V72SPTKFCSNRWWTLFH7HT33AU")
    }
    static let bob = must {
        try PublicKey(address: "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")
    }
    static let id = must { RequestID("0f8fad5b-d9cb-469f-a165-70867728950e") }

    /// The unsigned change-trust transaction of Keystone's own tests.
    static let envelopeText = """
        AAAAAgAAAADUuDIu0sp1p6j361cFdHGxe9fV/qT5qKKTY2tNZT/PPQAAJxADFJltAAAAAQAAAAEAAAAAAAAAAAAAAABmTGvjAAAAAAAAAAEAAAAAAAAABg\
        AAAAFVU0RDAAAAADuZETgO/piLoKiQDrHP5E82b32+lGvtB3JA9/Yk3xXFf/////////8AAAAAAAAAAA==
        """
    static let envelope = must { try TransactionEnvelope(xdr: Base64.decode(envelopeText)) }
    static let network = "Public Global Stellar Network ; September 2015"

    static let challengeClaims = ChallengeClaims(
        homeDomain: "example.com", webAuthDomain: "auth.example.com", webAuthEndpoint: "https://auth.example.com/auth",
        signingKey: bob, clientDomain: "wallet.example")

    static let transaction = SigningRequest(
        id: id, networkPassphrase: network, content: .transaction(envelope), signers: [alice], note: "Invoice 42",
        created: Timestamp(1_795_251_600), hints: JSONObject([("version", 1), ("balances", ["native": "10.5"])]))
    static let bare = SigningRequest(id: id, networkPassphrase: network, content: .transaction(envelope))
    static let challenge = SigningRequest(
        id: id, networkPassphrase: network, content: .challenge(envelope, challengeClaims), signers: [alice])
    static let text = SigningRequest(
        id: id, networkPassphrase: network, content: .message(MessageContent(text: "Hello \u{e9} \u{1b}")),
        signers: [alice])
    static let bytes = SigningRequest(
        id: id, networkPassphrase: network, content: .message(MessageContent(bytes: [0, 0xff, 0x41])))
    /// The entry `no_arguments/address/testnet` of the vectors.
    static let entryText = """
        AAAAAQAAAAAAAAAAyxPeYm6fcgLBzJztjGpaaQyCYVtJD3Gw9GHUPq+RirEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAGTx9qfEjNQQtqyWlUDpO\
        9Iw6d+zIHAv87pX45QkhnNSAAAAAlpbmNyZW1lbnQAAAAAAAAAAAAAAA==
        """
    static let entry = must { try SorobanAuthorizationEntry(xdr: Base64.decode(entryText)) }
    static let contract = ContractID(sha256: [7])
    static let authorization = SigningRequest(
        id: id, networkPassphrase: network,
        content: .authorization(
            AuthorizationRequest(
                entry: entry, envelope: envelope, siblings: [entry, entry], expirationLedger: .max,
                claimedLedger: 4_000_000, claimedCloseTime: Timestamp(1_795_251_600),
                contracts: [
                    .init(id: contract, content: .wasm([0, 0x61, 0x73, 0x6d])), .init(id: contract, content: .spec([])),
                ])), signers: [alice])
    static let lonely = SigningRequest(
        id: id, networkPassphrase: network,
        content: .authorization(AuthorizationRequest(entry: entry, expirationLedger: 0)))
    static let contractLogin = SigningRequest(
        id: id, networkPassphrase: network,
        content: .authorization(
            AuthorizationRequest(
                entry: entry, siblings: [entry], expirationLedger: 4_000_180, claimedLedger: 4_000_000,
                challenge: challengeClaims)), signers: [alice])
    static let requests = [transaction, bare, challenge, text, bytes, authorization, lonely, contractLogin]

    static let hash = envelope.hash(on: Network(passphrase: network))
    static let signature = (0..<64).map { UInt8($0 + 100) }

    /// A response with some signatures, all different.
    static func response(_ count: Int, id: RequestID? = id) -> SigningResponse {
        let signatures = (0..<count).map { place in
            must { ResponseSignature(publicKey: alice, signature: signature.map { $0 ^ UInt8(place) }) }
        }
        return SigningResponse(id: id, hash: hash, signatures: signatures)
    }

    /// The request's document with some members set, or removed where nil.
    static func document(_ changes: [(String, JSON?)], of request: SigningRequest = transaction) -> JSON {
        changed(request.json, changes)
    }

    static func changed(_ document: JSON, _ changes: [(String, JSON?)]) -> JSON {
        var object = must { document.asObject }
        for (key, value) in changes { object[key] = value }
        return .object(object)
    }
}
