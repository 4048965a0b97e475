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
    private let ask: @Sendable (AccountID) throws(Failure) -> AccountRecord?

    package init(_ name: String, _ ask: @escaping @Sendable (AccountID) throws(Failure) -> AccountRecord?) {
        (self.name, self.ask) = (name, ask)
    }

    /// - Throws: `.unreachable` where it gives no answer.
    func account(_ id: AccountID) throws(Failure) -> AccountRecord? { try ask(id) }

    /// What servers of Stellar RPC say.
    ///
    /// - Parameter named: what is asked of accounts.
    static func all(_ client: RPCClient, _ named: NamedEntries) -> [SecondOpinion] {
        client.bases.map { base in
            let client = client.waiting(.none).only(base)
            return SecondOpinion(base.authority) { id throws(Failure) in
                do throws(RPCError) {
                    return try client.accounts([id], holding: named.holdings, data: [String]()).accounts[id]
                } catch { throw Failure(error) }
            }
        }
    }

    /// What servers of Horizon say.
    static func all(_ client: HorizonClient) -> [SecondOpinion] {
        client.bases.map { base in
            let client = client.waiting(.none).only(base)
            return SecondOpinion(base.authority) { id throws(Failure) in
                do throws(HorizonError) { return try client.account(id) } catch { throw Failure(error) }
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
    /// - Returns: for the user, which servers could not be asked.
    /// - Throws: `.protocolBroken` for a difference, with what each said.
    package mutating func confirm(
        _ ids: some Collection<AccountID>, waiting wait: (UInt64) -> Void = SystemPause.wait
    ) throws(Codec.Failure) -> [Notice] {
        var absent: [Notice] = []
        servers: for other in opinions {
            for id in ids {
                let own = try account(id)
                for round in 1... {
                    let found: AccountRecord?
                    do throws(Codec.Failure) { found = try other.account(id) } catch {
                        guard error.kind == .unreachable else { throw error }
                        absent.append(
                            .warning(.server, "\(other.name) could not confirm what is known of the accounts: \(error.wording)"))
                        continue servers
                    }
                    guard let difference = AccountDifference(own, found) else { break }
                    guard difference.otherIsBehind, round < Self.rounds else {
                        throw Codec.Failure(
                            .protocolBroken,
                            "\(name) says that \(id.address) \(difference.own), and \(other.name) that it \(difference.other): one of them is behind, or gives false data",
                            hint: "try again in some seconds; if it stays so, find out which of them is right before anything is signed")
                    }
                    wait(Self.pause)
                }
            }
        }
        return absent
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
    init?(_ own: AccountRecord?, _ other: AccountRecord?) {
        otherIsBehind = (own?.lastModifiedLedger ?? 0) > (other?.lastModifiedLedger ?? 0)
        guard let own, let other else {
            if own == nil, other == nil { return nil }
            (self.own, self.other) = own == nil ? ("does not exist", "exists") : ("exists", "does not exist")
            return
        }
        if own.sequence != other.sequence {
            self.own = "is at the sequence number \(own.sequence)"
            self.other = "is at \(other.sequence)"
            return
        }
        let holdings = Dictionary(
            other.balances.compactMap { balance in balance.asset.map { ($0, balance.balance) } }
        ) { first, _ in first }
        for balance in own.balances {
            guard let asset = balance.asset, let there = holdings[asset], there != balance.balance else { continue }
            self.own = "has \(balance.balance.text) \(asset.plain)"
            self.other = "has \(there.text)"
            return
        }
        return nil
    }
}
