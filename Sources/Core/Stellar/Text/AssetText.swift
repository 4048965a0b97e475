// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
package import StellarXDR

extension Asset {
    /// `XLM` or `CODE:ISSUER`, as texts and tables for people have it.
    package var plain: String { self == .native ? "XLM" : text }

    /// Parses `native` or `CODE:ISSUER`; the code has 1 to 12 letters and digits.
    package init(_ text: String) throws(AssetError) {
        if text == "native" {
            self = .native
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .notAnAsset }
        let issuer: AccountID
        do { issuer = try AccountID(address: String(parts[1])) } catch { throw .badIssuer(error) }
        try self.init(code: String(parts[0]), issuer: issuer)
    }

    /// The asset with this code and issuer; the code is not checked.
    package init(_ code: AssetCode, issuer: AccountID) {
        switch code {
        case .creditAlphanum4(let code): self = .creditAlphanum4(AlphaNum4(assetCode: code, issuer: issuer))
        case .creditAlphanum12(let code): self = .creditAlphanum12(AlphaNum12(assetCode: code, issuer: issuer))
        }
    }

    /// A credit asset: up to four characters make an alphanum4, up to twelve an alphanum12.
    package init(code: String, issuer: AccountID) throws(AssetError) {
        let bytes = Array(code.utf8)
        guard (1...12).contains(bytes.count), bytes.allSatisfy(Self.isCodeCharacter) else { throw .badCode }
        let size = bytes.count <= 4 ? 4 : 12
        let padded = bytes + Array(repeating: 0, count: size - bytes.count)
        if let code = AssetCode4(padded) {
            self = .creditAlphanum4(AlphaNum4(assetCode: code, issuer: issuer))
        } else if let code = AssetCode12(padded) {
            self = .creditAlphanum12(AlphaNum12(assetCode: code, issuer: issuer))
        } else {
            throw .badCode
        }
    }

    package static func isCodeCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// The code's bytes without the zero padding; nil for native. In an envelope they may be anything.
    package var codeBytes: [UInt8]? {
        let raw: [UInt8]
        switch self {
        case .native: return nil
        case .creditAlphanum4(let credit): raw = credit.assetCode.bytes
        case .creditAlphanum12(let credit): raw = credit.assetCode.bytes
        }
        let end = raw.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return Array(raw[..<end])
    }

    /// The code as escaped text; `XLM` for native.
    package var code: String { codeBytes.map { TerminalText.escape($0) } ?? "XLM" }

    /// The issuer; nil for native.
    package var issuer: AccountID? {
        switch self {
        case .native: nil
        case .creditAlphanum4(let credit): credit.issuer
        case .creditAlphanum12(let credit): credit.issuer
        }
    }

    /// `native` or `CODE:ISSUER`, escaped.
    package var text: String { issuer.map { "\(code):\($0.address)" } ?? "native" }

    /// Whether the network accepts the code: letters and digits, zeros only at the end, 1 to 4 or 5 to 12 by type.
    package var hasValidCode: Bool {
        guard let bytes = codeBytes else { return true }
        let lengths = if case .creditAlphanum4 = self { 1...4 } else { 5...12 }
        return lengths.contains(bytes.count) && bytes.allSatisfy(Self.isCodeCharacter)
    }
}

extension Asset {
    /// This asset as the line of a `ChangeTrustOp`.
    package var asTrustLine: ChangeTrustAsset {
        switch self {
        case .native: .native
        case .creditAlphanum4(let credit): .creditAlphanum4(credit)
        case .creditAlphanum12(let credit): .creditAlphanum12(credit)
        }
    }
}

extension ChangeTrustAsset {
    /// The asset; nil for a pool share.
    package var asset: Asset? {
        switch self {
        case .native: .native
        case .creditAlphanum4(let credit): .creditAlphanum4(credit)
        case .creditAlphanum12(let credit): .creditAlphanum12(credit)
        case .poolShare: nil
        }
    }
}

extension TrustLineAsset {
    /// The asset; nil for a pool share.
    package var asset: Asset? {
        switch self {
        case .native: .native
        case .creditAlphanum4(let credit): .creditAlphanum4(credit)
        case .creditAlphanum12(let credit): .creditAlphanum12(credit)
        case .poolShare: nil
        }
    }
}

/// Why a string does not name an asset.
package enum AssetError: Error, Hashable {
    case notAnAsset
    case badCode
    case badIssuer(StrKeyError)

    package var message: String {
        switch self {
        case .notAnAsset: "not an asset: write native, or CODE:ISSUER"
        case .badCode: "not an asset: a code has 1 to 12 letters and digits"
        case .badIssuer(let error): "the asset's issuer: \(error.message)"
        }
    }
}

extension LiquidityPoolParameters {
    /// The fee of every pool, in basis points.
    package static let onlyFee: Int32 = 30

    /// The pool of two assets; nil unless they are in the network's order, A before B (see `Asset.precedes`).
    package init?(_ a: Asset, _ b: Asset) {
        guard a.precedes(b) else { return nil }
        self = .liquidityPoolConstantProduct(
            LiquidityPoolConstantProductParameters(assetA: a, assetB: b, fee: Self.onlyFee))
    }

    /// The pool's id on the ledger: SHA-256 of its parameters.
    package var id: PoolID { PoolID(sha256: xdr) }
}

extension FixedOpaque where size == 32 {
    /// Parses a pool id from `L…`, or from 64 hexadecimal digits, as Horizon writes it.
    package init(poolID text: String) throws(StrKeyError) {
        if text.utf8.count == 64, let bytes = try? Hex.decode(text), let id = PoolID(bytes) {
            self = id
            return
        }
        guard case .liquidityPool(let id) = try StrKey(text) else {
            throw .wrongKind(wanted: "a liquidity pool, L...")
        }
        self = id
    }
}

extension Asset {
    /// Whether this asset comes first in the network's order of a pool's assets: by type, then code bytes, then
    /// issuer bytes.
    package func precedes(_ other: Asset) -> Bool {
        switch (self, other) {
        case (.creditAlphanum4(let a), .creditAlphanum4(let b)):
            a.assetCode == b.assetCode ? a.issuer.key < b.issuer.key : a.assetCode < b.assetCode
        case (.creditAlphanum12(let a), .creditAlphanum12(let b)):
            a.assetCode == b.assetCode ? a.issuer.key < b.issuer.key : a.assetCode < b.assetCode
        default: discriminant.rawValue < other.discriminant.rawValue
        }
    }
}
