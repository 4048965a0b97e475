// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Contracts
package import Faults
import Handoff
import Horizon
package import RPC
package import Stellar
package import StellarXDR
import TextCodec
import XDR

/// The requests for the authorization entries of a contract call that have to be signed apart from its transaction.
package struct EntryRequests {
    /// One day: up to there the signer does not hold the expiration (W-AUTHEXP).
    package static let usualExpiry = LedgerOffset.span(TimeSpan(seconds: 86_400))
    /// 180 days of ledgers: the network accepts no later expiration.
    private static let longest: UInt32 = 3_110_399
    private static let mostContracts = 20
    private static let longestInterface = 1 << 15

    package private(set) var built: [BuiltRequest] = []
    package private(set) var notices: [Notice] = []

    private let client: RPCClient
    private let transaction: Transaction
    private let latest: RPCLatestLedger
    private let expiration: UInt32
    /// As the user gave them: one for all calls of an entry, or one for each.
    private let rules: [UInt32]
    private var interfaces: [ContractID: AuthorizationRequest.Material?] = [:]

    /// - Parameters:
    ///   - call: without entries it is simulated first, to record them.
    ///   - address: the only address whose entries are wanted; nil for all.
    ///   - rules: the context rules of accounts of OpenZeppelin's library: one for all calls of an entry, or one for each; empty for rule 0.
    ///   - expires: the last ledger in which the signatures count.
    package init(
        _ call: UnsignedCall, for address: SCAddress?, rules: [UInt32] = [], expires: LedgerOffset,
        by client: RPCClient, _ terms: SimulationTerms, note: String?, now: Timestamp
    ) throws(Failure) {
        guard let operation = call.operation else {
            throw Failure(.badInput, "only a transaction that calls a contract has authorization entries")
        }
        self.client = client
        self.rules = rules
        if operation.auth.isEmpty {
            let simulated = try SimulatedTransaction(call.transaction, by: client, terms)
            notices = SimulationReport(simulated, of: nil, on: call.network, now: now).notices
            transaction = simulated.transaction
        } else {
            transaction = call.transaction
        }
        do { latest = try client.latestLedger() } catch { throw Failure(error) }
        expiration = expires.ledger(after: latest.sequence)
        guard expiration > latest.sequence, expiration <= latest.sequence.addingClamped(Self.longest) else {
            throw Failure(
                .badInput,
                .expires,
                "ledger \(expiration) is not after the newest, \(latest.sequence), and at most \(Self.longest) ledgers ahead"
            )
        }
        for (index, entry) in entries.enumerated() {
            guard let body = entry.credentials.address, body.signature == .void,
                address == nil || address == body.address
            else { continue }
            built.append(try request(for: index, body.address, on: call.network, note ?? call.note, now))
        }
        if built.isEmpty {
            notices.append(.note(.noEntry, "there is no entry to sign" + (address.map { " for \($0.address)" } ?? "")))
        }
    }

    private var entries: [SorobanAuthorizationEntry] {
        guard case .invokeHostFunction(let op)? = transaction.operations.first?.body else { return [] }
        return op.auth
    }

    private mutating func request(
        for index: Int, _ address: SCAddress, on network: Network, _ note: String?, _ now: Timestamp
    ) throws(Failure) -> BuiltRequest {
        let entry = entries[index]
        let chosen = try contextRules(of: address, for: entry.rootInvocation.count)
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
            signers: try signers(of: address, chosen?.rules), note: note, created: now)
        let seconds = LedgerSpan.seconds(from: latest.sequence, to: expiration)
        return BuiltRequest(
            request, hash: hash, created: now,
            facts: [
                .fact(.entry, "by \(address.address), nonce \(entry.credentials.address?.nonce ?? 0)"),
                .fact(.valid, "until ledger \(expiration), about \(now.adding(seconds).utc)"),
            ] + Self.facts(chosen?.rules) + Notice.identity(of: hash)
                + [.fact(.next, "sign it, then \(step: .submit(.authorize))")])
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
        return (try ContextRules(numbers, of: account, from: client), digest)
    }

    /// The interface of an account of OpenZeppelin's library; nil where the code cannot be read or takes signatures in another form, which is
    /// found out when they are put in.
    private func smartAccount(_ account: ContractID) throws(Failure) -> ContractSpec? {
        do {
            let interface = try ContractInterface(account, from: client)
            return try ContractAccountShape(interface) == .authPayload ? interface.spec : nil
        } catch {
            guard error.kind == .badInput else { throw error }
            return nil
        }
    }

    /// The keys that may sign for the address; those of another contract account are known to the contract alone.
    private func signers(of address: SCAddress, _ rules: ContextRules?) throws(Failure) -> [PublicKey] {
        if let rules { return rules.keys }
        guard case .account(let account) = address else { return [] }
        let record: AccountRecord?
        do { record = try client.account(account) } catch { throw Failure(error) }
        guard let record else { return [account] }
        let keys = record.signers.filter { $0.weight > 0 }.compactMap { signer -> PublicKey? in
            if case .ed25519(let key) = signer.key { .ed25519(key) } else { nil }
        }
        return Array(([account].filter(keys.contains) + keys.filter { $0 != account }).prefix(20))
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
            if interfaces[contract] == nil { interfaces[contract] = .some(try material(of: contract)) }
            if let material = interfaces[contract] ?? nil { found.append(material) }
        }
        return found
    }

    private func material(of contract: ContractID) throws(Failure) -> AuthorizationRequest.Material? {
        do {
            let interface = try ContractInterface(contract, from: client)
            guard !interface.isStellarAsset, interface.spec.section.count <= Self.longestInterface else { return nil }
            return AuthorizationRequest.Material(id: contract, content: .spec(interface.spec.section))
        } catch {
            // Names are a convenience: a contract without them is shown with its raw values. A lie is not.
            guard error.kind == .badInput else { throw error }
            return nil
        }
    }
}
