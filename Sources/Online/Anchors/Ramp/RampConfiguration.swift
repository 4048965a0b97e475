// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// A transfer as the user wants it: the configuration of meso-js, accepted by its rules and by ours.
///
/// - Source: RAMP-FACTS §1.5.
package struct RampConfiguration: Hashable, Sendable {
    /// The maximum size of a configuration file, bytes.
    package static let maximumLength = 64 * 1024

    package let presentation: RampPresentation
    package let environment: RampEnvironment
    package let partnerID: String
    package let network: ChainNetwork
    package let address: ChainAddress
    /// The address as the file writes it, which the frame's address carries.
    package let walletAddress: String
    /// What the user pays; nil if the amount to receive is given, which wins when both are.
    package let sourceAmount: RampAmount?
    package let destinationAmount: RampAmount?
    package let sourceAsset: RampAsset
    package let destinationAsset: RampAsset
    package let strategy: RampStrategy
    /// For an embedded frame.
    package let layout: RampLayout
    /// What the user should know, one line each.
    package let warnings: [String]
    /// The file's document, for the journal. A configuration has no secrets.
    package let document: JSON

    /// The message that a wallet has to sign is asked for.
    package var asksForSignature: Bool { strategy != .bypass }
}

extension RampConfiguration {
    private static let members: Set = [
        "sourceAmount", "destinationAmount", "network", "walletAddress", "environment", "partnerId",
        "authenticationStrategy", "onSignMessageRequest", "onSendTransactionRequest", "onEvent", "destinationAsset",
        "sourceAsset", "layout", "container",
    ]

    /// Checks a configuration: the rules of meso-js in its order and words, then ours. `true` stands for a function.
    ///
    /// - Parameters:
    ///   - knownAddresses: the addresses of the user's own keys; nil if there is no such list, which makes a warning.
    /// - Throws: the first reason.
    package init(
        _ document: JSON, _ presentation: RampPresentation, knownAddresses: Set<ChainAddress>? = nil
    ) throws(RampConfigurationError) {
        guard document.asObject != nil else {
            throw RampConfigurationError(.configuration, "the configuration must be an object.", by: .coldstar)
        }
        let source = try Self.amounts(document)
        guard let network = document["network"]?.asCase() as ChainNetwork? else {
            let names = ChainNetwork.allCases.map(\.caip2).joined(separator: ",")
            throw RampConfigurationError(.network, "\"network\" must be a supported network: \(names).")
        }
        let wallet = try Self.filled(document, "walletAddress")
        guard let environment = document["environment"]?.asCase() as RampEnvironment? else {
            let names = RampEnvironment.allCases.map(\.rawValue).joined(separator: ",")
            throw RampConfigurationError(.configuration, "\"environment\" must be a supported environment: \(names).")
        }
        let partner = try Self.filled(document, "partnerId")
        let strategy = try Self.strategy(document)
        guard document["onSignMessageRequest"] == true else {
            throw RampConfigurationError(.configuration, "\"onSignMessageRequest\" must be a valid function.")
        }
        guard let asset = document["destinationAsset"]?.asCase() as RampAsset? else {
            throw RampConfigurationError(
                .asset, "\"destinationAsset\" must be a supported Asset: \(RampAsset.list(RampAsset.allCases)).")
        }
        var layout = RampLayout()
        if presentation == .embedded, let given = document["layout"] { layout = try RampLayout(given) }
        try Self.checkSource(document, of: asset)

        try Self.checkOwn(strategy, asset, network)
        let address = try Self.address(wallet, on: network)
        var warnings = try Self.check(address, among: knownAddresses, strategy)
        if environment.isInternal { warnings.append("the environment \(environment.rawValue) is Meso's own") }
        if asset == .matic { warnings.append("MATIC is deprecated: Meso calls the asset POL") }
        for name in document.asObject?.keys ?? [] where !Self.members.contains(name) {
            warnings.append("the member \"\(TerminalText.escape(name))\" is not known and has no effect")
        }
        self.init(
            presentation: presentation, environment: environment, partnerID: partner, network: network,
            address: address, walletAddress: wallet, sourceAmount: source.source,
            destinationAmount: source.destination, sourceAsset: .usd, destinationAsset: asset, strategy: strategy,
            layout: layout, warnings: warnings, document: document)
    }

    // MARK: rules of meso-js

    private static func amounts(
        _ document: JSON
    ) throws(RampConfigurationError) -> (source: RampAmount?, destination: RampAmount?) {
        let given = ["sourceAmount", "destinationAmount"].map { name in document[name].flatMap { $0 == "" ? nil : $0 } }
        guard given.contains(where: { $0 != nil }) else {
            throw RampConfigurationError(.configuration, "\"sourceAmount\" or \"destinationAmount\" must be specified.")
        }
        func amount(_ value: JSON?, _ name: String) throws(RampConfigurationError) -> RampAmount? {
            guard let value else { return nil }
            guard let amount = RampAmount(value) else {
                throw RampConfigurationError(
                    .configuration, "\"\(name)\" must be a valid stringified number including optional decimals.")
            }
            return amount
        }
        let source = try amount(given[0], "sourceAmount")
        let destination = try amount(given[1], "destinationAmount")
        return (destination == nil ? source : nil, destination)
    }

    private static func filled(_ document: JSON, _ name: String) throws(RampConfigurationError) -> String {
        guard let text = document[name]?.asString, !text.isEmpty else {
            throw RampConfigurationError(.configuration, "\"\(name)\" must be provided.")
        }
        return text
    }

    private static func strategy(_ document: JSON) throws(RampConfigurationError) -> RampStrategy {
        guard let given = document["authenticationStrategy"], given.isTruthy else { return .walletVerification }
        guard let strategy: RampStrategy = given.asCase() else {
            let names = RampStrategy.allCases.map(\.rawValue).joined(separator: ", ")
            throw RampConfigurationError(.configuration, "`authenticationStrategy` must be one of \(names)")
        }
        return strategy
    }

    private static func checkSource(_ document: JSON, of asset: RampAsset) throws(RampConfigurationError) {
        let source = document["sourceAsset"]?.asCase() as RampAsset?
        guard asset.isFiat else {
            guard document["sourceAsset"] == nil || source?.isFiat == true else {
                let names = RampAsset.list(RampAsset.allCases.filter(\.isFiat))
                throw RampConfigurationError(
                    .asset, "\"sourceAsset\" must be a supported FiatAsset for Cash-in: \(names).")
            }
            return
        }
        guard let source, !source.isFiat else {
            let names = RampAsset.list(RampAsset.allCases.filter { !$0.isFiat })
            throw RampConfigurationError(
                .asset, "\"sourceAsset\" must be a supported CryptoAsset for Cash-out: \(names).")
        }
        guard document["onSendTransactionRequest"] == true else {
            throw RampConfigurationError(.configuration, "\"onSendTransactionRequest\" must be a valid function.")
        }
    }

    // MARK: our rules

    private static func checkOwn(
        _ strategy: RampStrategy, _ asset: RampAsset, _ network: ChainNetwork
    ) throws(RampConfigurationError) {
        guard !asset.isFiat else {
            throw RampConfigurationError(
                .asset, "cash-out is not supported: Coldstar signs no transactions of \(network.title)", by: .coldstar,
                hint: "it can only receive what Meso sells (cash-in)")
        }
        guard strategy != .headless else {
            throw RampConfigurationError(
                .configuration, "headless_wallet_verification is not supported: an offline key signs only when asked",
                by: .coldstar, hint: "use wallet_verification, or bypass_wallet_verification if Meso allows it to you")
        }
        guard asset.isAvailable(on: network) else {
            let names = RampAsset.allCases.filter { $0.isAvailable(on: network) }.map(\.rawValue)
            throw RampConfigurationError(
                .asset, "\(asset.rawValue) does not exist on \(network.title) (\(network.caip2))", by: .coldstar,
                hint: "available there: \(names.joined(separator: ", "))")
        }
    }

    private static func address(_ text: String, on network: ChainNetwork) throws(RampConfigurationError) -> ChainAddress
    {
        if let address = ChainAddress(text, on: network) { return address }
        let form =
            switch network.chain {
            case .eip155: "0x and 40 hexadecimal digits; letters of both cases are a checksum (EIP-55)"
            case .solana, .stellar: "base58 of 32 bytes"
            }
        throw RampConfigurationError(
            .configuration, "\"walletAddress\" is not an address of \(network.title): \(TerminalText.escape(text))",
            by: .coldstar, hint: "an address there is \(form)")
    }

    private static func check(
        _ address: ChainAddress, among known: Set<ChainAddress>?, _ strategy: RampStrategy
    ) throws(RampConfigurationError) -> [String] {
        guard let known else {
            return strategy == .bypass
                ? [] : ["no list of your own addresses: make sure that a key of yours has \(address.text)"]
        }
        guard !known.contains(address) else { return [] }
        guard strategy == .bypass else {
            throw RampConfigurationError(
                .configuration, "no key of yours has the address \(address.text)", by: .coldstar,
                hint:
                    "Meso would ask for a signature that none of your keys can make; the signer shows a key's address"
            )
        }
        return ["no key of yours has the address \(address.text): what Meso sends there is not yours"]
    }
}

/// Why a configuration is not accepted: the event that meso-js would send, or a rule of Coldstar's own in the same
/// form.
package struct RampConfigurationError: Fault, Hashable {
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
