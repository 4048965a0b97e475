// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
public import ColdstarStellar
import Stellar

/// A login at an anchor. Anyone who has its token is logged in, so the token is not part of the description.
public struct Login: Sendable, CustomStringConvertible {
    private let value: AnchorLogin

    init(_ login: AnchorLogin) { value = login }

    /// The anchor's domain.
    public var homeDomain: String { value.domain.text }
    /// Who is logged in, `G…` or `M…`; nil for a contract account.
    public var account: Account? { (value.client as? WebAuthClient).map { Account($0.account) } }
    /// Who is logged in, `G…`, `M…` or `C…`.
    public var address: String { value.client.address }
    /// When the token ends, in seconds since 1970.
    public var expiry: UInt64 { value.token.expiry.seconds }
    /// The token, a JSON Web Token: for the `Authorization: Bearer` header of requests to this anchor; keep it from
    /// everyone else.
    public var token: String { value.token.exposed }

    /// The login without its token.
    public var description: String { "login at \(homeDomain) as \(address) until \(value.token.expiry.utc)" }
}
