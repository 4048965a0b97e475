// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// A wallet's request to its signing device, in Keystone's or LumenSigner's format.
package struct DeviceRequest: Hashable, Sendable {
    package enum Dialect: Hashable, Sendable {
        case keystone, lumenSigner
    }

    /// How a request names its network.
    package enum NetworkName: Hashable, Sendable {
        case passphrase(String)
        /// SHA-256 of the passphrase.
        case id(Hash)
    }

    package indirect enum Subject: Hashable, Sendable {
        case transaction(TransactionEnvelope, NetworkName)
        /// A bare hash, without the content that was hashed.
        case hash(TransactionHash)
    }

    package var dialect: Dialect
    /// The id that the response must repeat; nil in LumenSigner's format, which has none.
    package var id: RequestID?
    package var subject: Subject
    /// The path of the key that should sign.
    package var path: DerivationPath
    /// The wallet's fingerprint of the seed from which the path starts.
    package var fingerprint: UInt32?
    /// The account that should sign, if the request names it besides the path.
    package var account: PublicKey?
    /// The wallet's name for itself.
    package var origin: String?

    package init(
        dialect: Dialect, id: RequestID? = nil, subject: Subject, path: DerivationPath, fingerprint: UInt32? = nil,
        account: PublicKey? = nil, origin: String? = nil
    ) {
        self.dialect = dialect
        self.id = id
        self.subject = subject
        self.path = path
        self.fingerprint = fingerprint
        self.account = account
        self.origin = origin
    }
}

extension DeviceRequest {
    private enum Key {
        static let id: UInt64 = 1
        static let signData: UInt64 = 2
        static let path: UInt64 = 3
        static let address: UInt64 = 4
        static let origin: UInt64 = 5
        static let signType: UInt64 = 6
    }

    private enum SignType {
        static let transaction: UInt64 = 1
        static let hash: UInt64 = 2
    }

    /// Reads the message of a UR `stellar-sign-request`. Ignores unknown keys, as the devices do.
    package init(keystone bytes: [UInt8]) throws(HandoffError) {
        let fields = try CBORFields(try CBOR(handoff: bytes), known: nil)
        let data = try fields.bytes(Key.signData, "sign-data", limit: Limits.input)
        switch try fields.item(Key.signType, "sign-type").asUnsigned {
        case SignType.transaction: subject = try Self.transaction(data)
        case SignType.hash:
            guard let hash = Hash(data) else { throw .field("sign-data", .malformed(expected: "a hash of 32 bytes")) }
            subject = .hash(TransactionHash(hash))
        case let other: throw .unsupportedSignType(other)
        }
        let origin = try Keystone.Origin(cbor: try fields.item(Key.path, "derivation-path"), field: "derivation-path")
        (dialect, path, fingerprint) = (.keystone, origin.path, origin.fingerprint)
        id = fields[Key.id] == nil ? nil : try fields.taggedRequestID(Key.id, "request-id")
        account = try Self.account(fields)
        self.origin = try fields.optionalText(Key.origin, "origin", limit: Limits.note)
    }

    /// Reads the signature payload: network id, tag and transaction, without signatures.
    private static func transaction(_ data: [UInt8]) throws(HandoffError) -> Subject {
        let payload: TransactionSignaturePayload
        do throws(XDRError) {
            payload = try TransactionSignaturePayload(canonical: data)
        } catch {
            throw .field("sign-data", .payload(error))
        }
        return .transaction(TransactionEnvelope(unsigned: payload.taggedTransaction), .id(payload.networkId))
    }

    /// The account, if the field holds a raw key. Wallets put other things there as well, which are ignored.
    private static func account(_ fields: CBORFields) throws(HandoffError) -> PublicKey? {
        fields[Key.address]?.asBytes.flatMap(Uint256.init).map { .ed25519($0) }
    }

    /// The request as a UR.
    package var keystoneUR: UR {
        let signType: UInt64
        let data: [UInt8]
        switch subject {
        case .transaction(let envelope, .id(let network)):
            (signType, data) = (SignType.transaction, envelope.signaturePayload(networkID: network).xdr)
        case .transaction(let envelope, .passphrase(let passphrase)):
            let network = Network(passphrase: passphrase).id
            (signType, data) = (SignType.transaction, envelope.signaturePayload(networkID: network).xdr)
        case .hash(let hash): (signType, data) = (SignType.hash, hash.bytes)
        }
        var members: [CBOR: CBOR] = [
            .unsigned(Key.signData): .bytes(data),
            .unsigned(Key.path): Keystone.Origin(path: path, fingerprint: fingerprint).cbor(),
            .unsigned(Key.signType): .unsigned(signType),
        ]
        members[.unsigned(Key.id)] = id.map { .tagged(Keystone.Tag.uuid, .bytes($0.bytes)) }
        members[.unsigned(Key.address)] = account.map { .bytes($0.key.bytes) }
        members[.unsigned(Key.origin)] = origin.map { .text($0) }
        return UR(type: Keystone.signRequest, message: CBOR.map(members).encoded)
    }
}

extension TransactionEnvelope {
    /// An envelope around a transaction, without signatures.
    fileprivate init(unsigned transaction: TransactionSignaturePayloadTaggedTransaction) {
        switch transaction {
        case .tx(let inner): self = .tx(TransactionV1Envelope(tx: inner, signatures: BoundedArray()))
        case .txFeeBump(let bump): self = .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray()))
        }
    }

    /// The payload that is hashed and signed.
    func signaturePayload(networkID: Hash) -> TransactionSignaturePayload {
        switch content {
        case .transaction(let inner):
            TransactionSignaturePayload(networkId: networkID, taggedTransaction: .tx(inner))
        case .feeBump(let bump):
            TransactionSignaturePayload(networkId: networkID, taggedTransaction: .txFeeBump(bump))
        }
    }
}

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
