// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// Where an embedded frame stands.
package struct RampLayout: Hashable, Sendable {
    package enum Position: String, Hashable, Sendable, CaseIterable {
        case topRight = "top-right"
        case bottomRight = "bottom-right"
        case bottomLeft = "bottom-left"
        case topLeft = "top-left"
        case center
    }

    package var position: Position = .topRight
    /// As the frame's address carries it: a number of pixels, or a JSON object of two.
    package var offset: String = "0"

    package init() {}

    /// Reads a layout by meso-js' rules. A number is a whole number of pixels, as in a string.
    ///
    /// - Source: RAMP-FACTS §1.5, rule 11.
    init(_ value: JSON) throws(RampRejection) {
        guard let layout = value.asObject else {
            throw RampRejection(.configuration, "\"layout\" must be an object.", by: .coldstar)
        }
        if let given = layout["position"] {
            guard let position: Position = given.asCase() else {
                let names = Position.allCases.map(\.rawValue).joined(separator: ",")
                throw RampRejection(.configuration, "\"position\" must be a supported Position: \(names).")
            }
            self.position = position
        }
        if let given = layout["offset"] { offset = try Self.offset(given) }
    }

    private static func offset(_ value: JSON) throws(RampRejection) -> String {
        switch value {
        case .string, .number, .bool: return try pixels(value, "offset")
        case .null, .array, .object:
            var members: [(String, JSON)] = []
            for name in ["horizontal", "vertical"] {
                guard let given = value[name], given.isTruthy else { continue }
                members.append((name, .string(try pixels(given, "offset.\(name)"))))
            }
            guard !members.isEmpty else {
                throw RampRejection(
                    .configuration,
                    "A valid value must be provided for \"offset.horizontal\" and/or \"offset.vertical\".")
            }
            return JSON.object(JSONObject(members)).text()
        }
    }

    private static func pixels(_ value: JSON, _ name: String) throws(RampRejection) -> String {
        let text: String? =
            switch value {
            case .string(let text), .number(let text): text
            default: nil
            }
        guard let text, !text.isEmpty, text.utf8.count <= 16, text.utf8.allSatisfy(RampAmount.isDigit) else {
            throw RampRejection(.configuration, "\"\(name)\" must be a non-negative integer (without units).")
        }
        return text
    }
}
