// SPDX-License-Identifier: Apache-2.0

package import HTTP

/// A method that was called and the server that was asked, for messages.
package struct RPCCall: Hashable, Sendable {
    /// Host and port.
    package let server: String
    package let method: String

    package init(_ method: String, at base: HTTPURL) {
        server = base.authority
        self.method = method
    }

    /// `getNetwork at rpc.example.com`.
    package var text: String { "\(method) at \(server)" }
}
