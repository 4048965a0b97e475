// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
import Stellar
package import StellarXDR
import Synchronization

/// A domain's `stellar.toml`.
///
/// - Source: SEP-1.
package struct StellarToml: Sendable {
    package let domain: HomeDomain
    private let table: TOMLTable

    /// The longest file, in bytes.
    package static let sizeLimit = 100 * 1024

    /// The maximum number of linked currency files that are fetched.
    private static let mostLinks = 20

    /// Parses the file's bytes.
    package init(_ bytes: [UInt8], of domain: HomeDomain) throws(AnchorError) {
        do throws(TOMLError) { table = try TOML.parse(bytes) } catch {
            throw .badToml(domain: domain.text, reason: PageText.reason(for: bytes) ?? error.message)
        }
        self.domain = domain
    }

    /// Fetches the file from its well-known path. Reading stops at the size limit, whatever `Content-Length` says.
    package static func fetch(_ domain: HomeDomain, by transport: any HTTPTransport) throws(AnchorError) -> StellarToml
    {
        try fetch(domain.origin.appending(".well-known", "stellar.toml"), of: domain, by: transport)
    }

    private static func fetch(
        _ url: HTTPURL, of domain: HomeDomain, by transport: any HTTPTransport
    ) throws(AnchorError) -> StellarToml {
        let request = HTTPRequest(url, sizeLimit: sizeLimit, redirects: .sameHost)
        let response: HTTPResponse
        do throws(HTTPError) { response = try transport.perform(request) } catch {
            if case .tooLarge = error { throw .badToml(domain: domain.text, reason: "it is longer than 100 KiB") }
            throw .unreachable(domain: domain.text, error)
        }
        switch response.status {
        case 200: return try StellarToml(response.body, of: domain)
        case 404, 410: throw .noToml(domain: domain.text)
        default: throw .unavailable(domain: domain.text, status: response.status)
        }
    }

    /// A top-level string; nil when it is missing or has another type.
    package func text(_ key: String) -> String? { table[key]?.asString }

    /// A top-level URL, which must be https (or http on this machine).
    ///
    /// - Returns: nil when it is missing.
    package func endpoint(_ key: String) throws(AnchorError) -> HTTPURL? {
        guard let text = try field(key, .endpoint)?.asString else { return nil }
        return try? HTTPURL(text)
    }

    /// A top-level account.
    ///
    /// - Returns: nil when it is missing.
    package func account(_ key: String) throws(AnchorError) -> AccountID? {
        guard let text = try field(key, .account)?.asString else { return nil }
        return try? AccountID(address: text)
    }

    /// A top-level contract.
    ///
    /// - Returns: nil when it is missing.
    package func contract(_ key: String) throws(AnchorError) -> ContractID? {
        guard let text = try field(key, .contract)?.asString, case .contract(let id)? = try? StrKey(text) else {
            return nil
        }
        return id
    }

    /// The error for a service that requires a field which the file does not have where it counts.
    package func noService(_ what: String, _ field: String) -> AnchorError {
        let elsewhere = MisplacedKey.all(in: table).first { $0.name == field }
        let hint = elsewhere.map { " that counts (\($0.place): \($0.reason))" } ?? ""
        return .noService(domain: domain.text, what: what, field: field + hint)
    }

    private func field(_ key: String, _ kind: TomlKind) throws(AnchorError) -> JSON? {
        guard let value = table[key] else { return nil }
        do { return try kind.read(value, onThisMachine: domain.origin.isLoopback) } catch {
            throw .badField(domain: domain.text, field: key, reason: error.reason)
        }
    }

    /// The issuers of an asset code in the file's list of currencies.
    package func issuers(of code: String) -> [AccountID] {
        report().currencies.compactMap { currency in
            guard currency.code == code else { return nil }
            return currency.issuer.flatMap { try? AccountID(address: $0) }
        }
    }

    /// The only issuer of a code; nil when the file names none or more than one.
    package func issuer(of code: String) -> AccountID? {
        let issuers = Set(issuers(of: code))
        return issuers.count == 1 ? issuers.first : nil
    }

    /// All fields, with the problems found in them.
    package func report() -> TomlReport { TomlReport(table, onThisMachine: domain.origin.isLoopback) }

    /// The report with linked currency files included; only those on the same host are fetched.
    package func report(by transport: any HTTPTransport) -> TomlReport {
        var report = report()
        var fetched = 0
        for (index, url) in report.links {
            let place = "CURRENCIES \(index + 1).toml"
            guard url.hasSameOrigin(as: domain.origin) else {
                report.note(place, "it leads to another host")
                continue
            }
            guard fetched < Self.mostLinks else {
                report.note(place, "there are too many of them")
                continue
            }
            fetched += 1
            do throws(AnchorError) {
                report.replace(currency: index, by: try Self.fetch(url, of: domain, by: transport).table)
            } catch {
                report.note(place, error.message)
            }
        }
        return report
    }
}

/// A home domain: a host name, with a port if one was written.
package struct HomeDomain: Hashable, Sendable {
    /// The domain in lower case.
    package let text: String
    /// The URL of the domain: https, or http for this machine.
    package let origin: HTTPURL

    /// - Parameter allowsLoopback: whether the domain may be this machine, reached over http.
    package init(_ text: String, allowsLoopback: Bool) throws(AnchorError) {
        // A path, a query or user information would name another address.
        guard let url = try? HTTPURL("https://\(text)"), url.authority == text.lowercased(), url.path == "/",
            url.query == nil
        else { throw .badDomain(text) }
        self.text = url.authority
        guard url.isLoopback else {
            origin = url
            return
        }
        guard allowsLoopback else { throw .loopback(url.authority) }
        guard let local = try? HTTPURL("http://\(url.authority)") else { throw .badDomain(text) }
        origin = local
    }
}

/// The `stellar.toml` files of domains for one run, each requested once; a failure is remembered.
package final class DomainFiles: Sendable {
    package let transport: any HTTPTransport
    private let known = Mutex<[HomeDomain: Result<StellarToml, AnchorError>]>([:])

    package init(by transport: any HTTPTransport) { self.transport = transport }

    package func toml(of domain: HomeDomain) throws(AnchorError) -> StellarToml {
        if let file = known.withLock({ $0[domain] }) { return try file.get() }
        let file = Result { () throws(AnchorError) in try StellarToml.fetch(domain, by: transport) }
        known.withLock { $0[domain] = file }
        return try file.get()
    }
}
