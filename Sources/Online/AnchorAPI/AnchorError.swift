// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP

/// Why a request to a domain failed. Text from servers is escaped in messages.
package enum AnchorError: Error, Hashable {
    /// Not a domain, with or without a port.
    case badDomain(String)
    /// A domain on this machine, which is fetched only when that is allowed.
    case loopback(String)
    /// Not `name*domain`.
    case badName(String)
    case unreachable(domain: String, HTTPError)
    /// The server returned this status without a document.
    case unavailable(domain: String, status: Int)
    /// The domain has no stellar.toml.
    case noToml(domain: String)
    case badToml(domain: String, reason: String)
    case noFederationServer(domain: String)
    /// A required field of the stellar.toml is invalid.
    case badField(domain: String, field: String, reason: String)
    /// The stellar.toml does not offer the service.
    case noService(domain: String, what: String, field: String)
    /// The server rejected the request with this status and its own reason.
    case refused(domain: String, status: Int, reason: String)
    /// The service requires a token, or does not accept the one sent.
    /// With the server's own reason, if it gave one.
    case loginNeeded(domain: String, hadToken: Bool, reason: String? = nil)
    /// The anchor requires these SEP-9 fields first.
    case customerInfoNeeded(domain: String, fields: [String])
    /// The anchor has not accepted the customer yet, or has rejected the customer.
    case customerStatus(domain: String, status: String, more: String?)
    /// A token that does not match the request.
    case badToken(domain: String, reason: String)
    case noSuchName(String)
    /// A response that violates the protocol.
    case broken(domain: String, reason: String)

    /// Whether a later request may succeed, because the domain is unavailable and has not rejected this one.
    package var isAbsence: Bool {
        switch self {
        case .unreachable(_, .redirectRefused), .unreachable(_, .tooLarge), .unreachable(_, .notHTTP): false
        case .unreachable(_, let error): error.isAbsence
        case .unavailable: true
        default: false
        }
    }

    package var message: String { wording.plain }

    package var wording: Wording {
        switch self {
        case .badDomain(""): "the domain is empty"
        case .badDomain(let text): "\(TerminalText.escape(text)) is not a domain such as example.com"
        case .loopback(let domain):
            "the domain \(domain) is this machine, which is not asked without \(field: .allowsLoopback)"
        case .badName(""): "the federation name is empty"
        case .badName(let text): "\(TerminalText.escape(text)) is not a federation name such as name*example.com"
        case .unreachable(_, let error): Wording(error.message)
        case .unavailable(let domain, let status): "\(domain) answered with status \(status)"
        case .noToml(let domain): "\(domain) has no stellar.toml"
        case .badToml(let domain, let reason):
            "the stellar.toml of \(domain) cannot be used: \(TerminalText.escape(reason))"
        case .noFederationServer(let domain): "\(domain) has no federation server"
        case .badField(let domain, let field, let reason):
            "the \(field) in the stellar.toml of \(domain) cannot be used: \(reason)"
        case .noService(let domain, let what, let field):
            "\(domain) offers no \(what): its stellar.toml has no \(field)"
        case .refused(let domain, let status, let reason):
            "\(domain) refused with status \(status): \(Self.cut(reason))"
        case .loginNeeded(let domain, let hadToken, let reason):
            "\(domain) \(hadToken ? "no longer accepts the login" : "requires a login, and there is none")\(reason.map { ": \(Self.cut($0))" } ?? "")"
        case .customerInfoNeeded(let domain, let fields):
            "\(domain) wants to know more about you first: \(fields.isEmpty ? "it does not say what" : Self.cut(fields.joined(separator: ", ")))"
        case .customerStatus(let domain, let status, let more):
            "\(domain) has not accepted what it knows about you: \(Self.cut(status))\(more.map { ", see \(Self.cut($0))" } ?? "")"
        case .badToken(let domain, let reason): "the token of \(domain) is not what was asked for: \(reason)"
        case .noSuchName(let name): "no account is called \(TerminalText.escape(name))"
        case .broken(let domain, let reason): "\(domain) breaks the protocol: \(Self.cut(reason))"
        }
    }

    /// Whether the request certainly had no effect: it was rejected, or never sent.
    package var isCertain: Bool {
        switch self {
        case .refused, .loginNeeded, .customerInfoNeeded, .customerStatus: true
        case .unreachable(_, let error):
            switch error {
            case .badRequest, .badSetup, .cannotResolve, .cannotConnect, .badCertificate, .tlsFailed: true
            default: false
            }
        default: false
        }
    }

    /// The error with these values removed from the server's text, which may repeat personal data that it was sent.
    package func leavingOut(_ values: [String]) -> AnchorError {
        switch self {
        case .refused(let domain, let status, let reason):
            .refused(domain: domain, status: status, reason: Self.leavingOut(values, of: reason))
        case .loginNeeded(let domain, let hadToken, let reason?):
            .loginNeeded(domain: domain, hadToken: hadToken, reason: Self.leavingOut(values, of: reason))
        default: self
        }
    }

    /// A server's text with these values removed.
    package static func leavingOut(_ values: [String], of text: String) -> String {
        values.filter { $0.utf8.count > 2 }.sorted { $0.utf8.count > $1.utf8.count }
            .reduce(text) { $0.replacing($1, with: "(what you gave)") }
    }

    /// A server's text, shortened and escaped. Counts scalars, because one character may be as long as the whole
    /// response.
    static func cut(_ text: String, to most: Int = 300) -> String {
        let scalars = text.unicodeScalars.prefix(most + 1)
        return TerminalText.escape(String(scalars.prefix(most))) + (scalars.count > most ? "..." : "")
    }
}

extension AnchorError: Fault {
    package var kind: FaultKind {
        switch self {
        case .badDomain, .badName, .loopback, .noToml, .noFederationServer, .noSuchName, .noService: .badInput
        case .unreachable(_, .badCertificate(_, _)), .badToml, .badField, .broken, .badToken,
            .unreachable(_, .redirectRefused(_, _)), .unreachable(_, .tooLarge(_, _)), .unreachable(_, .notHTTP(_, _)):
            .protocolBroken
        case .refused, .customerStatus, .customerInfoNeeded: .refusedByLedger
        case .loginNeeded: .refused
        case .unreachable, .unavailable: .unreachable
        }
    }

    package var hint: Wording? {
        switch self {
        case .customerInfoNeeded(let domain, _):
            "to give it the fields: \(step: .anchor(.giveCustomerFields(.init(homeDomain: domain), type: nil, fields: [])))"
        case .loginNeeded(let domain, _, _):
            "log in: \(step: .anchor(.logIn(.init(homeDomain: domain))))"
        case .unreachable, .unavailable:
            kind == .unreachable ? "nothing was changed or lost; try again" : nil
        default: nil
        }
    }
}
