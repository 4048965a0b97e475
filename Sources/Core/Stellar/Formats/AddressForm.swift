// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

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

/// A `typedef` of opaque bytes that SEP-51 does not write in hex.
enum LeafForm: String {
    case contract = "ContractID"
    case pool = "PoolID"
    case code4 = "AssetCode4"
    case code12 = "AssetCode12"

    init?(_ alias: String) { self.init(rawValue: alias) }

    /// The text form; nil if the length does not match the type.
    func text(of bytes: [UInt8]) -> String? {
        switch self {
        case .contract: Hash(bytes).map { StrKey.contract($0).text }
        case .pool: Hash(bytes).map { StrKey.liquidityPool($0).text }
        case .code4, .code12: EscapedText.text(of: AssetCodeBytes.shown(bytes))
        }
    }

    func bytes(of text: String) throws(ValueFormatError) -> [UInt8] {
        switch self {
        case .code4: return try AssetCodeBytes.padded(EscapedText.bytes(of: text, rawZeros: true), to: 4)
        case .code12: return try AssetCodeBytes.padded(EscapedText.bytes(of: text, rawZeros: true), to: 12)
        case .contract, .pool:
            let key: StrKey
            do throws(StrKeyError) { key = try StrKey(text) } catch { throw .address(error) }
            switch (self, key) {
            case (.contract, .contract(let hash)), (.pool, .liquidityPool(let hash)): return hash.bytes
            case (.contract, _): throw .address(.wrongKind(wanted: "a contract, C..."))
            default: throw .address(.wrongKind(wanted: "a liquidity pool, L..."))
            }
        }
    }
}

/// The bytes of an asset code as shown in text: without trailing zeros, unless the type could not be recognized then.
enum AssetCodeBytes {
    /// An alphanum4 code up to its last nonzero byte; at least five bytes of an alphanum12 code, to distinguish the
    /// two.
    static func shown(_ code: [UInt8]) -> ArraySlice<UInt8> {
        let end = code.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return code[..<(code.count == 12 ? max(end, 5) : end)]
    }

    /// The code's bytes, padded with trailing zeros to `size`.
    static func padded(_ shown: [UInt8], to size: Int) throws(ValueFormatError) -> [UInt8] {
        guard shown.count <= size else { throw .tooLong(limit: size) }
        return shown + Array(repeating: 0, count: size - shown.count)
    }

    /// The code with these shown bytes: up to four make an alphanum4, more an alphanum12.
    static func code(shown: [UInt8]) throws(ValueFormatError) -> AssetCode {
        if let short = AssetCode4(try padded(shown, to: max(4, shown.count))) { return .creditAlphanum4(short) }
        guard let long = AssetCode12(try padded(shown, to: 12)) else { throw .tooLong(limit: 12) }
        return .creditAlphanum12(long)
    }
}

extension Asset {
    /// Whether the code is of the kind for 5 to 12 characters but has at most four: the network refuses it, and as text
    /// it reads like the asset of the other kind.
    package var isShortCodeOfLongKind: Bool {
        guard case .creditAlphanum12(let credit) = self else { return false }
        return ShortLongCodes.isOne(credit.assetCode.bytes)
    }
}

/// Finds asset codes of the kind for 5 to 12 characters that have at most four, anywhere in a value.
package struct ShortLongCodes: XDRVisitor {
    private var found: [[UInt8]] = []

    /// The codes without their padding, in the order of the value.
    package static func codes(in value: some XDRCodable) -> [[UInt8]] {
        var visitor = ShortLongCodes()
        value.walk(&visitor)
        return visitor.found
    }

    /// Whether the code is 1 to 4 letters and digits, and then zeros.
    package static func isOne(_ code: [UInt8]) -> Bool {
        let letters = code.prefix { $0 != 0 }
        return (1...4).contains(letters.count) && letters.allSatisfy(Asset.isCodeCharacter)
            && code.dropFirst(letters.count).allSatisfy { $0 == 0 }
    }

    package mutating func opaque(_ bytes: [UInt8], alias: StaticString?) {
        guard let alias, "\(alias)" == "AssetCode12", Self.isOne(bytes) else { return }
        found.append(bytes.prefix { $0 != 0 }.map { $0 })
    }

    package func wants(_ type: any XDRCodable.Type) -> Bool { false }
    package mutating func take(_ value: any XDRCodable) {}
    package func begin(structure name: StaticString) {}
    package func field(_ name: StaticString) {}
    package func end() {}
    package func begin(array count: Int) {}
    package func element(_ index: Int) {}
    package func begin(union: XDRLayout.Union, value: Int32) {}
    package func absent() {}
    package func present() {}
    package func integer(_ value: Int64, bits: Int, alias: StaticString?) {}
    package func unsigned(_ value: UInt64, bits: Int, alias: StaticString?) {}
    package func boolean(_ value: Bool) {}
    package func member(_ value: Int32, of enumeration: XDRLayout.Enumeration) {}
    package func string(_ bytes: [UInt8], alias: StaticString?) {}
}
