// SPDX-License-Identifier: Apache-2.0

package import CLISupport

/// The options of this run that a command printed for copying has to repeat, apart from what the command is about.
package struct CarriedOptions: Sendable {
    /// Each with a blank in front, quoted for a shell.
    package let text: String

    /// - Parameter loopback: whether a domain of this machine is asked.
    package init(_ horizon: HorizonOptions, _ home: HomeOptions, loopback: Bool) {
        var words = loopback ? ["--http-loopback"] : []
        for url in horizon.horizonUrls { words += ["--horizon-url", Shell.word(url)] }
        if let file = horizon.caFile { words += ["--ca-file", Shell.word(file)] }
        // One with a password in it is given again by the user.
        if let proxy = horizon.proxy, !proxy.contains("@") { words += ["--proxy", Shell.word(proxy)] }
        if let home = home.home { words += ["--home", Shell.word(home)] }
        text = words.map { " " + $0 }.joined()
    }
}
