// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Journal
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Requests the signatures for the authorization entries of a contract call that have to be signed apart from its
/// transaction.
package struct EntriesJob {
    /// One day: up to there the signer does not hold the expiration (W-AUTHEXP).
    package static let usualExpiry = LedgerOffset.span(TimeSpan(seconds: 86_400))

    private let call: UnsignedCall
    private let address: SCAddress?
    private let delegates: [SCAddress]
    private let rules: [UInt32]
    private let expires: LedgerOffset
    private let terms: SimulationTerms
    private let note: String?
    private let now: Timestamp
    private let context: OnlineContext

    /// - Parameters:
    ///   - call: without entries it is simulated first, to record them.
    ///   - address: the only address whose signature is wanted, which may be a delegate's; nil for all.
    ///   - delegates: whom the entries of `address` shall name as its delegates (CAP-71); empty to leave them as they
    ///     are.
    ///   - rules: the context rules of accounts of OpenZeppelin's library: one for all calls of an entry, or one for
    ///     each; empty for rule 0.
    ///   - expires: the last ledger in which the signatures count.
    ///   - note: for the signer; nil for the one that came with the transaction.
    ///   - context: with Stellar RPC.
    package init(
        _ call: UnsignedCall, for address: SCAddress?, delegates: [SCAddress] = [], rules: [UInt32] = [],
        expires: LedgerOffset = EntriesJob.usualExpiry, _ terms: SimulationTerms, note: String?, now: Timestamp,
        in context: OnlineContext
    ) {
        (self.call, self.address, self.delegates) = (call, address, delegates)
        (self.rules, self.expires) = (rules, expires)
        (self.terms, self.note, self.now, self.context) = (terms, note, now, context)
    }

    /// Makes the requests, records them, all or none, and has them handed over.
    ///
    /// - Parameters:
    ///   - note: told what the user should read, in order, also before an error.
    ///   - check: whether the requests can be handed over, before they are recorded; returns what it made for that.
    ///   - deliver: hands over the recorded requests, with what `check` made. If that fails, the records are withdrawn.
    /// - Returns: the requests, and what `deliver` returned; nil if there is no entry to sign.
    package func run<Prepared, Receipt>(
        noting note: (Notice) -> Void, check: ([BuiltRequest]) throws(Failure) -> Prepared,
        deliver: ([BuiltRequest], Prepared) throws(Failure) -> Receipt
    ) throws(Failure) -> (requests: [BuiltRequest], receipt: Receipt)? {
        let built = try requests(noting: note)
        guard !built.isEmpty else { return nil }
        let prepared = try check(built)
        let journal = try context.journal()
        _ = try journal.keep(try built.map { one throws(Failure) in try one.recorded() })
        let receipt = try journal.withdrawing(built.map(\.request.id.text)) { () throws(Failure) in
            try deliver(built, prepared)
        }
        return (built, receipt)
    }

    private func requests(noting note: (Notice) -> Void) throws(Failure) -> [BuiltRequest] {
        var transaction = call.transaction
        guard let operation = call.operation else {
            throw Failure(.badInput, "only a transaction that calls a contract has authorization entries")
        }
        let client = try context.rpc(for: call.network)
        try call.checkNumber(by: client)
        if operation.auth.isEmpty {
            let simulated = try SimulatedTransaction(call.transaction, by: client, terms)
            SimulationReport(simulated, of: nil, on: call.network, now: now).notices.forEach(note)
            transaction = simulated.transaction
        }
        transaction = try withDelegates(transaction)
        var requests = try EntryRequests(transaction, on: call.network, expires, rules, by: client)
        var built: [BuiltRequest] = []
        for (index, entry) in requests.entries.enumerated() {
            let isDelegated = !delegates.isEmpty && entry.credentials.address?.address == address
            // Where delegates are named, they are asked, and not the account itself.
            let wanted = entry.credentials.unsigned.filter {
                isDelegated ? $0 != address : address == nil || address == $0
            }
            guard !wanted.isEmpty else { continue }
            defer { requests.takeNotices().forEach(note) }
            built.append(try requests.request(for: index, wanted, self.note ?? call.note, now))
        }
        if built.isEmpty {
            note(.note(.noEntry, "there is no entry to sign" + (address.map { " for \($0.address)" } ?? "")))
        }
        return built
    }
}

extension EntriesJob {
    /// The transaction whose entries of the address name the delegates.
    private func withDelegates(_ transaction: Transaction) throws(Failure) -> Transaction {
        guard !delegates.isEmpty, case .invokeHostFunction(let op)? = transaction.operations.first?.body else {
            return transaction
        }
        guard let address else {
            throw Failure(
                .usage, .delegate, "name the contract account whose delegates they are: \(field: .signerOfEntry)")
        }
        guard case .contract = address else {
            throw Failure(
                .badInput, .delegate, "\(address.address) is no contract account: only those have delegates")
        }
        return transaction.replacing(
            auth: op.auth.map { $0.credentials.address?.address == address ? $0.delegated(to: delegates) : $0 })
    }
}

extension SorobanCredentials {
    /// The address and its delegates, each once, as far as they have not signed.
    fileprivate var unsigned: [SCAddress] {
        guard let address else { return [] }
        var all = address.signature == .void ? [address.address] : []
        for delegate in delegates where delegate.signature == .void && !all.contains(delegate.address) {
            all.append(delegate.address)
        }
        return all
    }
}

/// The requests for the entries of one transaction. What servers say of a contract or an account is asked once.
private struct EntryRequests: NoticeSource {
    private static let mostContracts = 20
    private static let longestInterface = 1 << 15

    private let client: RPCClient
    private let transaction: Transaction
    private let network: Network
    private let latest: RPCLatestLedger
    private let expiration: UInt32
    /// As the user gave them: one for all calls of an entry, or one for each.
    private let rules: [UInt32]
    /// Nil for a contract whose interface cannot be read.
    private var interfaces: [ContractID: ContractInterface?] = [:]
    private var signers: [SCAddress: [PublicKey]] = [:]
    private var finder: ContextRuleFinder
    private var notices: [Notice] = []

    init(
        _ transaction: Transaction, on network: Network, _ expires: LedgerOffset, _ rules: [UInt32],
        by client: RPCClient
    ) throws(Failure) {
        (self.client, self.transaction, self.network, self.rules) = (client, transaction, network, rules)
        finder = ContextRuleFinder(client)
        do { latest = try client.latestLedger() } catch { throw Failure(error) }
        expiration = try expires.ledger(after: latest.sequence)
    }

    mutating func takeNotices() -> [Notice] {
        defer { notices = [] }
        return notices
    }

    var entries: [SorobanAuthorizationEntry] {
        guard case .invokeHostFunction(let op)? = transaction.operations.first?.body else { return [] }
        return op.auth
    }

    /// - Parameter addresses: the entry's own, or delegates, which all sign the same.
    mutating func request(
        for index: Int, _ addresses: [SCAddress], _ note: String?, _ now: Timestamp
    ) throws(Failure) -> BuiltRequest {
        let entry = entries[index]
        guard let address = entry.credentials.address?.address else {
            throw Failure(.bug, "an entry without an address was to be signed")
        }
        // Only the account itself signs over its rules.
        let chosen =
            addresses == [address] ? try contextRules(of: address, for: entry.rootInvocation.count) : nil
        let asked = AuthorizationRequest(
            entry: entry, envelope: transaction.unsigned,
            siblings: entries.enumerated().filter { $0.offset != index }.map(\.element),
            expirationLedger: expiration, claimedLedger: latest.sequence, claimedCloseTime: latest.closedAt ?? now,
            contracts: try materials(of: entry, by: chosen == nil ? nil : address), contextRules: chosen?.rules.numbers,
            ruleDigest: chosen?.digest ?? .rules)
        guard let hash = asked.payload(on: network) else {
            throw Failure(.bug, "an entry without an address was to be signed")
        }
        var generator = SystemRandomNumberGenerator()
        let request = SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase, content: .authorization(asked),
            signers: try signers(of: addresses, chosen?.rules), note: note, created: now)
        let seconds = LedgerSpan.seconds(from: latest.sequence, to: expiration)
        return BuiltRequest(
            request, hash: hash, created: now,
            facts: [
                .fact(
                    .entry,
                    "by \(Self.named(addresses, of: address)), nonce \(entry.credentials.address?.nonce ?? 0)"),
                .fact(.valid, "until ledger \(expiration), about \(now.adding(seconds).utc)"),
            ] + Self.facts(chosen?.rules) + Notice.identity(of: hash)
                + [.fact(.next, "sign it, then \(step: .submit(.authorize))")])
    }

    private static func named(_ addresses: [SCAddress], of account: SCAddress) -> String {
        addresses.map(\.address).joined(separator: ", ")
            + (addresses.contains(account) ? "" : " for \(account.address)")
    }

    private static func facts(_ rules: ContextRules?) -> [Notice] {
        guard let numbers = rules?.numbers.map({ String($0) }).joined(separator: ", ") else { return [] }
        return [.fact(.rules, "\(numbers): the account's context rules, one for each call")]
    }

    /// The context rules for the calls of an entry; nil for an account that has none.
    private mutating func contextRules(
        of address: SCAddress, for count: Int
    ) throws(Failure) -> (rules: ContextRules, digest: AuthPayload.Digest)? {
        guard case .contract(let account) = address, let spec = try smartAccount(account) else {
            guard rules.isEmpty else {
                throw Failure(.usage, .rule, "\(address.address) has no context rules")
            }
            return nil
        }
        guard rules.count <= 1 || rules.count == count else {
            throw Failure(.usage, .rule, "the entry has \(count) calls: give one rule, or one for each in order")
        }
        let numbers = rules.count > 1 ? rules : Array(repeating: rules.first ?? 0, count: count)
        if spec.countsUnsignedDelegates {
            notices.append(
                .warning(
                    .lenientRelease,
                    "the account \(address.address) runs a release of OpenZeppelin's library before 0.7.3, in which a Delegated signer counts without having signed: have it upgraded"
                ))
        }
        // The interface tells, never a release's number: both forms of signature are the same.
        guard let digest = spec.accountDigest else {
            throw Failure(
                .badInput,
                "the interface of \(address.address) does not tell which digest its keys sign: it has neither AuthPayload nor AuthDigestPreimage"
            )
        }
        return (try finder.rules(numbers, of: account), digest)
    }

    /// The interface of an account of OpenZeppelin's library; nil where the code cannot be read or takes signatures in
    /// another form, which is found out when they are put in.
    private mutating func smartAccount(_ account: ContractID) throws(Failure) -> ContractSpec? {
        guard let interface = try interface(of: account) else { return nil }
        do { return try ContractAccountShape(interface) == .authPayload ? interface.spec : nil } catch {
            guard error.kind == .badInput else { throw error }
            return nil
        }
    }

    /// The keys that may sign for the address; those of another contract account are known to the contract alone.
    private mutating func signers(of addresses: [SCAddress], _ rules: ContextRules?) throws(Failure) -> [PublicKey] {
        if let rules { return rules.keys }
        var all: [PublicKey] = []
        for address in addresses { for key in try signers(of: address) where !all.contains(key) { all.append(key) } }
        return Array(all.prefix(20))
    }

    private mutating func signers(of address: SCAddress) throws(Failure) -> [PublicKey] {
        guard case .account(let account) = address else { return [] }
        if let known = signers[address] { return known }
        let record: AccountRecord?
        do { record = try client.account(account) } catch { throw Failure(error) }
        let keys = record.map { record in
            record.signers.filter { $0.weight > 0 }.compactMap { signer -> PublicKey? in
                if case .ed25519(let key) = signer.key { .ed25519(key) } else { nil }
            }
        }
        let found = keys.map { keys in
            Array(([account].filter(keys.contains) + keys.filter { $0 != account }).prefix(20))
        }
        signers[address] = found ?? [account]
        return found ?? [account]
    }

    /// The interfaces of the contracts in the tree and of the account, as far as the server has them.
    private mutating func materials(
        of entry: SorobanAuthorizationEntry, by smartAccount: SCAddress?
    ) throws(Failure) -> [AuthorizationRequest.Material] {
        var found: [AuthorizationRequest.Material] = []
        var contracts = entry.rootInvocation.contracts
        // What the account checks is in its own interface.
        if case .contract(let account)? = smartAccount, !contracts.contains(account) { contracts.append(account) }
        for contract in contracts.prefix(Self.mostContracts) {
            guard let interface = try interface(of: contract), !interface.isStellarAsset,
                interface.spec.section.count <= Self.longestInterface
            else { continue }
            found.append(AuthorizationRequest.Material(id: contract, content: .spec(interface.spec.section)))
        }
        return found
    }

    /// A contract's interface; nil for one that cannot be read.
    ///
    /// Names are a convenience: a contract without them is shown with its raw values. A lie is not.
    private mutating func interface(of contract: ContractID) throws(Failure) -> ContractInterface? {
        if let known = interfaces[contract] { return known }
        var found: ContractInterface?
        do throws(Failure) { found = try ContractInterface(contract, from: client) } catch {
            guard error.kind == .badInput else { throw error }
        }
        interfaces[contract] = .some(found)
        return found
    }
}
