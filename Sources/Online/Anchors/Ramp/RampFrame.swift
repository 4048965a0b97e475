// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar

/// The frame of a transfer: its origin, and its address with all parameters.
///
/// - Source: RAMP-FACTS §1.1.
package struct RampFrame: Hashable, Sendable {
    /// The version of meso-js whose protocol this is, which its frame is told.
    package static let protocolVersion = "0.2.0"

    package let origin: WebOrigin
    /// The address to load.
    package let url: String

    /// - Parameter origin: another than the environment's default.
    /// - Throws: `.badInput` for an origin of another environment.
    package init(_ configuration: RampConfiguration, origin given: WebOrigin? = nil) throws(Failure) {
        let environment = configuration.environment
        if let given, !given.isLoopback, !environment.origins.contains(given) {
            throw Failure(
                .badInput, "\(given.text) does not serve the environment \(environment.rawValue)",
                hint: "its origins are \(environment.origins.map(\.text).joined(separator: " and "))")
        }
        origin = given ?? environment.origins[0]
        url = origin.text + configuration.presentation.path + "?" + Self.query(configuration)
    }

    private static func query(_ configuration: RampConfiguration) -> String {
        var query = FormQuery()
        let isInline = configuration.presentation == .inline
        func appendAmounts() {
            query.append("sourceAmount", configuration.sourceAmount?.text)
            query.append("destinationAmount", configuration.destinationAmount?.text)
        }
        if !isInline { appendAmounts() }
        query.append("partnerId", configuration.partnerID)
        query.append("network", configuration.network.caip2)
        query.append("walletAddress", configuration.walletAddress)
        if isInline { appendAmounts() }
        query.append("destinationAsset", configuration.destinationAsset.rawValue)
        query.append("sourceAsset", configuration.sourceAsset.rawValue)
        if !isInline {
            query.append("layoutPosition", configuration.layout.position.rawValue)
            query.append("layoutOffset", configuration.layout.offset)
        }
        query.append("version", protocolVersion)
        query.append("authenticationStrategy", configuration.strategy.rawValue)
        query.append("mode", configuration.presentation.rawValue)
        return query.text
    }

    /// The address of the onboarding window that an inline frame asks for.
    ///
    /// - Parameters:
    ///   - path: the frame's; the prefix of the window is added unless it is there.
    ///   - search: the query with its `?`.
    package func onboarding(path: String, search: String?) -> String {
        let prefix = "/modal/onboarding"
        let isPrefixed = path == prefix || path.hasPrefix(prefix + "/")
        let whole = (isPrefixed ? path : prefix + "/" + path)
        var slashes = ""
        for character in whole.unicodeScalars where !(character == "/" && slashes.unicodeScalars.last == "/") {
            slashes.unicodeScalars.append(character)
        }
        return origin.text + PathText.encode(slashes) + PathText.encode(search ?? "")
    }
}

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
    init(_ value: JSON) throws(RampConfigurationError) {
        guard let layout = value.asObject else {
            throw RampConfigurationError(.configuration, "layout", "\"layout\" must be an object.", by: .coldstar)
        }
        if let given = layout["position"] {
            guard let position: Position = given.asCase() else {
                let names = Position.allCases.map(\.rawValue).joined(separator: ",")
                throw RampConfigurationError(
                    .configuration, "layout", "\"position\" must be a supported Position: \(names).")
            }
            self.position = position
        }
        if let given = layout["offset"] { offset = try Self.offset(given) }
    }

    private static func offset(_ value: JSON) throws(RampConfigurationError) -> String {
        switch value {
        case .string, .number, .bool: return try pixels(value, "offset")
        case .null, .array, .object:
            var members: [(String, JSON)] = []
            for name in ["horizontal", "vertical"] {
                guard let given = value[name], given.isTruthy else { continue }
                members.append((name, .string(try pixels(given, "offset.\(name)"))))
            }
            guard !members.isEmpty else {
                throw RampConfigurationError(
                    .configuration, "layout",
                    "A valid value must be provided for \"offset.horizontal\" and/or \"offset.vertical\".")
            }
            return JSON.object(JSONObject(members)).text()
        }
    }

    private static func pixels(_ value: JSON, _ name: String) throws(RampConfigurationError) -> String {
        let text: String? =
            switch value {
            case .string(let text), .number(let text): text
            default: nil
            }
        guard let text, !text.isEmpty, text.utf8.count <= 16, text.utf8.allSatisfy(RampAmount.isDigit) else {
            throw RampConfigurationError(
                .configuration, "layout", "\"\(name)\" must be a non-negative integer (without units).")
        }
        return text
    }
}

/// The origins that may serve the frame: Meso's, and for tests servers on this machine.
package enum RampOrigin {
    /// Parses an origin as a browser writes it: `https://transfer.meso.network`, without a path and without the default
    /// port.
    ///
    /// - Throws: `.badInput` for anything else, for a host that is not Meso's, and for http to another machine.
    package static func parse(_ text: String) throws(Failure) -> WebOrigin {
        guard let origin = WebOrigin(text) else {
            throw Failure(
                .badInput, "\(TerminalText.escape(text)) is not a web origin",
                hint: "an origin has a scheme and a host and nothing else: https://transfer.sandbox.meso.network")
        }
        guard origin.isLoopback || RampEnvironment.allCases.contains(where: { $0.origins.contains(origin) }) else {
            throw Failure(
                .badInput, "\(origin.text) is not an origin of Meso",
                hint: "the frame may come from transfer.* or api.* of meso.network, or for tests from this machine")
        }
        return origin
    }
}

/// A query as `URLSearchParams` writes it.
///
/// - Source: WHATWG URL §5.2, application/x-www-form-urlencoded serializing.
struct FormQuery {
    private(set) var text = ""

    /// Appends a pair; one without a value is left out.
    mutating func append(_ name: String, _ value: String?) {
        guard let value else { return }
        text += (text.isEmpty ? "" : "&") + Self.encode(name) + "=" + Self.encode(value)
    }

    private static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "): encoded.append(UInt8(ascii: "+"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                encoded.append(byte)
            default: encoded += Array(("%" + Hex.encode([byte]).uppercased()).utf8)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

/// Text of a page in the path and query of an address.
enum PathText {
    /// Printable ASCII stays, so that what is encoded stays encoded; everything else, quotes, brackets and backslashes
    /// become `%XX`.
    static func encode(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            let isPlain = (0x21...0x7e).contains(byte) && !Array("\"'<>\\^`{|}".utf8).contains(byte)
            return isPlain ? [byte] : Array(("%" + Hex.encode([byte]).uppercased()).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
