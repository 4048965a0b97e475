// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Workspace

/// What a server of Stellar RPC still has of an account's transactions. It may drop its earliest ledgers at any time.
struct ServedHistory {
    private let account: AccountID
    private let client: RPCClient
    /// The ledgers that it has, as far as is known, and when the first of them closed, if it says so.
    private(set) var ledgers: ClosedRange<UInt32>
    let since: Timestamp?
    let latestHash: LedgerHash

    /// How often a server is asked once more that has just dropped its oldest ledgers.
    private static let tries = 3

    init(of account: AccountID, by client: RPCClient) throws(Failure) {
        (self.account, self.client) = (account, client)
        do throws(RPCError) {
            let (health, latest) = (try client.health(), try client.latestLedger())
            ledgers = min(health.oldestLedger, latest.sequence)...latest.sequence
            since = health.oldestCloseTime
            latestHash = TransactionHash(latest.hash)
        } catch { throw Failure(error) }
    }

    /// As it is called in messages.
    var name: String { client.bases[0].authority }

    func contradiction(_ what: String, _ kind: FaultKind = .protocolBroken) -> Failure {
        Failure(kind, "\(name) \(what)", hint: "try again, or use another server")
    }

    // MARK: whether it is the same network

    /// Whether it has a transaction in the same ledger, or no longer has the ledger.
    func has(_ kept: KeptTransaction) throws(Failure) -> Bool {
        do {
            let lookup = try client.rawTransaction(kept.hash)
            if let found = lookup.found { return found.ledger == kept.place.ledger }
            // Meanwhile the server may have dropped its ledger, and tells nothing.
            return lookup.oldestLedger > kept.place.ledger
        } catch { throw Failure(error) }
    }

    /// Whether its ledger of this number has the hash, or it no longer has the ledger.
    func has(ledger: UInt32, _ hash: LedgerHash) throws(Failure) -> Bool {
        do throws(RPCError) { return try client.ledgerHash(of: ledger) == hash } catch {
            if case .refused = error, let oldest = try? client.health().oldestLedger, oldest > ledger { return true }
            throw Failure(error)
        }
    }

    // MARK: transactions

    /// Transactions of some ledgers, in the order of the ledger.
    typealias Found = (transactions: [EventTransaction], ledgers: ClosedRange<UInt32>)

    /// The transactions in some ledgers. The earliest may be dropped by the server at this moment: those that it still
    /// has are searched.
    mutating func search(_ wanted: ClosedRange<UInt32>) throws(Failure) -> Found {
        var wanted = wanted
        var tries = Self.tries
        while true {
            do throws(RPCError) { return (try client.transactions(touching: account, in: wanted), wanted) } catch {
                tries -= 1
                guard case .refused = error, tries > 0, try hasDropped(wanted.lowerBound),
                    ledgers.lowerBound <= wanted.upperBound
                else { throw Failure(error) }
                wanted = ledgers.lowerBound...wanted.upperBound
            }
        }
    }

    /// Whether the server no longer has a ledger.
    mutating func hasDropped(_ ledger: UInt32) throws(Failure) -> Bool {
        let oldest: UInt32
        do { oldest = try client.health().oldestLedger } catch { throw Failure(error) }
        ledgers = min(max(ledgers.lowerBound, oldest), ledgers.upperBound)...ledgers.upperBound
        return ledger < ledgers.lowerBound
    }

    /// The transaction as the server has it; nil if it does not.
    ///
    /// - Throws: `.protocolBroken` for another transaction. What this version does not know in it is kept all the same.
    func transaction(_ hash: TransactionHash) throws(Failure) -> KeptTransaction? {
        let found: RawTransaction?
        do { found = try client.rawTransaction(hash).found } catch { throw Failure(error) }
        guard let kept = found.map({ KeptTransaction($0, hash: hash) }) else { return nil }
        if KeptHistory.Recorded(kept, on: client.network) == nil {
            throw contradiction("gives another transaction as \(hash.hex)")
        }
        return kept
    }

    /// The transactions that set aside claimable balances, as far as the server has them, the latest first.
    mutating func givers(of balances: Set<ClaimableBalanceID>) throws(Failure) -> [KeptTransaction] {
        var open = balances
        var all: [KeptTransaction] = []
        var last = ledgers.upperBound
        while !open.isEmpty, last >= ledgers.lowerBound {
            let first = max(ledgers.lowerBound, last - min(last, RPCClient.ledgersPerSearch - 1))
            let found: [EventTransaction]
            do throws(RPCError) {
                found = try client.transactions(settingAside: Array(open), in: first...last)
            } catch {
                if case .refused = error, try hasDropped(first) { continue }
                throw Failure(error)
            }
            for giver in found {
                guard let kept = try transaction(giver.hash) else { continue }
                open.subtract(KeptHistory.Recorded(kept, on: client.network)?.transaction?.createdBalances ?? [])
                all.append(kept)
            }
            guard first > ledgers.lowerBound else { break }
            last = first - 1
        }
        return all
    }

    // MARK: events

    /// - Throws: `.unreachable` for a server that has no events of payments.
    func checkEvents() throws(Failure) {
        guard try !hasEvents() else { return }
        throw Failure(
            .unreachable, "\(name) has no events of payments, by which those of an account are found",
            hint: "use a server of Stellar RPC that has them (most do), or Horizon: \(field: .horizonURL)")
    }

    private func hasEvents() throws(Failure) -> Bool {
        var first = ledgers.lowerBound
        var tries = Self.tries
        while true {
            do throws(RPCError) {
                return try client.hasPaymentEvents(in: first...max(first, ledgers.upperBound))
            } catch {
                tries -= 1
                guard case .refused = error, tries > 0 else { throw Failure(error) }
            }
            // The server may have dropped its earliest ledgers meanwhile.
            do { first = try client.health().oldestLedger } catch { throw Failure(error) }
        }
    }
}
