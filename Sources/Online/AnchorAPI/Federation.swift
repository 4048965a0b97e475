// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Stellar
package import StellarXDR

/// A client that resolves federation names.
///
/// - Source: SEP-2.
package struct Federation: Sendable {
    private let files: DomainFiles
    private let allowsLoopback: Bool

    /// - Parameters:
    ///   - files: has the domains' files that are known already, and the transport.
    ///   - allowsLoopback: whether a domain may be this machine, for testing.
    package init(_ files: DomainFiles, allowsLoopback: Bool = false) {
        self.files = files
        self.allowsLoopback = allowsLoopback
    }

    package func resolve(_ name: FederationName) throws(AnchorError) -> FederationRecord {
        let domain = try HomeDomain(name.domain, allowsLoopback: allowsLoopback)
        return try FederationRecord(try ask(domain, [("q", name.text), ("type", "name")], for: name.text), for: name)
    }

    /// The federation name of an account at a domain.
    ///
    /// - Throws: `.broken` for a name of another domain: a server may only return its own names.
    package func name(of account: AccountID, at domain: HomeDomain) throws(AnchorError) -> FederationName {
        let answer = try ask(domain, [("q", account.address), ("type", "id")], for: account.address)
        guard let text = answer["stellar_address"]?.asString, let name = try? FederationName(text) else {
            throw .broken(domain: domain.text, reason: "its answer has no name")
        }
        guard name.domain == domain.text else {
            throw .broken(domain: domain.text, reason: "its answer is a name of \(name.domain)")
        }
        guard answer["account_id"].map({ $0.asString == account.address }) ?? true else {
            throw .broken(domain: domain.text, reason: "its answer is about another account")
        }
        return name
    }

    private func ask(_ domain: HomeDomain, _ query: [(name: String, value: String)], for what: String)
        throws(AnchorError) -> JSON
    {
        let toml = try files.toml(of: domain)
        guard let server = try toml.endpoint("FEDERATION_SERVER") else {
            throw .noFederationServer(domain: domain.text)
        }
        let request = HTTPRequest(server.appending(query: query), sizeLimit: StellarToml.sizeLimit)
        do throws(AnchorError) {
            return try AnchorServer(domain: domain, transport: files.transport).ask(request)
        } catch {
            if case .refused(_, 404, _) = error { throw .noSuchName(what) }
            throw error
        }
    }
}

/// A federation name, `name*domain`.
///
/// - Source: SEP-2.
package struct FederationName: Hashable, Sendable {
    package let name: String
    /// In lower case: domains have no case.
    package let domain: String

    package var text: String { "\(name)*\(domain)" }

    /// The longest name, in bytes; enough for an email address.
    private static let limit = 320

    package init(_ text: String) throws(AnchorError) {
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= Self.limit,
            !text.unicodeScalars.contains(where: Self.isForbidden)
        else { throw .badName(text) }
        name = String(parts[0])
        domain = parts[1].lowercased()
    }

    /// Whether a text looks like a federation name: contains a `*`.
    package static func isMeant(by text: String) -> Bool { text.hasByte(UInt8(ascii: "*")) }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            || "<>".unicodeScalars.contains(scalar)
    }
}

/// The account that a federation server returns for a name.
package struct FederationRecord: Hashable, Sendable {
    package let account: MuxedAccount
    /// The memo that payments to it require; `.none` if none.
    package let memo: Memo

    /// Parses the server's response.
    ///
    /// - Throws: `.broken`, with the reason.
    init(_ json: JSON, for name: FederationName) throws(AnchorError) {
        do {
            let echoed = try json.optionalString("stellar_address")
            guard echoed.map({ (try? FederationName($0)) == name }) ?? true else {
                throw AnchorError.broken(
                    domain: name.domain, reason: "its answer is about another name: \(echoed ?? "")")
            }
            account = try MuxedAccount(address: try json.string("account_id"))
            memo = try Self.memo(json, domain: name.domain)
        } catch let error as AnchorError {
            throw error
        } catch let error as StrKeyError {
            throw .broken(domain: name.domain, reason: "account_id is \(error.message)")
        } catch let error as JSONError {
            throw .broken(domain: name.domain, reason: error.message)
        } catch let error as MemoError {
            throw .broken(domain: name.domain, reason: "the memo in its answer: \(error.message)")
        } catch {
            throw .broken(domain: name.domain, reason: "its answer cannot be read")
        }
    }

    private static func memo(_ json: JSON, domain: String) throws -> Memo {
        func bad(_ reason: String) -> AnchorError {
            .broken(domain: domain, reason: "the memo in its answer \(reason)")
        }
        let isAbsent = [nil, .null, .string("")].contains(json["memo"])
        guard let type = try json.optionalString("memo_type"), !type.isEmpty else {
            guard isAbsent else { throw bad("has no memo_type, which decides what it means") }
            return .none
        }
        switch type {
        case "none" where isAbsent: return .none
        case "text": return try Memo(argument: "text:" + (try json.string("memo")))
        case "id": return .id(try json.decimalString("memo"))
        case "hash":
            // SEP-2 encodes this hash in base64, unlike elsewhere.
            guard let hash = (try? Base64.decode(try json.string("memo"))).flatMap({ Hash($0) }) else {
                throw bad("is not base64 of 32 bytes")
            }
            return .hash(hash)
        default: throw bad("has a memo_type that is not text, id or hash: \(type)")
        }
    }
}
