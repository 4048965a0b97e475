// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
import TextCodec

/// Why a domain did not tell what was asked of it. Texts of servers are escaped in messages.
package enum AnchorError: Error, Hashable {
    /// Not a domain, with or without a port.
    case badDomain(String)
    /// A domain of this machine, which is fetched only when that is allowed.
    case loopback(String)
    /// Not `name*domain`.
    case badName(String)
    case unreachable(domain: String, HTTPError)
    /// The server answered with this status and no document.
    case unavailable(domain: String, status: Int)
    /// The domain has no stellar.toml.
    case noToml(domain: String)
    case badToml(domain: String, reason: String)
    case noFederationServer(domain: String)
    /// An address in the stellar.toml that is not https.
    case badEndpoint(domain: String, field: String, reason: String)
    case noSuchName(String)
    /// An answer that is not what the protocol says.
    case broken(domain: String, reason: String)

    package var message: String {
        switch self {
        case .badDomain(let text): "\(TerminalText.escape(text)) is no domain such as example.com"
        case .loopback(let domain): "the domain \(domain) is this machine, which is not asked without --http-loopback"
        case .badName(let text): "\(TerminalText.escape(text)) is no federation name such as name*example.com"
        case .unreachable(_, let error): error.message
        case .unavailable(let domain, let status): "\(domain) answered with status \(status)"
        case .noToml(let domain): "\(domain) has no stellar.toml"
        case .badToml(let domain, let reason):
            "the stellar.toml of \(domain) cannot be used: \(TerminalText.escape(reason))"
        case .noFederationServer(let domain): "\(domain) has no federation server"
        case .badEndpoint(let domain, let field, let reason):
            "the \(field) in the stellar.toml of \(domain) cannot be used: \(reason)"
        case .noSuchName(let name): "nobody is called \(TerminalText.escape(name))"
        case .broken(let domain, let reason): "\(domain) breaks the protocol: \(TerminalText.escape(reason))"
        }
    }
}
