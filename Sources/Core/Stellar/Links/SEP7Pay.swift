// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// `web+stellar:pay`: a payment that the payer may make in any way. For the online side, which can build one.
///
/// - Source: SEP-7 §Operation pay.
package struct SEP7Pay: Hashable, Sendable {
    package enum Destination: Hashable, Sendable {
        case account(MuxedAccount)
        /// `name*domain` (SEP-2), to be looked up.
        case federated(String)
    }

    package let destination: Destination
    /// Nil if the payer chooses the amount.
    package let amount: Amount?
    package let asset: Asset
    package let memo: Memo
    package let terms: SEP7Terms

    init(_ query: SEP7Query, _ terms: SEP7Terms) throws(SEP7Error) {
        self.terms = terms
        destination = try Self.destination(try query.required("destination"))
        amount = try Self.amount(query)
        asset = try Self.asset(query)
        memo = try Self.memo(query)
        if case .account(let account) = destination, account.id != nil, memo != .none { throw .memoWithMuxed }
    }

    private static func destination(_ text: String) throws(SEP7Error) -> Destination {
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        if parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x21...0x7e).contains($0) } }) {
            return .federated(text)
        }
        do throws(StrKeyError) {
            return .account(try MuxedAccount(address: text))
        } catch {
            throw .destination(error)
        }
    }

    private static func amount(_ query: SEP7Query) throws(SEP7Error) -> Amount? {
        guard let text = try query.word("amount") else { return nil }
        let amount: Amount
        do throws(AmountError) { amount = try Amount(text) } catch { throw .amount(error) }
        guard amount > .zero else { throw .amountZero }
        return amount
    }

    private static func asset(_ query: SEP7Query) throws(SEP7Error) -> Asset {
        switch (try query.word("asset_code"), try query.word("asset_issuer")) {
        case (nil, nil), ("XLM", nil): return .native
        case (let code?, let issuer?):
            do throws(AssetError) { return try Asset("\(code):\(issuer)") } catch { throw .asset(error) }
        default: throw .halfAsset
        }
    }

    private static func memo(_ query: SEP7Query) throws(SEP7Error) -> Memo {
        let value: String
        let type: String
        switch (try query.text("memo"), try query.word("memo_type")) {
        case (nil, nil): return .none
        case (_?, nil): throw .memoWithoutType
        case (nil, _?): throw .memoTypeWithoutMemo
        case (let memo?, let named?): (value, type) = (memo, named)
        }
        switch type {
        case "MEMO_TEXT": return try memo("text:\(value)")
        case "MEMO_ID": return try memo("id:\(value)")
        case "MEMO_HASH": return .hash(try hash(query))
        case "MEMO_RETURN": return .return(try hash(query))
        default: throw .memoType
        }
    }

    private static func memo(_ argument: String) throws(SEP7Error) -> Memo {
        do throws(MemoError) { return try Memo(argument: argument) } catch { throw .memo(error) }
    }

    private static func hash(_ query: SEP7Query) throws(SEP7Error) -> Hash {
        guard let bytes = try query.bytes("memo"), let hash = Hash(bytes) else { throw .memoHash }
        return hash
    }
}

/// The parameters that any link may have, whatever its operation.
package struct SEP7Terms: Hashable, Sendable {
    /// SEP-7's limits: characters of a message, and nested links.
    package static let messageLimit = 300
    package static let chainLimit = 7

    package let message: String?
    /// The https address that should receive the result. Never opened here.
    package let callback: String?
    /// The network that the link names; nil means the public network.
    package let namedNetwork: Network?
    package let origin: SEP7Origin?
    /// The link that this one forwards, as text; it must be valid, too.
    package let chain: String?

    init(_ query: SEP7Query, depth: Int) throws(SEP7Error) {
        origin = try SEP7Origin(query)
        message = try query.text("msg")
        if let message, message.unicodeScalars.count > Self.messageLimit {
            throw .tooLong("msg", limit: Self.messageLimit)
        }
        callback = try query.uri("callback").map(Self.address)
        let passphrase = try query.text("network_passphrase")
        if let passphrase, !(1...256).contains(passphrase.utf8.count) { throw .network }
        namedNetwork = passphrase.map(Network.init)
        chain = try query.uri("chain")
        guard let chain else { return }
        guard depth < Self.chainLimit else { throw .chainTooDeep(limit: Self.chainLimit) }
        do throws(SEP7Error) {
            _ = try SEP7Link(chain, depth: depth + 1)
        } catch {
            if case .chainTooDeep = error { throw error }
            throw .chain(error)
        }
    }

    /// The named network, or SEP-7's default, the public one.
    package var network: Network { namedNetwork ?? .public }

    /// The address after `url:`: https, with a host, in printable ASCII.
    private static func address(_ text: String) throws(SEP7Error) -> String {
        let start = "url:https://"
        guard text.hasPrefix(start), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw .callback }
        let host = text.dropFirst(start.count).prefix { !"/?#".contains($0) }
        guard !host.isEmpty, !host.contains("@"), !host.contains("\\") else { throw .callback }
        return String(text.dropFirst("url:".count))
    }
}
