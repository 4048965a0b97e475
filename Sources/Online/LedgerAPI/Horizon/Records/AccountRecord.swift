// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// An account as Horizon reports it.
package struct AccountRecord: Hashable, Sendable {
    package struct Thresholds: Hashable, Sendable {
        package let low: Int
        package let medium: Int
        package let high: Int

        package init(low: Int, medium: Int, high: Int) {
            self.low = low
            self.medium = medium
            self.high = high
        }
    }

    package struct Flags: Hashable, Sendable {
        package var authRequired = false
        package var authRevocable = false
        package var authImmutable = false
        package var authClawbackEnabled = false

        package init() {}
    }

    package let id: AccountID
    /// The last sequence number used; the next transaction uses the following one.
    package let sequence: Int64
    /// The ledger and time at which the sequence number last changed, if known (protocol 19).
    package let sequenceLedger: Int64?
    package let sequenceTime: Timestamp?
    package let subentryCount: Int64
    package let sponsoring: Int64
    package let sponsored: Int64
    /// The sponsor of the account's own reserve; nil if not sponsored.
    package let sponsor: AccountID?
    package let balances: [AccountBalance]
    package let signers: [AccountSigner]
    package let thresholds: Thresholds
    package let flags: Flags
    /// The home domain as written: an unverified claim.
    package let homeDomain: String?
    package let data: [String: [UInt8]]
    package let inflationDestination: AccountID?
    package let lastModifiedLedger: Int64
    /// Balances and signers of kinds that this version does not know.
    package let unread: [UnreadPart]

    /// A balance or signer that this version cannot read.
    package enum UnreadPart: Hashable, Sendable {
        case balance(Unread)
        case signer(Unread)

        package var text: String {
            switch self {
            case .balance(let unread): "a balance \(unread.text)"
            case .signer(let unread): "a signer \(unread.text)"
            }
        }
    }

    package init(_ json: JSON) throws(JSONError) {
        id = try json.account("account_id")
        sequence = try json.decimalString("sequence")
        // The protocol allows none below 0. An account with the largest number has no next transaction.
        guard sequence >= 0 else { throw .outOfRange(field: "sequence") }
        sequenceLedger = json["sequence_ledger"] == nil ? nil : try json.ledgerNumber("sequence_ledger")
        sequenceTime = json["sequence_time"] == nil ? nil : Timestamp(try json.decimalString("sequence_time"))
        subentryCount = try json.integer("subentry_count")
        sponsoring = try json.integer("num_sponsoring")
        sponsored = try json.integer("num_sponsored")
        sponsor = try json.optionalAccount("sponsor")
        let balances = try json.elements("balances") { json throws(JSONError) in
            try Readable(tolerant: json, AccountBalance.init)
        }
        let signers = try json.elements("signers") { json throws(JSONError) in
            try Readable(tolerant: json, AccountSigner.init)
        }
        (self.balances, self.signers) = (balances.read(), signers.read())
        unread =
            balances.compactMap { $0.fault.map { .balance($0) } } + signers.compactMap { $0.fault.map { .signer($0) } }
        thresholds = try Self.thresholds(json.object("thresholds"))
        flags = try Self.flags(json.object("flags"))
        homeDomain = try json.optionalString("home_domain")
        data = try Self.data(json.object("data"))
        inflationDestination = try json.optionalAccount("inflation_destination")
        lastModifiedLedger = try json.ledgerNumber("last_modified_ledger")
        guard self.balances.contains(where: { $0.asset == .native }) else {
            throw .missing(field: "balances of native")
        }
        // Within these limits no sum over an account can overflow.
        guard [subentryCount, sponsoring, sponsored].allSatisfy({ (0...Int64(UInt32.max)).contains($0) }) else {
            throw .outOfRange(field: "subentry_count")
        }
    }

    /// An account that was read from ledger entries.
    package init(
        id: AccountID, sequence: Int64, sequenceLedger: Int64?, sequenceTime: Timestamp?, subentryCount: Int64,
        sponsoring: Int64, sponsored: Int64, sponsor: AccountID?, balances: [AccountBalance], signers: [AccountSigner],
        thresholds: Thresholds, flags: Flags, homeDomain: String?, data: [String: [UInt8]],
        inflationDestination: AccountID?, lastModifiedLedger: Int64
    ) {
        self.id = id
        self.sequence = sequence
        self.sequenceLedger = sequenceLedger
        self.sequenceTime = sequenceTime
        self.subentryCount = subentryCount
        self.sponsoring = sponsoring
        self.sponsored = sponsored
        self.sponsor = sponsor
        self.balances = balances
        self.signers = signers
        self.thresholds = thresholds
        self.flags = flags
        self.homeDomain = homeDomain
        self.data = data
        self.inflationDestination = inflationDestination
        self.lastModifiedLedger = lastModifiedLedger
        unread = []
    }

    private static func thresholds(_ json: JSON) throws(JSONError) -> Thresholds {
        Thresholds(
            low: try json.weight("low_threshold"), medium: try json.weight("med_threshold"),
            high: try json.weight("high_threshold"))
    }

    private static func flags(_ json: JSON) throws(JSONError) -> Flags {
        var flags = Flags()
        flags.authRequired = try json.bool("auth_required")
        flags.authRevocable = try json.bool("auth_revocable")
        flags.authImmutable = try json.bool("auth_immutable")
        flags.authClawbackEnabled = try json.bool("auth_clawback_enabled")
        return flags
    }

    private static func data(_ json: JSON) throws(JSONError) -> [String: [UInt8]] {
        var data: [String: [UInt8]] = [:]
        for key in json.asObject?.keys ?? [] {
            guard let bytes = try? Base64.decode(try json.string(key)) else {
                throw .wrongType(field: "data.\(key)", expected: "base64")
            }
            data[key] = bytes
        }
        return data
    }
}

/// Properties derived from an account's fields.
extension AccountRecord {
    /// The names of the flags that are set, as in the protocol.
    package var flagNames: [String] {
        let all = [
            ("auth_required", flags.authRequired), ("auth_revocable", flags.authRevocable),
            ("auth_immutable", flags.authImmutable), ("auth_clawback_enabled", flags.authClawbackEnabled),
        ]
        return all.filter(\.1).map(\.0)
    }

    /// How many of its subentries are in this record; offers are in none. A pool's share counts twice.
    package var listedSubentries: Int64 {
        let lines = balances.reduce(0) { $0 + ($1.asset == .native ? 0 : $1.asset == nil ? 2 : 1) }
        return Int64(lines + data.count + signers.count { $0.key != .ed25519(id.key) })
    }

    /// The number of base reserves required: two for the account, its subentries, those it sponsors less those
    /// sponsored for it.
    package var reserveEntries: Int64 { 2 + subentryCount + sponsoring - sponsored }

    /// The data entry that says whether payments to an account must carry a memo.
    package static let memoEntry = "config.memo_required"

    /// Whether payments to it must carry a memo.
    ///
    /// - Source: SEP-29: the data entry must be exactly `1`.
    package var requiresMemo: Bool {
        data[Self.memoEntry] == [UInt8(ascii: "1")]
    }
}

/// The spendable part of an account's balances.
extension AccountRecord {
    /// The minimum native balance: one base reserve for each entry that counts.
    ///
    /// - Parameter base: the network's base reserve.
    package func reserve(base: Amount) -> Amount {
        let product = Int128(max(0, reserveEntries)) * Int128(base.stroops)
        return Amount(stroops: Int64(clamping: product))
    }

    /// The spendable amount: the balance less selling liabilities and, for XLM, less the reserve; zero when that is
    /// negative or the issuer has not authorized the account.
    package func spendable(_ balance: AccountBalance, baseReserve: Amount) -> Amount {
        guard balance.isAuthorized else { return .zero }
        var left = Int128(balance.balance.stroops) - Int128(balance.sellingLiabilities.stroops)
        if balance.asset == .native { left -= Int128(reserve(base: baseReserve).stroops) }
        return Amount(stroops: Int64(clamping: max(0, left)))
    }
}

/// A signer of an account, with its weight.
package struct AccountSigner: Hashable, Sendable {
    package let key: SignerKey
    /// 0 to 255; 0 only for a disabled master key.
    package let weight: Int
    /// The sponsor of its reserve; nil if not sponsored.
    package let sponsor: AccountID?

    package init(key: SignerKey, weight: Int, sponsor: AccountID?) {
        self.key = key
        self.weight = weight
        self.sponsor = sponsor
    }

    private static let kinds = ["ed25519_public_key", "sha256_hash", "preauth_tx", "ed25519_signed_payload"]

    package init(_ json: JSON) throws(JSONError) {
        if let kind = try json.optionalString("type"), !Self.kinds.contains(kind) { throw .unknown("type", kind) }
        do { key = try SignerKey(address: json.string("key")) } catch let error as JSONError { throw error } catch {
            throw .wrongType(field: "key", expected: "a signer")
        }
        weight = try json.weight("weight")
        sponsor = try json.optionalAccount("sponsor")
    }
}

/// An account's balance of one asset or one liquidity pool.
package struct AccountBalance: Hashable, Sendable {
    package enum Holding: Hashable, Sendable {
        case asset(Asset)
        /// The pool's id, as written.
        case poolShares(id: String)
    }

    package let holding: Holding
    package let balance: Amount
    /// The trustline's limit; nil for native, which has none.
    package let limit: Amount?
    /// The liabilities of open offers: the amounts that they may buy and sell.
    package let buyingLiabilities: Amount
    package let sellingLiabilities: Amount
    package let isAuthorized: Bool
    package let maintainsLiabilities: Bool
    package let isClawbackEnabled: Bool
    package let sponsor: AccountID?

    /// The asset, or `pool:` followed by the pool's id, escaped.
    package var name: String {
        switch holding {
        case .asset(let asset): asset.text
        case .poolShares(let id): "pool:\(TerminalText.escape(id))"
        }
    }

    /// The name as texts for people have it, with `XLM`.
    package var plainName: String { asset?.plain ?? name }

    package var asset: Asset? {
        if case .asset(let asset) = holding { asset } else { nil }
    }

    package init(
        holding: Holding, balance: Amount, limit: Amount?, buyingLiabilities: Amount, sellingLiabilities: Amount,
        isAuthorized: Bool, maintainsLiabilities: Bool, isClawbackEnabled: Bool, sponsor: AccountID?
    ) {
        self.holding = holding
        self.balance = balance
        self.limit = limit
        self.buyingLiabilities = buyingLiabilities
        self.sellingLiabilities = sellingLiabilities
        self.isAuthorized = isAuthorized
        self.maintainsLiabilities = maintainsLiabilities
        self.isClawbackEnabled = isClawbackEnabled
        self.sponsor = sponsor
    }

    package init(_ json: JSON) throws(JSONError) {
        let isPool = try json.string("asset_type") == "liquidity_pool_shares"
        holding = isPool ? .poolShares(id: try json.string("liquidity_pool_id")) : .asset(try json.asset())
        let isNative = holding == .asset(.native)
        balance = try json.amount("balance")
        limit = isNative ? nil : try json.amount("limit")
        buyingLiabilities = try json.optionalAmount("buying_liabilities") ?? .zero
        sellingLiabilities = try json.optionalAmount("selling_liabilities") ?? .zero
        // Shares of a pool need no authorization; Horizon writes false for them.
        let needsNone = isNative || isPool
        isAuthorized = needsNone ? true : try json.bool("is_authorized")
        maintainsLiabilities = needsNone ? true : try json.bool("is_authorized_to_maintain_liabilities")
        isClawbackEnabled = json["is_clawback_enabled"] == nil ? false : try json.bool("is_clawback_enabled")
        sponsor = try json.optionalAccount("sponsor")
    }
}

extension AccountRecord {
    /// How many of its entries are not in this record, where no server lists them.
    package var unlistedSubentries: Int64 { max(0, subentryCount - listedSubentries) }

    /// Words for it.
    package static func text(ofUnlisted count: Int64) -> Wording {
        """
        \(count) more \(count == 1 ? "entry" : "entries") of this account (trustlines, offers, data) that Stellar RPC cannot list: \
        only Horizon can
        """
    }
}
