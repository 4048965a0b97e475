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
    /// - Throws: all reasons, in the order of the rules; the first is the one that meso-js would give.
    package init(
        _ document: JSON, _ presentation: RampPresentation, knownAddresses: Set<ChainAddress>? = nil
    ) throws(RampRejection) {
        var faults: [RampConfigurationError] = []
        @discardableResult
        func valid<Value>(_ rule: () throws(RampConfigurationError) -> Value) -> Value? {
            do throws(RampConfigurationError) { return try rule() } catch {
                faults.append(error)
                return nil
            }
        }
        guard document.asObject != nil else {
            throw RampRejection(
                RampConfigurationError(
                    .configuration, nil, "the configuration must be an object.", by: .coldstar))
        }
        let source = valid { () throws(RampConfigurationError) in try Self.amounts(document) }
        let network = valid { () throws(RampConfigurationError) in try Self.network(document) }
        let wallet = valid { () throws(RampConfigurationError) in try Self.filled(document, "walletAddress") }
        let environment = valid { () throws(RampConfigurationError) in try Self.environment(document) }
        let partner = valid { () throws(RampConfigurationError) in try Self.filled(document, "partnerId") }
        let strategy = valid { () throws(RampConfigurationError) in try Self.strategy(document) }
        valid { () throws(RampConfigurationError) in try Self.function("onSignMessageRequest", in: document) }
        let asset = valid { () throws(RampConfigurationError) in try Self.asset(document) }
        var layout: RampLayout? = RampLayout()
        if presentation == .embedded, let given = document["layout"] {
            layout = valid { () throws(RampConfigurationError) in try RampLayout(given) }
        }
        if let asset {
            valid { () throws(RampConfigurationError) in try Self.checkSource(document, of: asset) }
            valid { () throws(RampConfigurationError) in try Self.checkDirection(asset, network) }
        }
        if let strategy { valid { () throws(RampConfigurationError) in try Self.checkPossible(strategy) } }
        if let asset, let network {
            valid { () throws(RampConfigurationError) in try Self.check(asset, on: network) }
        }
        var (address, warnings): (ChainAddress?, [String]) = (nil, [])
        if let wallet, let network {
            address = valid { () throws(RampConfigurationError) in try Self.address(wallet, on: network) }
        }
        if let address, let strategy {
            warnings =
                valid { () throws(RampConfigurationError) in try Self.check(address, among: knownAddresses, strategy) }
                ?? []
        }
        guard faults.isEmpty, let source, let wallet, let environment, let partner, let strategy, let asset,
            let network, let layout, let address
        else { throw RampRejection(faults) }
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
            throw RampConfigurationError(
                .configuration, nil, "\"sourceAmount\" or \"destinationAmount\" must be specified.")
        }
        func amount(_ value: JSON?, _ name: String) throws(RampConfigurationError) -> RampAmount? {
            guard let value else { return nil }
            guard let amount = RampAmount(value) else {
                throw RampConfigurationError(
                    .configuration, name, "\"\(name)\" must be a valid stringified number including optional decimals.")
            }
            return amount
        }
        let source = try amount(given[0], "sourceAmount")
        let destination = try amount(given[1], "destinationAmount")
        return (destination == nil ? source : nil, destination)
    }

    private static func filled(_ document: JSON, _ name: String) throws(RampConfigurationError) -> String {
        guard let text = document[name]?.asString, !text.isEmpty else {
            throw RampConfigurationError(.configuration, name, "\"\(name)\" must be provided.")
        }
        return text
    }

    /// - Parameters:
    ///   - kind: what meso-js calls the value.
    ///   - names: the values, as meso-js lists them.
    private static func supported<Value: RawRepresentable>(
        _ name: String, _ kind: String, _ names: String, _ reason: RampConfigurationError.Reason, in document: JSON
    ) throws(RampConfigurationError) -> Value where Value.RawValue == String {
        guard let value = document[name]?.asCase() as Value? else {
            throw RampConfigurationError(reason, name, "\"\(name)\" must be a supported \(kind): \(names).")
        }
        return value
    }

    private static func network(_ document: JSON) throws(RampConfigurationError) -> ChainNetwork {
        let names = ChainNetwork.allCases.map(\.caip2).joined(separator: ",")
        return try supported("network", "network", names, .network, in: document)
    }

    private static func environment(_ document: JSON) throws(RampConfigurationError) -> RampEnvironment {
        let names = RampEnvironment.allCases.map(\.rawValue).joined(separator: ",")
        return try supported("environment", "environment", names, .configuration, in: document)
    }

    private static func asset(_ document: JSON) throws(RampConfigurationError) -> RampAsset {
        try supported("destinationAsset", "Asset", RampAsset.list(RampAsset.allCases), .asset, in: document)
    }

    private static func function(_ name: String, in document: JSON) throws(RampConfigurationError) {
        guard document[name] == true else {
            throw RampConfigurationError(
                .configuration, name, "\"\(name)\" must be a valid function.",
                hint: "in a file, true stands for a function")
        }
    }

    private static func strategy(_ document: JSON) throws(RampConfigurationError) -> RampStrategy {
        guard let given = document["authenticationStrategy"], given.isTruthy else { return .walletVerification }
        guard let strategy: RampStrategy = given.asCase() else {
            let names = RampStrategy.allCases.map(\.rawValue).joined(separator: ", ")
            throw RampConfigurationError(
                .configuration, "authenticationStrategy", "`authenticationStrategy` must be one of \(names)")
        }
        return strategy
    }

    private static func checkSource(_ document: JSON, of asset: RampAsset) throws(RampConfigurationError) {
        let source = document["sourceAsset"]?.asCase() as RampAsset?
        guard asset.isFiat else {
            guard document["sourceAsset"] == nil || source?.isFiat == true else {
                let names = RampAsset.list(RampAsset.allCases.filter(\.isFiat))
                throw RampConfigurationError(
                    .asset, "sourceAsset", "\"sourceAsset\" must be a supported FiatAsset for Cash-in: \(names).")
            }
            return
        }
        guard let source, !source.isFiat else {
            let names = RampAsset.list(RampAsset.allCases.filter { !$0.isFiat })
            throw RampConfigurationError(
                .asset, "sourceAsset", "\"sourceAsset\" must be a supported CryptoAsset for Cash-out: \(names).")
        }
        try function("onSendTransactionRequest", in: document)
    }

    // MARK: our rules

    private static func checkDirection(_ asset: RampAsset, _ network: ChainNetwork?) throws(RampConfigurationError) {
        guard !asset.isFiat else {
            let title = network?.title ?? "the network"
            throw RampConfigurationError(
                .asset, "destinationAsset",
                "cash-out is not supported: Coldstar signs no transactions of \(title)", by: .coldstar,
                hint: "it can only receive what Meso sells (cash-in)")
        }
    }

    private static func checkPossible(_ strategy: RampStrategy) throws(RampConfigurationError) {
        guard strategy != .headless else {
            throw RampConfigurationError(
                .configuration, "authenticationStrategy",
                "headless_wallet_verification is not supported: an offline key signs only when asked", by: .coldstar,
                hint: "use wallet_verification, or bypass_wallet_verification if Meso allows it to you")
        }
    }

    private static func check(_ asset: RampAsset, on network: ChainNetwork) throws(RampConfigurationError) {
        guard asset.isFiat || asset.isAvailable(on: network) else {
            let names = RampAsset.allCases.filter { $0.isAvailable(on: network) }.map(\.rawValue)
            throw RampConfigurationError(
                .asset, "destinationAsset", "\(asset.rawValue) does not exist on \(network.title) (\(network.caip2))",
                by: .coldstar, hint: "available there: \(names.joined(separator: ", "))")
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
            .configuration, "walletAddress",
            "\"walletAddress\" is not an address of \(network.title): \(TerminalText.escape(text))",
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
                .configuration, "walletAddress", "no key of yours has the address \(address.text)", by: .coldstar,
                hint:
                    "Meso would ask for a signature that none of your keys can make; the signer shows a key's address"
            )
        }
        return ["no key of yours has the address \(address.text): what Meso sends there is not yours"]
    }
}
