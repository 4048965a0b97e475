// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import SafeFiles
package import Stellar
import StellarXDR

/// The login tokens of a home: one file for each network, domain, account and memo, readable only by its owner.
///
/// Tokens are in files rather than in the journal, so that no backup or export contains them, and a removed token is
/// gone.
package struct TokenStore: Sendable {
    package static let format = "coldstar-token"
    private let folder: String

    /// - Parameter folder: the online side's folder.
    package init(folder: String) { self.folder = folder + "/tokens" }

    /// Stores a token, replacing an earlier one.
    ///
    /// - Returns: the path of its file.
    @discardableResult
    package func keep(
        _ token: AccessToken, of client: some LoginClient, at domain: HomeDomain, on network: Network
    ) throws(Failure) -> String {
        let document: JSON = [
            "format": .string(Self.format), "version": 1, "home_domain": .string(domain.text),
            "network_passphrase": .string(network.passphrase), "subject": .string(client.subject),
            "client_domain": client.clientDomain.map { .string($0.text) } ?? .null,
            "expires": .string(token.expiry.rfc3339), "token": .string(token.exposed),
        ]
        let place = place(of: domain, on: network)
        let path = place + Self.name(of: client.subject)
        do {
            try SafeFiles.createFolder(place)
            try SafeFiles.write(Array((document.text(pretty: true) + "\n").utf8), to: path, replacing: true)
        } catch {
            throw Failure(.cannotCreate, "the token cannot be kept: \(error.message)")
        }
        return path
    }

    /// The token of an earlier login.
    ///
    /// - Throws: `.refused` when there is none that is still valid.
    package func token(of client: WebAuthClient, at domain: HomeDomain, on network: Network, now: Timestamp)
        throws(Failure) -> AccessToken
    {
        let path = place(of: domain, on: network) + Self.name(of: client.subject)
        guard SafeFiles.exists(path) else {
            throw Failure(.refused, "there is no login at \(domain.text) as \(client.subject)")
        }
        let token: AccessToken
        do {
            let document = try JSON(parsing: try SafeFiles.read(path, limit: 64 << 10))
            guard try document.string("format") == Self.format, try document.string("subject") == client.subject,
                try document.string("network_passphrase") == network.passphrase
            else {
                throw Failure(.refused, "the login at \(domain.text) is for another network or account")
            }
            token = try AccessToken(try document.string("token"))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.refused, "the login in \(TerminalText.escape(path)) cannot be read")
        }
        guard now < token.expiry else {
            throw Failure(.refused, "the login at \(domain.text) ended at \(token.expiry.utc)")
        }
        return token
    }

    /// A login that was stored, whether or not it is still valid.
    package struct Login: Hashable, Sendable {
        package let domain: String
        /// The account, with the memo of a user of a shared account: `G…`, `G…:memo`, `M…` or `C…`.
        package let subject: String
        package let expiry: Timestamp
    }

    /// All stored logins of a network, by domain. A file that cannot be read is left out.
    package func logins(on network: Network) -> [Login] {
        let folder = "\(folder)/\(Hex.encode(network.id.bytes))"
        let domains = (try? SafeFiles.names(in: folder)) ?? []
        return domains.sorted().flatMap { domain -> [Login] in
            let names = (try? SafeFiles.names(in: "\(folder)/\(domain)")) ?? []
            return names.sorted().compactMap { name in
                guard name.hasSuffix(".json"),
                    let bytes = try? SafeFiles.read("\(folder)/\(domain)/\(name)", limit: 64 << 10),
                    let document = try? JSON(parsing: bytes), (try? document.string("format")) == Self.format,
                    let text = document["token"]?.asString, let token = try? AccessToken(text),
                    let subject = document["subject"]?.asString
                else { return nil }
                return Login(domain: domain, subject: subject, expiry: token.expiry)
            }
        }
    }

    /// One domain may serve several networks, with a login on each.
    private func place(of domain: HomeDomain, on network: Network) -> String {
        "\(folder)/\(Hex.encode(network.id.bytes))/\(domain.text)/"
    }

    private static func name(of subject: String) -> String { "\(subject).json" }
}
