// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

// How people write the values of this module and plain numbers; each type's own parser says what is wrong.

/// `G…` or `M…`.
extension MuxedAccount: TextValue {
    package init(text: String) throws(StrKeyError) { self = try MuxedAccount(address: text) }
}

/// `G…`.
extension AccountID: TextValue {
    package init(text: String) throws(StrKeyError) { self = try AccountID(address: text) }
}

extension Amount: TextValue {
    package init(text: String) throws(AmountError) { self = try Amount(text) }
}

/// `native` or `XLM`, or `CODE:ISSUER`.
extension Asset: TextValue {
    package init(text: String) throws(AssetError) { self = text.uppercased() == "XLM" ? .native : try Asset(text) }
}

/// `text:…`, `id:N`, `hash:HEX` or `return:HEX`.
extension Memo: TextValue {
    package init(text: String) throws(MemoError) { self = try Memo(argument: text) }
}

/// A decimal number, or `N/D`.
extension Price: TextValue {
    package init(text: String) throws(PriceError) { self = try Price(text) }
}

/// A signer of an account or of preconditions: `G…`, `T…`, `X…` or `P…`.
extension SignerKey: TextValue {
    package init(text: String) throws(StrKeyError) { self = try SignerKey(address: text) }
}

/// `B…`, or Horizon's hexadecimal digits.
extension ClaimableBalanceID: TextValue {
    package init(text: String) throws(StrKeyError) { self = try ClaimableBalanceID(text) }
}

/// The ID of a liquidity pool; as text `L…`, or Horizon's hexadecimal digits.
package struct PoolReference: TextValue, Hashable {
    package let id: PoolID

    package init(_ id: PoolID) { self.id = id }

    package init(text: String) throws(StrKeyError) { id = try PoolID(poolID: text) }
}

/// The ID of a contract; as text `C…`.
package struct ContractReference: TextValue, Hashable {
    package let id: ContractID

    package init(_ id: ContractID) { self.id = id }

    package init(text: String) throws(StrKeyError) {
        guard case .contract(let id) = try StrKey(text) else { throw .wrongKind(wanted: "a contract, C...") }
        self.id = id
    }
}

/// An account, `G…`, or a contract, `C…`.
extension SCAddress: TextValue {
    package init(text: String) throws(StrKeyError) {
        switch try StrKey(text) {
        case .contract(let id): self = .contract(id)
        case .publicKey(let key): self = .account(.ed25519(key))
        default: throw .wrongKind(wanted: "G... or C...")
        }
    }
}

/// RFC 3339, Unix seconds, or a date alone, which means midnight UTC.
extension Timestamp: TextValue {
    package init(text: String) throws(PlainValueError) {
        let isDate = text.utf8.count == 10 && text.utf8.contains(UInt8(ascii: "-"))
        guard let time = Timestamp(isDate ? text + "T00:00:00Z" : text) else { throw .notATime(text) }
        self = time
    }
}

/// `90s`, `30m`, `24h` or `7d`, at most ten years.
extension TimeSpan: TextValue {
    package init(text: String) throws(PlainValueError) {
        let units: [Character: UInt64] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        guard let last = text.last, let unit = units[last], let count = UInt64(text.dropLast()), !text.hasPrefix("+"),
            count > 0, count <= TimeSpan.longest.seconds / unit
        else { throw .notADuration(text) }
        self.init(seconds: count * unit)
    }
}

/// Whole numbers are written in plain digits.
extension TextValue where Self: FixedWidthInteger {
    package init(text: String) throws(PlainValueError) {
        let digits = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits, let value = Self(text) else { throw .notAWholeNumber(text, limit: UInt64(Self.max)) }
        self = value
    }
}

/// Why a text is not a time, a duration or a number.
package enum PlainValueError: Hashable, Fault {
    case notATime(String)
    case notADuration(String)
    /// - Parameter limit: the largest that is possible.
    case notAWholeNumber(String, limit: UInt64)

    package var kind: FaultKind { .badInput }

    package var message: String {
        switch self {
        case .notATime(let text): "\(TerminalText.escape(text)) is not a time"
        case .notADuration(let text): "\(TerminalText.escape(text)) is not a duration"
        case .notAWholeNumber(let text, let limit):
            "\(TerminalText.escape(text)) is not a whole number from 0 to \(limit)"
        }
    }

    package var hint: Wording? {
        switch self {
        case .notATime: "write 2026-11-21, 2026-11-21T09:00:00Z or unix seconds"
        case .notADuration: "write 90s, 30m, 24h or 7d"
        case .notAWholeNumber: nil
        }
    }
}

extension UInt8: TextValue {}
extension UInt16: TextValue {}
extension UInt32: TextValue {}
extension UInt64: TextValue {}
extension Int: TextValue {}
extension Int64: TextValue {}
