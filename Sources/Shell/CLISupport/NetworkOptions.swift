// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import Handoff
package import Stellar
import TextCodec

/// The options that name the network; there is no default.
package struct NetworkOptions: ParsableArguments {
    @Option(
        name: [.customShort("n"), .customLong("network")],
        help: "public, testnet, futurenet or local (or $STELLAR_NETWORK).",
        completion: .list(["public", "testnet", "futurenet", "local"]))
    package var name: String?

    @Option(
        name: .customLong("network-passphrase"),
        help: "Any other network, by its passphrase (or $STELLAR_NETWORK_PASSPHRASE).")
    package var passphrase: String?

    package init() {}

    /// The network named by the flags or, without them, by the environment; nil if neither names one.
    package func given() throws(Failure) -> Network? {
        if let fromFlags = try Self.network(name: name, passphrase: passphrase) { return fromFlags }
        return try Self.network(
            name: Environment["STELLAR_NETWORK"], passphrase: Environment["STELLAR_NETWORK_PASSPHRASE"])
    }

    /// The network named by the flags alone, for input that names its own: only a flag, not the environment, may contradict it.
    package func flagged() throws(Failure) -> Network? { try Self.network(name: name, passphrase: passphrase) }

    /// The network, which flags or environment must name.
    package func required() throws(Failure) -> Network {
        guard let network = try given() else {
            throw Failure(
                .usage, "no network is given; there is no default",
                hint: "use --network public or --network testnet, or --network-passphrase TEXT")
        }
        return network
    }

    /// The network of a transaction: that of its document, which flags may confirm; else that of flags or environment.
    package func resolve(documented: Network?) throws(Failure) -> Network {
        guard let documented else { return try required() }
        if let flagged = try flagged(), flagged != documented {
            throw Failure(
                .badInput,
                "the request is for \(Self.label(documented)), but the command line says \(Self.label(flagged))")
        }
        return documented
    }

    /// The network of a link.
    ///
    /// - Throws: if SEP-7's default contradicts the network given by option or environment.
    package func resolve(_ link: SEP7Terms) throws(Failure) -> Network {
        if link.namedNetwork == nil, let given = try given(), given != link.network {
            let (assumed, wanted) = (Self.label(link.network), Self.label(given))
            throw Failure(
                .badInput, "the link names no network: SEP-7 then means \(assumed), not \(wanted)",
                hint: "ask for a link that names \(wanted); for \(assumed) leave out --network and STELLAR_NETWORK")
        }
        return try resolve(documented: link.network)
    }

    /// A network's name, or its escaped passphrase in quotes.
    package static func label(_ network: Network) -> String {
        network.name ?? "\"\(TerminalText.escape(network.passphrase))\""
    }

    private static func network(name: String?, passphrase: String?) throws(Failure) -> Network? {
        var named: Network?
        if let name {
            guard let known = Network(named: name) else {
                throw Failure(
                    .usage, "\(TerminalText.escape(name)) is not a network name",
                    hint: "use one of \(Network.names.joined(separator: ", ")), or --network-passphrase TEXT")
            }
            named = known
        }
        guard let passphrase else { return named }
        guard !passphrase.isEmpty else { throw Failure(.usage, "--network-passphrase is empty") }
        guard passphrase.utf8.count <= Limits.networkPassphrase else {
            throw Failure(.usage, "--network-passphrase is longer than \(Limits.networkPassphrase) bytes")
        }
        let spelled = Network(passphrase: passphrase)
        if let named, named != spelled {
            throw Failure(.badInput, "--network and --network-passphrase name different networks")
        }
        return spelled
    }
}
