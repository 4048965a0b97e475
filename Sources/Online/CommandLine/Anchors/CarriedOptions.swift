// SPDX-License-Identifier: Apache-2.0

import Codec

/// The options of this run that a printed command must repeat, besides the command's own.
package struct CarriedOptions: Sendable {
    /// Each with a leading space, quoted for a shell.
    package let text: String

    /// Every value is as it was typed; nil for an option that was not given.
    package init(
        profile: String? = nil, horizonURLs: [String] = [], caFile: String? = nil, proxy: String? = nil,
        home: String? = nil
    ) {
        var words: [String] = []
        if let profile { words += ["--config-profile", ShellWord.quoted(profile)] }
        for url in horizonURLs { words += ["--horizon-url", ShellWord.quoted(url)] }
        if let caFile { words += ["--ca-file", ShellWord.quoted(caFile)] }
        // A proxy with a password is not printed; the user must give it again.
        if let proxy, !proxy.contains("@") { words += ["--proxy", ShellWord.quoted(proxy)] }
        if let home { words += ["--home", ShellWord.quoted(home)] }
        text = words.map { " " + $0 }.joined()
    }
}
