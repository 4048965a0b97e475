// SPDX-License-Identifier: Apache-2.0

package import Codec
import LedgerXDR
import Stellar
package import StellarXDR

/// Ledger entries by key.
extension RPCClient {
    /// How often the entries are read again that more than one call is needed for, so that they are of one ledger.
    private static let rounds = 3
    /// Where so many calls are needed, they take longer than a ledger.
    private static let mostPages = 10

    /// The entries of all keys that exist, in calls of up to 200 different keys. Where several calls are needed, they
    /// are repeated until all answers are of one ledger, if there are few; `LedgerEntries.ledgers` says what came of
    /// it. For no keys, nothing is asked.
    ///
    /// - Throws: the errors of `serverNetwork`; `.protocolBroken` for an entry that was not asked for, occurs twice,
    ///   does not have its key, or is code with another hash.
    package func ledgerEntries(_ keys: [LedgerKey]) throws(RPCError) -> LedgerEntries {
        var asked = Set<LedgerKey>()
        let distinct = keys.filter { asked.insert($0).inserted }
        let pages = stride(from: 0, to: distinct.count, by: Self.mostKeys).map { start in
            Array(distinct[start..<min(start + Self.mostKeys, distinct.count)])
        }
        var found = try entries(in: pages)
        var round = 1
        while !found.isOfOneLedger, pages.count <= Self.mostPages, round < Self.rounds {
            found = try entries(in: pages)
            round += 1
        }
        return found
    }

    private func entries(in pages: [[LedgerKey]]) throws(RPCError) -> LedgerEntries {
        var found = LedgerEntries.none
        for page in pages { found = found.merging(try ask(.ledgerEntries(page))) }
        return found
    }

    /// The entry of one key; nil when the ledger has none.
    package func ledgerEntry(_ key: LedgerKey) throws(RPCError) -> LedgerEntryRecord? {
        try ledgerEntries([key])[key]
    }

    /// An account with those of its trustlines and data entries that are asked for; nil when it does not exist. A
    /// server cannot list them.
    ///
    /// - Parameters:
    ///   - assets: the assets whose balances are wanted; XLM is always there.
    ///   - names: the names of data entries.
    package func account(
        _ id: AccountID, holding assets: [Asset] = [], data names: [String] = []
    ) throws(RPCError) -> AccountRecord? {
        let lines = assets.compactMap(TrustLineAsset.init)
        return try accounts([id], holding: lines, data: names).accounts[id]
    }

    /// Those of the accounts that exist, with those of their trustlines and data entries that are asked for.
    ///
    /// - Parameters:
    ///   - assets: assets and pools; XLM is always there.
    ///   - names: the names of data entries.
    package func accounts(
        _ ids: [AccountID], holding assets: some Collection<TrustLineAsset>, data names: some Collection<String>
    ) throws(RPCError) -> Accounts {
        var keys: [LedgerKey] = []
        for id in ids {
            keys.append(.account(LedgerKeyAccount(accountID: id)))
            keys += assets.filter { $0.issuer != id }.map {
                .trustline(LedgerKeyTrustLine(accountID: id, asset: $0))
            }
            keys += names.compactMap { LedgerKey.data(of: id, named: $0) }
        }
        let found = try ledgerEntries(keys)
        let others = Dictionary(grouping: found.entries.values) { $0.data.owner }
        var accounts: [AccountID: AccountRecord] = [:]
        for id in ids {
            let record = found[.account(LedgerKeyAccount(accountID: id))]
            accounts[id] = record.flatMap { AccountRecord($0, with: others[id] ?? []) }
        }
        return Accounts(accounts: accounts, ledgers: found.ledgers)
    }

    /// Accounts, and the ledgers that they were read in, the earliest and the latest.
    package struct Accounts {
        package let accounts: [AccountID: AccountRecord]
        package let ledgers: ClosedRange<UInt32>?
    }

    /// The claimable balance; nil when it does not exist, or no longer does.
    package func claimableBalance(_ id: ClaimableBalanceID) throws(RPCError) -> ClaimableBalanceRecord? {
        guard let record = try ledgerEntry(.claimableBalance(LedgerKeyClaimableBalance(balanceID: id))),
            case .claimableBalance(let entry) = record.data
        else { return nil }
        return ClaimableBalanceRecord(entry, sponsor: record.sponsor)
    }

    /// The assets of a liquidity pool; nil when the pool does not exist.
    package func assets(of pool: PoolID) throws(RPCError) -> [Asset]? {
        guard let record = try ledgerEntry(.liquidityPool(LedgerKeyLiquidityPool(liquidityPoolID: pool))),
            case .liquidityPool(let entry) = record.data
        else { return nil }
        switch entry.body {
        case .liquidityPoolConstantProduct(let pair): return [pair.params.assetA, pair.params.assetB]
        }
    }

    /// An account's balance of an asset; nil without a trustline, and for the issuer itself.
    package func balance(of id: AccountID, in asset: Asset) throws(RPCError) -> AccountBalance? {
        guard asset != .native else { return try account(id)?.balances.first }
        guard let key = LedgerKey.trustline(of: id, for: asset), let record = try ledgerEntry(key) else { return nil }
        return AccountBalance(record)
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

/// Calls that are simulated, and values that are read by one.
extension RPCClient {
    /// What a transaction would do. A transaction that would fail is a `Simulation.failed`, not an error.
    ///
    /// - Throws: the errors of `serverNetwork`; `.refused` for a request that the server does not take.
    package func simulate(_ request: SimulationRequest) throws(RPCError) -> Simulation {
        try ask(.simulate(request))
    }

    /// The value that a call would return, simulated from an account that does not exist; nil if the call fails.
    package func value(of call: InvokeContractArgs) throws(RPCError) -> SCVal? {
        let body = OperationBody.invokeHostFunction(
            InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: []))
        let draft = TransactionDraft(
            source: .ed25519(Uint256()), sequence: 1, feePerOperation: TransactionDraft.minimumFee,
            operations: [Operation(sourceAccount: nil, body: body)])
        guard let envelope = try? draft.envelope(),
            case .succeeded(let simulation) = try simulate(SimulationRequest(envelope))
        else { return nil }
        guard let value = simulation.result?.value else { return nil }
        if let fault = value.fault {
            throw .unknownValue(RPCCall("simulateTransaction", at: bases[0]), what: fault.reason)
        }
        return value.value
    }

    /// What an account or a contract holds of a token, in the token's smallest unit; nil if the contract does not say.
    ///
    /// - Source: SEP-41 §balance.
    package func balance(of holder: SCAddress, in token: ContractID) throws(RPCError) -> Int128? {
        let call = InvokeContractArgs(
            contractAddress: .contract(token), functionName: SCSymbol(Array("balance".utf8)) ?? SCSymbol(),
            args: [.address(holder)])
        guard case .i128(let parts)? = try value(of: call) else { return nil }
        return Int128(parts.hi) << 64 | Int128(parts.lo)
    }
}

extension RPCEndpoint<Simulation> {
    package static func simulate(_ request: SimulationRequest) -> Self {
        let operation = request.envelope.innermost.operations.first
        let isCall = operation.map { if case .invokeHostFunction = $0.body { true } else { false } } ?? false
        return simulation(isCall: isCall, request.params)
    }

    /// - Parameter isCall: whether the operation calls a host function.
    package static func simulation(isCall: Bool, _ params: [(String, JSON)] = []) -> Self {
        Self("simulateTransaction", params, limit: RPCClient.contentLimit, ledger: \.latestLedger) {
            json throws(JSONError) in
            try Simulation(json, isCall: isCall)
        }
    }
}

extension RPCEndpoint<LedgerEntries> {
    /// - Parameter keys: 1 to 200, each once.
    package static func ledgerEntries(_ keys: [LedgerKey]) -> Self {
        let asked = Set(keys)
        return Self(
            "getLedgerEntries", [("keys", .array(keys.map { .string(Base64.encode($0.xdr)) }))],
            limit: RPCClient.contentLimit, ledger: \.latestLedger
        ) { json throws(JSONError) in try LedgerEntries(json, asked: asked) }
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

extension LedgerKey {
    /// The key of a trustline; nil for XLM and for an issuer's own asset, which have none.
    package static func trustline(of account: AccountID, for asset: Asset) -> LedgerKey? {
        guard asset.issuer != account, let asset = TrustLineAsset(asset) else { return nil }
        return .trustline(LedgerKeyTrustLine(accountID: account, asset: asset))
    }

    /// The key of a data entry; nil if the name has more than 64 bytes.
    package static func data(of account: AccountID, named name: String) -> LedgerKey? {
        String64(Array(name.utf8)).map { .data(LedgerKeyData(accountID: account, dataName: $0)) }
    }
}

extension TrustLineAsset {
    /// Nil for XLM, which needs no trustline.
    package init?(_ asset: Asset) {
        switch asset {
        case .native: return nil
        case .creditAlphanum4(let asset): self = .creditAlphanum4(asset)
        case .creditAlphanum12(let asset): self = .creditAlphanum12(asset)
        }
    }

    /// Nil for XLM and pools.
    fileprivate var issuer: AccountID? {
        switch self {
        case .native, .poolShare: nil
        case .creditAlphanum4(let asset): asset.issuer
        case .creditAlphanum12(let asset): asset.issuer
        }
    }
}

extension LedgerEntryData {
    /// The account to which a trustline or a data entry belongs; nil for other entries.
    fileprivate var owner: AccountID? {
        switch self {
        case .trustline(let entry): entry.accountID
        case .data(let entry): entry.accountID
        default: nil
        }
    }
}
