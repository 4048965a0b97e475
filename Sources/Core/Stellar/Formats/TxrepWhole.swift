// SPDX-License-Identifier: Apache-2.0

import Codec
import StellarXDR

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

    func value(_ token: ArraySlice<UInt8>) throws(FormatFault) -> any XDRCodable {
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

    private static func address(_ type: any XDRCodable.Type, _ text: String) throws(FormatFault) -> any XDRCodable {
        do throws(StrKeyError) { return try AddressForm.value(type, text) } catch { throw .address(error) }
    }
}
