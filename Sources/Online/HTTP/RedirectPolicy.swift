// SPDX-License-Identifier: Apache-2.0

/// What to do when the response is a redirect.
package enum RedirectPolicy: Hashable, Sendable {
    /// A redirect is an error that names its target.
    case none
    /// GET requests follow up to `maximumHops` redirects to https on the same host and port; any other redirect is an error.
    case sameHost

    package static let maximumHops = 5
}
