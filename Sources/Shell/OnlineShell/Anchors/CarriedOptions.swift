// SPDX-License-Identifier: Apache-2.0

package import Shell
import TextCodec

/// The options of this run that a printed command must repeat, besides the command's own.
package struct CarriedOptions: Sendable {
    /// Each with a leading space, quoted for a shell.
    package let text: String

    /// - Parameter loopback: whether the domain is on this machine.
    package init(_ horizon: HorizonOptions, _ home: HomeOptions, loopback: Bool) {
        var words = loopback ? ["--http-loopback"] : []
        for url in horizon.horizonUrls { words += ["--horizon-url", ShellWord.quoted(url)] }
        if let file = horizon.caFile { words += ["--ca-file", ShellWord.quoted(file)] }
        // A proxy with a password is not printed; the user must give it again.
        if let proxy = horizon.proxy, !proxy.contains("@") { words += ["--proxy", ShellWord.quoted(proxy)] }
        if let home = home.home { words += ["--home", ShellWord.quoted(home)] }
        text = words.map { " " + $0 }.joined()
    }
}
