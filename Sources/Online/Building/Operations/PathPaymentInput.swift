// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR
import XDR

/// A payment that converts one asset to another for the destination.
package struct PathPaymentInput: OperationInput {
    package enum Kind: Hashable, Sendable {
        /// Sends a fixed amount.
        ///
        /// - Parameter min: the minimum to receive; nil for what the best path yields, less the slippage.
        case strictSend(amount: String, min: String?)
        /// Receives a fixed amount.
        ///
        /// - Parameter max: the maximum to send; nil for what the best path costs, plus the slippage.
        case strictReceive(amount: String, max: String?)
    }

    private let kind: Kind
    private let destination: String
    private let sendAsset: String
    private let destAsset: String
    private let path: String?
    private let slippage: String?

    /// - Parameters:
    ///   - path: the intermediate assets, separated by commas; nil for the network's best path.
    ///   - slippage: a percentage; nil for 0.5%.
    package init(
        _ kind: Kind, destination: String, sendAsset: String, destAsset: String, path: String? = nil,
        slippage: String? = nil
    ) {
        self.kind = kind
        self.destination = destination
        self.sendAsset = sendAsset
        self.destAsset = destAsset
        self.path = path
        self.slippage = slippage
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let destination = try draft.destination(destination, .destination)
        // For a code alone, the asset sent is one that the payer holds, and the asset received one that the recipient holds.
        let assets = (
            send: try draft.asset(sendAsset, .sendAsset),
            destination: try draft.asset(destAsset, .destAsset, heldBy: destination.account)
        )
        switch kind {
        case .strictSend(let text, let min):
            let sent = try Arguments.amount(text, .sendAmount)
            let least = try min.map { text throws(Failure) in try Arguments.amount(text, .destMin) }
            let search = PathSearch(slippage: slippage, given: try givenPath(in: &draft), limit: least)
            let found = try search.strictSend(sent, assets, in: &draft)
            let op = PathPaymentStrictSendOp(
                sendAsset: assets.send, sendAmount: sent.stroops, destination: destination,
                destAsset: assets.destination, destMin: found.limit.stroops, path: found.path)
            try Self.check(InertBound(op, rates: draft.rates), "minimum to be received", found.limit, op.destAsset)
            return .pathPaymentStrictSend(op)
        case .strictReceive(let text, let max):
            let arriving = try Arguments.amount(text, .destAmount)
            let most = try max.map { text throws(Failure) in try Arguments.amount(text, .sendMax) }
            let search = PathSearch(slippage: slippage, given: try givenPath(in: &draft), limit: most)
            let found = try search.strictReceive(arriving, assets, in: &draft)
            let op = PathPaymentStrictReceiveOp(
                sendAsset: assets.send, sendMax: found.limit.stroops, destination: destination,
                destAsset: assets.destination, destAmount: arriving.stroops, path: found.path)
            try Self.check(InertBound(op, rates: draft.rates), "maximum to be sent", found.limit, op.sendAsset)
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

    private func givenPath(in draft: inout Draft) throws(Failure) -> BoundedArray<Asset, 5>? {
        guard let path else { return nil }
        var assets: [Asset] = []
        for part in path.split(separator: ",", omittingEmptySubsequences: false) where !path.isEmpty {
            assets.append(try draft.asset(String(part), .path))
        }
        guard let bounded = BoundedArray<Asset, 5>(assets) else {
            throw Failure(.badInput, .path, "at most 5 intermediate assets")
        }
        return bounded
    }
}
