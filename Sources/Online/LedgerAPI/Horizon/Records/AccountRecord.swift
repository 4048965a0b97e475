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

    /// The number of base reserves required: two for the account, its subentries, those it sponsors less those sponsored for it.
    package var reserveEntries: Int64 { 2 + subentryCount + sponsoring - sponsored }

    /// Whether payments to it must carry a memo.
    ///
    /// - Source: SEP-29: the data entry must be exactly `1`.
    package var requiresMemo: Bool {
        data["config.memo_required"] == [UInt8(ascii: "1")]
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
