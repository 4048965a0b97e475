// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
import LedgerXDR
package import Stellar
package import StellarXDR
import Synchronization

/// A client of one or more Stellar RPC servers of one network. It parses responses strictly and within limits, requires
/// that each is about what was requested, and asks each server for its network before anything else.
///
/// With several servers, it goes to the next one when one is unreachable, unavailable or rate limited.
package struct RPCClient: Sendable {
    package let network: Network
    /// The base URLs, the preferred server first; at least one.
    package let bases: [HTTPURL]
    private let transport: any HTTPTransport
    private let timeouts: HTTPTimeouts
    let retryBudget: RetryBudget
    private let state: State
    private let current: Current

    /// What the calls of one client, and of those derived from it, have in common.
    private final class State: Sendable {
        let nextID = Mutex<UInt64>(1)
        /// The servers that belong to the network.
        let verified = Mutex<Set<HTTPURL>>([])
        /// The latest ledger seen from each server.
        let ledgers = Mutex<[HTTPURL: UInt32]>([:])
    }

    /// The server that answered last. A client for other servers begins with the first of its own: a probe asks all, so
    /// that the last one to answer it may be one that lags.
    private final class Current: Sendable {
        let base = Mutex<HTTPURL?>(nil)
    }

    /// The longest response accepted for a small result, and for one with ledger entries, events or metadata, in bytes.
    static let resourceLimit = 1 << 20
    static let contentLimit = 16 << 20
    /// The most keys that a server takes at once.
    static let mostKeys = 200

    /// - Precondition: there is at least one server.
    package init(
        network: Network, bases: [HTTPURL], transport: any HTTPTransport, timeouts: HTTPTimeouts = HTTPTimeouts(),
        retryBudget: RetryBudget = .none
    ) {
        precondition(!bases.isEmpty)
        self.init(network, bases, transport, timeouts, retryBudget, State(), Current())
    }

    private init(
        _ network: Network, _ bases: [HTTPURL], _ transport: any HTTPTransport, _ timeouts: HTTPTimeouts,
        _ retryBudget: RetryBudget, _ state: State, _ current: Current
    ) {
        self.network = network
        self.bases = bases
        self.transport = transport
        self.timeouts = timeouts
        self.retryBudget = retryBudget
        self.state = state
        self.current = current
    }

    /// A client for a single server, with this one's other settings.
    package func only(_ base: HTTPURL) -> RPCClient { preferring([base]) }

    /// A client for the given servers in the given order, with this one's other settings.
    ///
    /// - Precondition: there is at least one server.
    package func preferring(_ bases: [HTTPURL]) -> RPCClient {
        precondition(!bases.isEmpty)
        return RPCClient(network, bases, transport, timeouts, retryBudget, state, Current())
    }

    /// A client that, when no server responds, waits for those that ask for time.
    package func waiting(_ retryBudget: RetryBudget) -> RPCClient {
        RPCClient(network, bases, transport, timeouts, retryBudget, state, current)
    }

    /// The default server of a network; nil when there is none. Nobody runs a free one for the public network.
    package static func usualURL(of network: Network) -> HTTPURL? {
        switch network {
        case .testnet: try? HTTPURL("https://soroban-testnet.stellar.org/")
        case .futurenet: try? HTTPURL("https://rpc-futurenet.stellar.org/")
        default: nil
        }
    }

    // MARK: the server

    /// The server's network, checked to be the expected one.
    ///
    /// - Throws: `.otherNetwork`, `.protocolBroken`, and the errors of a call without a response.
    package func serverNetwork() throws(RPCError) -> RPCNetwork {
        try anyServer { base throws(RPCError) in try verify(base) }
    }

    /// Which ledgers the server has.
    ///
    /// - Throws: the errors of `serverNetwork`; `.refused` when the server is not healthy.
    package func health() throws(RPCError) -> RPCHealth { try ask(.health) }

    package func version() throws(RPCError) -> RPCVersion { try ask(.version) }

    package func latestLedger() throws(RPCError) -> RPCLatestLedger { try ask(.latestLedger) }

    package func feeStats() throws(RPCError) -> RPCFeeStats { try ask(.feeStats) }

    // MARK: asking

    /// Calls the method at the server that answered last, then at the following ones while one is unavailable.
    package func ask<Value>(_ endpoint: RPCEndpoint<Value>) throws(RPCError) -> Value {
        try anyServer { base throws(RPCError) in
            if !state.verified.withLock({ $0.contains(base) }) { _ = try verify(base) }
            return try current(endpoint, at: base)
        }
    }

    /// How often a server that is behind is asked again at once: another machine behind its name may have the ledger.
    private static let attempts = 3

    /// The server's answer as of the latest ledger seen from it, or a later one.
    private func current<Value>(_ endpoint: RPCEndpoint<Value>, at base: HTTPURL) throws(RPCError) -> Value {
        var behind: (ledger: UInt32, seen: UInt32) = (0, 0)
        for _ in 0..<Self.attempts {
            let value = try call(endpoint, at: base)
            // An answer that is not about a ledger says 0.
            guard let ledger = endpoint.ledger(value), ledger > 0 else { return value }
            let seen = state.ledgers.withLock { ledgers in
                let seen = max(ledgers[base] ?? 0, ledger)
                ledgers[base] = seen
                return seen
            }
            if ledger == seen { return value }
            behind = (ledger, seen)
        }
        throw .behind(RPCCall(endpoint.method, at: base), ledger: behind.ledger, seen: behind.seen)
    }

    private func verify(_ base: HTTPURL) throws(RPCError) -> RPCNetwork {
        let found = try call(.network, at: base)
        guard found.network == network else {
            throw .otherNetwork(
                RPCCall("getNetwork", at: base), found: found.network.passphrase, expected: network.passphrase)
        }
        _ = state.verified.withLock { $0.insert(base) }
        return found
    }

    private func anyServer<Value>(_ ask: (HTTPURL) throws(RPCError) -> Value) throws(RPCError) -> Value {
        let last = current.base.withLock { $0 }
        let first = last.flatMap(bases.firstIndex) ?? 0
        return try retryBudget.firstAnswer(of: bases.count, from: first) { index throws(RPCError) in
            let value = try ask(bases[index])
            current.base.withLock { $0 = bases[index] }
            return value
        }
    }

    private func call<Value>(_ endpoint: RPCEndpoint<Value>, at base: HTTPURL) throws(RPCError) -> Value {
        let id = state.nextID.withLock { id in
            defer { id += 1 }
            return id
        }
        let request = endpoint.request(at: base, id: id, timeouts: timeouts)
        return try endpoint.answer(
            Result { () throws(HTTPError) in try transport.perform(request) }, from: base, id: id)
    }
}

/// Contracts: instances, code and data.
extension RPCClient {
    /// A contract's instance; nil when the contract does not exist.
    package func contractInstance(_ contract: ContractID) throws(RPCError) -> ContractInstance? {
        let key = LedgerKey.contractInstance(contract)
        let found = try ledgerEntries([key])
        guard let record = found[key], case .contractData(let entry) = record.data else { return nil }
        guard case .contractInstance(let instance) = entry.val else {
            throw .protocolBroken(
                RPCCall("getLedgerEntries", at: bases[0]),
                what: "the entry of the contract's instance has another value")
        }
        return ContractInstance(
            contract: contract, executable: instance.executable, storage: instance.storage ?? [],
            liveUntilLedger: record.liveUntilLedger, latestLedger: found.latestLedger)
    }

    /// The code with this SHA-256; nil when the ledger does not have it.
    package func contractCode(_ hash: Hash) throws(RPCError) -> ContractCode? {
        guard let record = try ledgerEntry(.contractCode(LedgerKeyContractCode(hash: hash))),
            case .contractCode(let entry) = record.data
        else { return nil }
        return ContractCode(hash: hash, bytes: entry.code.bytes, liveUntilLedger: record.liveUntilLedger)
    }

    /// The value of a contract's data entry; nil when there is none.
    package func contractData(
        of contract: SCAddress, _ key: SCVal, _ durability: ContractDataDurability = .persistent
    ) throws(RPCError) -> ContractData? {
        let key = LedgerKey.contractData(LedgerKeyContractData(contract: contract, key: key, durability: durability))
        guard let record = try ledgerEntry(key), case .contractData(let entry) = record.data else { return nil }
        return ContractData(value: entry.val, liveUntilLedger: record.liveUntilLedger)
    }

    /// The hash of the code that an executable runs now; nil for an asset's contract and for a tag that does not exist.
    ///
    /// - Source: CAP-85, whose tag the owner can point at other code at any time.
    package func codeHash(of executable: ContractExecutable) throws(RPCError) -> Hash? {
        switch executable {
        case .wasm(let hash): hash
        case .stellarAsset: nil
        case .externalRef(let reference):
            if case .bytes(let bytes)? = try contractData(
                of: reference.executable_owner, .executableTag(reference.tag))?.value
            {
                Hash(bytes.bytes)
            } else {
                nil
            }
        }
    }
}

extension LedgerKey {
    /// The key of a contract's instance.
    package static func contractInstance(_ contract: ContractID) -> LedgerKey {
        .contractData(
            LedgerKeyContractData(
                contract: .contract(contract), key: .ledgerKeyContractInstance, durability: .persistent))
    }
}
