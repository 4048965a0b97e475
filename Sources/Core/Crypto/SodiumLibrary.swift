// SPDX-License-Identifier: Apache-2.0

import CSodium

/// The libsodium that is linked.
package enum SodiumLibrary {
    /// The version that the library reports, such as `1.0.18`.
    package static var version: String { String(cString: sodium_version_string()) }
}
