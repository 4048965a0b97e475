// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

extension Phrase {
    /// A memo with its kind.
    package init(_ memo: Memo) {
        switch memo {
        case .none: self = "none"
        case .text(let text): self = "text \(text: text.bytes)"
        case .id(let id): self = "id \(id)"
        case .hash(let hash): self = "hash \(hex: hash.bytes)"
        case .return(let hash): self = "return hash \(hex: hash.bytes)"
        }
    }

    /// A time in UTC, followed by its number on the wire.
    package init(time: UInt64) { self = "\(Timestamp(time)) (\(time))" }

    /// A duration in its two largest units.
    package init(duration seconds: UInt64) {
        let units: [(UInt64, Phrase, Phrase)] = [
            (86400, "day", "days"), (3600, "hour", "hours"), (60, "minute", "minutes"), (1, "second", "seconds"),
        ]
        var rest = seconds
        var parts: [Phrase] = []
        for (size, one, many) in units where rest >= size && parts.count < 2 {
            parts.append("\(rest / size) \(rest / size == 1 ? one : many)")
            rest %= size
        }
        self = parts.isEmpty ? "0 seconds" : Phrase(parts, separator: " ")
    }

    /// A signer with its kind in words.
    package init(_ signer: SignerKey) {
        switch signer {
        case .ed25519: self = "the key \(signer.strKey)"
        case .preAuthTx(let hash):
            self = "the pre-authorized transaction with the hash \(hex: hash.bytes) (\(signer.strKey))"
        case .hashX: self = "anyone who knows the secret behind the hash \(signer.strKey)"
        case .ed25519SignedPayload(let signed):
            self = """
                the key \(StrKey.publicKey(signed.ed25519)) signing the payload \
                \(Phrase(textOrHex: signed.payload.bytes)) (\(signer.strKey))
                """
        }
    }

    /// The line of a trustline: an asset, or a pool share with its two assets.
    package init(_ line: ChangeTrustAsset) {
        switch line {
        case .native: self = "XLM"
        case .creditAlphanum4(let credit): self.init(Asset.creditAlphanum4(credit))
        case .creditAlphanum12(let credit): self.init(Asset.creditAlphanum12(credit))
        case .poolShare(.liquidityPoolConstantProduct(let pool)):
            self = "shares of the pool of \(pool.assetA) and \(pool.assetB) with a fee of \(pool.fee) in 10000"
        }
    }

    package init(_ line: TrustLineAsset) {
        switch line {
        case .native: self = "XLM"
        case .creditAlphanum4(let credit): self.init(Asset.creditAlphanum4(credit))
        case .creditAlphanum12(let credit): self.init(Asset.creditAlphanum12(credit))
        case .poolShare(let pool): self = "shares of the pool \(StrKey.liquidityPool(pool))"
        }
    }

    /// A price as a fraction and in decimal: how many of the first for each of the second.
    package init(_ price: Price) {
        self = "\(price.n)/\(price.d)"
        if let decimal = Ratio(price).text { append(" (\(plain: decimal))") }
    }

    /// An asset's code without its issuer, for use after it was named in full; with the issuer if the code looks like
    /// the native asset's.
    package init(codeOf asset: Asset) {
        if asset.looksNative {
            self.init(asset)
            return
        }
        guard let code = asset.codeBytes else {
            self = "XLM"
            return
        }
        self.init(code: code, isValid: asset.hasValidCode)
        append(Phrase(kindOf: asset))
    }

    package init(_ code: AssetCode) {
        let raw: [UInt8]
        switch code {
        case .creditAlphanum4(let code): raw = code.bytes
        case .creditAlphanum12(let code): raw = code.bytes
        }
        let end = raw.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        let bytes = Array(raw[..<end])
        self.init(code: bytes, isValid: !bytes.isEmpty && bytes.allSatisfy(Asset.isCodeCharacter))
        if raw.count == 12, ShortLongCodes.isOne(raw) { append(" as AlphaNum12") }
    }
}

/// The quotient of two integers in decimal, for display; computed with exact integers.
package struct Ratio: Hashable, Sendable {
    package let numerator: Int64
    package let denominator: Int64

    package init(_ numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    package init(_ price: Price) { self.init(Int64(price.n), Int64(price.d)) }

    package var inverse: Ratio { Ratio(denominator, numerator) }

    /// At least seven significant digits, preceded by `about` if digits were cut off; nil unless both numbers are
    /// positive.
    package var text: String? {
        guard numerator > 0, denominator > 0 else { return nil }
        let n = UInt64(numerator)
        let d = UInt64(denominator)
        var rest = n % d
        var digits = String(n / d)
        var significant = n / d == 0 ? 0 : digits.count
        if rest == 0 { return digits }
        digits += "."
        while rest != 0, significant < 7 {
            let tenfold = UInt128(rest) * 10
            let digit = tenfold / UInt128(d)
            digits += String(digit)
            if significant > 0 || digit != 0 { significant += 1 }
            rest = UInt64(tenfold % UInt128(d))
        }
        if digits.hasSuffix(".") { digits.removeLast() }
        return rest == 0 ? digits : "about \(digits)"
    }
}
