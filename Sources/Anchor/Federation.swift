// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import Stellar
import TextCodec

/// Asks domains for the accounts behind their names.
///
/// - Source: SEP-2.
package struct Federation: Sendable {
    private let transport: any HTTPTransport
    private let allowsLoopback: Bool

    /// - Parameter allowsLoopback: whether a domain may be this machine, for practice.
    package init(transport: any HTTPTransport, allowsLoopback: Bool = false) {
        self.transport = transport
        self.allowsLoopback = allowsLoopback
    }

    package func resolve(_ name: FederationName) throws(AnchorError) -> FederationRecord {
        let domain = try HomeDomain(name.domain, allowsLoopback: allowsLoopback)
        let toml = try StellarToml.fetch(domain, by: transport)
        guard let server = try toml.endpoint("FEDERATION_SERVER") else {
            throw .noFederationServer(domain: domain.text)
        }
        let request = HTTPRequest(
            server.appending(query: [("q", name.text), ("type", "name")]),
            headers: [HTTPHeader("Accept", "application/json")], sizeLimit: StellarToml.sizeLimit)
        let response: HTTPResponse
        do throws(HTTPError) { response = try transport.perform(request) } catch {
            throw .unreachable(domain: domain.text, error)
        }
        switch response.status {
        case 200: break
        case 404: throw .noSuchName(name.text)
        default: throw .unavailable(domain: domain.text, status: response.status)
        }
        let json: JSON
        do { json = try JSON(parsing: response.body) } catch {
            throw .broken(domain: domain.text, reason: error.message)
        }
        return try FederationRecord(json, for: name)
    }
}
