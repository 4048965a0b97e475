// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
public import ColdstarStellar
import Stellar

/// A login at an anchor. Anyone who has its token is logged in, so the token is not part of the description.
public struct Login: Sendable, CustomStringConvertible {
    private let value: AnchorLogin<WebAuthClient>

    init(_ login: AnchorLogin<WebAuthClient>) { value = login }

    /// The anchor's domain.
    public var homeDomain: String { value.domain.text }
    /// Who is logged in.
    public var account: Account { Account(value.client.account) }
    /// When the token ends, in seconds since 1970.
    public var expiry: UInt64 { value.token.expiry.seconds }
    /// The token, a JSON Web Token: for the `Authorization: Bearer` header of requests to this anchor; keep it from everyone else.
    public var token: String { value.token.exposed }

    /// The login without its token.
    public var description: String { "login at \(homeDomain) as \(account) until \(value.token.expiry.utc)" }
}
