// SPDX-License-Identifier: Apache-2.0

package import HTTP

/// A home domain: a host name, with a port if one was written.
package struct HomeDomain: Hashable, Sendable {
    /// The domain in lower case.
    package let text: String
    /// The URL of the domain: https, or http for this machine.
    package let origin: HTTPURL

    /// - Parameter allowsLoopback: whether the domain may be this machine, reached over http.
    package init(_ text: String, allowsLoopback: Bool) throws(AnchorError) {
        // A path, a query or user information would name another address.
        guard let url = try? HTTPURL("https://\(text)"), url.authority == text.lowercased(), url.path == "/",
            url.query == nil
        else { throw .badDomain(text) }
        self.text = url.authority
        guard url.isLoopback else {
            origin = url
            return
        }
        guard allowsLoopback else { throw .loopback(url.authority) }
        guard let local = try? HTTPURL("http://\(url.authority)") else { throw .badDomain(text) }
        origin = local
    }
}
