// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerAPI
import Stellar
import StellarXDR
import Workspace

/// Finds what the user left open in a path payment: the path, and the limit on the amount.
struct PathSearch {
    /// Nil for 0.5%.
    let slippage: Slippage?
    let given: BoundedArray<Asset, 5>?
    let limit: Amount?

    typealias Found = (path: BoundedArray<Asset, 5>, limit: Amount)

    func strictSend(_ sent: Amount, _ assets: (send: Asset, destination: Asset), in builder: inout TransactionBuilder)
        throws(Failure)
        -> Found
    {
        if let known = try known() { return known }
        if let direct = try direct(in: &builder) { return direct }
        let best: PathRecord = try ask(&builder) { client throws(HorizonError) in
            try client.pathsStrictSend(sent, of: assets.send, to: assets.destination)
        }
        let least = if let limit { limit } else { worsened(best.destinationAmount, by: -1) }
        rate(assets.send, sent, assets.destination, best.destinationAmount, in: &builder)
        note(
            "yields \(best.destinationAmount.text) \(assets.destination.code), minimum \(least.text)", best,
            in: &builder)
        return (try bounded(best), least)
    }

    func strictReceive(
        _ arriving: Amount, _ assets: (send: Asset, destination: Asset), in builder: inout TransactionBuilder
    ) throws(Failure) -> Found {
        if let known = try known() { return known }
        if let direct = try direct(in: &builder) { return direct }
        let best: PathRecord = try ask(&builder) { client throws(HorizonError) in
            try client.pathsStrictReceive(arriving, of: assets.destination, from: assets.send)
        }
        let most = if let limit { limit } else { worsened(best.sourceAmount, by: 1) }
        rate(assets.send, best.sourceAmount, assets.destination, arriving, in: &builder)
        note("costs \(best.sourceAmount.text) \(assets.send.code), maximum \(most.text)", best, in: &builder)
        return (try bounded(best), most)
    }

    /// The result when nothing is left open: a path with a limit; nil otherwise.
    private func known() throws(Failure) -> Found? {
        guard slippage == nil || limit == nil else {
            throw Failure(
                .usage, "\(field: .slippage) cannot be combined with \(field: .destMin) or \(field: .sendMax)")
        }
        guard let given else { return nil }
        guard let limit else {
            throw Failure(
                .usage, "\(field: .path) needs \(field: .destMin) or \(field: .sendMax): a given path is not priced")
        }
        return (given, limit)
    }

    /// The direct exchange, where a limit is given and no server finds paths; nil otherwise. Offline, the user has to
    /// give the path.
    private func direct(in builder: inout TransactionBuilder) throws(Failure) -> Found? {
        guard let limit, !builder.isOffline, try builder.ledger()?.horizon == nil else { return nil }
        builder.notices.append(
            .fact(.path, "direct; only Horizon finds others (\(field: .path) names one)"))
        return (BoundedArray(), limit)
    }

    private func ask(
        _ builder: inout TransactionBuilder, _ question: (HorizonClient) throws(HorizonError) -> [PathRecord]
    ) throws(Failure) -> PathRecord {
        // Offline, only the direct exchange could be assumed: the user has to give the path.
        let horizon = try builder.requiredHorizon(
            for: "a path payment without \(field: .path), and without \(field: .destMin) or \(field: .sendMax),")
        let paths: [PathRecord]
        do { paths = try question(horizon) } catch { throw Failure(error) }
        guard let best = paths.first else {
            throw Failure(
                .badInput, "the network has no path from \(field: .sendAsset) to \(field: .destAsset) for this amount")
        }
        return best
    }

    private func bounded(_ record: PathRecord) throws(Failure) -> BoundedArray<Asset, 5> {
        guard let path = BoundedArray<Asset, 5>(record.path) else {
            throw Failure(.protocolBroken, "Horizon's path has more than 5 assets")
        }
        return path
    }

    /// Adds the rate to the request's hints: the signer compares bounds with it.
    private func rate(
        _ send: Asset, _ sent: Amount, _ dest: Asset, _ received: Amount, in builder: inout TransactionBuilder
    ) {
        let hint: JSON = [
            "send_asset": .string(send.text), "dest_asset": .string(dest.text), "sent": .string(sent.text),
            "received": .string(received.text),
        ]
        if let named = NamedRate(send, sent.stroops, dest, received.stroops) { builder.rates.append(named) }
        builder.hints["rates"] = .array((builder.hints["rates"]?.asArray ?? []) + [hint])
    }

    private func note(_ text: String, _ record: PathRecord, in builder: inout TransactionBuilder) {
        let between = record.path.isEmpty ? "direct" : record.path.map(\.text).joined(separator: ", ")
        builder.notices.append(.fact(.path, "\(between); \(text)"))
    }

    /// The amount changed by the slippage, rounded in the user's favour.
    private func worsened(_ amount: Amount, by sign: Int128) -> Amount {
        let share = slippage ?? .usual
        let stroops = Int128(amount.stroops)
        let change = stroops * Int128(share.millionths) / 1_000_000
        return Amount(stroops: Int64(clamping: max(1, stroops + sign * change)))
    }
}

/// A share of an amount, to a ten-thousandth of a percent.
package struct Slippage: Hashable, Sendable {
    let millionths: Int64

    /// Half a percent.
    static let usual = Slippage(millionths: 5_000)
}

extension Slippage: TextValue {
    /// - Parameter text: `0.5%` or `0.5`, from 0% to 50%.
    package init(text: String) throws(Failure) {
        let number = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let percent = try? Amount(number), percent.stroops % 1000 == 0,
            percent.stroops <= 50 * Amount.stroopsPerUnit
        else {
            throw Failure(.badInput, "must be a percentage from 0% to 50%, such as 0.5%, with at most 4 decimals")
        }
        millionths = percent.stroops / 1000
    }
}
