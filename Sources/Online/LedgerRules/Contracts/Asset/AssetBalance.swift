// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// A holder's balance of the asset whose contract runs.
struct AssetBalance {
    let holder: SCAddress
    let instance: AssetInstance

    init(_ holder: SCAddress, _ instance: AssetInstance) {
        self.holder = holder
        self.instance = instance
    }

    /// The stored balance of a contract.
    private struct Stored {
        var amount: Int128
        var isAuthorized: Bool
        let canBeClawedBack: Bool

        init(amount: Int128, isAuthorized: Bool, canBeClawedBack: Bool) {
            self.amount = amount
            self.isAuthorized = isAuthorized
            self.canBeClawedBack = canBeClawedBack
        }

        init?(_ value: SCVal) {
            guard let fields = value.fields("amount", "authorized", "clawback"), let amount = fields[0].asAmount,
                let isAuthorized = fields[1].asBool, let canBeClawedBack = fields[2].asBool
            else { return nil }
            self.init(amount: amount, isAuthorized: isAuthorized, canBeClawedBack: canBeClawedBack)
        }

        var value: SCVal {
            .record(
                ("amount", .amount(amount)), ("authorized", .bool(isAuthorized)), ("clawback", .bool(canBeClawedBack)))
        }
    }

    /// The account that holds the balance; nil for a contract.
    private var account: ClassicBalance? {
        guard case .account(let id) = holder else { return nil }
        return ClassicBalance(id: id, asset: instance.asset)
    }

    private func key(in host: Host) -> LedgerKey { host.persistent(.tagged("Balance", .address(holder))) }

    private func stored(in host: inout Host) throws(HostError) -> Stored? {
        try host.value(key(in: host)).flatMap(Stored.init)
    }

    /// Every change extends the life of a balance to 30 days, once a day of it has passed.
    private func store(_ balance: Stored, in host: inout Host) throws(HostError) {
        let key = key(in: host)
        try host.put(balance.value, at: key)
        try extend(key, in: &host)
    }

    private func extend(_ key: LedgerKey, in host: inout Host) throws(HostError) {
        try host.storage.extend(
            key, ifWithin: AssetLifetime.balance - AssetLifetime.day, to: AssetLifetime.balance)
    }

    // MARK: Reading

    func amount(in host: inout Host) throws(HostError) -> Int128 {
        if let account { return Int128(try account.amount(in: &host)) }
        guard let stored = try stored(in: &host) else { return 0 }
        try extend(key(in: host), in: &host)
        return stored.amount
    }

    func isAuthorized(in host: inout Host) throws(HostError) -> Bool {
        if let account { return try account.isAuthorized(in: &host) }
        if let stored = try stored(in: &host) { return stored.isAuthorized }
        return try !issuer(has: .required, in: &host)
    }

    // MARK: Changing

    func receive(_ amount: Int128, in host: inout Host) throws(HostError) {
        try requireAuthorized(in: &host)
        if let account { return try account.add(Self.stroops(amount, "received"), in: &host) }
        var balance = try storedOrNew(isAuthorized: true, in: &host)
        let (sum, overflow) = balance.amount.addingReportingOverflow(amount)
        guard !overflow else { throw HostError(.overflow, "balance overflow in receive_balance") }
        balance.amount = sum
        try store(balance, in: &host)
    }

    func spend(_ amount: Int128, in host: inout Host) throws(HostError) {
        try requireAuthorized(in: &host)
        try spendUnchecked(amount, in: &host)
    }

    /// Takes an amount from a balance that may be deauthorized.
    func spendUnchecked(_ amount: Int128, in host: inout Host) throws(HostError) {
        if let account { return try account.add(-Self.stroops(amount, "spent"), in: &host) }
        guard var balance = try stored(in: &host) else {
            guard amount == 0 else {
                throw HostError(.balance, "zero balance is not sufficient to spend", [.amount(amount)])
            }
            return
        }
        guard balance.amount >= amount else {
            throw HostError(.balance, "balance is not sufficient to spend", [balance.value, .amount(amount)])
        }
        balance.amount -= amount
        try store(balance, in: &host)
    }

    private func requireAuthorized(in host: inout Host) throws(HostError) {
        guard try isAuthorized(in: &host) else { throw HostError(.balanceDeauthorized, "balance is deauthorized") }
    }

    private static func stroops(_ amount: Int128, _ what: String) throws(HostError) -> Int64 {
        guard let amount = Int64(exactly: amount) else {
            throw HostError(.overflow, "\(what) amount is too large for an i64")
        }
        return amount
    }

    /// A contract's balance; its first one can be clawed back if the issuer says so now.
    private func storedOrNew(isAuthorized: Bool, in host: inout Host) throws(HostError) -> Stored {
        if let stored = try stored(in: &host) { return stored }
        return Stored(
            amount: 0, isAuthorized: isAuthorized, canBeClawedBack: try issuer(has: .clawbackEnabled, in: &host))
    }

    // MARK: For the administrator

    func setAuthorized(_ authorizes: Bool, in host: inout Host) throws(HostError) {
        if !authorizes, try !issuer(has: .revocable, in: &host) {
            throw HostError(.operationNotSupported, "issuer does not have AUTH_REVOCABLE set")
        }
        if let account { return try account.setAuthorized(authorizes, in: &host) }
        var balance = try storedOrNew(isAuthorized: authorizes, in: &host)
        balance.isAuthorized = authorizes
        try store(balance, in: &host)
    }

    func checkClawback(in host: inout Host) throws(HostError) {
        if let account { return try account.checkClawback(in: &host) }
        guard let stored = try stored(in: &host) else { throw HostError(.balance, "no balance to clawback") }
        guard stored.canBeClawedBack else { throw HostError(.balance, "balance isn't clawbackable") }
    }

    /// Makes a trustline if the holder is an account without one.
    func trust(in host: inout Host) throws(HostError) {
        try account?.trust(in: &host)
    }

    private func issuer(has flag: IssuerFlag, in host: inout Host) throws(HostError) -> Bool {
        guard let issuer = instance.asset.issuer else { return false }
        return try host.issuerFlags(issuer) & flag.rawValue != 0
    }
}

/// The flags of an issuer's account that matter to the asset's contract (`AccountFlags` of the protocol).
enum IssuerFlag: UInt32 {
    case required = 1
    case revocable = 2
    case clawbackEnabled = 8
}

/// The flags of a trustline (`TrustLineFlags` of the protocol).
enum TrustlineFlag {
    static let authorized: UInt32 = 1
    static let maintainsLiabilities: UInt32 = 2
    static let clawbackEnabled: UInt32 = 4
}

extension Host {
    mutating func issuerFlags(_ issuer: AccountID) throws(HostError) -> UInt32 {
        guard let account = try account(issuer) else {
            throw HostError(.storage(.missingValue), "the issuer's account is missing", .address(.account(issuer)))
        }
        return account.flags
    }
}

/// How long the asset contract lets its entries live, in ledgers.
///
/// - Source: rs-soroban-env stellar_asset_contract/storage_types.rs.
enum AssetLifetime {
    static let day: UInt32 = 17_280
    static let instance = 7 * day
    static let balance = 30 * day
}
