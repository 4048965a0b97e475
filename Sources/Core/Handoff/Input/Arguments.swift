// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Stellar
package import StellarXDR
import TextCodec

/// Parses values that a user typed; errors have the field.
package enum Arguments {
    /// An account, `G…` or `M…`.
    package static func account(_ text: String, _ field: FieldID) throws(Failure) -> MuxedAccount {
        do { return try MuxedAccount(address: text) } catch { throw Failure(.badInput, field, "\(error.message)") }
    }

    /// An account on the ledger, `G…`.
    package static func accountID(_ text: String, _ field: FieldID) throws(Failure) -> AccountID {
        do { return try AccountID(address: text) } catch { throw Failure(.badInput, field, "\(error.message)") }
    }

    /// An amount above zero, unless `allowingZero`.
    package static func amount(_ text: String, _ field: FieldID, allowingZero: Bool = false) throws(Failure) -> Amount {
        let amount: Amount
        do { amount = try Amount(text) } catch { throw Failure(.badInput, field, "\(error.message)") }
        guard allowingZero || amount > .zero else {
            throw Failure(.badInput, field, "the amount must be above zero")
        }
        return amount
    }

    /// An asset: `native` or `XLM`, or `CODE:ISSUER`.
    package static func asset(_ text: String, _ field: FieldID) throws(Failure) -> Asset {
        if text.uppercased() == "XLM" { return .native }
        do { return try Asset(text) } catch { throw Failure(.badInput, field, "\(error.message)") }
    }

    package static func memo(_ text: String) throws(Failure) -> Memo {
        do { return try Memo(argument: text) } catch { throw Failure(.badInput, .memo, "\(error.message)") }
    }

    package static func price(_ text: String, _ field: FieldID) throws(Failure) -> Price {
        do { return try Price(text) } catch { throw Failure(.badInput, field, "\(error.message)") }
    }

    /// A whole number of plain digits.
    package static func number<N: FixedWidthInteger>(_ text: String, _ field: FieldID, as type: N.Type = N.self)
        throws(Failure) -> N
    {
        let digits = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits, let value = N(text) else {
            throw Failure(.badInput, field, "\(TerminalText.escape(text)) is not a whole number from 0 to \(N.max)")
        }
        return value
    }

    /// A signer of an account or of preconditions: `G…`, `T…`, `X…` or `P…`.
    package static func signer(_ text: String, _ field: FieldID) throws(Failure) -> SignerKey {
        do { return try SignerKey(address: text) } catch { throw Failure(.badInput, field, "\(error.message)") }
    }

    /// A claimable balance: `B…`, or Horizon's hexadecimal digits.
    package static func balance(_ text: String, _ field: FieldID) throws(Failure) -> ClaimableBalanceID {
        do { return try ClaimableBalanceID(text) } catch { throw Failure(.badInput, field, "\(error.message)") }
    }

    /// A liquidity pool: `L…`, or Horizon's hexadecimal digits.
    package static func pool(_ text: String, _ field: FieldID) throws(Failure) -> PoolID {
        do { return try PoolID(poolID: text) } catch { throw Failure(.badInput, field, "\(error.message)") }
    }

    /// A contract, `C…`.
    package static func contract(_ text: String, _ field: FieldID) throws(Failure) -> ContractID {
        do {
            if case .contract(let id) = try StrKey(text) { return id }
        } catch { throw Failure(.badInput, field, "\(error.message)") }
        throw Failure(.badInput, field, "\(StrKeyError.wrongKind(wanted: "a contract, C...").message)")
    }

    /// An address that can authorize a contract call: an account, `G…`, or a contract, `C…`.
    package static func contractAddress(_ text: String, _ field: FieldID) throws(Failure) -> SCAddress {
        do {
            switch try StrKey(text) {
            case .contract(let id): return .contract(id)
            case .publicKey(let key): return .account(.ed25519(key))
            default: throw Failure(.badInput, field, "\(StrKeyError.wrongKind(wanted: "G... or C...").message)")
            }
        } catch let error as StrKeyError {
            throw Failure(.badInput, field, "\(error.message)")
        } catch { throw Failure(any: error) }
    }

    /// `--sequence`: the sequence number of a transaction.
    package static func sequence(_ text: String) throws(Failure) -> SequenceNumber {
        let number = try number(text, .sequence, as: SequenceNumber.self)
        guard number > 0 else { throw Failure(.badInput, .sequence, "must be above zero") }
        return number
    }

    /// `--fee`: stroops per operation.
    package static func fee(_ text: String) throws(Failure) -> UInt32 {
        let fee = try number(text, .fee, as: UInt32.self)
        guard fee >= TransactionDraft.minimumFee else {
            throw Failure(
                .badInput,
                .fee, "\(fee) is below the minimum of \(TransactionDraft.minimumFee) stroops per operation")
        }
        return fee
    }

    /// A point in time, as RFC 3339 or Unix seconds; a date alone means midnight UTC.
    package static func time(_ text: String, _ field: FieldID) throws(Failure) -> Timestamp {
        let isDate = text.utf8.count == 10 && text.utf8.contains(UInt8(ascii: "-"))
        guard let time = Timestamp(isDate ? text + "T00:00:00Z" : text) else {
            throw Failure(
                .badInput, field, "\(TerminalText.escape(text)) is not a time",
                hint: "write 2026-11-21, 2026-11-21T09:00:00Z or unix seconds")
        }
        return time
    }

    /// A duration such as `90s`, `30m`, `24h`, `7d`, in seconds.
    package static func span(_ text: String, _ field: FieldID) throws(Failure) -> UInt64 {
        let units: [Character: UInt64] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        guard let last = text.last, let unit = units[last], let count = UInt64(text.dropLast()), !text.hasPrefix("+"),
            count > 0, count <= 10 * 365 * 86400 / unit
        else {
            throw Failure(
                .badInput, field, "\(TerminalText.escape(text)) is not a duration",
                hint: "write 90s, 30m, 24h or 7d")
        }
        return count * unit
    }
}
