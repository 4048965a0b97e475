// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar
import StellarXDR

/// The type of a stellar.toml field.
enum TomlKind: Hashable {
    case text
    /// Text of at most that many characters.
    case short(Int)
    /// A URI with any scheme.
    case uri
    /// An https URL (or http on this machine).
    case endpoint
    /// An account, `G…`.
    case account
    /// Any number of accounts, `G…`.
    case accounts
    /// A contract, `C…`.
    case contract
    case texts
    case integer(ClosedRange<Int>)
    case flag
    case oneOf([String])

    /// The value as JSON, if it has this type.
    ///
    /// - Throws: the reason why it does not, without quoting it, because people paste secrets into such files.
    func read(_ value: TOML, onThisMachine: Bool) throws(TomlFault) -> JSON {
        switch self {
        case .text: return .string(try text(value))
        case .short(let most):
            let text = try text(value)
            guard text.count <= most else { throw TomlFault("it has more than \(most) characters") }
            return .string(text)
        case .uri:
            let text = try text(value)
            guard text.contains(":"), !text.contains(where: \.isWhitespace) else {
                throw TomlFault("it is not an address")
            }
            return .string(text)
        case .endpoint: return .string(try endpoint(value, onThisMachine).text)
        case .account: return .string(try account(value).address)
        case .contract:
            let text = try text(value)
            guard case .contract = try? StrKey(text) else { throw TomlFault("it is not a C address") }
            return .string(text)
        case .accounts:
            return .array(try list(value).map { (one) throws(TomlFault) in .string(try account(one).address) })
        case .texts: return .array(try list(value).map { (one) throws(TomlFault) in .string(try text(one)) })
        case .integer(let range):
            guard let number = value.asInteger.flatMap({ Int(exactly: $0) }) else {
                throw TomlFault("it is not a whole number")
            }
            guard range.contains(number) else {
                throw TomlFault("it is not from \(range.lowerBound) to \(range.upperBound)")
            }
            return .integer(number)
        case .flag:
            guard let flag = value.asBool else { throw TomlFault("it is neither true nor false") }
            return .bool(flag)
        case .oneOf(let names):
            let text = try text(value)
            guard names.contains(text) else { throw TomlFault("it is not one of \(names.joined(separator: ", "))") }
            return .string(text)
        }
    }

    private func text(_ value: TOML) throws(TomlFault) -> String {
        guard let text = value.asString else { throw TomlFault("it is not a string") }
        return text
    }

    private func list(_ value: TOML) throws(TomlFault) -> [TOML] {
        guard let array = value.asArray else { throw TomlFault("it is not a list") }
        return array
    }

    private func account(_ value: TOML) throws(TomlFault) -> AccountID {
        let text = try text(value)
        do { return try AccountID(address: text) } catch { throw TomlFault("it is \(error.message)") }
    }

    private func endpoint(_ value: TOML, _ onThisMachine: Bool) throws(TomlFault) -> HTTPURL {
        let text = try text(value)
        let url: HTTPURL
        do { url = try HTTPURL(text) } catch { throw TomlFault(error.message) }
        guard url.scheme == .https || onThisMachine else { throw TomlFault("it leads to this machine") }
        return url
    }
}

/// Why a field is invalid.
struct TomlFault: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
