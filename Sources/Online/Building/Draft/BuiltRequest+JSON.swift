// SPDX-License-Identifier: Apache-2.0

import Handoff
import Stellar
package import TextCodec

extension BuiltRequest {
    /// The JSON document for the request, without its version.
    ///
    /// - Parameter result: the request itself, or the file that it was written to.
    package func document(_ result: (name: String, text: String)) -> JSON {
        var members: [(String, JSON)] = [
            ("id", .string(request.id.text)), ("kind", .string(request.kind.rawValue)), ("hash", .string(hash.hex)),
            ("words", .string(CheckWords.text(of: hash))),
            ("network_passphrase", .string(request.networkPassphrase)),
        ]
        members += details.members.map { ($0.key, $0.value) }
        return .object(JSONObject(members + [(result.name, .string(result.text))]))
    }
}
