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
