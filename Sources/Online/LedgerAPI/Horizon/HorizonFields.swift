// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
import Stellar
import StellarXDR

/// Accessors for values that Horizon writes as text. Their errors name the field.
extension JSON {
    /// An amount in decimal units with up to seven decimals.
    func amount(_ key: String) throws(JSONError) -> Amount {
        do { return try Amount(string(key)) } catch let error as JSONError { throw error } catch {
            throw .wrongType(field: key, expected: "an amount")
        }
    }

    /// An amount; nil when the member is missing.
    func optionalAmount(_ key: String) throws(JSONError) -> Amount? {
        self[key] == nil ? nil : try amount(key)
    }

    func account(_ key: String) throws(JSONError) -> AccountID {
        do { return try AccountID(address: string(key)) } catch let error as JSONError { throw error } catch {
            throw .wrongType(field: key, expected: "an account")
        }
    }

    func optionalAccount(_ key: String) throws(JSONError) -> AccountID? {
        self[key] == nil ? nil : try account(key)
    }

    func dateTime(_ key: String) throws(JSONError) -> Timestamp {
        guard let time = Timestamp(try string(key)) else { throw .wrongType(field: key, expected: "a time") }
        return time
    }

    /// A ledger number: 32 bits by the protocol, so that no sum or difference of two can overflow.
    func ledgerNumber(_ key: String) throws(JSONError) -> Int64 { Int64(try decimalString(key, as: UInt32.self)) }

    /// A signer's weight or a threshold: 8 bits by the protocol.
    func weight(_ key: String) throws(JSONError) -> Int { Int(try integer(key, as: UInt8.self)) }

    func integers<I: FixedWidthInteger>(_ keys: String..., as type: I.Type = I.self) throws(JSONError) -> [I] {
        var values: [I] = []
        for key in keys { values.append(try decimalString(key)) }
        return values
    }

    /// The asset in `<prefix>asset_type`, `_code` and `_issuer`.
    func asset(_ prefix: String = "") throws(JSONError) -> Asset {
        let type = prefix + "asset_type"
        switch try string(type) {
        case "native": return .native
        case "credit_alphanum4", "credit_alphanum12":
            let issuer = try account(prefix + "asset_issuer")
            do { return try Asset(code: string(prefix + "asset_code"), issuer: issuer) } catch let error as JSONError {
                throw error
            } catch {
                throw .wrongType(field: prefix + "asset_code", expected: "an asset code")
            }
        case let other: throw .unknown(type, other)
        }
    }

    /// A transaction's memo in `memo_type` and `memo`. The bytes of a text are in `memo_bytes`, because a text need not
    /// be UTF-8.
    func memo() throws(JSONError) -> Memo {
        switch try string("memo_type") {
        case "none": return .none
        case "text":
            let bytes =
                self["memo_bytes"] == nil
                ? Array((try optionalString("memo") ?? "").utf8) : try base64("memo_bytes")
            guard let text = Opaque<28>(bytes) else { throw .outOfRange(field: "memo") }
            return .text(text)
        case "id": return .id(try decimalString("memo"))
        case "hash": return .hash(try memoHash())
        case "return": return .return(try memoHash())
        case let other: throw .unknown("memo_type", other)
        }
    }

    private func memoHash() throws(JSONError) -> Hash {
        guard let hash = Hash(try base64("memo")) else { throw .wrongType(field: "memo", expected: "32 bytes") }
        return hash
    }

    private func base64(_ key: String) throws(JSONError) -> [UInt8] {
        do { return try Base64.decode(string(key)) } catch let error as JSONError { throw error } catch {
            throw .wrongType(field: key, expected: "base64")
        }
    }
}

extension HTTPResponse {
    /// The latest ledger of the server that sent this response, from its header; nil if there is none.
    ///
    /// - Source: stellar-horizon actions/helpers.go, `Latest-Ledger`.
    package var latestLedger: Int64? { header("latest-ledger").flatMap { UInt32($0) }.map(Int64.init) }
}

/// A part of a response that is read alone, so that one that this version cannot read does not hide the rest: an
/// element of a list, which anyone on the network may have made, or what a response says beside what was asked for.
package enum Readable<Value: Hashable & Sendable>: Hashable, Sendable {
    case read(Value)
    case unread(Unread)

    /// Reads an element of a list; whatever is wrong with it concerns this element alone.
    package init(_ json: JSON, _ read: (JSON) throws(JSONError) -> Value) {
        do throws(JSONError) { self = .read(try read(json)) } catch { self = .unread(Unread(error, in: json)) }
    }

    /// Reads a part that is not needed, and may have values of a later protocol. Anything else that is wrong with it is
    /// an error.
    package init(tolerant json: JSON, _ read: (JSON) throws(JSONError) -> Value) throws(JSONError) {
        do throws(JSONError) { self = .read(try read(json)) } catch {
            guard case .unknownValue = error else { throw error }
            self = .unread(Unread(error, in: json))
        }
    }

    /// Nil when it cannot be read.
    package var value: Value? {
        if case .read(let value) = self { value } else { nil }
    }

    /// Nil when it was read.
    package var fault: Unread? {
        if case .unread(let unread) = self { unread } else { nil }
    }
}

/// A part of a response that this version cannot read.
package struct Unread: Hashable, Sendable {
    /// The longest text that is shown of it, in characters.
    private static let shownLimit = 200

    /// What is wrong: it names the field.
    package let reason: String
    /// The part, as the server wrote it.
    package let json: JSON

    init(_ error: JSONError, in json: JSON) {
        reason = error.message
        self.json = json
    }

    /// What a list shows in place of it.
    package var text: String { "cannot be read: \(reason)" }

    /// The part itself, escaped, as far as a line shows it.
    package var excerpt: String {
        let text = json.text()
        return TerminalText.escape(String(text.prefix(Self.shownLimit))) + (text.count > Self.shownLimit ? "..." : "")
    }
}

extension Array {
    /// The elements that were read.
    package func read<Value>() -> [Value] where Element == Readable<Value> { compactMap(\.value) }
}

/// What to do about a value that is needed and that this version does not know.
package enum UnknownValue {
    package static let hint: Wording =
        "the network may have a newer protocol than this version knows: use a newer version"
}
