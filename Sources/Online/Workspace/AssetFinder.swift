// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR

/// Finds assets by what users call them.
///
/// A code alone means the only asset with that code that the account holds, or else the only known one on the network:
/// well-known, or of a transfer in the journal. It is an error when there are several, or when the account is not
/// looked up.
package struct AssetFinder: NoticeSource {
    private let context: OnlineContext
    private let network: Network
    private var known: [Asset]?
    /// The journal, once it was needed.
    private var journal: (any OnlineJournal)?
    /// What the texts found so far mean, for the user.
    private var notices: [Notice] = []

    package init(_ context: OnlineContext, network: Network) {
        self.context = context
        self.network = network
    }

    /// The notices since the last call.
    package mutating func takeNotices() -> [Notice] {
        defer { notices = [] }
        return notices
    }

    /// - Parameters:
    ///   - field: the input that names the asset, for errors.
    ///   - holder: the account that spends; nil when it cannot be looked up, or the reference does not need it.
    package mutating func find(
        _ reference: AssetReference, _ field: FieldID, holder: AccountRecord?
    ) throws(Failure) -> Asset {
        switch reference {
        case .asset(let asset): return asset
        case .issued(let code, let issuer): return try asset(code: code, issuer: issuer, field)
        case .code(let code): return try asset(code: code, heldBy: holder, field)
        }
    }

    /// The asset when no account is involved, as for prices, or no server lists what one holds: a code alone means a
    /// known asset.
    ///
    /// - Parameter holder: with the balances that are known, which come first; nil for no account.
    package mutating func findKnown(
        _ reference: AssetReference, _ field: FieldID, holder: AccountRecord? = nil
    ) throws(Failure) -> Asset {
        guard case .code(let code) = reference else { return try find(reference, field, holder: nil) }
        if let holder {
            let held = holder.balances.compactMap(\.asset).filter { $0.code == code }
            if !held.isEmpty {
                return try only(held, code, field, "held by \(holder.id.address), as far as is known here")
            }
        }
        let known = try knownAssets()
        let meant = known.filter { $0.code == code }
        if !meant.isEmpty { return try only(meant, code, field, "known on \(network.label)") }
        throw Failure(
            .badInput, field, "no known asset has the code \(code)",
            hint: .suggestion(for: code, among: Set(known.map(\.code)).sorted(), "write CODE:ISSUER"))
    }

    private mutating func asset(
        code: String, heldBy holder: AccountRecord?, _ field: FieldID
    ) throws(Failure) -> Asset {
        // Without the account's balances, a code could resolve to an asset that the account does not hold.
        guard let holder else {
            throw Failure(
                .badInput, field, "\(code) names no issuer, and the balances of the account are not looked up",
                hint: "write CODE:ISSUER")
        }
        let held = holder.balances.compactMap(\.asset)
        let same = held.filter { $0.code == code }
        if !same.isEmpty { return try only(same, code, field, "held by \(holder.id.address)") }
        let known = try knownAssets()
        let meant = known.filter { $0.code == code }
        if !meant.isEmpty { return try only(meant, code, field, "known on \(network.label)") }
        throw Failure(
            .badInput, field, "\(holder.id.address) holds no \(code), and no known asset has the code \(code)",
            hint: .suggestion(for: code, among: Set((held + known).map(\.code)).sorted(), "write CODE:ISSUER"))
    }

    private mutating func asset(code: String, issuer: String, _ field: FieldID) throws(Failure) -> Asset {
        let contacts = try Contacts.all(in: try existingJournal())
        guard let contact = contacts.first(where: { ContactName.areSame($0.name, issuer) }) else {
            var reason: Wording = "the asset's issuer: no contact is called \(TerminalText.escape(issuer))"
            // It may be a mistyped address, whose error is more specific.
            do { _ = try AccountID(address: issuer) } catch { reason += ", and it is \(error.message)" }
            throw Failure(
                .badInput, field, reason, hint: .suggestion(for: issuer, among: contacts.map(\.name)))
        }
        guard let account = contact.account?.account else {
            throw Failure(
                .badInput, field, "the asset's issuer: \(contact.name) is the contract \(contact.address.address)",
                hint: "a contract's own token is named by its address alone")
        }
        let asset: Asset
        do { asset = try Asset(code: code, issuer: account) } catch {
            throw Failure(.badInput, field, "\(error.message)")
        }
        notices.append(.fact(.asset, "\(code):\(issuer) is \(asset.text)"))
        return asset
    }

    private mutating func only(_ found: [Asset], _ text: String, _ field: FieldID, _ why: String) throws(Failure)
        -> Asset
    {
        guard let first = found.first, found.count == 1 else {
            throw Failure(
                .badInput,
                field, "\(text) is ambiguous; \(why): \(found.map(\.text).joined(separator: ", "))",
                hint: "write one of them in full")
        }
        notices.append(.fact(.asset, "\(text) is \(first.text) (\(why))"))
        return first
    }

    /// The journal; nil when there is none.
    private mutating func existingJournal() throws(Failure) -> (any OnlineJournal)? {
        if journal == nil { journal = try context.existingJournal() }
        return journal
    }

    /// What to ask an account for where no server lists its trustlines: those of the known assets.
    package mutating func knownEntries() throws(Failure) -> NamedEntries {
        var named = NamedEntries.ofPayments
        for asset in try knownAssets() { named.add(asset) }
        return named
    }

    private mutating func knownAssets() throws(Failure) -> [Asset] {
        if let known { return known }
        var texts = KnownAsset.on(network).map(\.text)
        if let journal = try existingJournal() {
            do throws(JournalError) {
                texts += try journal.transfers(limit: 1000).filter { $0.network == network }.map(
                    \.asset)
            } catch { throw Failure(error) }
        }
        var assets: [Asset] = []
        for text in texts {
            guard let asset = try? Asset(text), asset != .native, !assets.contains(asset) else { continue }
            assets.append(asset)
        }
        known = assets
        return assets
    }
}

/// A widely used asset. The list makes no statement about an asset's value or its issuer.
package struct KnownAsset: Sendable {
    package let network: Network
    package let text: String
    /// The domain whose stellar.toml lists it.
    package let homeDomain: String

    /// All known assets, sorted by network, then by code.
    ///
    /// - Source: the stellar.toml of each home domain; on testnet, that of the test anchor.
    package static let all = [
        KnownAsset(
            network: .public, text: "AQUA:GBNZILSTVQZ4R7IKQDGHYGY2QXL5QOFJYQMXPKWRRM5PAV7Y4M67AQUA",
            homeDomain: "aqua.network"),
        KnownAsset(
            network: .public, text: "EURC:GDHU6WRG4IEQXM5NZ4BMPKOXHW76MZM4Y2IEMFDVXBSDP6SJY4ITNPP2",
            homeDomain: "circle.com"),
        KnownAsset(
            network: .public, text: "SHX:GDSTRSHXHGJ7ZIVRBXEYE5Q74XUVCUSEKEBR7UCHEUUEK72N7I7KJ6JH",
            homeDomain: "stronghold.co"),
        KnownAsset(
            network: .public, text: "USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
            homeDomain: "circle.com"),
        KnownAsset(
            network: .public, text: "yXLM:GARDNV3Q7YGT4AKSDF25LT32YSCCW4EV22Y2TV3I2PU2MMXJTEDL5T55",
            homeDomain: "ultracapital.xyz"),
        KnownAsset(
            network: .testnet, text: "SRT:GCDNJUBQSX7AJWLJACMJ7I4BC3Z47BQUTMHEICZLE6MU4KQBRYG5JY6B",
            homeDomain: "testanchor.stellar.org"),
        KnownAsset(
            network: .testnet, text: "USDC:GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5",
            homeDomain: "testanchor.stellar.org"),
    ]

    package static func on(_ network: Network) -> [KnownAsset] { all.filter { $0.network == network } }
}

/// The well-known assets of a network.
package struct KnownAssetList: Presentable, Sendable {
    private let network: Network
    private let assets: [KnownAsset]

    package init(on network: Network) {
        self.network = network
        assets = KnownAsset.on(network)
    }

    package var document: JSON {
        ["assets": .array(assets.map { ["asset": .string($0.text), "listed_by": .string($0.homeDomain)] })]
    }

    package var text: [TextPart] {
        [
            .table(
                assets.map { [$0.text, "listed by \($0.homeDomain)"] },
                ifEmpty: "no assets are known for \(network.label)")
        ]
    }
}
