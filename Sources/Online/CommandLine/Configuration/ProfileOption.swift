// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

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
