// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

/// Writes an XDR value as txrep, one line per field.
struct TxrepWriter: XDRVisitor {
    private let native: String
    private(set) var text = ""
    /// The current field.
    private var field: [UInt8] = []
    /// The length of `field` at the start of each open scope.
    private var scopes: [Int] = []
    /// Scopes whose arm name is omitted: SEP-11 says `tx.fee`, not `v1.tx.fee`.
    private var isEnvelope: [Bool] = []
    private var opensNext = false

    init(native: String) { self.native = native }

    private mutating func line(_ value: String, _ suffix: String = "") {
        if !text.isEmpty { text += "\n" }
        text += String(decoding: field, as: UTF8.self)
        text += suffix
        text += ": "
        text += value
    }

    private mutating func open(envelope: Bool = false) {
        scopes.append(field.count)
        isEnvelope.append(envelope)
    }

    mutating func wants(_ type: any XDRCodable.Type) -> Bool {
        if opensNext {
            opensNext = false
            return false
        }
        return type == PublicKey.self || type == MuxedAccount.self || type == SignerKey.self || type == Asset.self
            || type == ChangeTrustAsset.self || type == TrustLineAsset.self || type == AssetCode.self
    }

    mutating func take(_ value: any XDRCodable) {
        if let text = whole(value) { return line(text) }
        opensNext = true
        value.walk(&self)
    }

    /// The value on one line; nil for a pool share or an empty signed payload, which are written in parts.
    private func whole(_ value: any XDRCodable) -> String? {
        switch value {
        case let asset as Asset: TxrepText.text(of: asset, native: native)
        case let asset as ChangeTrustAsset: asset.asset.map { TxrepText.text(of: $0, native: native) }
        case let asset as TrustLineAsset: asset.asset.map { TxrepText.text(of: $0, native: native) }
        case let code as AssetCode: TxrepText.text(of: code)
        default: AddressForm.text(of: value)
        }
    }

    mutating func begin(structure name: StaticString) { open() }
    mutating func begin(array count: Int) {
        line(String(count), ".len")
        open()
    }

    mutating func begin(union: XDRLayout.Union, value: Int32) {
        let discriminant = (field.isEmpty ? "" : ".") + "\(union.discriminant)"
        line(union.memberName(of: value).map { "\($0)" } ?? String(value), discriminant)
        open(envelope: TxrepEnvelope.leavesOutArm(value, of: union))
    }

    mutating func field(_ name: StaticString) {
        field.removeSubrange(scopes[scopes.count - 1]...)
        if isEnvelope[isEnvelope.count - 1] { return }
        if !field.isEmpty { field.append(UInt8(ascii: ".")) }
        name.withUTF8Buffer { field.append(contentsOf: $0) }
    }

    mutating func element(_ index: Int) {
        field.removeSubrange(scopes[scopes.count - 1]...)
        field.append(contentsOf: "[\(index)]".utf8)
    }

    mutating func end() {
        field.removeSubrange(scopes.removeLast()...)
        isEnvelope.removeLast()
    }

    mutating func absent() { line("false", "._present") }
    mutating func present() { line("true", "._present") }
    mutating func integer(_ value: Int64, bits: Int, alias: StaticString?) { line(String(value)) }
    mutating func unsigned(_ value: UInt64, bits: Int, alias: StaticString?) { line(String(value)) }
    mutating func boolean(_ value: Bool) { line(value ? "true" : "false") }

    mutating func member(_ value: Int32, of enumeration: XDRLayout.Enumeration) {
        line(enumeration.name(of: value).map { "\($0)" } ?? "")
    }

    mutating func opaque(_ bytes: [UInt8], alias: StaticString?) { line(bytes.isEmpty ? "0" : Hex.encode(bytes)) }
    mutating func string(_ bytes: [UInt8], alias: StaticString?) { line(TxrepText.literal(bytes)) }
}

/// The types that txrep, or one of its dialects, writes on one line.
enum TxrepWhole {
    /// An account, which is never split into fields.
    case account(any XDRCodable.Type)
    /// An address that may also be split into fields.
    case address(any XDRCodable.Type)
    case asset
    /// An asset where a pool share is also possible.
    case trustLine
    case changeTrust
    case code
    case balance

    init?(_ type: any XDRCodable.Type) {
        if type == PublicKey.self || type == MuxedAccount.self {
            self = .account(type)
        } else if type == SignerKey.self || type == SCAddress.self {
            self = .address(type)
        } else if type == Asset.self {
            self = .asset
        } else if type == TrustLineAsset.self {
            self = .trustLine
        } else if type == ChangeTrustAsset.self {
            self = .changeTrust
        } else if type == AssetCode.self {
            self = .code
        } else if type == ClaimableBalanceID.self {
            self = .balance
        } else {
            return nil
        }
    }

    /// Whether one line is the only form.
    var isAlwaysWhole: Bool {
        switch self {
        case .account, .asset: true
        case .address, .trustLine, .changeTrust, .code, .balance: false
        }
    }

    /// Whether a second line may name the kind of asset.
    var isLine: Bool {
        switch self {
        case .trustLine, .changeTrust: true
        case .account, .address, .asset, .code, .balance: false
        }
    }

    func value(_ token: ArraySlice<UInt8>) throws(ValueFormatError) -> any XDRCodable {
        let text = String(decoding: token, as: UTF8.self)
        switch self {
        case .account(let type), .address(let type): return try Self.address(type, text)
        case .asset: return try TxrepText.asset(token)
        case .changeTrust: return try TxrepText.asset(token).asTrustLine
        case .trustLine:
            switch try TxrepText.asset(token) {
            case .native: return TrustLineAsset.native
            case .creditAlphanum4(let credit): return TrustLineAsset.creditAlphanum4(credit)
            case .creditAlphanum12(let credit): return TrustLineAsset.creditAlphanum12(credit)
            }
        case .code: return try TxrepText.code(token)
        case .balance:
            if text.hasPrefix("B") { return try Self.address(ClaimableBalanceID.self, text) }
            // The Python SDK writes the id's XDR in hex.
            guard let bytes = try? Hex.decode(text), let balance = try? ClaimableBalanceID(xdr: bytes) else {
                throw .expected("a claimable balance, B... or 72 hexadecimal digits")
            }
            return balance
        }
    }

    private static func address(_ type: any XDRCodable.Type, _ text: String) throws(ValueFormatError) -> any XDRCodable
    {
        do throws(StrKeyError) { return try AddressForm.value(type, text) } catch { throw .address(error) }
    }
}
