// SPDX-License-Identifier: Apache-2.0

import Codec

/// Environment variables; an empty one counts as not set.
package enum Environment {
    /// All variables that the programs read.
    static let names = [
        "COLDSTAR_HOME", "COLDSTAR_PROFILE", "COLDSTAR_PAGER", "PAGER", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME",
        "STELLAR_NETWORK", "STELLAR_NETWORK_PASSPHRASE", "STELLAR_HORIZON_URL", "STELLAR_RPC_URL", "STELLAR_ACCOUNT",
        "SSL_CERT_FILE", "ALL_PROXY", "NO_COLOR", "TERM", "LINES", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG",
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
