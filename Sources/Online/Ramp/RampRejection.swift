// SPDX-License-Identifier: Apache-2.0

package import Faults
package import TextCodec

/// Why a configuration is not accepted: the event that meso-js would send, or a rule of Coldstar's own in the same form.
package struct RampRejection: Fault, Hashable {
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        case configuration = "CONFIGURATION_ERROR"
        case network = "UNSUPPORTED_NETWORK_ERROR"
        case asset = "UNSUPPORTED_ASSET_ERROR"
    }

    /// Whose rule it is.
    package enum Origin: String, Hashable, Sendable {
        case mesoJS = "meso-js"
        case coldstar
    }

    package let reason: Reason
    /// For a rule of meso-js its own words.
    package let message: String
    package let origin: Origin
    package let hint: Wording?

    package var kind: FaultKind { .badInput }
    package var wording: Wording { "\(reason.rawValue): \(message)" }

    init(_ reason: Reason, _ message: String, by origin: Origin = .mesoJS, hint: Wording? = nil) {
        self.reason = reason
        self.message = message
        self.origin = origin
        self.hint = hint
    }

    /// The document of `ramp check`.
    package var document: JSON {
        var members: [(String, JSON)] = [
            ("accepted", false), ("kind", .string(reason.rawValue)), ("message", .string(message)),
            ("rule", .string(origin.rawValue)),
        ]
        if let hint { members.append(("reason", .string(hint.plain))) }
        return .object(JSONObject(members))
    }
}
