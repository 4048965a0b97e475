// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
package import Stellar
package import StellarXDR

/// A domain's login service: fetches challenges, and exchanges signed ones for tokens.
///
/// The caller validates the challenge, with the same code as on the signer.
///
/// - Source: SEP-10.
package struct WebAuth: Sendable {
    package let domain: HomeDomain
    /// `WEB_AUTH_ENDPOINT`.
    package let endpoint: HTTPURL
    /// `SIGNING_KEY`.
    package let signingKey: AccountID
    private let server: AnchorServer

    /// - Throws: `.noService` when the domain has no login service or no key for it.
    package init(_ toml: StellarToml, by transport: any HTTPTransport) throws(AnchorError) {
        domain = toml.domain
        guard let endpoint = try toml.endpoint("WEB_AUTH_ENDPOINT") else {
            throw toml.noService("login", "WEB_AUTH_ENDPOINT")
        }
        guard let key = try toml.account("SIGNING_KEY") else {
            throw toml.noService("login that can be checked", "SIGNING_KEY")
        }
        self.endpoint = endpoint
        signingKey = key
        server = AnchorServer(domain: domain, transport: transport)
    }

    /// Fetches a challenge. Checks only that it is an envelope.
    package func challenge(for client: WebAuthClient) throws(AnchorError) -> WebAuthChallenge {
        var query = [("account", client.account.address), ("home_domain", domain.text)]
        if let memo = client.memo { query.append(("memo", String(memo))) }
        if let other = client.clientDomain { query.append(("client_domain", other.text)) }
        let answer = try server.ask(
            HTTPRequest(endpoint.adding(query: query), sizeLimit: AnchorServer.sizeLimit), isLogin: true)
        do {
            let text = try answer.string("transaction")
            let bytes = try Base64.decode(text, skippingWhiteSpace: true)
            return WebAuthChallenge(
                envelope: try TransactionEnvelope(xdr: bytes),
                networkPassphrase: try answer.optionalString("network_passphrase"))
        } catch let error as JSONError {
            throw .broken(domain: domain.text, reason: error.message)
        } catch {
            throw .broken(domain: domain.text, reason: "its challenge is not a transaction envelope")
        }
    }

    /// Exchanges a signed challenge for a token.
    ///
    /// - Throws: `.refused` when the server rejects the signatures.
    package func token(
        for signed: TransactionEnvelope, of client: WebAuthClient, at now: Timestamp
    ) throws(AnchorError) -> AccessToken {
        try server.token(
            for: ["transaction": .string(Base64.encode(signed.xdr))], from: endpoint, to: client, at: now)
    }
}

/// A challenge from a login server.
package struct WebAuthChallenge: Sendable {
    package let envelope: TransactionEnvelope
    /// The network passphrase that the server states; unverified.
    package let networkPassphrase: String?
}

/// The account that logs in.
package struct WebAuthClient: LoginClient {
    /// The account, `G…` or `M…`.
    package let account: MuxedAccount
    /// The memo that identifies a user of a shared account; nil with an `M…`, whose id does that.
    package let memo: UInt64?
    /// The wallet's own domain, whose key signs too.
    package let clientDomain: HomeDomain?

    package init(_ account: MuxedAccount, memo: UInt64? = nil, clientDomain: HomeDomain? = nil) {
        precondition(memo == nil || account.id == nil, "an M address has its id, and no memo")
        self.account = account
        self.memo = memo
        self.clientDomain = clientDomain
    }

    package var address: String { account.address }
    package var subject: String { address + (memo.map { ":\($0)" } ?? "") }
}

/// Who logs in: an account (SEP-10) or a contract account (SEP-45).
package protocol LoginClient: Hashable, Sendable {
    /// The required `sub` claim: `G…`, `G…:memo`, `M…` or `C…`.
    var subject: String { get }
    /// `G…`, `M…` or `C…`.
    var address: String { get }
    /// The memo that identifies a user of a shared account.
    var memo: UInt64? { get }
    /// The wallet's own domain, whose key signs too.
    var clientDomain: HomeDomain? { get }
}

extension LoginClient {
    package var memo: UInt64? { nil }
}

extension HTTPURL {
    /// The accepted values of `web_auth_domain` for a login endpoint: its host, with its port if one was written, and
    /// without.
    ///
    /// - Source: SEP-10 §Challenge, SEP-45 §Challenge.
    package var webAuthDomains: [String] { port == nil ? [host] : [authority, host] }
}
