// SPDX-License-Identifier: Apache-2.0

/// The request methods that Coldstar uses.
package enum HTTPMethod: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether the method alone makes it harmless to send the request twice.
    package var isSafe: Bool { self == .get }
}
