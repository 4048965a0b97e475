// SPDX-License-Identifier: Apache-2.0

import Codec

/// A signing device's response in Keystone's or LumenSigner's format: 64 bytes that name neither content nor signer.
package struct DeviceSignature: Hashable, Sendable {
    /// The request's id; nil in LumenSigner's format, which has none.
    package let id: RequestID?
    /// 64 bytes.
    package let signature: [UInt8]

    static let lumenSignerCommand = "signature;"

    private enum Key {
        static let id: UInt64 = 1
        static let signature: UInt64 = 2
    }

    /// Nil unless the signature has 64 bytes.
    package init?(id: RequestID?, signature: [UInt8]) {
        guard signature.count == ResponseSignature.length else { return nil }
        self.id = id
        self.signature = signature
    }

    /// Reads the message of a UR `stellar-signature`.
    package init(keystone bytes: [UInt8]) throws(HandoffError) {
        let fields = try CBORFields(try CBOR(handoff: bytes), known: nil)
        let id = fields[Key.id] == nil ? nil : try fields.taggedRequestID(Key.id, "request-id")
        let bytes = try fields.bytes(Key.signature, "signature", limit: ResponseSignature.length)
        guard let made = DeviceSignature(id: id, signature: bytes) else {
            throw .field("signature", .malformed(expected: "64 bytes"))
        }
        self = made
    }

    /// Reads `signature;BASE64`.
    package init(lumenSigner text: String) throws(HandoffError) {
        let bytes: [UInt8]
        do throws(Base64Error) {
            bytes = try Base64.decode(String(text.dropFirst(Self.lumenSignerCommand.count)))
        } catch {
            throw .field("signature", .base64(error))
        }
        guard text.hasPrefix(Self.lumenSignerCommand), let made = DeviceSignature(id: nil, signature: bytes) else {
            throw .field("signature", .malformed(expected: "64 bytes"))
        }
        self = made
    }

    package var keystoneUR: UR {
        var members: [CBOR: CBOR] = [.unsigned(Key.signature): .bytes(signature)]
        members[.unsigned(Key.id)] = id.map { .tagged(Keystone.Tag.uuid, .bytes($0.bytes)) }
        return UR(type: Keystone.signature, message: CBOR.map(members).encoded)
    }

    package var lumenSignerText: String { Self.lumenSignerCommand + Base64.encode(signature) }
}
