// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
import Stellar
package import StellarXDR

/// Runs one host function: its frames, its view of the ledger, the authorization that it demands, and its events.
///
/// A call that fails is dropped as a whole with its host: none of the practice contracts catches an error of another.
///
/// - Source: rs-soroban-env, protocol 28.
struct Host {
    let ledger: HostLedger
    var storage: Storage
    var authorization: AuthorizationManager
    private(set) var frames: [Frame] = []
    private(set) var events: [ContractEvent] = []
    /// All events in order, including those that only help to find errors.
    private(set) var trace: [ContractEvent] = []
    /// The instructions charged so far, see `Instructions`.
    var instructions = 0

    init(ledger: HostLedger, storage: Storage, authorization: AuthorizationManager) {
        self.ledger = ledger
        self.storage = storage
        self.authorization = authorization
    }

    /// The contract whose function runs; none while a contract is created.
    var contract: ContractID { frames.last?.contract ?? ContractID() }

    // MARK: Calls

    /// Calls a function of a contract.
    mutating func call(
        _ contract: ContractID, _ function: SCSymbol, _ arguments: [SCVal]
    ) throws(HostError) -> SCVal {
        guard !function.text.hasPrefix("__") else {
            throw HostError(.context(.invalidAction), "can't invoke a reserved function directly")
        }
        guard !frames.contains(where: { $0.contract == contract }) else {
            throw HostError(.context(.invalidAction), "contract re-entry is not allowed")
        }
        return try run(contract, function, arguments)
    }

    /// Calls the function by which a contract account checks a signature. Only this call may return to a contract that
    /// is running.
    mutating func checkAuthorization(by contract: ContractID, _ arguments: [SCVal]) throws(HostError) {
        _ = try run(contract, SCSymbol(name: "__check_auth"), arguments)
    }

    private mutating func run(
        _ contract: ContractID, _ function: SCSymbol, _ arguments: [SCVal]
    ) throws(HostError) -> SCVal {
        trace.append(
            Self.event(
                [.name("fn_call"), .raw(contract.bytes), .symbol(function)], Self.single(arguments),
                of: frames.last?.contract, .diagnostic))
        let code = try code(of: contract)
        enter(Frame(contract: contract, function: function, arguments: arguments))
        instructions += Instructions.cost(of: function.text, in: code)
        let value = try code.call(function.text, CallArguments(arguments), in: &self)
        leave()
        trace.append(Self.event([.name("fn_return"), .symbol(function)], value, of: contract, .diagnostic))
        return value
    }

    mutating func enter(_ frame: Frame) {
        frames.append(frame)
        authorization.enterFrame()
    }

    mutating func leave() {
        authorization.leaveFrame()
        frames.removeLast()
    }

    // MARK: Events

    /// Emits an event of the contract whose function runs.
    mutating func emit(_ topics: [SCVal], _ data: SCVal) {
        let event = Self.event(topics, data, of: contract, .contract)
        events.append(event)
        trace.append(event)
    }

    /// Adds the error that ends the call to the trace.
    mutating func note(_ error: HostError) {
        let data = SCVal.vec([.text(error.message)] + error.values)
        trace.append(
            Self.event([.name("error"), .error(error.error)], data, of: frames.last?.contract, .diagnostic))
    }

    private static func event(
        _ topics: [SCVal], _ data: SCVal, of contract: ContractID?, _ type: ContractEventType
    ) -> ContractEvent {
        ContractEvent(
            ext: .v0, contractID: contract, type: type, body: .v0(ContractEventBodyV0(topics: topics, data: data)))
    }

    /// A diagnostic event has one value: nothing, the only argument, or a vector of all.
    private static func single(_ arguments: [SCVal]) -> SCVal {
        arguments.count == 1 ? arguments[0] : arguments.isEmpty ? .void : .vec(arguments)
    }
}

/// What contracts store. Reading or writing an entry puts it into the call's footprint.
extension Host {
    /// The value of an entry of the contract that runs; nil if there is none.
    mutating func value(_ key: LedgerKey) throws(HostError) -> SCVal? {
        try storage.entry(key)?.value
    }

    /// Writes an entry of a contract.
    mutating func put(_ value: SCVal, at key: LedgerKey) throws(HostError) {
        guard case .contractData(let name) = key else { return }
        let entry = ContractDataEntry(
            ext: .v0, contract: name.contract, key: name.key, durability: name.durability, val: value)
        try storage.put(.contractData(entry), at: key)
    }

    /// A persistent entry's key, of the contract that runs.
    func persistent(_ key: SCVal) -> LedgerKey { .persistent(.contract(contract), key) }

    /// A temporary entry's key, of the contract that runs.
    func temporary(_ key: SCVal) -> LedgerKey { .temporary(.contract(contract), key) }

    // MARK: Instances

    /// A contract's executable and what is stored with it.
    mutating func instance(of contract: ContractID) throws(HostError) -> SCContractInstance {
        guard case .contractInstance(let instance)? = try value(.instance(contract)) else {
            throw HostError(
                .storage(.missingValue), "there is no contract at this address", .address(.contract(contract)))
        }
        return instance
    }

    /// A value stored with the contract that runs.
    mutating func stored(_ key: SCVal) throws(HostError) -> SCVal? {
        try instance(of: contract).storage?.first { $0.key == key }?.val
    }

    /// Stores a value with the contract that runs.
    mutating func store(_ value: SCVal, at key: SCVal) throws(HostError) {
        var instance = try instance(of: contract)
        var entries = (instance.storage ?? []).filter { $0.key != key }
        entries.append(SCMapEntry(key: key, val: value))
        instance.storage = entries.sorted { $0.key.precedes($1.key) }
        try put(.contractInstance(instance), at: .instance(contract))
    }

    /// The native code of a contract, which its instance names: the built-in one of assets, or by the hash of its Wasm.
    mutating func code(of contract: ContractID) throws(HostError) -> NativeCode {
        switch try instance(of: contract).executable {
        case .stellarAsset: return .asset
        case .wasm(let hash):
            guard try storage.entry(.code(hash)) != nil, let contract = PracticeContract(hash: hash) else {
                throw HostError(.wasmVm(.missingValue), "the practice network runs only the contracts that it has")
            }
            return .contract(contract)
        case .externalRef:
            throw HostError(.wasmVm(.invalidAction), "the practice network does not follow executables by reference")
        }
    }

    // MARK: Accounts

    mutating func account(_ id: AccountID) throws(HostError) -> AccountEntry? {
        guard case .account(let entry)? = try storage.entry(.account(id))?.data else { return nil }
        return entry
    }
}

/// A function of a contract that is being called, or a contract that is being created.
struct Frame: Hashable {
    /// Nil while a contract is created.
    let contract: ContractID?
    /// What an address authorizes when its authorization is demanded here.
    let authorizedFunction: SorobanAuthorizedFunction

    init(contract: ContractID, function: SCSymbol, arguments: [SCVal]) {
        self.contract = contract
        authorizedFunction = .contractFn(
            InvokeContractArgs(contractAddress: .contract(contract), functionName: function, args: arguments))
    }

    init(creating function: SorobanAuthorizedFunction) {
        contract = nil
        authorizedFunction = function.inNewestForm
    }

    /// - Parameter arguments: in place of those of the call.
    func authorizedFunction(for arguments: [SCVal]?) -> SorobanAuthorizedFunction {
        guard let arguments, case .contractFn(var call) = authorizedFunction else { return authorizedFunction }
        call.args = arguments
        return .contractFn(call)
    }
}

/// What a host function did, or a change of lifetimes, or why it failed.
package struct Execution {
    /// The value that the function returns; void for a change of lifetimes.
    package let result: Result<SCVal, HostError>
    /// The events of the contracts; empty if the call fails.
    package let events: [ContractEvent]
    /// All events, including those that only help to find errors.
    package let diagnostics: [DiagnosticEvent]
    /// What the call changes; empty if it fails.
    package let changes: [EntryChange]
    /// The entries to sign, if they were recorded.
    package let authorization: [SorobanAuthorizationEntry]
    package let footprint: LedgerFootprint
    package let instructions: Int
    package let diskReadBytes: Int
    package let writeBytes: Int
    /// The places of the archived entries among those of the footprint that are written.
    package let archivedPlaces: [UInt32]
    /// The size of the events and of the returned value, which the fee for events counts.
    package let eventBytes: Int
    /// Whether it did not begin, since an archived entry is in the footprint that the transaction does not restore.
    package let isStoppedByArchive: Bool

    init(_ host: Host, _ result: Result<SCVal, HostError>) {
        self.result = result
        let isSuccess = if case .success = result { true } else { false }
        events = isSuccess ? host.events : []
        diagnostics = host.trace.map { DiagnosticEvent(inSuccessfulContractCall: isSuccess, event: $0) }
        changes = isSuccess ? host.storage.changes : []
        authorization = isSuccess ? host.authorization.recorded : []
        footprint = host.storage.footprint
        instructions = host.instructions
        diskReadBytes = host.storage.diskReadBytes
        writeBytes = host.storage.writeBytes
        archivedPlaces = host.storage.archivedPlaces
        eventBytes = (try? result.get()).map { value in host.events.reduce(value.xdr.count) { $0 + $1.xdr.count } } ?? 0
        isStoppedByArchive = false
    }

    /// A change of lifetimes.
    init(_ storage: Storage) {
        result = .success(.void)
        events = []
        diagnostics = []
        changes = storage.changes
        authorization = []
        footprint = storage.footprint
        instructions = 0
        diskReadBytes = storage.diskReadBytes
        writeBytes = storage.writeBytes
        archivedPlaces = storage.archivedPlaces
        eventBytes = 0
        isStoppedByArchive = false
    }

    /// A call that could not begin.
    init(failedWith error: HostError, isStoppedByArchive: Bool = false) {
        result = .failure(error)
        events = []
        diagnostics = []
        changes = []
        authorization = []
        footprint = LedgerFootprint(readOnly: [], readWrite: [])
        instructions = 0
        diskReadBytes = 0
        writeBytes = 0
        archivedPlaces = []
        eventBytes = 0
        self.isStoppedByArchive = isStoppedByArchive
    }

    /// The hash of the returned value and the events, which the transaction's result has.
    package var successHash: Hash? {
        guard case .success(let value) = result else { return nil }
        return Hash(sha256: InvokeHostFunctionSuccessPreImage(returnValue: value, events: events).xdr)
    }
}
