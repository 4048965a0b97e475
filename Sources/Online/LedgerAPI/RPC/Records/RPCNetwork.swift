// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar

/// The network that a server belongs to, from `getNetwork`.
package struct RPCNetwork: Hashable, Sendable {
    package let network: Network
    package let protocolVersion: UInt32
    /// Friendbot's URL as written: unverified.
    package let friendbotURL: String?

    init(_ json: JSON) throws(JSONError) {
        network = Network(passphrase: try json.string("passphrase"))
        protocolVersion = try json.integer("protocolVersion")
        friendbotURL = try json.optionalString("friendbotUrl")
    }
}
