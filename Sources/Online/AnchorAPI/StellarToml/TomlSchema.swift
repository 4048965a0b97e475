// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar
import StellarXDR

/// The fields of SEP-1 2.7, by section of the file.
enum TomlSchema {
    static let general: [(name: String, kind: TomlKind)] = [
        ("VERSION", .text), ("NETWORK_PASSPHRASE", .text), ("FEDERATION_SERVER", .endpoint), ("AUTH_SERVER", .endpoint),
        ("TRANSFER_SERVER", .endpoint), ("TRANSFER_SERVER_SEP0024", .endpoint), ("KYC_SERVER", .endpoint),
        ("WEB_AUTH_ENDPOINT", .endpoint), ("WEB_AUTH_FOR_CONTRACTS_ENDPOINT", .endpoint),
        ("WEB_AUTH_CONTRACT_ID", .contract), ("SIGNING_KEY", .account), ("HORIZON_URL", .endpoint),
        ("ACCOUNTS", .accounts), ("URI_REQUEST_SIGNING_KEY", .account), ("DIRECT_PAYMENT_SERVER", .endpoint),
        ("ANCHOR_QUOTE_SERVER", .endpoint),
    ]

    static let documentation: [(name: String, kind: TomlKind)] = [
        ("ORG_NAME", .text), ("ORG_DBA", .text), ("ORG_URL", .endpoint), ("ORG_LOGO", .uri), ("ORG_DESCRIPTION", .text),
        ("ORG_PHYSICAL_ADDRESS", .text), ("ORG_PHYSICAL_ADDRESS_ATTESTATION", .endpoint), ("ORG_PHONE_NUMBER", .text),
        ("ORG_PHONE_NUMBER_ATTESTATION", .endpoint), ("ORG_KEYBASE", .text), ("ORG_TWITTER", .text),
        ("ORG_GITHUB", .text), ("ORG_OFFICIAL_EMAIL", .text), ("ORG_SUPPORT_EMAIL", .text),
        ("ORG_LICENSING_AUTHORITY", .text), ("ORG_LICENSE_TYPE", .text), ("ORG_LICENSE_NUMBER", .text),
    ]

    static let principal: [(name: String, kind: TomlKind)] = [
        ("name", .text), ("email", .text), ("keybase", .text), ("telegram", .text), ("twitter", .text),
        ("github", .text), ("id_photo_hash", .text), ("verification_photo_hash", .text),
    ]

    static let currency: [(name: String, kind: TomlKind)] = [
        ("code", .short(12)), ("code_template", .short(12)), ("issuer", .account), ("contract", .contract),
        ("status", .oneOf(["live", "dead", "test", "private"])), ("display_decimals", .integer(0...7)),
        ("name", .text), ("desc", .text), ("conditions", .text), ("image", .uri),
        ("fixed_number", .integer(0...Int.max)),
        ("max_number", .integer(0...Int.max)), ("is_unlimited", .flag), ("is_asset_anchored", .flag),
        (
            "anchor_asset_type",
            .oneOf(["fiat", "crypto", "nft", "stock", "bond", "commodity", "realestate", "other"])
        ), ("anchor_asset", .text), ("attestation_of_reserve", .uri), ("redemption_instructions", .text),
        ("collateral_addresses", .texts), ("collateral_address_messages", .texts),
        ("collateral_address_signatures", .texts), ("regulated", .flag), ("approval_server", .endpoint),
        ("approval_criteria", .text), ("toml", .endpoint),
    ]

    static let validator: [(name: String, kind: TomlKind)] = [
        ("ALIAS", .text), ("DISPLAY_NAME", .text), ("PUBLIC_KEY", .account), ("HOST", .text), ("HISTORY", .uri),
    ]

    /// Arrays of tables by name.
    static let lists = [("PRINCIPALS", principal), ("CURRENCIES", currency), ("VALIDATORS", validator)]
}

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
    func read(_ value: TOML, onThisMachine: Bool) throws(TomlFieldError) -> JSON {
        switch self {
        case .text: return .string(try text(value))
        case .short(let most):
            let text = try text(value)
            guard text.count <= most else { throw TomlFieldError("it has more than \(most) characters") }
            return .string(text)
        case .uri:
            let text = try text(value)
            guard text.contains(":"), !text.contains(where: \.isWhitespace) else {
                throw TomlFieldError("it is not an address")
            }
            return .string(text)
        case .endpoint: return .string(try endpoint(value, onThisMachine).text)
        case .account: return .string(try account(value).address)
        case .contract:
            let text = try text(value)
            guard case .contract = try? StrKey(text) else { throw TomlFieldError("it is not a C address") }
            return .string(text)
        case .accounts:
            return .array(try list(value).map { (one) throws(TomlFieldError) in .string(try account(one).address) })
        case .texts: return .array(try list(value).map { (one) throws(TomlFieldError) in .string(try text(one)) })
        case .integer(let range):
            guard let number = value.asInteger.flatMap({ Int(exactly: $0) }) else {
                throw TomlFieldError("it is not a whole number")
            }
            guard range.contains(number) else {
                throw TomlFieldError("it is not from \(range.lowerBound) to \(range.upperBound)")
            }
            return .integer(number)
        case .flag:
            guard let flag = value.asBool else { throw TomlFieldError("it is neither true nor false") }
            return .bool(flag)
        case .oneOf(let names):
            let text = try text(value)
            guard names.contains(text) else {
                throw TomlFieldError("it is not one of \(names.joined(separator: ", "))")
            }
            return .string(text)
        }
    }

    private func text(_ value: TOML) throws(TomlFieldError) -> String {
        guard let text = value.asString else { throw TomlFieldError("it is not a string") }
        return text
    }

    private func list(_ value: TOML) throws(TomlFieldError) -> [TOML] {
        guard let array = value.asArray else { throw TomlFieldError("it is not a list") }
        return array
    }

    private func account(_ value: TOML) throws(TomlFieldError) -> AccountID {
        let text = try text(value)
        do { return try AccountID(address: text) } catch { throw TomlFieldError("it is \(error.message)") }
    }

    private func endpoint(_ value: TOML, _ onThisMachine: Bool) throws(TomlFieldError) -> HTTPURL {
        let text = try text(value)
        let url: HTTPURL
        do { url = try HTTPURL(text) } catch { throw TomlFieldError(error.message) }
        guard url.scheme == .https || onThisMachine else { throw TomlFieldError("it leads to this machine") }
        return url
    }
}

/// Why a field is invalid.
struct TomlFieldError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
