// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The forms of wire values other than bytes: SEP-51 JSON for all of them, txrep and links for envelopes.
enum Forms {
    /// Converts bytes to every form and back.
    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let (type, bytes) = WireTypes.pick(input), let json = try? XDRJSON.text(bytes, type) else { return false }
        try check(json, is: bytes, type)
        if let envelope = try? TransactionEnvelope(xdr: bytes), type.name == "TransactionEnvelope" {
            try check(envelope)
            try Links.check(envelope, on: .testnet)
        }
        return true
    }

    /// Converts JSON to bytes.
    static func acceptsJSON(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let (type, text) = WireTypes.pick(input),
            let json = try? JSON(parsing: text, maximumDepth: XDRJSON.maximumDepth),
            let bytes = try? XDRJSON.bytes(json, type)
        else { return false }
        guard let written = try? XDRJSON.text(bytes, type) else {
            throw BrokenPromise("\(type.name) from JSON has bytes that are not read")
        }
        try check(written, is: bytes, type)
        return true
    }

    /// Converts txrep to an envelope.
    static func acceptsTxrep(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let envelope = try? Txrep.envelope(input) else { return false }
        try check(envelope)
        return true
    }

    private static func check(_ text: String, is bytes: [UInt8], _ type: WireType) throws(BrokenPromise) {
        let json = try? JSON(parsing: Array(text.utf8), maximumDepth: XDRJSON.maximumDepth)
        let again = json.flatMap { try? XDRJSON.bytes($0, type) }
        try BrokenPromise.unless(json?.text() == text, "\(type.name) is not written as other JSON")
        try BrokenPromise.unless(again == bytes, "\(type.name) is not the same through JSON")
    }

    private static func check(_ envelope: TransactionEnvelope) throws(BrokenPromise) {
        for network in [Network.public, .testnet, nil] {
            let text = Array(Txrep.text(of: envelope, on: network).utf8)
            try BrokenPromise.unless(
                text.allSatisfy { $0 == 0x0a || (0x20...0x7e).contains($0) }, "txrep is not written in ASCII")
            let again = try? Txrep.envelope(text)
            try BrokenPromise.unless(again == envelope, "an envelope is not the same through txrep")
        }
    }
}
