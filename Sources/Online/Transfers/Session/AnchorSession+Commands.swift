// SPDX-License-Identifier: Apache-2.0

import Anchor
import CurlHTTP
package import Journal
import Stellar
import StellarXDR
import TextCodec

/// The commands that continue what a session began, ready to copy.
extension AnchorSession {
    /// The options by which further commands refer to this anchor, user and network.
    package var arguments: String { Self.arguments(domain, client, network) + settings.carried.text }

    /// The options that a command about a recorded transfer must repeat.
    package var carried: String { (domain.origin.isLoopback ? " --http-loopback" : "") + settings.carried.text }

    /// The command that resumes a recorded transfer.
    package func resuming(_ number: Int64) -> String { "coldstar-submit anchor resume \(number)\(carried)" }

    /// The command that follows a transfer, by its number if this machine began it.
    package func watching(_ id: String, _ record: RecordedTransfer?) -> String {
        let command = "coldstar-submit anchor watch"
        if let record { return "\(command) \(record.number)\(carried)" }
        return id.hasPrefix("-")
            ? "\(command) \(arguments) -- \(ShellWord.quoted(id))" : "\(command) \(ShellWord.quoted(id)) \(arguments)"
    }

    /// The command that builds the payment of a withdrawal.
    package func paying(_ id: String, _ record: RecordedTransfer?) -> String {
        let command = "coldstar-build withdrawal"
        if let record { return "\(command) \(record.number)\(carried)" }
        return "\(command) \(arguments) --id" + (id.hasPrefix("-") ? "=" : " ") + ShellWord.quoted(id)
    }

    /// The commands for logging in.
    var login: String {
        "log in: coldstar-build challenge \(arguments), sign it, and coldstar-submit auth\(carried) "
            + Self.option(network)
    }

    private static func arguments(_ domain: HomeDomain, _ client: WebAuthClient?, _ network: Network) -> String {
        var words = ["--home-domain \(domain.text)"]
        if let client {
            words.append("--account \(client.account.address)")
            if let memo = client.memo { words.append("--memo-id \(memo)") }
        }
        if domain.origin.isLoopback { words.append("--http-loopback") }
        return (words + [option(network)]).joined(separator: " ")
    }

    private static func option(_ network: Network) -> String {
        network.name.map { "-n \($0)" } ?? "--network-passphrase \(ShellWord.quoted(network.passphrase))"
    }
}
