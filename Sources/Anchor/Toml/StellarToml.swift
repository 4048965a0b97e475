// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import Stellar
package import StellarXDR
import TOMLKit
import TextCodec
import XDR

/// A domain's `stellar.toml`: what it says of itself.
///
/// - Source: SEP-1.
package struct StellarToml {
    package let domain: HomeDomain
    private let table: TOMLTable

    /// The longest file, in bytes.
    package static let sizeLimit = 100 * 1024

    /// The most files of currencies that are fetched.
    private static let mostLinks = 20

    /// The most dots of one line. Each may be one more table inside another, and the parser recurses for each: some ten thousand
    /// of them end the program.
    private static let dotLimit = 500

    /// Reads the file's bytes. A byte order mark, which some files have, is passed over.
    package init(_ bytes: [UInt8], of domain: HomeDomain) throws(AnchorError) {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        // The parser is C++ and takes text up to the first NUL.
        guard !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
            throw .badToml(domain: domain.text, reason: "it is not UTF-8 text")
        }
        let lines = content.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        guard lines.allSatisfy({ line in line.count { $0 == UInt8(ascii: ".") } <= Self.dotLimit }) else {
            throw .badToml(domain: domain.text, reason: "a line has more than \(Self.dotLimit) dots")
        }
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw .badToml(
                domain: domain.text, reason: "\(error.description) (line \(error.source.begin.line))")
        } catch {
            throw .badToml(domain: domain.text, reason: "it is not TOML")
        }
        self.domain = domain
    }

    /// Fetches it from where the domain must have it. Reading stops at the size limit, whatever the server says.
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

    /// A text at the top of the file; nil when it is not there or is none.
    package func text(_ key: String) -> String? { table[key]?.string }

    /// An address at the top of the file, which has to be https (on this machine, http will do).
    ///
    /// - Returns: nil when it is not there.
    package func endpoint(_ key: String) throws(AnchorError) -> HTTPURL? {
        guard let text = try field(key, .endpoint)?.asString else { return nil }
        return try? HTTPURL(text)
    }

    /// An account at the top of the file.
    ///
    /// - Returns: nil when it is not there.
    package func account(_ key: String) throws(AnchorError) -> AccountID? {
        guard let text = try field(key, .account)?.asString else { return nil }
        return try? AccountID(address: text)
    }

    private func field(_ key: String, _ kind: TomlKind) throws(AnchorError) -> JSON? {
        guard let value = table[key] else { return nil }
        do { return try kind.read(value, onThisMachine: domain.origin.isLoopback) } catch {
            throw .badField(domain: domain.text, field: key, reason: error.reason)
        }
    }

    /// Who issues an asset of that code, by the file's own list of currencies.
    package func issuers(of code: String) -> [AccountID] {
        (report().document["currencies"]?.asArray ?? []).compactMap { currency in
            guard currency["code"]?.asString == code else { return nil }
            return currency["issuer"]?.asString.flatMap { try? AccountID(address: $0) }
        }
    }

    /// The one issuer of a code; nil where the file names none, or more than one.
    package func issuer(of code: String) -> AccountID? {
        let issuers = Set(issuers(of: code))
        return issuers.count == 1 ? issuers.first : nil
    }

    /// All fields, with what is wrong in them.
    package func report() -> TomlReport { TomlReport(table, onThisMachine: domain.origin.isLoopback) }

    /// The same, with the files of currencies that have one of their own; only those of the same host are fetched.
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
