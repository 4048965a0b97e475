// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
import Stellar
package import StellarXDR

/// A client that resolves federation names.
///
/// - Source: SEP-2.
package struct Federation: Sendable {
    private let transport: any HTTPTransport
    private let allowsLoopback: Bool

    /// - Parameter allowsLoopback: whether a domain may be this machine, for testing.
    package init(transport: any HTTPTransport, allowsLoopback: Bool = false) {
        self.transport = transport
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
        let toml = try StellarToml.fetch(domain, by: transport)
        guard let server = try toml.endpoint("FEDERATION_SERVER") else {
            throw .noFederationServer(domain: domain.text)
        }
        let request = HTTPRequest(server.appending(query: query), sizeLimit: StellarToml.sizeLimit)
        do throws(AnchorError) { return try AnchorServer(domain: domain, transport: transport).ask(request) } catch {
            if case .refused(_, 404, _) = error { throw .noSuchName(what) }
            throw error
        }
    }
}
