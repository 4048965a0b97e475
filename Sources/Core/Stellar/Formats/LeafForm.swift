// SPDX-License-Identifier: Apache-2.0

import StellarXDR

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

    func bytes(of text: String) throws(FormatFault) -> [UInt8] {
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
