// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec

/// The folder of the state: `--home`, `$COLDSTAR_HOME`, or the XDG data folder.
package struct HomeOptions: ParsableArguments {
    @Option(
        help: "Folder of keys and journal (default: $COLDSTAR_HOME, or coldstar in the XDG data folder).",
        completion: .directory)
    package var home: String?

    package init() {}

    /// The folder, which need not exist yet.
    package func folder() throws(Failure) -> String {
        if let home {
            guard !home.isEmpty else { throw Failure(.usage, "--home is empty") }
            return home
        }
        if let home = Environment["COLDSTAR_HOME"] { return home }
        if let data = Environment["XDG_DATA_HOME"] { return data + "/coldstar" }
        guard let user = Environment["HOME"] else {
            throw Failure(.usage, "no folder for keys and journal", hint: "give --home or set COLDSTAR_HOME")
        }
        return user + "/.local/share/coldstar"
    }

    /// The signer's subfolder.
    package func vault() throws(Failure) -> String { try folder() + "/vault" }

    /// The online side's subfolder.
    package func online() throws(Failure) -> String { try folder() + "/online" }
}

/// Environment variables; an empty one counts as not set.
package enum Environment {
    /// All variables that the programs read.
    static let names = [
        "COLDSTAR_HOME", "COLDSTAR_PROFILE", "COLDSTAR_PAGER", "PAGER", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME",
        "STELLAR_NETWORK", "STELLAR_NETWORK_PASSPHRASE", "STELLAR_HORIZON_URL", "STELLAR_RPC_URL", "STELLAR_ACCOUNT",
        "SSL_CERT_FILE", "ALL_PROXY", "NO_COLOR", "TERM", "LINES", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "TZ",
    ]

    /// Whether a variable is UTF-8, if it is set.
    static func isText(_ name: String) -> Bool {
        guard let value = getenv(name) else { return true }
        return String(validatingCString: value) != nil
    }

    package static subscript(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
