// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR

/// Everything a user may give as a transaction: base64, documents, links, URs, messages of wallets and signing devices.
enum Documents {
    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let read = try? HandoffInput.recognise(input) else { return false }
        try check(read)
        return true
    }

    /// Checks that each form of the content is recognised as the same content.
    static func check(_ read: HandoffInput) throws(BrokenPromise) {
        if case .link(let link) = read.content { return try Links.check(link) }
        for form in forms(of: read) {
            let again = try? HandoffInput.recognise(form)
            try BrokenPromise.unless(
                again?.content == read.content, "not the same when it is written and read: \(form)")
        }
        if case .response(let response) = read.content {
            // A UR carries only the hint of a signature's key.
            let short = try? SigningResponse(cbor: response.cbor)
            try BrokenPromise.unless(short?.cbor == response.cbor, "a response is not the same through CBOR")
        }
    }

    private static func forms(of read: HandoffInput) -> [String] {
        switch read.content {
        case .envelope(let envelope): [Base64.encode(envelope.xdr), XDRJSON.text(of: envelope)]
        case .request(let request): [request.json.text(), request.json.text(pretty: true), request.ur.text]
        case .response(let response): [response.json.text(), response.json.text(pretty: true)]
        case .device(let request): [text(of: request)].compactMap { $0 }
        case .signature(let signature):
            [read.dialect == .keystone ? signature.keystoneUR.text : signature.lumenSignerText]
        case .accounts(let accounts): [read.dialect == .keystone ? accounts.keystoneUR.qrText : text(of: accounts)]
        case .addressRequest(let path): ["request-address;\(path.text)"]
        case .chainRequest(let request): [request.json.text(), request.json.text(pretty: true), request.ur.text]
        case .chainResponse(let response): [response.json.text(), response.json.text(pretty: true), response.ur.text]
        case .chainSignature(let signature): [signature.keystoneUR.text]
        case .link: []
        }
    }

    private static func text(of request: DeviceRequest) -> String? {
        switch (request.dialect, request.subject) {
        case (.keystone, _): request.keystoneUR.text
        case (.lumenSigner, .transaction(let envelope, .passphrase(let passphrase))):
            LumenSigner.frames(of: envelope, on: Network(passphrase: passphrase), path: request.path)
                .joined(separator: "\n")
        case (.lumenSigner, .transaction): nil
        case (.lumenSigner, .hash(let hash)): "sign-hash;\(request.path.text);\(hash.hex)"
        }
    }

    private static func text(of accounts: WatchOnlyAccounts) -> String {
        accounts.accounts.map { account in
            account.path.map { LumenSigner.address(account.key, path: $0) } ?? ""
        }.joined()
    }
}
