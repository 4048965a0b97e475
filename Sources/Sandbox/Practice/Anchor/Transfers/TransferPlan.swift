// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR

/// What a client asks for when it begins a transfer under either SEP.
struct TransferPlan {
    let session: Session
    let customer: String
    let origin: Transfer.Origin
    let direction: Transfer.Direction
    let asset: Asset
    /// The asset received or paid at the practice bank; nil if there is no exchange.
    let exchanged: AnchorAsset?
    let method: DeliveryMethod
    let quote: Quote?
    let amount: Amount?
    let account: MuxedAccount
    let depositMemo: Memo?
    let refundMemo: Memo?
    let takesClaimable: Bool
    let destination: String?

    /// The terms for the amount, once that is known.
    func terms(_ amount: Amount, srt: AnchorAsset) throws(AnchorProblem) -> Terms {
        if let quote { return quote.terms }
        guard let exchanged else {
            return try Terms(plain: amount, asset: asset, isDeposit: direction == .deposit)
        }
        let sides = direction == .deposit ? (exchanged, srt) : (srt, exchanged)
        guard let list = PriceList(sell: sides.0, buy: sides.1, srt: srt) else {
            throw AnchorProblem("The anchor does not exchange the one for the other.")
        }
        return try list.selling(amount)
    }

    func transfer(id: String, pageKey: String, memo id64: UInt64, at now: UInt64) -> Transfer {
        // Use both types of memo, so that clients practise both.
        let memo = method == .bank ? Memo.id(id64) : .hash(Hash(sha256: Array(id.utf8)))
        var transfer = Transfer(
            id: id, owner: session.subject, customer: customer, origin: origin, direction: direction,
            isExchange: exchanged != nil, asset: asset, account: account, memo: memo, method: method, pageKey: pageKey,
            started: now, status: .incomplete, since: now)
        transfer.depositMemo = depositMemo ?? .none
        transfer.refundMemo = refundMemo
        transfer.takesClaimable = takesClaimable
        transfer.destination = destination
        transfer.quote = quote?.id
        transfer.deadline = now + Transfer.timeout
        return transfer
    }
}

/// The amounts of a transfer: received, fee, and paid out.
struct Terms: Hashable, Sendable {
    let amountIn: Amount
    let assetIn: AnchorAsset
    let amountOut: Amount
    let assetOut: AnchorAsset
    let fee: Fee
}

extension Terms {
    /// The minimum and maximum amount of a deposit or withdrawal.
    static let least = PriceList.least
    static let most = PriceList.most

    /// Terms without an exchange: one to one, less the fee.
    init(plain amount: Amount, asset: Asset, isDeposit: Bool) throws(AnchorProblem) {
        guard Self.least <= amount, amount <= Self.most else {
            throw AnchorProblem("'amount' must be from \(Self.least.text) to \(Self.most.text).")
        }
        let onLedger = AnchorAsset.stellar(asset)
        let fee = Fee.plain(amount)
        self.init(
            amountIn: amount, assetIn: isDeposit ? .practiceMoney : onLedger,
            amountOut: amount.subtracting(fee) ?? .zero, assetOut: isDeposit ? onLedger : .practiceMoney,
            fee: Fee(total: fee, asset: onLedger.name ?? ""))
    }
}

/// The anchor's fee.
struct Fee: Hashable, Sendable {
    /// The fixed part of the fee of every transfer and exchange: one unit.
    static let fixed = Amount(stroops: Amount.stroopsPerUnit)
    /// The proportional part of the fee, in percent.
    static let percent: Int64 = 1

    let total: Amount
    let asset: String

    /// The fee of a transfer without an exchange: the fixed part and 1% of the amount, rounded up.
    static func plain(_ amount: Amount) -> Amount {
        Amount(stroops: fixed.stroops + (amount.stroops + 99) / 100 * percent)
    }

    /// - Parameter parts: the name of the member with the parts: `breakdown` in transfers, `details` in quotes.
    func json(parts: String) -> JSON {
        let rest = total.subtracting(Self.fixed) ?? .zero
        return [
            "total": .string(total.text), "asset": .string(asset),
            parts: [
                ["name": "Fixed fee", "amount": .string(Self.fixed.text)],
                [
                    "name": "Percentage fee", "description": .string("\(Self.percent) % of what is exchanged"),
                    "amount": .string(rest.text),
                ],
            ],
        ]
    }
}

extension Fields {
    /// The memo of two fields such as `memo` and `memo_type`; none if neither is present.
    ///
    /// - Source: SEP-6, SEP-24: hashes are in base64.
    func memo(_ name: String) throws(AnchorProblem) -> Memo? {
        let kind = self["\(name)_type"]
        guard let value = self[name] else {
            guard kind == nil else { throw AnchorProblem("'\(name)' is missing beside '\(name)_type'.") }
            return nil
        }
        switch kind {
        case "text"?:
            guard let text = try? Memo(argument: "text:\(value)") else { break }
            return text
        case "id"?:
            guard let id = try? Memo(argument: "id:\(value)") else { break }
            return id
        case "hash"?:
            guard let bytes = try? Base64.decode(value), let hash = Hash(bytes) else { break }
            return .hash(hash)
        default: throw AnchorProblem("'\(name)_type' must be text, id or hash.")
        }
        throw AnchorProblem("'\(name)' is not a memo of its type.")
    }
}
