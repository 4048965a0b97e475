// SPDX-License-Identifier: Apache-2.0

package import Codec
import HTTP
import LedgerXDR
import Stellar
package import StellarXDR

/// Another server that is asked, too, where money depends on what one server says of an account. Nothing that a server
/// says of the ledger's state can be proven.
package struct SecondOpinion: Sendable {
    /// The server's name for the user.
    package let name: String
    private let ask: @Sendable (AccountID) throws(Failure) -> Answer

    /// The account, nil if it does not exist, in a ledger, if that is known.
    package typealias Answer = (record: AccountRecord?, ledger: UInt32?)

    package init(_ name: String, _ ask: @escaping @Sendable (AccountID) throws(Failure) -> Answer) {
        (self.name, self.ask) = (name, ask)
    }

    /// - Throws: `.unreachable` where it gives no answer.
    func account(_ id: AccountID) throws(Failure) -> Answer { try ask(id) }

    /// What servers of Stellar RPC say.
    ///
    /// - Parameter named: what is asked of accounts.
    static func all(_ client: RPCClient, _ named: NamedEntries) -> [SecondOpinion] {
        client.bases.map { base in
            let client = client.waiting(.none).only(base)
            return SecondOpinion(base.authority) { id throws(Failure) in
                do throws(RPCError) {
                    let found = try client.accounts([id], holding: named.holdings, data: [String]())
                    return (found.accounts[id], found.ledgers?.upperBound)
                } catch { throw Failure(error) }
            }
        }
    }

    /// What servers of Horizon say.
    static func all(_ client: HorizonClient) -> [SecondOpinion] {
        client.bases.map { base in
            let client = client.waiting(.none).only(base)
            return SecondOpinion(base.authority) { id throws(Failure) in
                do throws(HorizonError) { return (try client.account(id), nil) } catch { throw Failure(error) }
            }
        }
    }
}

extension LedgerAPI {
    /// How often a server is asked again that has not seen an account's last change yet, and after how many seconds.
    private static var rounds: Int { 3 }
    private static var pause: UInt64 { 2 }

    /// Compares what was read of accounts with what the other servers say: sequence numbers, and balances.
    ///
    /// - Parameter wait: waits for seconds, for a server that is some ledgers behind.
    /// - Returns: for the user, which servers could not be asked, or are too far behind to tell.
    /// - Throws: `.protocolBroken` for a difference, with what each said.
    package mutating func confirm(
        _ ids: some Collection<AccountID>, waiting wait: (UInt64) -> Void = SystemPause.wait
    ) throws(Codec.Failure) -> [Notice] {
        var notices: [Notice] = []
        for other in opinions {
            do throws(Codec.Failure) {
                for id in ids { if let notice = try compare(id, with: other, waiting: wait) { notices.append(notice) } }
            } catch {
                guard error.kind == .unreachable else { throw error }
                notices.append(
                    .warning(
                        .server, "\(other.name) could not confirm what is known of the accounts: \(error.wording)"))
            }
        }
        return notices
    }

    private mutating func compare(
        _ id: AccountID, with other: SecondOpinion, waiting wait: (UInt64) -> Void
    ) throws(Codec.Failure) -> Notice? {
        let own = try account(id)
        for round in 1... {
            let (record, ledger) = try other.account(id)
            guard let difference = AccountDifference.between(own, record) else { return nil }
            if difference.otherIsBehind, round < Self.rounds {
                wait(Self.pause)
                continue
            }
            if let own, let ledger, own.lastModifiedLedger > Int64(ledger) {
                return .warning(
                    .server,
                    """
                    \(name) says that \(id.address) \(difference.own) since ledger \(own.lastModifiedLedger); \(other.name), which has \
                    not seen that ledger yet, says that it \(difference.other)
                    """)
            }
            throw Codec.Failure(
                .protocolBroken,
                "\(name) says that \(id.address) \(difference.own), and \(other.name) that it \(difference.other): one of them is behind, or gives false data",
                hint:
                    "try again in some seconds; if it stays so, find out which of them is right before anything is signed"
            )
        }
        return nil
    }

    /// The server that the ledger is read from.
    private var name: String { (rpc?.bases.first ?? horizon?.bases.first)?.authority ?? "the server" }
}

/// A pause of the whole program.
package enum SystemPause {
    package static func wait(_ seconds: UInt64) {
        var rest = timespec(tv_sec: Int(clamping: seconds), tv_nsec: 0)
        var left = timespec()
        while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
    }
}

/// What two servers say differently of an account, in words for each.
private struct AccountDifference {
    let own: String
    let other: String
    /// Whether the other server may not have seen yet what the first has.
    let otherIsBehind: Bool

    /// Nil if they say the same.
    static func between(_ own: AccountRecord?, _ other: AccountRecord?) -> AccountDifference? {
        guard let words = words(own, other) else { return nil }
        return AccountDifference(
            own: words.own, other: words.other,
            otherIsBehind: (own?.lastModifiedLedger ?? 0) > (other?.lastModifiedLedger ?? 0))
    }

    private static func words(_ own: AccountRecord?, _ other: AccountRecord?) -> (own: String, other: String)? {
        guard let own, let other else {
            if own == nil, other == nil { return nil }
            return own == nil ? ("does not exist", "exists") : ("exists", "does not exist")
        }
        if own.sequence != other.sequence {
            return ("is at the sequence number \(own.sequence)", "is at \(other.sequence)")
        }
        let (held, there) = (own.held, other.held)
        let differing = held.keys.filter { asset in there[asset].map { $0 != held[asset] } ?? false }
        guard let asset = differing.min(by: { $0.text < $1.text }), let one = held[asset], let two = there[asset]
        else { return nil }
        return ("has \(one.text) \(asset.plain)", "has \(two.text)")
    }
}

extension AccountRecord {
    /// The balances of assets.
    fileprivate var held: [Asset: Amount] {
        // In one loop over both, Swift 6.3's optimizer ends the life of a balance too early, and stops.
        let (assets, amounts) = (balances.map(\.asset), balances.map(\.balance))
        var held: [Asset: Amount] = [:]
        for (asset, amount) in zip(assets, amounts) { if let asset { held[asset] = amount } }
        return held
    }
}
