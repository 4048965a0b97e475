// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The XDR types that are written as a single SEP-23 address.
///
/// - Source: SEP-51 §Address Types.
enum AddressForm {
    /// Whether values of this type are written as an address.
    static func covers(_ type: any XDRCodable.Type) -> Bool {
        type == PublicKey.self || type == MuxedAccount.self || type == SCAddress.self || type == SignerKey.self
            || type == ClaimableBalanceID.self || type == MuxedAccountMed25519.self || type == MuxedEd25519Account.self
            || type == MuxedContract.self || type == SignerKeyEd25519SignedPayload.self
    }

    /// The address; nil for an empty signed payload, which SEP-23 cannot represent.
    static func text(of value: any XDRCodable) -> String? {
        switch value {
        case let key as PublicKey: key.address
        case let account as MuxedAccount: account.address
        case let address as SCAddress: address.address
        case let balance as ClaimableBalanceID: balance.address
        case let muxed as MuxedAccountMed25519: StrKey.muxed(muxed.ed25519, id: muxed.id).text
        case let muxed as MuxedEd25519Account: StrKey.muxed(muxed.ed25519, id: muxed.id).text
        case let muxed as MuxedContract: StrKey.muxedContract(muxed.contractId, id: muxed.id).text
        case let signer as SignerKey: text(of: signer)
        case let signed as SignerKeyEd25519SignedPayload: text(of: .ed25519SignedPayload(signed))
        default: nil
        }
    }

    private static func text(of signer: SignerKey) -> String? {
        if case .ed25519SignedPayload(let signed) = signer, signed.payload.bytes.isEmpty { return nil }
        return signer.address
    }

    /// Parses a value of one of the types that `covers` accepts.
    static func value(_ type: any XDRCodable.Type, _ text: String) throws(StrKeyError) -> any XDRCodable {
        if type == PublicKey.self { return try PublicKey(address: text) }
        if type == MuxedAccount.self { return try MuxedAccount(address: text) }
        if type == SignerKey.self { return try SignerKey(address: text) }
        let key = try StrKey(text)
        switch (type == SCAddress.self, key) {
        case (true, .publicKey(let key)): return SCAddress.account(.ed25519(key))
        case (true, .contract(let hash)): return SCAddress.contract(hash)
        case (true, .muxed(let key, let id)): return SCAddress.muxedAccount(MuxedEd25519Account(id: id, ed25519: key))
        case (true, .claimableBalance(let hash)): return SCAddress.claimableBalance(.v0(hash))
        case (true, .liquidityPool(let hash)): return SCAddress.liquidityPool(hash)
        case (true, .muxedContract(let hash, let id)):
            return SCAddress.muxedContract(MuxedContract(id: id, contractId: hash))
        case (true, _): throw .wrongKind(wanted: "an address of G..., C..., M..., B..., L... or W...")
        case (false, .claimableBalance(let hash)) where type == ClaimableBalanceID.self:
            return ClaimableBalanceID.v0(hash)
        case (false, .muxed(let key, let id)) where type == MuxedAccountMed25519.self:
            return MuxedAccountMed25519(id: id, ed25519: key)
        case (false, .muxed(let key, let id)) where type == MuxedEd25519Account.self:
            return MuxedEd25519Account(id: id, ed25519: key)
        case (false, .muxedContract(let hash, let id)) where type == MuxedContract.self:
            return MuxedContract(id: id, contractId: hash)
        case (false, .signedPayload(let key, let bytes)) where type == SignerKeyEd25519SignedPayload.self:
            guard let payload = Opaque<64>(bytes) else { throw .badPayload }
            return SignerKeyEd25519SignedPayload(ed25519: key, payload: payload)
        default: throw .wrongKind(wanted: wanted(type))
        }
    }

    private static func wanted(_ type: any XDRCodable.Type) -> String {
        if type == ClaimableBalanceID.self { return "a claimable balance, B..." }
        if type == MuxedContract.self { return "a muxed contract, W..." }
        return type == SignerKeyEd25519SignedPayload.self ? "a signed payload, P..." : "a muxed account, M..."
    }
}
