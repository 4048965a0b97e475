// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// Values as contracts write them.
extension SCVal {
    /// A symbol; a text of more than 32 bytes makes the empty symbol.
    package static func name(_ text: String) -> SCVal { .symbol(SCSymbol(name: text)) }

    package static func text(_ text: String) -> SCVal { .string(SCString(Array(text.utf8)) ?? SCString()) }

    package static func raw(_ bytes: [UInt8]) -> SCVal { .bytes(SCBytes(bytes) ?? SCBytes()) }

    package static func amount(_ value: Int128) -> SCVal {
        .i128(Int128Parts(hi: Int64(truncatingIfNeeded: value >> 64), lo: UInt64(truncatingIfNeeded: value)))
    }

    /// A structure: a map with its fields' names as keys, which must be given in ascending order.
    package static func record(_ fields: (String, SCVal)...) -> SCVal {
        .map(fields.map { SCMapEntry(key: .name($0.0), val: $0.1) })
    }

    /// A case of a union: its name and its values.
    package static func tagged(_ name: String, _ values: SCVal...) -> SCVal { .vec([.name(name)] + values) }
}

extension SCSymbol {
    /// The symbol with this text; empty if the text has more than 32 bytes.
    package init(name: String) { self = SCSymbol(Array(name.utf8)) ?? SCSymbol() }

    /// The symbol as text, for comparisons with names that are known; other bytes may be anything.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The order of values, by which a map's keys ascend: first by type, then by content.
///
/// - Source: CAP-46-01 §Comparison.
extension SCVal {
    func precedes(_ other: SCVal) -> Bool {
        let (type, otherType) = (discriminant.rawValue, other.discriminant.rawValue)
        guard type == otherType else { return type < otherType }
        return switch (self, other) {
        case (.bool(let a), .bool(let b)): !a && b
        case (.u32(let a), .u32(let b)): a < b
        case (.i32(let a), .i32(let b)): a < b
        case (.i64(let a), .i64(let b)): a < b
        case (.i128(let a), .i128(let b)): a.value < b.value
        case (.i256(let a), .i256(let b)):
            (a.hi_hi, a.hi_lo, a.lo_hi, a.lo_lo) < (b.hi_hi, b.hi_lo, b.lo_hi, b.lo_lo)
        case (.bytes(let a), .bytes(let b)): a.bytes.lexicographicallyPrecedes(b.bytes)
        case (.string(let a), .string(let b)): a.bytes.lexicographicallyPrecedes(b.bytes)
        case (.symbol(let a), .symbol(let b)): a.bytes.lexicographicallyPrecedes(b.bytes)
        case (.vec(let a?), .vec(let b?)): a.lexicographicallyPrecedes(b) { $0.precedes($1) }
        case (.map(let a?), .map(let b?)):
            a.lexicographicallyPrecedes(b) { $0.key == $1.key ? $0.val.precedes($1.val) : $0.key.precedes($1.key) }
        // What is left has no parts, or parts of fixed size without a sign, whose bytes have their order.
        default: xdr.lexicographicallyPrecedes(other.xdr)
        }
    }

    /// Whether contracts can have the value: a map's keys ascend, a vector and a map are there, a symbol has letters,
    /// digits and underscores only, and nothing is a key of the ledger.
    ///
    /// - Source: rs-soroban-env `Host::to_host_val`.
    var isSound: Bool {
        switch self {
        case .contractInstance, .ledgerKeyContractInstance, .ledgerKeyNonce, .executableTag: false
        case .symbol(let symbol): symbol.bytes.allSatisfy(Self.isSymbolCharacter)
        case .vec(let values): values?.allSatisfy(\.isSound) ?? false
        case .map(let entries):
            entries.map { entries in
                entries.allSatisfy { $0.key.isSound && $0.val.isSound }
                    && zip(entries, entries.dropFirst()).allSatisfy { $0.key.precedes($1.key) }
            } ?? false
        default: true
        }
    }

    private static func isSymbolCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Readers of values. Each is nil when the value has another type.
extension SCVal {
    var asAmount: Int128? { if case .i128(let parts) = self { parts.value } else { nil } }
    var asU32: UInt32? { if case .u32(let value) = self { value } else { nil } }
    var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var asSymbol: SCSymbol? { if case .symbol(let value) = self { value } else { nil } }
    var asText: SCString? { if case .string(let value) = self { value } else { nil } }
    var asVec: SCVec? { if case .vec(let values?) = self { values } else { nil } }
    var asMap: SCMap? { if case .map(let entries?) = self { entries } else { nil } }
    var asAddress: SCAddress? { if case .address(let value) = self { value } else { nil } }

    /// The bytes, if there are exactly `count`.
    func asBytes(_ count: Int) -> [UInt8]? {
        guard case .bytes(let value) = self, value.bytes.count == count else { return nil }
        return value.bytes
    }

    /// The values of a structure with exactly these fields, which are given in ascending order.
    func fields(_ names: String...) -> [SCVal]? {
        guard let entries = asMap, entries.map(\.key) == names.map(SCVal.name) else { return nil }
        return entries.map(\.val)
    }
}

/// Keys of what contracts store.
extension LedgerKey {
    package static func account(_ id: AccountID) -> LedgerKey { .account(LedgerKeyAccount(accountID: id)) }

    package static func trustline(_ id: AccountID, _ asset: Asset) -> LedgerKey {
        .trustline(LedgerKeyTrustLine(accountID: id, asset: TrustLineAsset(asset)))
    }

    package static func instance(_ contract: ContractID) -> LedgerKey {
        .persistent(.contract(contract), .ledgerKeyContractInstance)
    }

    package static func code(_ hash: Hash) -> LedgerKey { .contractCode(LedgerKeyContractCode(hash: hash)) }

    package static func persistent(_ owner: SCAddress, _ key: SCVal) -> LedgerKey {
        .contractData(LedgerKeyContractData(contract: owner, key: key, durability: .persistent))
    }

    package static func temporary(_ owner: SCAddress, _ key: SCVal) -> LedgerKey {
        .contractData(LedgerKeyContractData(contract: owner, key: key, durability: .temporary))
    }

    /// Whether the entry is forgotten when its lifetime ends.
    var isTemporary: Bool {
        if case .contractData(let data) = self { data.durability == .temporary } else { false }
    }
}

extension TrustLineAsset {
    package init(_ asset: Asset) {
        switch asset {
        case .native: self = .native
        case .creditAlphanum4(let credit): self = .creditAlphanum4(credit)
        case .creditAlphanum12(let credit): self = .creditAlphanum12(credit)
        }
    }
}
