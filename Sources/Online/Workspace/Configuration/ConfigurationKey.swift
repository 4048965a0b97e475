// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec
import HTTP
import Handoff
import Stellar
import StellarXDR

/// A setting that the configuration file can hold, named as its option without the dashes.
package enum ConfigurationKey: String, Hashable, Sendable, CaseIterable {
    case network
    case networkPassphrase = "network-passphrase"
    case horizonURL = "horizon-url"
    case rpcURL = "rpc-url"
    case account
    case homeDomain = "home-domain"
    case caFile = "ca-file"
    case proxy

    /// The name in the file.
    package var name: String { rawValue }

    /// Whether several values are allowed, as an array.
    package var takesSeveral: Bool { self == .horizonURL || self == .rpcURL }

    /// Whether the value is of one network: it is not used for another.
    package var belongsToNetwork: Bool { self == .horizonURL || self == .rpcURL || self == .homeDomain }

    /// Whether it says which network is meant.
    package var namesNetwork: Bool { self == .network || self == .networkPassphrase }

    /// The key of the root table that chooses a profile when nothing else does.
    package static let profile = "profile"
    /// The table of the profiles.
    package static let profiles = "profiles"

    /// The keys that `config set` accepts.
    package static var names: [String] { allCases.map(\.name) + [profile] }
}

extension ConfigurationKey {
    /// Checks a value. No message repeats one that may be a secret.
    ///
    /// - Throws: `.badInput` with what is wrong; the caller adds the place and the key.
    package func check(_ text: String) throws(Failure) {
        guard !text.isEmpty else { throw Failure(.badInput, "the value is empty") }
        switch self {
        case .network: try checkNetwork(text)
        case .networkPassphrase:
            guard text.utf8.count <= Limits.networkPassphrase else {
                throw Failure(.badInput, "a passphrase has at most \(Limits.networkPassphrase) bytes")
            }
        case .horizonURL, .rpcURL: try checkURL(text)
        case .account: try checkAccount(text)
        case .homeDomain: try checkDomain(text)
        case .caFile:
            guard text.hasPrefix("/"), !text.utf8.contains(0) else {
                throw Failure(
                    .badInput, "\(TerminalText.escape(text)) is not an absolute path", hint: "begin it with /")
            }
        case .proxy: try checkProxy(text)
        }
    }

    private func checkNetwork(_ text: String) throws(Failure) {
        guard Network(named: text) == nil else { return }
        throw Failure(
            .badInput, "\(TerminalText.escape(text)) is not a network name",
            hint: .suggestion(
                for: text, among: Network.names,
                "use one of \(Network.names.joined(separator: ", ")); network-passphrase names any other network"))
    }

    private func checkURL(_ text: String) throws(Failure) {
        do { _ = try HTTPURL(text) } catch { throw Failure(.badInput, Wording(error.message)) }
    }

    private func checkAccount(_ text: String) throws(Failure) {
        do throws(StrKeyError) { _ = try MuxedAccount(address: text) } catch {
            guard error != .secretSeed else {
                throw Failure(
                    .badInput, "the value is a secret key, which does not belong on this machine",
                    hint: "remove it from the file and from the shell's history; the account's address begins with G")
            }
            throw Failure(
                .badInput, Wording(error.message),
                hint: "use an address, G... or M...; contacts and federation names are not accepted here")
        }
    }

    private func checkDomain(_ text: String) throws(Failure) {
        // Whether domains of this machine are allowed is decided where the domain is used.
        guard (try? HomeDomain(text, allowsLoopback: true)) == nil else { return }
        throw Failure(.badInput, "\(TerminalText.escape(text)) is not a domain", hint: "for example, example.com")
    }

    private func checkProxy(_ text: String) throws(Failure) {
        guard !text.contains("@") else {
            throw Failure(
                .badInput, "a proxy with a name or password is not stored",
                hint: "set ALL_PROXY or give \(field: .proxy)")
        }
        do throws(HTTPError) { try CurlOptions(proxy: text).check() } catch {
            throw Failure(.badInput, Wording(error.message))
        }
    }
}

/// A checked value of the configuration file.
package struct ConfigurationValue: Hashable, Sendable {
    package let key: ConfigurationKey
    /// At least one; exactly one for keys that take no array.
    package let texts: [String]
    /// Its line in the file, counted from 1.
    package let line: Int
}

/// A fault in the configuration file.
package struct ConfigurationError: Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    /// What is wrong, beginning with the key.
    package let message: Wording
    package let hint: Wording?

    /// The problem as an error about a file.
    ///
    /// - Parameter path: the file's path, escaped.
    package func failure(in path: String) -> Failure {
        Failure(.badInput, "\(path):\(line): \(message)", hint: hint)
    }
}
