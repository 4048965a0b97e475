// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// A token whose units are known: an asset, or a contract that the book pins with its decimals.
package enum KnownToken: Hashable, Sendable {
    case asset(Asset)
    case pinned(ContractID, ContractPin.Units)

    package var asset: Asset? { if case .asset(let asset) = self { asset } else { nil } }

    /// `native`, `CODE:ISSUER`, or the contract's address: symbols are not unique.
    package var text: String {
        switch self {
        case .asset(let asset): asset.text
        case .pinned(let contract, _): StrKey.contract(contract).text
        }
    }

    /// An amount in units, without zeros at its end.
    ///
    /// - Parameter raw: the amount in the smallest unit.
    package func text(of raw: Int128) -> String {
        switch self {
        case .asset: Amount.text(ofSum: raw)
        case .pinned(_, let units): Self.decimal(raw, units.decimals)
        }
    }

    /// An amount in ten-millionths of a unit, as policies have it: rounded up, and the largest number for what is larger.
    func stroops(of raw: Int128) -> Int64 {
        guard case .pinned(_, let units) = self else { return Int64(clamping: raw) }
        var amount = max(raw, 0)
        for _ in 7..<max(7, units.decimals) {
            if amount == 0 { break }
            amount = (amount - 1) / 10 + 1
        }
        for _ in min(7, units.decimals)..<7 {
            let (product, overflow) = amount.multipliedReportingOverflow(by: 10)
            if overflow { return .max }
            amount = product
        }
        return Int64(clamping: amount)
    }

    private static func decimal(_ raw: Int128, _ decimals: UInt8) -> String {
        let places = Int(decimals)
        var digits = Array(String(raw.magnitude).utf8)
        if digits.count <= places {
            digits = Array(repeating: UInt8(ascii: "0"), count: places + 1 - digits.count) + digits
        }
        var fraction = digits.suffix(places)
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        let whole = String(decoding: digits.dropLast(places), as: UTF8.self)
        let sign = raw < 0 ? "-" : ""
        return fraction.isEmpty ? sign + whole : "\(sign)\(whole).\(String(decoding: fraction, as: UTF8.self))"
    }
}

extension Phrase {
    /// `XLM`, code and issuer in full, or a pinned token's symbol and contract in full.
    package init(_ token: KnownToken) {
        switch token {
        case .asset(let asset): self = Phrase(asset)
        case .pinned(let contract, let units):
            self = "\(ForeignName(units.symbol)) (\(StrKey.contract(contract)))"
        }
    }
}

extension Phrase.Interpolation {
    package mutating func appendInterpolation(_ token: KnownToken) { appendInterpolation(Phrase(token)) }
}
