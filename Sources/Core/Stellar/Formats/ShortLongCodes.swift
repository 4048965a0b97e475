// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension Asset {
    /// Whether the code is of the kind for 5 to 12 characters but has at most four: the network refuses it, and as text it reads like the asset
    /// of the other kind.
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
