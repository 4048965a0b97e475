// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import StellarXDR

extension PublicKey {
    /// The account of a `G…` address.
    package init(address: String) throws(StrKeyError) {
        guard case .publicKey(let key) = try StrKey(address) else { throw .wrongKind(wanted: "an account, G...") }
        self = .ed25519(key)
    }

    /// The raw Ed25519 key, 32 bytes.
    package var key: Uint256 {
        switch self {
        case .ed25519(let key): key
        }
    }

    /// `G…`.
    package var address: String { StrKey.publicKey(key).text }

    /// The last four bytes of the key, which accompany a signature.
    package var hint: SignatureHint { SignatureHint.last(of: key.bytes) }
}

extension FixedOpaque where size == 4 {
    /// The last four bytes of `bytes`; shorter input is padded with trailing zeros (CAP-40).
    package static func last(of bytes: [UInt8]) -> FixedOpaque<4> {
        let tail = bytes.suffix(4)
        guard let hint = FixedOpaque<4>(tail + Array(repeating: 0, count: 4 - tail.count)) else {
            preconditionFailure("four bytes are four bytes")
        }
        return hint
    }
}

extension MuxedAccount {
    /// The account of a `G…` or `M…` address.
    package init(address: String) throws(StrKeyError) {
        switch try StrKey(address) {
        case .publicKey(let key): self = .ed25519(key)
        case .muxed(let key, let id): self = .muxedEd25519(MuxedAccountMed25519(id: id, ed25519: key))
        default: throw .wrongKind(wanted: "an account, G... or M...")
        }
    }

    package init(_ account: AccountID) { self = .ed25519(account.key) }

    /// The raw Ed25519 key of the underlying account.
    package var key: Uint256 {
        switch self {
        case .ed25519(let key): key
        case .muxedEd25519(let muxed): muxed.ed25519
        }
    }

    /// The underlying account, without the id.
    package var account: AccountID { .ed25519(key) }

    /// The id of an `M…` address; nil for a `G…` address. Zero is a valid id.
    package var id: UInt64? {
        if case .muxedEd25519(let muxed) = self { muxed.id } else { nil }
    }

    /// `G…` or `M…`.
    package var address: String {
        switch self {
        case .ed25519(let key): StrKey.publicKey(key).text
        case .muxedEd25519(let muxed): StrKey.muxed(muxed.ed25519, id: muxed.id).text
        }
    }
}

extension SignerKey {
    /// Parses a signer from `G…`, `T…`, `X…` or `P…`.
    package init(address: String) throws(StrKeyError) {
        switch try StrKey(address) {
        case .publicKey(let key): self = .ed25519(key)
        case .preAuthTx(let hash): self = .preAuthTx(hash)
        case .hashX(let hash): self = .hashX(hash)
        case .signedPayload(let key, let payload):
            guard let payload = Opaque<64>(payload) else { throw .badPayload }
            self = .ed25519SignedPayload(SignerKeyEd25519SignedPayload(ed25519: key, payload: payload))
        default: throw .wrongKind(wanted: "a signer, G..., T..., X... or P...")
        }
    }

    /// The SEP-23 text.
    package var address: String {
        switch self {
        case .ed25519(let key): StrKey.publicKey(key).text
        case .preAuthTx(let hash): StrKey.preAuthTx(hash).text
        case .hashX(let hash): StrKey.hashX(hash).text
        case .ed25519SignedPayload(let signed):
            StrKey.signedPayload(signed.ed25519, payload: signed.payload.bytes).text
        }
    }

    /// The hint of this signer's signatures (CAP-40 for signed payloads).
    package var hint: SignatureHint {
        switch self {
        case .ed25519(let key): .last(of: key.bytes)
        case .preAuthTx(let hash), .hashX(let hash): .last(of: hash.bytes)
        case .ed25519SignedPayload(let signed):
            .exclusiveOr(.last(of: signed.ed25519.bytes), .last(of: signed.payload.bytes))
        }
    }
}

extension FixedOpaque where size == 4 {
    fileprivate static func exclusiveOr(_ a: FixedOpaque<4>, _ b: FixedOpaque<4>) -> FixedOpaque<4> {
        last(of: (0..<4).map { a[$0] ^ b[$0] })
    }
}

extension SCAddress {
    /// The SEP-23 text: `G…`, `C…`, `M…`, `B…`, `L…` or `W…`.
    package var address: String {
        switch self {
        case .account(let account): account.address
        case .contract(let contract): StrKey.contract(contract).text
        case .muxedAccount(let muxed): StrKey.muxed(muxed.ed25519, id: muxed.id).text
        case .claimableBalance(let balance): balance.address
        case .liquidityPool(let pool): StrKey.liquidityPool(pool).text
        case .muxedContract(let muxed): StrKey.muxedContract(muxed.contractId, id: muxed.id).text
        }
    }
}

extension ClaimableBalanceID {
    /// `B…`.
    package var address: String {
        switch self {
        case .v0(let hash): StrKey.claimableBalance(hash).text
        }
    }
}

extension ClaimableBalanceID {
    /// Parses `B…`; or the 72 hexadecimal digits of the id's XDR, as Horizon writes it; or the 64 digits of its hash,
    /// as many explorers show it: the eight digits before them are the type, of which there is one.
    package init(_ text: String) throws(StrKeyError) {
        if let bytes = Self.digits(text) {
            guard let id = (bytes.count == 32 ? Hash(bytes).map(Self.v0) : try? ClaimableBalanceID(xdr: bytes)) else {
                throw .badBalanceID
            }
            self = id
            return
        }
        guard case .claimableBalance(let hash) = try StrKey(text) else {
            throw .wrongKind(wanted: "a claimable balance, B...")
        }
        self = .v0(hash)
    }

    /// The bytes of a text that can only be meant as hexadecimal digits; no other address has a lower-case letter, 0,
    /// 1, 8 or 9.
    private static func digits(_ text: String) -> [UInt8]? {
        guard text.utf8.count >= 48, let bytes = try? Hex.decode(text) else { return nil }
        return bytes
    }

    /// The id of the claimable balance that an operation creates.
    ///
    /// - Source: stellar-core `CreateClaimableBalanceOpFrame`; the account is the transaction's source, not the
    ///   operation's.
    package init(createdBy transaction: Transaction, operation index: Int) {
        let preimage = HashIDPreimage.opId(
            HashIDPreimageOperationId(
                sourceAccount: transaction.sourceAccount.account, seqNum: transaction.seqNum, opNum: UInt32(index)))
        self = .v0(Hash(sha256: preimage.xdr))
    }
}

/// CRC-16/XMODEM: polynomial 0x1021, start 0; the checksum inside every address (SEP-23).
package enum CRC16 {
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        let table = Self.table
        return bytes.reduce(0) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] }
    }

    /// The effect of each leading byte on the checksum.
    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
    }
}
