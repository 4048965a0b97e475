// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

/// One field of an XDR value: its path, by the schema's names, and its value.
package struct Field: Hashable, Sendable {
    /// Dotted: `path.0`, `signer.weight`. Deep inside a value it begins with `#1`, which an earlier field of that
    /// value introduces.
    package let path: String
    package let value: Phrase
}

/// Lists every field of any XDR value, so that nothing in it is hidden, whatever else is shown.
///
/// Accounts and other addresses are shown as such, assets with their issuers, amounts in units, times in UTC, flags in
/// words, strings escaped, other bytes in hex.
package struct FieldDump: XDRVisitor {
    private enum Scope {
        case structure(StaticString)
        case array
    }

    package private(set) var fields: [Field] = []
    private var scopes: [Scope] = []
    private var names: [String] = []
    /// Abbreviations of enclosing paths, so that paths stay short however deep a value is; each stands for the first
    /// `depth` names.
    private var prefixes: [(depth: Int, text: String)] = []
    private var prefixCount = 0
    /// The maximum number of names in a path before it is abbreviated.
    private static let longestPath = 32

    private init() {}

    /// The fields of a value, in the order of their encoding.
    package static func of(_ value: some XDRCodable) -> [Field] {
        var dump = FieldDump()
        value.walk(&dump)
        return dump.fields
    }

    private mutating func show(_ value: Phrase) {
        fields.append(Field(path: path, value: value))
    }

    private var path: String {
        let own = names[(prefixes.last?.depth ?? 0)...].filter { !$0.isEmpty }
        return ((prefixes.last.map { [$0.text] } ?? []) + own).joined(separator: ".")
    }

    /// Sets the name of the current part of the innermost scope.
    private mutating func name(_ name: String) { names[names.count - 1] = name }

    private mutating func open(_ scope: Scope, isEmpty: Bool = false) {
        if !isEmpty, names.count - (prefixes.last?.depth ?? 0) >= Self.longestPath {
            prefixCount += 1
            let text = "#\(prefixCount)"
            show("continues as \(plain: text)")
            prefixes.append((names.count, text))
        }
        scopes.append(scope)
        names.append("")
    }

    package func wants(_ type: any XDRCodable.Type) -> Bool { Self.whole.contains(ObjectIdentifier(type)) }

    package mutating func take(_ value: any XDRCodable) {
        switch value {
        case let account as MuxedAccount: show("\(account)")
        case let account as PublicKey: show("\(account)")
        case let asset as Asset: show("\(asset)")
        case let code as AssetCode: show(Phrase(code))
        case let line as ChangeTrustAsset: show(Phrase(line))
        case let line as TrustLineAsset: show(Phrase(line))
        case let signer as SignerKey: show(Phrase(signer))
        case let address as SCAddress: show("\(address)")
        case let balance as ClaimableBalanceID: show("\(balance.strKey)")
        case let price as Price: show(Phrase(price))
        case let predicate as ClaimPredicate: show(Phrase(predicate))
        case let memo as Memo: show(Phrase(memo))
        case let value as SCVal: show(Phrase(value))
        default: preconditionFailure("only the types asked for come whole")
        }
    }

    private static let whole: Set<ObjectIdentifier> = Set(
        [
            MuxedAccount.self, PublicKey.self, Asset.self, AssetCode.self, ChangeTrustAsset.self, TrustLineAsset.self,
            SignerKey.self, SCAddress.self, ClaimableBalanceID.self, Price.self, ClaimPredicate.self, Memo.self,
            SCVal.self,
        ].map { ObjectIdentifier($0 as any XDRCodable.Type) })

    package mutating func begin(structure name: StaticString) { open(.structure(name)) }
    package mutating func field(_ name: StaticString) { self.name("\(name)") }

    package mutating func end() {
        scopes.removeLast()
        names.removeLast()
        if prefixes.last?.depth == names.count { prefixes.removeLast() }
    }

    package mutating func begin(array count: Int) {
        if count == 0 { show("none") }
        open(.array, isEmpty: count == 0)
    }

    package mutating func element(_ index: Int) { name(String(index)) }

    package mutating func begin(union: XDRLayout.Union, value: Int32) {
        open(.structure(union.name))
        if let member = union.memberName(of: value) {
            name("\(union.discriminant)")
            show("\(plain: "\(member)")")
        }
        name("")
    }

    package mutating func absent() { show("not set") }
    package mutating func present() {}

    package mutating func integer(_ value: Int64, bits: Int, alias: StaticString?) {
        show(isAmount ? "\(Amount(stroops: value))" : "\(value)")
    }

    package mutating func unsigned(_ value: UInt64, bits: Int, alias: StaticString?) {
        if let alias, "\(alias)" == "TimePoint" {
            show(value == 0 ? "0 (no limit)" : Phrase(time: value))
            return
        }
        guard let bits = UInt32(exactly: value), case .structure(let owner)? = scopes.last else {
            return show("\(value)")
        }
        switch ("\(owner)", names.last) {
        case ("SetOptionsOp", "setFlags"), ("SetOptionsOp", "clearFlags"): show("\(value) (\(Flags.account(bits)))")
        case ("SetTrustLineFlagsOp", "setFlags"), ("SetTrustLineFlagsOp", "clearFlags"), ("AllowTrustOp", "authorize"):
            show("\(value) (\(Flags.trustline(bits)))")
        default: show("\(value)")
        }
    }

    package mutating func boolean(_ value: Bool) { show(value ? "yes" : "no") }

    package mutating func member(_ value: Int32, of enumeration: XDRLayout.Enumeration) {
        show("\(plain: "\(enumeration.name(of: value) ?? "")")")
    }

    package mutating func opaque(_ bytes: [UInt8], alias: StaticString?) {
        switch (alias.map { "\($0)" }, Hash(bytes)) {
        case ("PoolID", let pool?): show("\(StrKey.liquidityPool(pool))")
        case ("ContractID", let contract?): show("\(StrKey.contract(contract))")
        case ("DataValue", _): show(Phrase(textOrHex: bytes))
        default: show(bytes.isEmpty ? "empty" : "\(hex: bytes)")
        }
    }

    package mutating func string(_ bytes: [UInt8], alias: StaticString?) { show(Phrase(quoting: bytes)) }

    /// Whether the current field is an amount, judging by its name: the wire type is only `int64`.
    private var isAmount: Bool {
        guard case .structure? = scopes.last, let name = names.last else { return false }
        return Self.amounts.contains(name)
    }

    private static let amounts: Set<String> = [
        "startingBalance", "amount", "sendMax", "destAmount", "sendAmount", "destMin", "buyAmount", "limit",
        "maxAmountA",
        "maxAmountB", "minAmountA", "minAmountB", "resourceFee",
    ]
}
