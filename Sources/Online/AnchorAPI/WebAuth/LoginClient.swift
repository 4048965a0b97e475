// SPDX-License-Identifier: Apache-2.0

package import HTTP

/// Who logs in: an account (SEP-10) or a contract account (SEP-45).
package protocol LoginClient: Hashable, Sendable {
    /// The required `sub` claim: `G…`, `G…:memo`, `M…` or `C…`.
    var subject: String { get }
    /// `G…`, `M…` or `C…`.
    var address: String { get }
    /// The memo that identifies a user of a shared account.
    var memo: UInt64? { get }
    /// The wallet's own domain, whose key signs too.
    var clientDomain: HomeDomain? { get }
}

extension LoginClient {
    package var memo: UInt64? { nil }
}

extension HTTPURL {
    /// The accepted values of `web_auth_domain` for a login endpoint: its host, with its port if one was written, and without.
    ///
    /// - Source: SEP-10 §Challenge, SEP-45 §Challenge.
    package var webAuthDomains: [String] { port == nil ? [host] : [authority, host] }
}
