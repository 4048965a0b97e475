// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
import StellarXDR

/// The initial state of a practice network: accounts, exchange rates and fees.
package struct Seed: Sendable {
    /// The minimum fee per operation, in stroops.
    package private(set) var baseFee: UInt32 = 100
    /// The response of `/fee_stats` in place of the base fee: Horizon's members, any of which may be omitted.
    package private(set) var feeStats = JSON.object(JSONObject())
    package private(set) var rates = ExchangeRates()
    private var entries: [SeedAccount] = []

    /// A network with only the friendbot.
    package init() {}

    /// Reads a seed file.
    package init(parsing bytes: [UInt8]) throws(SeedError) {
        let document: JSON
        do throws(JSONError) { document = try JSON(parsing: bytes) } catch { throw .json(error) }
        let fields = SeedFields(document, at: "")
        try fields.check(["base_fee", "fee_stats", "accounts", "rates"])
        baseFee = try fields.number("base_fee") ?? baseFee
        guard baseFee > 0 else { throw .bad(field: "base_fee", reason: "is zero") }
        feeStats = try fields.object("fee_stats") ?? feeStats
        for account in try fields.array("accounts") { entries.append(try SeedAccount(account)) }
        for rate in try fields.array("rates") { try add(rate) }
        var seen: Set<AccountID> = []
        for entry in entries where !seen.insert(entry.id).inserted {
            throw .bad(field: "accounts", reason: "has \(entry.id.address) twice")
        }
        // The friendbot's transactions rely on its sequence number and its signer.
        guard !seen.contains(PracticeFriendbot.account) else {
            throw .bad(
                field: "accounts", reason: "has the friendbot's own account, \(PracticeFriendbot.account.address)")
        }
    }

    private mutating func add(_ fields: SeedFields) throws(SeedError) {
        try fields.check(["from", "to", "price"])
        let from = try fields.asset("from")
        let to = try fields.asset("to")
        let text = try fields.text("price")
        guard from != to else { throw .bad(field: fields.path("to"), reason: "is the asset that it comes from") }
        do throws(PriceError) {
            let price = try Price(text)
            guard let rate = ExchangeRates.Rate(UInt64(price.n), UInt64(price.d)) else { throw PriceError.zero }
            rates.set(from: from, to: to, rate)
        } catch {
            throw .bad(field: fields.path("price"), reason: "is \(error.message)")
        }
    }

    /// The accounts as ledger entries.
    ///
    /// - Parameter sequence: the sequence number of accounts for which the file gives none.
    func accounts(startingAt sequence: SequenceNumber) -> [Account] { entries.map { $0.entry(startingAt: sequence) } }
}
