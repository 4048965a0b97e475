// SPDX-License-Identifier: Apache-2.0

package import InteractivePages

/// Where a transfer runs: Meso's names, in the order in which its messages list them.
///
/// - Source: RAMP-FACTS §1.1; meso-js 0.2.0 for `api.*`, its successors and the React Native kit for `transfer.*`.
package enum RampEnvironment: String, Hashable, Sendable, CaseIterable {
    case local = "LOCAL"
    case localProxy = "LOCAL_PROXY"
    case dev = "DEV"
    case preview = "PREVIEW"
    case sandbox = "SANDBOX"
    case production = "PRODUCTION"

    /// Whether only Meso's own people use it.
    package var isInternal: Bool { self != .sandbox && self != .production }

    /// The origins that serve its pages, the default first.
    package var origins: [WebOrigin] {
        switch self {
        case .local: [WebOrigin(scheme: "http", host: "localhost", port: 5173)]
        case .localProxy: [WebOrigin(scheme: "http", host: "localhost", port: 4001)]
        case .dev: Self.hosts(below: "dev.meso.plumbing")
        case .preview: Self.hosts(below: "preview.meso.plumbing")
        case .sandbox: Self.hosts(below: "sandbox.meso.network")
        case .production: Self.hosts(below: "meso.network")
        }
    }

    private static func hosts(below domain: String) -> [WebOrigin] {
        ["transfer", "api"].map { WebOrigin(scheme: "https", host: "\($0).\(domain)", port: nil) }
    }
}
