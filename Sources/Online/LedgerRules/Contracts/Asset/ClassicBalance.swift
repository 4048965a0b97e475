// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// An account's balance of an asset: in the account itself, or in its trustline.
///
/// - Source: rs-soroban-env stellar_asset_contract/balance.rs; CAP-73 for what creates accounts and trustlines.
struct ClassicBalance {
    let id: AccountID
    let asset: Asset

    private static let mostSubentries: UInt32 = 1000

    private var isIssuer: Bool { asset.issuer == id }
    private var address: SCVal { .address(.account(id)) }
    private var lineKey: LedgerKey { .trustline(id, asset) }

    private func line(in host: inout Host) throws(HostError) -> TrustLineEntry {
        guard case .trustline(let line)? = try host.storage.entry(lineKey)?.data else {
            throw HostError(.trustlineMissing, "trustline entry is missing for account", [address])
        }
        return line
    }

    private func account(in host: inout Host) throws(HostError) -> AccountEntry {
        guard let account = try host.account(id) else { throw Self.missing(address) }
        return account
    }

    private static func missing(_ address: SCVal) -> HostError {
        HostError(.accountMissing, "account entry is missing", [address])
    }

    // MARK: Amounts

    /// The balance; an issuer has as much as an amount can hold.
    func amount(in host: inout Host) throws(HostError) -> Int64 {
        if asset == .native { return try account(in: &host).balance }
        return isIssuer ? .max : try line(in: &host).balance
    }

    /// Adds an amount, which is negative to take it.
    func add(_ amount: Int64, in host: inout Host) throws(HostError) {
        guard asset != .native else { return try addNative(amount, in: &host) }
        guard !isIssuer else { return }
        var line = try line(in: &host)
        line.balance = try Self.sum(line.balance, amount, within: 0...line.limit)
        try host.storage.put(.trustline(line), at: lineKey)
    }

    private func addNative(_ amount: Int64, in host: inout Host) throws(HostError) {
        guard var account = try host.account(id) else { return try create(amount, in: &host) }
        account.balance = try Self.sum(
            account.balance, amount, within: account.minimum(host.ledger.baseReserve)...Int64.max)
        try host.storage.put(.account(account), at: .account(id))
    }

    private static func sum(
        _ balance: Int64, _ amount: Int64, within range: ClosedRange<Int64>
    ) throws(HostError) -> Int64 {
        let (sum, overflow) = balance.addingReportingOverflow(amount)
        guard !overflow else { throw HostError(.balance, "resulting balance overflow") }
        guard range.contains(sum) else {
            throw HostError(
                .balance, "resulting balance is not within the allowed range",
                [.i64(range.lowerBound), .i64(sum), .i64(range.upperBound)])
        }
        return sum
    }

    /// A transfer of lumens to an account that does not exist creates it.
    private func create(_ amount: Int64, in host: inout Host) throws(HostError) {
        guard amount > 0 else { throw Self.missing(address) }
        guard amount >= 2 * host.ledger.baseReserve else {
            throw HostError(
                .insufficientAccountReserve, "transfer amount is below minimum balance for new account",
                [.i64(amount), .i64(2 * host.ledger.baseReserve)])
        }
        let entry = AccountEntry(
            accountID: id, balance: amount, seqNum: Int64(host.ledger.sequence) << 32, numSubEntries: 0,
            inflationDest: nil, flags: 0, homeDomain: String32(), thresholds: Thresholds([1, 0, 0, 0]) ?? Thresholds(),
            signers: BoundedArray(), ext: .v0)
        try host.storage.put(.account(entry), at: .account(id))
    }

    // MARK: Authorization

    func isAuthorized(in host: inout Host) throws(HostError) -> Bool {
        guard asset != .native, !isIssuer else { return true }
        return try line(in: &host).flags & TrustlineFlag.authorized != 0
    }

    func setAuthorized(_ authorizes: Bool, in host: inout Host) throws(HostError) {
        guard asset != .native else { throw HostError(.operationNotSupported, "expected trustline asset") }
        guard !isIssuer else { throw HostError(.operationNotSupported, "issuer doesn't have a trustline") }
        var line = try line(in: &host)
        guard (line.flags & TrustlineFlag.authorized != 0) != authorizes else { return }
        let both = TrustlineFlag.authorized | TrustlineFlag.maintainsLiabilities
        line.flags = line.flags & ~both | (authorizes ? TrustlineFlag.authorized : TrustlineFlag.maintainsLiabilities)
        try host.storage.put(.trustline(line), at: lineKey)
    }

    func checkClawback(in host: inout Host) throws(HostError) {
        guard asset != .native else { throw HostError(.operationNotSupported, "cannot clawback native asset") }
        guard !isIssuer else { throw HostError(.operationNotSupported, "cannot clawback from issuer") }
        guard try line(in: &host).flags & TrustlineFlag.clawbackEnabled != 0 else {
            throw HostError(.balance, "trustline isn't clawbackable")
        }
    }

    // MARK: Trustlines

    /// Makes an unlimited trustline, which the account must authorize; does nothing if there is one.
    func trust(in host: inout Host) throws(HostError) {
        guard let issuer = asset.issuer else {
            throw HostError(.operationNotSupported, "trust operation is not supported for native asset")
        }
        guard !isIssuer else { throw HostError(.operationNotSupported, "cannot create trustline for issuer") }
        guard try host.storage.entry(lineKey) == nil else { return }
        try host.requireAuthorization(of: .account(id))
        let issuerFlags = try host.issuerFlags(issuer)
        var account = try account(in: &host)
        guard account.numSubEntries < Self.mostSubentries else {
            throw HostError(.tooManyAccountSubentries, "account has reached maximum number of sub-entries")
        }
        let reserve = host.ledger.baseReserve
        guard account.balance >= account.minimum(reserve) + reserve else {
            throw HostError(
                .insufficientAccountReserve, "account has insufficient reserve for new trustline")
        }
        account.numSubEntries += 1
        var flags: UInt32 = issuerFlags & IssuerFlag.required.rawValue == 0 ? TrustlineFlag.authorized : 0
        if issuerFlags & IssuerFlag.clawbackEnabled.rawValue != 0 { flags |= TrustlineFlag.clawbackEnabled }
        let line = TrustLineEntry(
            accountID: id, asset: TrustLineAsset(asset), balance: 0, limit: .max, flags: flags, ext: .v0)
        try host.storage.put(.trustline(line), at: lineKey)
        try host.storage.put(.account(account), at: .account(id))
    }
}

extension AccountEntry {
    /// The minimum balance, in stroops.
    fileprivate func minimum(_ reserve: Int64) -> Int64 {
        var entries = 2 + Int64(numSubEntries)
        guard case .v1(let first) = ext else { return entries * reserve }
        if case .v2(let second) = first.ext {
            entries += Int64(second.numSponsoring) - Int64(second.numSponsored)
        }
        return entries * reserve + first.liabilities.selling
    }
}
