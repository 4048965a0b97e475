// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Stellar
import TextCodec

/// The network as the user names it: by flags, which may confirm what a document says, or by the environment. There is no default.
package struct NetworkChoice: Hashable, Sendable {
    /// One place that may name the network.
    package struct Source: Hashable, Sendable {
        package var name: String?
        package var passphrase: String?

        package init(name: String? = nil, passphrase: String? = nil) {
            self.name = name
            self.passphrase = passphrase
        }

        /// The network named here; nil if none is.
        package func network() throws(Failure) -> Network? {
            var named: Network?
            if let name {
                guard let known = Network(named: name) else {
                    throw Failure(
                        .usage, "\(TerminalText.escape(name)) is not a network name",
                        hint:
                            "use one of \(Network.names.joined(separator: ", ")), or \(field: .networkPassphrase, "TEXT")"
                    )
                }
                named = known
            }
            guard let passphrase else { return named }
            guard !passphrase.isEmpty else { throw Failure(.usage, "\(field: .networkPassphrase) is empty") }
            guard passphrase.utf8.count <= Limits.networkPassphrase else {
                throw Failure(.usage, "\(field: .networkPassphrase) is longer than \(Limits.networkPassphrase) bytes")
            }
            let spelled = Network(passphrase: passphrase)
            if let named, named != spelled {
                throw Failure(.badInput, "\(field: .network) and \(field: .networkPassphrase) name different networks")
            }
            return spelled
        }
    }

    package var flags: Source
    package var environment: Source
    /// What to do where no network is named.
    package var advice: Wording =
        "use \(field: .network) public or \(field: .network) testnet, or \(field: .networkPassphrase, "TEXT")"

    package init(flags: Source, environment: Source = Source()) {
        self.flags = flags
        self.environment = environment
    }

    /// A network chosen without flags.
    package init(_ network: Network) { self.init(flags: Source(passphrase: network.passphrase)) }

    /// The network named by the flags or, without them, by the environment; nil if neither names one.
    package func given() throws(Failure) -> Network? {
        if let fromFlags = try flags.network() { return fromFlags }
        return try environment.network()
    }

    /// The network named by the flags alone, for input that names its own: only a flag, not the environment, may contradict it.
    package func flagged() throws(Failure) -> Network? { try flags.network() }

    /// The network, which flags or environment must name.
    package func required() throws(Failure) -> Network {
        guard let network = try given() else {
            throw Failure(
                .usage, "no network is given; there is no default",
                hint: advice)
        }
        return network
    }

    /// The network of a transaction: that of its document, which flags may confirm; else that of flags or environment.
    package func resolve(documented: Network?) throws(Failure) -> Network {
        guard let documented else { return try required() }
        if let flagged = try flagged(), flagged != documented {
            throw Failure(
                .badInput,
                "the request is for \(documented.label), but the command line says \(flagged.label)")
        }
        return documented
    }

    /// The network of a link.
    ///
    /// - Throws: if SEP-7's default contradicts the network given by option or environment.
    package func resolve(_ link: SEP7Terms) throws(Failure) -> Network {
        if link.namedNetwork == nil, let given = try given(), given != link.network {
            let (assumed, wanted) = (link.network.label, given.label)
            throw Failure(
                .badInput, "the link names no network: SEP-7 then means \(assumed), not \(wanted)",
                hint: "ask for a link that names \(wanted); for \(assumed) give \(field: .network) \(assumed)")
        }
        return try resolve(documented: link.network)
    }
}
