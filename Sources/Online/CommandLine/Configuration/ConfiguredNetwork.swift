// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff
package import Stellar
package import Terminal
import Workspace

/// The network of an online command: by options, by the environment, or by the configuration file.
package protocol ConfiguredNetwork {
    var options: NetworkOptions { get }
}

extension ConfiguredNetwork {
    /// What options, environment and configuration say. The configuration only answers where nothing else does.
    ///
    /// - Throws: for an invalid configuration.
    package var choice: NetworkSelection {
        get throws(Failure) {
            var choice = options.choice
            choice.advice += ", or coldstar-build config set network testnet"
            let configured = try Settings.configured()
            if case .success(nil) = choice.usual {
                choice.usual = Result { () throws(Failure) in
                    try Network.written(
                        name: configured[.network]?.text, passphrase: configured[.networkPassphrase]?.text)
                }
            }
            if let network = try choice.given() { try Settings.noteIgnoredServer(on: network) }
            return choice
        }
    }

    package func given() throws(Failure) -> Network? { try choice.given() }
    package func named() throws(Failure) -> Network? { try choice.named.get() }
    package func required() throws(Failure) -> Network { try choice.required() }
    package func resolve(documented: Network?) throws(Failure) -> Network { try choice.resolve(documented: documented) }
}

/// The options for the network of an online command.
package struct OnlineNetworkOptions: ParsableArguments, ConfiguredNetwork {
    @OptionGroup package var options: NetworkOptions
    @OptionGroup package var profile: ProfileOption

    package init() {}
}

/// `OnlineNetworkOptions` for `anchor` commands, in which `--profile` has another meaning.
package struct AnchorNetworkOptions: ParsableArguments, ConfiguredNetwork {
    @OptionGroup package var options: NetworkOptions
    @OptionGroup package var profile: ConfigProfileOption

    package init() {}
}

/// The option that chooses a profile of the configuration file.
package struct ProfileOption: ParsableArguments {
    @Option(
        name: [.customLong("profile"), .customLong("config-profile")],
        help: "The profile of the configuration file (or $COLDSTAR_PROFILE).", completion: Completion.profiles)
    package var profile: String?

    package init() {}

    /// Called by the parser: the settings of this run are those of the profile.
    package func validate() { Settings.choose(profile: profile) }
}

/// `ProfileOption` for the commands in which `--profile` stands for the user's own data (SEP-9).
package struct ConfigProfileOption: ParsableArguments {
    @Option(
        help: "The profile of the configuration file (or $COLDSTAR_PROFILE).", completion: Completion.profiles)
    package var configProfile: String?

    package init() {}

    /// Called by the parser, as that of `ProfileOption`.
    package func validate() { Settings.choose(profile: configProfile) }
}
