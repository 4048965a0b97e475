// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar

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

/// How the frame stands in the page.
package enum RampPresentation: String, Hashable, Sendable, CaseIterable {
    /// Above the page, as `transfer()` of meso-js shows it.
    case embedded
    /// In a container of the page, with an onboarding window of its own, as `inlineTransfer()` shows it.
    case inline

    /// The path of the frame's page.
    var path: String { self == .embedded ? "/app" : "/inline" }
}

/// How Meso makes sure that the user controls the wallet.
package enum RampStrategy: String, Hashable, Sendable, CaseIterable {
    /// By a message that the wallet signs when the user agrees.
    case walletVerification = "wallet_verification"
    /// By a message that the wallet signs without asking, which a key behind an air gap cannot do.
    case headless = "headless_wallet_verification"
    /// Not at all.
    case bypass = "bypass_wallet_verification"
}

/// What Meso buys or sells, in the order in which its messages list them.
package enum RampAsset: String, Hashable, Sendable, CaseIterable {
    case eth = "ETH"
    case sol = "SOL"
    case usdc = "USDC"
    /// Deprecated in favour of POL.
    case matic = "MATIC"
    case pol = "POL"
    case usd = "USD"

    package var isFiat: Bool { self == .usd }

    /// Whether the asset exists on a network. Meso documents no table; this one follows from what the assets are.
    package func isAvailable(on network: ChainNetwork) -> Bool {
        switch self {
        case .usd: false
        case .usdc: true
        case .sol: network == .solana
        case .matic, .pol: network == .polygon
        case .eth: network.chain == .eip155 && network != .polygon
        }
    }

    static func list(_ assets: some Sequence<RampAsset>) -> String { assets.map(\.rawValue).joined(separator: ",") }
}

/// An amount as its configuration writes it.
package struct RampAmount: Hashable, Sendable {
    /// Longer amounts would only make an address that a server refuses.
    private static let maximumLength = 64

    package let text: String

    /// Reads `^\d*\.?\d+$` of ASCII digits, the rule of meso-js.
    ///
    /// - Returns: nil for the value of another type too: Meso asks for a string.
    init?(_ value: JSON) {
        guard let text = value.asString, text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last, !last.isEmpty, parts.allSatisfy({ $0.allSatisfy(Self.isDigit) })
        else { return nil }
        self.text = text
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
