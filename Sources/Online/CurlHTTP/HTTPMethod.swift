// SPDX-License-Identifier: Apache-2.0

/// The request methods in use here.
package enum HTTPMethod: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether sending the request twice does no more than sending it once, by the definition of the method alone.
    package var isSafe: Bool { self == .get }
}
