// SPDX-License-Identifier: Apache-2.0

import Chains
package import Faults
import Handoff
import Stellar
package import TextCodec

extension RampRequest {
    /// The request for the signer.
    ///
    /// - Source: CONTRACT §8.
    package var document: JSON {
        let text: (String, JSON) =
            String(validating: message.bytes, as: UTF8.self).map { ("message", .string($0)) }
            ?? ("message_base64", .string(Base64.encode(message.bytes)))
        var members: [(String, JSON)] = [
            ("format", .string(SigningRequest.format)), ("version", 1), ("id", .string(id.text)), ("kind", "message"),
            ("chain", .string(message.network.caip2)), ("address", .string(message.address.text)),
            ("scheme", .string(message.scheme.rawValue)), ("origin", .string(message.origin)),
            ("purpose", .string(message.purpose)), text,
        ]
        if let expires = message.expires { members.append(("expires", .string(expires.rfc3339))) }
        members += [("created", .string(created.rfc3339)), ("hints", [:])]
        return .object(JSONObject(members))
    }
}

extension RampResponse {
    /// Reads the signer's response.
    ///
    /// - Source: CONTRACT §8.
    package init(_ document: JSON) throws(Failure) {
        func malformed(_ name: String) -> Failure {
            Failure(.badInput, "the response's field \"\(name)\" is missing or malformed")
        }
        guard document["format"] == .string(SigningResponse.format), document["version"] == 1 else {
            throw Failure(.badInput, "this is not a response of the signer")
        }
        guard let id = document["id"]?.asString.flatMap({ RequestID($0) }) else { throw malformed("id") }
        guard let hash = document["hash"]?.asString.flatMap({ TransactionHash(hex: $0) }) else {
            throw malformed("hash")
        }
        guard let network = document["chain"]?.asCase() as ChainNetwork?, let scheme = MessageScheme(of: network.chain)
        else { throw malformed("chain") }
        guard let address = document["address"]?.asString.flatMap({ ChainAddress($0, on: network) }) else {
            throw malformed("address")
        }
        guard let text = document["signature"]?.asString, let signature = Self.signature(text, network) else {
            throw malformed("signature")
        }
        self.init(
            id: id, hash: hash, network: network, address: address, scheme: scheme, signature: signature)
    }

    private static func signature(_ text: String, _ network: ChainNetwork) -> [UInt8]? {
        switch network.chain {
        case .solana, .stellar: return Base58.decode(text, limit: 64)
        case .eip155:
            guard text.utf8.starts(with: "0x".utf8) else { return nil }
            return try? Hex.decode(String(text.dropFirst(2)))
        }
    }
}
