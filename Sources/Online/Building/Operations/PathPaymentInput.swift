// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR
package import Workspace

/// A payment that converts one asset to another for the destination.
package struct PathPaymentInput: OperationInput {
    package enum Kind: Hashable, Sendable {
        /// Sends a fixed amount.
        ///
        /// - Parameter min: the minimum to receive; nil for what the best path yields, less the slippage.
        case strictSend(amount: Amount, min: Amount?)
        /// Receives a fixed amount.
        ///
        /// - Parameter max: the maximum to send; nil for what the best path costs, plus the slippage.
        case strictReceive(amount: Amount, max: Amount?)
    }

    private let kind: Kind
    private let destination: AccountReference
    private let sendAsset: AssetReference
    private let destAsset: AssetReference
    private let path: [AssetReference]?
    private let slippage: Slippage?

    /// - Parameters:
    ///   - path: the intermediate assets; nil for the network's best path.
    ///   - slippage: nil for 0.5%.
    package init(
        _ kind: Kind, destination: AccountReference, sendAsset: AssetReference, destAsset: AssetReference,
        path: [AssetReference]? = nil, slippage: Slippage? = nil
    ) {
        self.kind = kind
        self.destination = destination
        self.sendAsset = sendAsset
        self.destAsset = destAsset
        self.path = path
        self.slippage = slippage
    }

    fileprivate init(_ kind: Kind, _ texts: FieldTexts) throws(Failure) {
        let path = texts[.path].map { $0.isEmpty ? [] : $0.split(separator: ",", omittingEmptySubsequences: false) }
        self.init(
            kind, destination: try texts.value(.destination), sendAsset: try texts.value(.sendAsset),
            destAsset: try texts.value(.destAsset),
            path: try path?.map { part throws(Failure) in try FieldID.path.value(of: String(part)) },
            slippage: try texts.optional(.slippage))
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let destination = try builder.destination(destination, .destination)
        // For a code alone, the asset sent is one that the payer holds, and the asset received one that the recipient
        // holds.
        let assets = (
            send: try builder.asset(sendAsset, .sendAsset),
            destination: try builder.asset(destAsset, .destAsset, heldBy: destination.account)
        )
        switch kind {
        case .strictSend(let amount, let min):
            let sent = try amount.positive(.sendAmount)
            let least = try min?.positive(.destMin)
            let search = PathSearch(slippage: slippage, given: try givenPath(in: &builder), limit: least)
            let found = try search.strictSend(sent, assets, in: &builder)
            let op = PathPaymentStrictSendOp(
                sendAsset: assets.send, sendAmount: sent.stroops, destination: destination,
                destAsset: assets.destination, destMin: found.limit.stroops, path: found.path)
            try Self.check(InertBound(op, rates: builder.rates), "minimum to be received", found.limit, op.destAsset)
            return .pathPaymentStrictSend(op)
        case .strictReceive(let amount, let max):
            let arriving = try amount.positive(.destAmount)
            let most = try max?.positive(.sendMax)
            let search = PathSearch(slippage: slippage, given: try givenPath(in: &builder), limit: most)
            let found = try search.strictReceive(arriving, assets, in: &builder)
            let op = PathPaymentStrictReceiveOp(
                sendAsset: assets.send, sendMax: found.limit.stroops, destination: destination,
                destAsset: assets.destination, destAmount: arriving.stroops, path: found.path)
            try Self.check(InertBound(op, rates: builder.rates), "maximum to be sent", found.limit, op.sendAsset)
            return .pathPaymentStrictReceive(op)
        }
    }

    /// Refuses a bound that binds nothing.
    private static func check(
        _ bound: InertBound?, _ what: String, _ limit: Amount, _ asset: Asset
    ) throws(Failure) {
        guard let bound else { return }
        let value = "the \(what), \(limit.text) \(asset.code),"
        let hint: Wording = "give a bound near the market, or none: then it is the best path's, less the slippage"
        switch bound {
        case .none: throw Failure(.badInput, "\(value) binds nothing, and the network rejects it", hint: hint)
        case .stroop, .unlimited: throw Failure(.badInput, "\(value) binds nothing", hint: hint)
        case .farFrom(let expected):
            throw Failure(
                .badInput,
                "\(value) is more than a thousand times worse than the \(Amount(stroops: expected).text) of the best path",
                hint: hint)
        }
    }

    private func givenPath(in builder: inout TransactionBuilder) throws(Failure) -> BoundedArray<Asset, 5>? {
        guard let path else { return nil }
        let assets = try path.map { asset throws(Failure) in try builder.asset(asset, .path) }
        guard let bounded = BoundedArray<Asset, 5>(assets) else {
            throw Failure(.badInput, .path, "at most 5 intermediate assets")
        }
        return bounded
    }
}

extension OperationSpec {
    private static let ends: [InputField] = [
        .destination("To", "The destination: G..., M..., a contact, or name*domain."),
        InputField(.sendAsset, "Sell", .asset, "What is sent: \(InputField.anyAsset)", initial: "XLM"),
        InputField(.destAsset, "Buy", .asset, "What arrives: \(InputField.anyAsset)"),
        .optional(
            .path, "Path", .text, "The intermediate assets, in order: A,B.",
            whenEmpty: "the network's best path, shown"),
        .optional(.slippage, "Slippage", .text, "The maximum deviation from the best path, for example 0.5%."),
    ]

    package static let strictSend = OperationSpec(
        "path-payment strict-send", page: "strict-send", title: "Swap",
        "Send a fixed amount of an asset, converted to another for the destination.",
        ends + [
            InputField(.sendAmount, "Amount to sell", .amount, "The amount to send."),
            .optional(
                .destMin, "At least", .amount, "The minimum to receive.",
                whenEmpty: "what the best path yields, less 0.5% slippage"),
        ],
        example: [(.destination, "G..."), (.sendAsset, "native"), (.sendAmount, "100"), (.destAsset, "USDC:G...")]
    ) { texts throws(Failure) in
        let (sent, least): (Amount, Amount?) = (try texts.value(.sendAmount), try texts.optional(.destMin))
        return try PathPaymentInput(.strictSend(amount: sent, min: least), texts)
    }

    package static let strictReceive = OperationSpec(
        "path-payment strict-receive", page: "strict-receive", title: "Swap for a fixed amount",
        "Have a fixed amount of an asset arrive, converted from another.",
        ends + [
            InputField(.destAmount, "Amount to buy", .amount, "The amount to receive."),
            .optional(
                .sendMax, "At most", .amount, "The maximum to send.",
                whenEmpty: "what the best path costs, plus 0.5% slippage"),
        ],
        example: [
            (.destination, "G..."), (.sendAsset, "native"), (.destAsset, "USDC:G..."), (.destAmount, "5"),
            (.slippage, "2%"),
        ]
    ) { texts throws(Failure) in
        let (received, most): (Amount, Amount?) = (try texts.value(.destAmount), try texts.optional(.sendMax))
        return try PathPaymentInput(.strictReceive(amount: received, max: most), texts)
    }
}
