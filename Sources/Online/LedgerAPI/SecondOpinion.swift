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
    /// Compares what was read of accounts with what the other servers say: sequence numbers, and balances.
    ///
    /// - Parameter wait: waits for seconds, for a server that is some ledgers behind.
    /// - Returns: for the user, which servers could not be asked, or are too far behind to tell.
    /// - Throws: `.protocolBroken` for a difference, with what each said; `.unreachable` for an account whose sequence
    ///   number changed since it was read.
    package mutating func confirm(
        _ ids: some Collection<AccountID>, waiting wait: (UInt64) -> Void = SystemPause.wait
    ) throws(Codec.Failure) -> [Notice] {
        let all = opinions
        guard let own = all.first else { return [] }
        var notices: [Notice] = []
        var changed: AccountID?
        for other in all.dropFirst() {
            do throws(Codec.Failure) {
                for id in ids {
                    let read = try account(id)
                    let (latest, notice) = try own.compare(id, read, with: other, waiting: wait)
                    if latest?.sequence != read?.sequence { changed = id }
                    if let notice { notices.append(notice) }
                }
            } catch {
                guard error.kind == .unreachable else { throw error }
                notices.append(
                    .warning(
                        .server, "\(other.name) could not confirm what is known of the accounts: \(error.wording)"))
            }
        }
        if let changed {
            throw Codec.Failure(
                .unreachable, "\(changed.address) changed while it was being read", hint: "try again")
        }
        return notices
    }
}

extension SecondOpinion {
    /// How often servers are asked that say different things of an account, which changes between two answers, and the
    /// seconds between.
    private static let rounds = 3
    private static let pause: UInt64 = 2

    /// Compares what this server said of an account with what another one says, and asks both again where time may be
    /// the reason for a difference.
    ///
    /// - Returns: what this server said last, and for the user, that the other one is too far behind to tell.
    fileprivate func compare(
        _ id: AccountID, _ read: AccountRecord?, with other: SecondOpinion, waiting wait: (UInt64) -> Void
    ) throws(Failure) -> (AccountRecord?, Notice?) {
        var own = read
        for round in 1... {
            let (record, ledger) = try other.account(id)
            if AccountDifference(own, record) == nil { return (own, nil) }
            if let again = try? account(id) { own = again.record }
            guard let difference = AccountDifference(own, record) else { return (own, nil) }
            guard round == Self.rounds else {
                wait(Self.pause)
                continue
            }
            if let own, let ledger, own.lastModifiedLedger > Int64(ledger) {
                let notice = Notice.warning(
                    .server,
                    """
                    \(name) says that \(id.address) \(difference.own) since ledger \(own.lastModifiedLedger); \(other.name), which has \
                    not seen that ledger yet, says that it \(difference.other)
                    """)
                return (own, notice)
            }
            throw Failure(
                .protocolBroken,
                "\(name) says that \(id.address) \(difference.own), and \(other.name) that it \(difference.other): one of them is behind, or gives false data",
                hint:
                    "try again in some seconds; if it stays so, find out which of them is right before anything is signed"
            )
        }
        return (own, nil)
    }
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

    /// Nil if they say the same.
    init?(_ own: AccountRecord?, _ other: AccountRecord?) {
        guard let words = Self.words(own, other) else { return nil }
        (self.own, self.other) = words
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
