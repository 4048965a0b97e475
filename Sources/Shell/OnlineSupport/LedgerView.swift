// SPDX-License-Identifier: Apache-2.0

package import CLISupport
package import CurlHTTP
package import Horizon
import Preflight
package import Stellar
package import StellarXDR
import TextCodec

/// What one run of a program has seen of the ledger: every account is asked for once.
package struct LedgerView: LedgerSource {
    package typealias Failure = CLISupport.Failure

    package let client: HorizonClient
    package let network: Network
    private var accounts: [AccountID: AccountRecord?] = [:]
    private var latest: LedgerRecord?
    private var offers: [AccountID: [OfferRecord]?] = [:]
    private var books: [[Asset]: [OrderBookLevel]?] = [:]
    /// When the newest ledger of all servers closed, in seconds since 1970.
    package let ledgerTime: Int64?

    /// Makes sure first that the servers belong to the network, and tells the user how they differ.
    package init(_ client: HorizonClient, network: Network) throws(Failure) {
        let roll = try ServerRoll(client, network: network)
        for remark in roll.remarks { Console.say(TerminalText.escape(remark)) }
        self.client = client.preferring(roll.bases)
        self.network = network
        ledgerTime = roll.ledgerTime
    }

    /// Asks for many accounts at once, so that `account` need not.
    package mutating func fetch(
        _ ids: some Sequence<AccountID>, over http: any HTTPMultiplexer, parallel: Int
    ) throws(Failure) {
        /// An account, and why the servers that were asked for it gave no answer: the next one is asked then.
        typealias Wanted = (id: AccountID, absences: [HorizonError])
        var open = ids.filter { accounts[$0] == nil }.map { Wanted($0, []) }
        var underWay: [Int: Wanted] = [:]
        var ticket = 0
        var absences: [HorizonError] = []
        while !open.isEmpty || !underWay.isEmpty {
            // While no server has an answer, nothing more is asked; when all is quiet, it is waited for as long as they want.
            while absences.isEmpty, underWay.count < parallel, let next = open.popLast() {
                underWay[ticket] = next
                let question = HorizonQuestion<AccountRecord?>.account(next.id)
                http.begin(question.request(at: client.bases[next.absences.count]), ticket: ticket)
                ticket += 1
            }
            if underWay.isEmpty {
                guard client.waits(after: absences) else { throw Failure(absences[0]) }
                absences = []
            }
            for answer in http.answers(within: .seconds(1)) {
                guard let (id, before) = underWay.removeValue(forKey: answer.ticket) else { continue }
                do throws(HorizonError) {
                    let question = HorizonQuestion<AccountRecord?>.account(id)
                    accounts[id] = .some(try question.answer(answer.result, from: client.bases[before.count]))
                } catch {
                    guard error.isAbsence else { throw Failure(error) }
                    let all = before + [error]
                    open.append((id, all.count < client.bases.count ? all : []))
                    if all.count == client.bases.count { absences += all }
                }
            }
        }
    }

    /// The account; nil when it does not exist.
    package mutating func account(_ id: AccountID) throws(Failure) -> AccountRecord? {
        if let known = accounts[id] { return known }
        let found: AccountRecord?
        do { found = try client.account(id) } catch { throw Failure(error) }
        accounts[id] = .some(found)
        return found
    }

    /// The account, which has to be there.
    package mutating func existing(_ id: AccountID) throws(Failure) -> AccountRecord {
        guard let record = try account(id) else {
            throw Failure(.badInput, "the account \(id.address) does not exist on \(NetworkOptions.label(network))")
        }
        return record
    }

    /// The last closed ledger: base reserve and fee, and the ledger's clock.
    package mutating func ledger() throws(Failure) -> LedgerRecord {
        if let latest { return latest }
        let found: LedgerRecord
        do { found = try client.latestLedger() } catch { throw Failure(error) }
        latest = found
        return found
    }

    /// The balance; nil when it does not exist.
    package func claimableBalance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord? {
        do { return try client.claimableBalance(id) } catch { throw Failure(error) }
    }

    /// The account's open offers; nil when there are more than 200, or the server does not tell.
    package mutating func offers(of id: AccountID) throws(Failure) -> [OfferRecord]? {
        if let known = offers[id] { return known }
        let found: [OfferRecord]?
        do { found = try client.offers(of: id) } catch { throw Failure(error) }
        offers[id] = .some(found)
        return found
    }

    /// What is sold of one asset for another, the best price first; nil when the server does not tell.
    package mutating func asks(selling: Asset, buying: Asset) throws(Failure) -> [OrderBookLevel]? {
        if let known = books[[selling, buying]] { return known }
        let found: [OrderBookLevel]?
        do { found = try client.asks(selling: selling, buying: buying) } catch { throw Failure(error) }
        books[[selling, buying]] = .some(found)
        return found
    }

    /// The assets of a pool; nil when the server does not tell.
    package func assets(of pool: PoolID) throws(Failure) -> [Asset]? {
        do { return try client.assets(of: pool) } catch { throw Failure(error) }
    }

    /// What was seen of an account; nil when it was not asked for, or does not exist.
    package func seen(_ id: AccountID) -> AccountRecord? { accounts[id] ?? nil }

    /// The sequence number of the account's next transaction.
    package mutating func nextSequence(of id: AccountID) throws(Failure) -> SequenceNumber {
        guard let account = try account(id) else {
            throw Failure(
                .badInput, "the source account \(id.address) does not exist on \(NetworkOptions.label(network))",
                hint: network == .public
                    ? "someone has to create it first: coldstar-build create-account"
                    : "on a test network: coldstar-build fund \(id.address)")
        }
        do { return try TransactionDraft.sequence(after: account.sequence) } catch {
            throw Failure(.badInput, error.message)
        }
    }
}
