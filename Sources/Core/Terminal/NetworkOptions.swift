// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff
package import Stellar

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

    /// What flags and environment say about the network.
    package var choice: NetworkSelection {
        NetworkSelection(named: Result { () throws(Failure) in try named() }, usual: Self.ofEnvironment())
    }

    private static func ofEnvironment() -> Result<Network?, Failure> {
        Result { () throws(Failure) in
            try Network.written(
                name: Environment["STELLAR_NETWORK"], passphrase: Environment["STELLAR_NETWORK_PASSPHRASE"])
        }
    }

    /// The network that the options name.
    package func named() throws(Failure) -> Network? { try Network.written(name: name, passphrase: passphrase) }

    package func given() throws(Failure) -> Network? { try choice.given() }
    package func required() throws(Failure) -> Network { try choice.required() }
    package func resolve(documented: Network?) throws(Failure) -> Network { try choice.resolve(documented: documented) }
}
