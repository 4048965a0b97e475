// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
package import Stellar
package import StellarXDR

/// A domain's login service for contract accounts: fetches challenges, and exchanges signed ones for tokens.
///
/// The caller validates the challenge, with the same code as on the signer.
///
/// - Source: SEP-45.
package struct ContractWebAuth: Sendable {
    package let domain: HomeDomain
    /// `WEB_AUTH_FOR_CONTRACTS_ENDPOINT`.
    package let endpoint: HTTPURL
    /// `WEB_AUTH_CONTRACT_ID`.
    package let contract: ContractID
    /// `SIGNING_KEY`.
    package let signingKey: AccountID
    private let server: AnchorServer

    /// The most entries of a challenge: those of the account, the server and the client domain, with room for faults to
    /// name.
    private static let mostEntries = 16

    /// - Throws: `.noService` when the domain has no login for contract accounts, or no key or contract for it.
    package init(_ toml: StellarToml, by transport: any HTTPTransport) throws(AnchorError) {
        domain = toml.domain
        guard let endpoint = try toml.endpoint("WEB_AUTH_FOR_CONTRACTS_ENDPOINT") else {
            throw toml.noService("login for contract accounts", "WEB_AUTH_FOR_CONTRACTS_ENDPOINT")
        }
        let what = "login for contract accounts that can be checked"
        guard let contract = try toml.contract("WEB_AUTH_CONTRACT_ID") else {
            throw toml.noService(what, "WEB_AUTH_CONTRACT_ID")
        }
        guard let key = try toml.account("SIGNING_KEY") else {
            throw toml.noService(what, "SIGNING_KEY")
        }
        self.endpoint = endpoint
        self.contract = contract
        signingKey = key
        server = AnchorServer(domain: domain, transport: transport)
    }

    /// Fetches a challenge. Checks only that it is a list of authorization entries.
    package func challenge(for client: ContractWebAuthClient) throws(AnchorError) -> ContractWebAuthChallenge {
        var query = [("account", client.subject), ("home_domain", domain.text)]
        if let other = client.clientDomain { query.append(("client_domain", other.text)) }
        let answer = try server.ask(
            HTTPRequest(endpoint.adding(query: query), sizeLimit: AnchorServer.sizeLimit), isLogin: true)
        do {
            let text = try answer.string("authorization_entries")
            let entries = try [SorobanAuthorizationEntry](xdr: try Base64.decode(text, skippingWhiteSpace: true))
            guard entries.count <= Self.mostEntries else {
                throw AnchorError.broken(
                    domain: domain.text, reason: "its challenge has \(entries.count) authorization entries")
            }
            return ContractWebAuthChallenge(
                entries: entries, networkPassphrase: try answer.optionalString("network_passphrase"))
        } catch let error as AnchorError {
            throw error
        } catch let error as JSONError {
            throw .broken(domain: domain.text, reason: error.message)
        } catch {
            throw .broken(domain: domain.text, reason: "its challenge is not a list of authorization entries")
        }
    }

    /// Exchanges the entries of a signed challenge for a token.
    ///
    /// - Throws: `.refused` when the server rejects the signatures.
    package func token(
        for signed: [SorobanAuthorizationEntry], of client: ContractWebAuthClient, at now: Timestamp
    ) throws(AnchorError) -> AccessToken {
        try server.token(
            for: ["authorization_entries": .string(Base64.encode(signed.xdr))], from: endpoint, to: client, at: now)
    }
}

/// A challenge from a login server for contract accounts.
package struct ContractWebAuthChallenge: Sendable {
    package let entries: [SorobanAuthorizationEntry]
    /// The network passphrase that the server states; unverified.
    package let networkPassphrase: String?
}

/// The contract account that logs in (SEP-45).
package struct ContractWebAuthClient: LoginClient {
    package let account: ContractID
    /// The wallet's own domain, whose key signs an entry of its own.
    package let clientDomain: HomeDomain?

    package init(_ account: ContractID, clientDomain: HomeDomain? = nil) {
        self.account = account
        self.clientDomain = clientDomain
    }

    package var address: String { StrKey.contract(account).text }
    package var subject: String { address }
}
