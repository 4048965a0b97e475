// SPDX-License-Identifier: Apache-2.0

import Codec

/// What a server says it runs, from `getVersionInfo`, as written: unverified.
package struct RPCVersion: Hashable, Sendable {
    package let version: String
    package let commit: String
    package let builtAt: String
    package let core: String
    package let protocolVersion: UInt32

    init(_ json: JSON) throws(JSONError) {
        version = try json.string("version")
        commit = try json.string("commitHash")
        builtAt = try json.string("buildTimestamp")
        core = try json.string("captiveCoreVersion")
        protocolVersion = try json.integer("protocolVersion")
    }
}
