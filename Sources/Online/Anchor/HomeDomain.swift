// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP

/// A domain that is asked for its stellar.toml: a host name, with a port where one was written.
package struct HomeDomain: Hashable, Sendable {
    /// In lower case.
    package let text: String
    /// Where it answers: https, or for this machine http.
    package let origin: HTTPURL

    /// - Parameter allowsLoopback: whether this machine may be asked, over http.
    package init(_ text: String, allowsLoopback: Bool) throws(AnchorError) {
        // A path, a query or user information would make another address of it.
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
