// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// An address in the text form of SEP-23: version byte, payload and checksum in base32.
///
/// Covers every kind except the secret seed, which never becomes a value of this type (see `StrKeyError.secretSeed`).
package enum StrKey: Hashable, Sendable {
    /// `G…`: an account, or any Ed25519 public key.
    case publicKey(Uint256)
    /// `M…`: an account with an id that its owner uses to tell payers apart.
    case muxed(Uint256, id: UInt64)
    /// `T…`: the hash of a pre-authorised transaction.
    case preAuthTx(Uint256)
    /// `X…`: a SHA-256 hash whose preimage acts as the signature.
    case hashX(Uint256)
    /// `P…`: a key with the payload that it must sign, 1 to 64 bytes.
    case signedPayload(Uint256, payload: [UInt8])
    /// `C…`: a contract.
    case contract(Hash)
    /// `W…`: a contract with an id that tells its users apart (CAP-84).
    case muxedContract(Hash, id: UInt64)
    /// `L…`: a liquidity pool.
    case liquidityPool(Hash)
    /// `B…`: a claimable balance (version 0, the only one).
    case claimableBalance(Hash)

    private enum Version: UInt8 {
        case publicKey = 0x30
        case muxed = 0x60
        case seed = 0x90
        case preAuthTx = 0x98
        case hashX = 0xb8
        case signedPayload = 0x78
        case contract = 0x10
        case muxedContract = 0xb0
        case liquidityPool = 0x58
        case claimableBalance = 0x08
    }

    /// The length of the longest address: a signed payload of 64 bytes.
    private static let longestText = 165

    /// Parses an address of any kind.
    ///
    /// - Throws: `.secretSeed` for a well-formed `S…`, whose text must not be repeated anywhere.
    /// - Source: SEP-23.
    package init(_ text: String) throws(StrKeyError) {
        let data = try Self.decoded(text)
        let payload = Array(data[1..<data.count - 2])
        guard let version = Version(rawValue: data[0]) else { throw .unknownVersion }
        switch version {
        case .publicKey: self = .publicKey(try Self.key(payload))
        case .seed: throw payload.count == 32 ? .secretSeed : .badLength
        case .preAuthTx: self = .preAuthTx(try Self.key(payload))
        case .hashX: self = .hashX(try Self.key(payload))
        case .contract: self = .contract(try Self.key(payload))
        case .liquidityPool: self = .liquidityPool(try Self.key(payload))
        case .muxed:
            let (key, id) = try Self.keyAndID(payload)
            self = .muxed(key, id: id)
        case .muxedContract:
            let (hash, id) = try Self.keyAndID(payload)
            self = .muxedContract(hash, id: id)
        case .claimableBalance:
            guard payload.count == 33 else { throw .badLength }
            guard payload[0] == 0 else { throw .badPayload }
            self = .claimableBalance(try Self.key(Array(payload[1...])))
        case .signedPayload: self = try Self.signedPayload(payload)
        }
    }

    private static func decoded(_ text: String) throws(StrKeyError) -> [UInt8] {
        guard text.utf8.count <= longestText else { throw .badLength }
        let length = text.utf8.count
        let wrongLength: StrKeyError? = usualLength(text).flatMap {
            length >= leastMeant && length != $0 ? .wrongLength(found: length, wanted: $0) : nil
        }
        let data: [UInt8]
        do {
            data = try Base32.decode([UInt8](text.utf8))
        } catch {
            switch error {
            case .invalidCharacter(let offset): throw .invalidCharacter(offset: offset)
            case .badLength: throw wrongLength ?? .badLength
            case .nonZeroTrailingBits: throw wrongLength ?? .unusedBits
            }
        }
        if let wrongLength { throw wrongLength }
        guard data.count >= 3 else { throw .badLength }
        let sum = CRC16.checksum(data.dropLast(2))
        guard data[data.count - 2] == UInt8(sum & 0xff), data[data.count - 1] == UInt8(sum >> 8) else {
            throw .badChecksum
        }
        return data
    }

    /// Shorter texts are not taken for addresses with missing characters.
    private static let leastMeant = 40

    /// The length of an address with this first character; nil for kinds of variable length, and for secret seeds.
    private static func usualLength(_ text: String) -> Int? {
        switch text.utf8.first {
        case UInt8(ascii: "G"), UInt8(ascii: "T"), UInt8(ascii: "X"), UInt8(ascii: "C"), UInt8(ascii: "L"): 56
        case UInt8(ascii: "B"): 58
        case UInt8(ascii: "M"), UInt8(ascii: "W"): 69
        default: nil
        }
    }

    private static func key(_ payload: [UInt8]) throws(StrKeyError) -> Uint256 {
        guard let key = Uint256(payload) else { throw .badLength }
        return key
    }

    /// 32 bytes and an id.
    private static func keyAndID(_ payload: [UInt8]) throws(StrKeyError) -> (Uint256, UInt64) {
        guard payload.count == 40 else { throw .badLength }
        return (try key(Array(payload[..<32])), payload[32...].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    private static func signedPayload(_ payload: [UInt8]) throws(StrKeyError) -> StrKey {
        let inner: SignerKeyEd25519SignedPayload
        do { inner = try SignerKeyEd25519SignedPayload(xdr: payload) } catch { throw .badPayload }
        guard !inner.payload.bytes.isEmpty else { throw .badPayload }
        return .signedPayload(inner.ed25519, payload: inner.payload.bytes)
    }

    /// The address as text.
    package var text: String { String(decoding: ascii, as: UTF8.self) }

    /// The address as the bytes of its text.
    package var ascii: [UInt8] {
        var data: [UInt8] = []
        data.reserveCapacity(40)
        func put(_ version: Version, _ key: FixedOpaque<32>) {
            data.append(version.rawValue)
            key.withBytes { data.append(contentsOf: $0) }
        }
        switch self {
        case .publicKey(let key): put(.publicKey, key)
        case .muxed(let key, let id):
            put(.muxed, key)
            data += id.xdr
        case .preAuthTx(let hash): put(.preAuthTx, hash)
        case .hashX(let hash): put(.hashX, hash)
        case .signedPayload(let key, let payload):
            put(.signedPayload, key)
            data += Self.xdr(payload)
        case .contract(let hash): put(.contract, hash)
        case .muxedContract(let hash, let id):
            put(.muxedContract, hash)
            data += id.xdr
        case .liquidityPool(let hash): put(.liquidityPool, hash)
        case .claimableBalance(let hash):
            data += [Version.claimableBalance.rawValue, 0]
            hash.withBytes { data.append(contentsOf: $0) }
        }
        let sum = CRC16.checksum(data)
        data.append(UInt8(truncatingIfNeeded: sum))
        data.append(UInt8(sum >> 8))
        return Base32.encodeASCII(data)
    }

    /// A payload with its length and padding.
    private static func xdr(_ payload: [UInt8]) -> [UInt8] {
        var writer = XDRWriter()
        writer.write(UInt32(payload.count))
        payload.withUnsafeBytes { writer.writeRaw($0) }
        return writer.finish()
    }
}

/// Why a string is not a valid address. Carries none of the text, which may be a misplaced secret.
package enum StrKeyError: Error, Hashable {
    /// A character outside `A-Z2-7`; padding, blanks and lower case included.
    case invalidCharacter(offset: Int)
    /// No address, or none of this kind, has this length.
    case badLength
    /// Characters are missing or too many: the first one determines the length of the address.
    case wrongLength(found: Int, wanted: Int)
    /// Bits after the last byte are not zero.
    case unusedBits
    case badChecksum
    /// The first character is not that of a known kind.
    case unknownVersion
    /// The content does not match the kind (padding of a signed payload, version of a claimable balance).
    case badPayload
    /// A well-formed secret seed, `S…`, which must be kept out of every message.
    case secretSeed
    /// Hexadecimal digits that are not the id of a claimable balance.
    case badBalanceID
    /// An address of a kind that is not accepted here.
    case wrongKind(wanted: String)

    /// A predicate: it also reads well after "it is".
    package var message: String {
        switch self {
        case .invalidCharacter(let offset):
            "not an address: character \(offset + 1) is none of A-Z and 2-7"
        case .badLength: "not an address: no address has this length"
        case .wrongLength(let found, let wanted) where found < wanted:
            "not an address: \(found) of \(wanted) characters"
        case .wrongLength(let found, let wanted): "not an address: \(found) characters instead of \(wanted)"
        case .unusedBits: "not an address: unused bits at the end are set"
        case .badChecksum: "not an address: its checksum is wrong; a character was mistyped or is missing"
        case .unknownVersion: "not an address of a known kind"
        case .badPayload: "not an address: its inside is malformed"
        case .secretSeed: "a secret key (S...), not an address; it is not repeated here"
        case .badBalanceID:
            "not the id of a claimable balance: B..., 72 hexadecimal digits that begin with eight zeros, or the 64 after these"
        case .wrongKind(let wanted): "another kind of address: expected \(wanted)"
        }
    }
}
