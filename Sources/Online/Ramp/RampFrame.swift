// SPDX-License-Identifier: Apache-2.0

import Chains
package import Faults
package import InteractivePages

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
