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
    /// How long the entries of contracts live at first.
    package private(set) var lifetimes = HostLedger.Lifetimes.usual
    private var entries: [SeedAccount] = []

    /// A network with only the friendbot.
    package init() {}

    /// Reads a seed file.
    package init(parsing bytes: [UInt8]) throws(SeedError) {
        let document: JSON
        do throws(JSONError) { document = try JSON(parsing: bytes) } catch { throw .json(error) }
        let fields = SeedFields(document, at: "")
        try fields.check(["base_fee", "fee_stats", "lifetimes", "accounts", "rates"])
        baseFee = try fields.number("base_fee") ?? baseFee
        guard baseFee > 0 else { throw .bad(field: "base_fee", reason: "is zero") }
        feeStats = try fields.object("fee_stats") ?? feeStats
        lifetimes = try Self.lifetimes(try fields.fields("lifetimes"))
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

    private static func lifetimes(_ fields: SeedFields) throws(SeedError) -> HostLedger.Lifetimes {
        try fields.check(["temporary", "persistent"])
        let usual = HostLedger.Lifetimes.usual
        func ledgers(_ name: String) throws(SeedError) -> UInt32? {
            guard let ledgers: UInt32 = try fields.number(name) else { return nil }
            guard (1...usual.longest).contains(ledgers) else {
                throw .bad(field: fields.path(name), reason: "is not a number of ledgers from 1 to \(usual.longest)")
            }
            return ledgers
        }
        return HostLedger.Lifetimes(
            leastTemporary: try ledgers("temporary") ?? usual.leastTemporary,
            leastPersistent: try ledgers("persistent") ?? usual.leastPersistent, longest: usual.longest)
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

/// One account of a seed file.
struct SeedAccount {
    let id: AccountID
    private let sequence: SequenceNumber?
    private var account: Account

    /// The balance of an account when the file gives none, in stroops.
    private static let usualBalance: Int64 = 10_000_000_000

    init(_ fields: SeedFields) throws(SeedError) {
        try fields.check([
            "id", "balance", "sequence", "home_domain", "flags", "thresholds", "signers", "data", "trustlines",
        ])
        let text = try fields.text("id")
        do throws(StrKeyError) { id = try AccountID(address: text) } catch {
            throw .bad(field: fields.path("id"), reason: "is \(error.message)")
        }
        sequence = try fields.number("sequence")
        account = Account(id, balance: try fields.stroops("balance") ?? Self.usualBalance, sequence: 0)
        try readIdentity(fields)
        try readSigners(fields)
        try readTrustlines(try fields.fields("trustlines"))
        guard account.subentries <= LedgerState.mostSubentries else {
            throw .bad(field: fields.path("id"), reason: "has more than 1000 entries")
        }
    }

    func entry(startingAt start: SequenceNumber) -> Account {
        var entry = account
        entry.sequence = sequence ?? start
        return entry
    }

    private mutating func readIdentity(_ fields: SeedFields) throws(SeedError) {
        guard let domain = String32(Array((try fields.optionalText("home_domain") ?? "").utf8)) else {
            throw .bad(field: fields.path("home_domain"), reason: "is longer than 32 bytes")
        }
        account.homeDomain = domain
        for name in try fields.texts("flags") {
            guard let flag = AccountFlags.named.first(where: { $0.name == name })?.flag else {
                throw .bad(field: fields.path("flags"), reason: "has \(name), which is not a flag")
            }
            account.flags.insert(flag)
        }
        let data = try fields.fields("data")
        for name in try data.names() {
            guard let key = String64(Array(name.utf8)), let value = DataValue(Array(try data.text(name).utf8)) else {
                throw .bad(field: data.path(name), reason: "is longer than 64 bytes")
            }
            account.data[key] = value
        }
    }

    private mutating func readSigners(_ fields: SeedFields) throws(SeedError) {
        let thresholds = try fields.fields("thresholds")
        try thresholds.check(["master", "low", "med", "high"])
        account.masterWeight = try thresholds.number("master") ?? 1
        account.thresholds.low = try thresholds.number("low") ?? 0
        account.thresholds.medium = try thresholds.number("med") ?? 0
        account.thresholds.high = try thresholds.number("high") ?? 0
        let signers = try fields.fields("signers")
        for text in try signers.names() {
            let key: SignerKey
            do throws(StrKeyError) { key = try SignerKey(address: text) } catch {
                // Do not repeat the text: it may be a secret key in the wrong place.
                throw .bad(field: fields.path("signers"), reason: "has a key that is \(error.message)")
            }
            let weight = try signers.number(text, as: UInt8.self) ?? 0
            guard weight > 0 else { throw .bad(field: signers.path(text), reason: "is not a weight from 1 to 255") }
            account.signers.append(Signer(key: key, weight: UInt32(weight)))
        }
        guard account.signers.count <= LedgerState.mostSigners else {
            throw .bad(field: fields.path("signers"), reason: "has more than 20 signers")
        }
    }

    private mutating func readTrustlines(_ lines: SeedFields) throws(SeedError) {
        for text in try lines.names() {
            let asset = try SeedFields.asset(text, at: lines.path(text))
            guard let issuer = asset.issuer, issuer != id else {
                throw .bad(field: lines.path(text), reason: "is nothing that this account can trust")
            }
            let fields = try lines.fields(text)
            try fields.check(["balance", "limit", "authorized", "maintain_liabilities", "clawback"])
            var line = Trustline()
            line.balance = try fields.stroops("balance") ?? 0
            line.limit = try fields.stroops("limit") ?? .max
            guard line.balance <= line.limit else {
                throw .bad(field: fields.path("balance"), reason: "is above the limit")
            }
            let maintains = try fields.flag("maintain_liabilities") ?? false
            line.flags = maintains ? .authorizedToMaintainLiabilities : []
            if try fields.flag("authorized") ?? !maintains { line.flags = .authorized }
            if try fields.flag("clawback") ?? false { line.flags.insert(.clawbackEnabled) }
            account.trustlines[asset] = line
        }
    }
}

/// Why a seed file cannot be used.
package enum SeedError: Error, Hashable {
    case json(JSONError)
    /// The value of `field` is invalid.
    case bad(field: String, reason: String)

    package var message: String {
        switch self {
        case .json(let error): error.message
        case .bad(let field, let reason): "\(TerminalText.escape(field)) \(TerminalText.escape(reason))"
        }
    }
}
