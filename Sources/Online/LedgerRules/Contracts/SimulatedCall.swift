// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
import Stellar
package import StellarXDR

extension Snapshot {
    /// The ledger in which a transaction would be applied now.
    package var next: HostLedger {
        HostLedger(
            network: network, sequence: latest.sequence + 1, baseReserve: LedgerState.baseReserve, lifetimes: lifetimes)
    }

    /// Runs the contract operation of a transaction without applying it. Signatures, sequence number and fee do not
    /// matter, and its source need not exist.
    ///
    /// - Parameter nonce: a random number for each recorded authorization.
    package func simulate(
        _ envelope: TransactionEnvelope, _ options: Simulation.Options, nonce: @escaping () -> Int64
    ) throws(Simulation.CallError) -> Simulation {
        let envelope = envelope.innermostEnvelope
        let transaction = envelope.tx
        guard transaction.operations.count == 1 else {
            throw .unsuitable("Transaction contains more than one operation")
        }
        guard transaction.memo == .none else { throw .unsuitable("Transaction contains a memo") }
        switch transaction.operations[0].body {
        case .invokeHostFunction(let operation):
            return try simulate(operation, envelope, options, nonce)
        case .extendFootprintTtl(let operation):
            return try simulate(.extend(to: operation.extendTo), envelope, options)
        case .restoreFootprint: return try simulate(.restore, envelope, options)
        default:
            throw .unsuitable("Transaction contains unsupported operation type: \(transaction.operations[0].type.name)")
        }
    }

    private func simulate(
        _ operation: InvokeHostFunctionOp, _ envelope: TransactionV1Envelope, _ options: Simulation.Options,
        _ nonce: @escaping () -> Int64
    ) throws(Simulation.CallError) -> Simulation {
        let source = envelope.sourceOfCall
        let mode = try Self.mode(options, operation, nonce)
        let state = state
        let execution = HostCall(operation.hostFunction, source: source, in: next).run(
            mode, footprint: nil, read: state.entry)
        let value: SCVal
        do throws(HostError) { value = try execution.result.get() } catch {
            throw .call(error, diagnostics: execution.diagnostics)
        }
        let isRecording = if case .record = mode { true } else { false }
        let authorization = isRecording ? execution.authorization : operation.auth
        var data = data(execution, envelope, authorization, options)
        if !execution.archivedPlaces.isEmpty {
            data.ext = .v1(SorobanResourcesExtV0(archivedSorobanEntries: execution.archivedPlaces))
        }
        return Simulation(
            data: data, authorization: authorization, source: source, value: value,
            diagnostics: execution.diagnostics, changes: execution.changes.filter { !$0.isExtension || $0.isRestored })
    }

    /// - Source: rs-soroban-env `simulate_extend_ttl_op`, `simulate_restore_op`.
    private func simulate(
        _ change: LifetimeChange, _ envelope: TransactionV1Envelope, _ options: Simulation.Options
    ) throws(Simulation.CallError) -> Simulation {
        guard case .v1(let declared) = envelope.tx.ext, Validity.operationsRejection(of: envelope.tx) == nil else {
            throw .unsuitable("the transaction's footprint is not one for this operation")
        }
        if case .extend(let extent) = change, !next.lifetimes.allow(extensionTo: extent) {
            throw .unsuitable("the entries cannot live that long")
        }
        guard options.mode == .automatic else {
            throw .unsuitable("cannot set authMode with non-InvokeHostFunction operations")
        }
        let (state, footprint, next) = (state, declared.resources.footprint, next)
        var preamble: SorobanTransactionData?
        var read = state.entry
        if case .extend = change {
            let archived = LedgerFootprint(
                readOnly: [],
                readWrite: footprint.readOnly.filter { state.entry($0)?.isArchived($0, in: next.sequence) == true })
            if !archived.readWrite.isEmpty {
                preamble = data(LifetimeChange.restore.run(archived, in: next, read: read), envelope, [], options)
                // What the preamble restores is extended as it is after that.
                let restored = Set(archived.readWrite)
                read = { key in
                    restored.contains(key) ? state.entry(key)?.restored(in: next) : state.entry(key)
                }
            }
        } else if footprint.readWrite.contains(where: { state.entry($0) == nil }) {
            throw .unsuitable("the ledger does not have every entry to restore")
        }
        let execution = change.run(footprint, in: next, read: read)
        return Simulation(
            data: data(execution, envelope, [], options), authorization: [], source: envelope.sourceOfCall, value: nil,
            diagnostics: [], changes: [], restorePreamble: preamble)
    }

    private static func mode(
        _ options: Simulation.Options, _ operation: InvokeHostFunctionOp, _ nonce: @escaping () -> Int64
    ) throws(Simulation.CallError) -> AuthorizationMode {
        switch options.mode {
        case .enforce: return .enforce(operation.auth)
        case .automatic where !operation.auth.isEmpty: return .enforce(operation.auth)
        case .automatic: return .record(allowsNonRoot: false, isUpgraded: options.isUpgraded, nonce: nonce)
        case .record(let allowsNonRoot):
            guard operation.auth.isEmpty else {
                throw .unsuitable("the transaction has authorization entries, which cannot be recorded")
            }
            return .record(allowsNonRoot: allowsNonRoot, isUpgraded: options.isUpgraded, nonce: nonce)
        }
    }

    // MARK: Resources

    /// - Source: soroban-simulation, `SimulationAdjustmentConfig::default_adjustment`.
    private func data(
        _ execution: Execution, _ envelope: TransactionV1Envelope, _ authorization: [SorobanAuthorizationEntry],
        _ options: Simulation.Options
    ) -> SorobanTransactionData {
        let used = execution.instructions
        let margin = used == 0 ? 0 : max(used / 25, 50_000, Int(clamping: options.instructionLeeway))
        let resources = SorobanResources(
            footprint: execution.footprint, instructions: UInt32(clamping: used + margin),
            diskReadBytes: UInt32(clamping: execution.diskReadBytes),
            writeBytes: UInt32(clamping: execution.writeBytes))
        var data = SorobanTransactionData(ext: .v0, resources: resources, resourceFee: 0)
        let size = Self.size(of: envelope, with: data, authorization)
        let refundable =
            ResourceFee.events(bytes: execution.eventBytes) + ResourceFee.rent(execution.changes, in: next.sequence)
        data.resourceFee =
            ResourceFee.nonRefundable(
                resources, archived: execution.archivedPlaces.count,
                transactionSize: max(size * 11 / 10, size + 500))
            + (refundable * 115 + 99) / 100
        return data
    }

    /// The size that the transaction will have, with 20 signatures of its own and one for each authorization.
    private static func size(
        of envelope: TransactionV1Envelope, with data: SorobanTransactionData,
        _ authorization: [SorobanAuthorizationEntry]
    ) -> Int {
        var envelope = envelope
        envelope.tx.ext = .v1(data)
        if case .invokeHostFunction(var operation) = envelope.tx.operations[0].body {
            operation.auth = authorization
            let whole = Operation(
                sourceAccount: envelope.tx.operations[0].sourceAccount, body: .invokeHostFunction(operation))
            envelope.tx.operations = BoundedArray([whole]) ?? BoundedArray()
        }
        envelope.signatures = BoundedArray()
        let unsigned = authorization.count { $0.credentials.address?.signature == .void }
        return envelope.xdr.count + 20 * signatureBytes + unsigned * authorizationBytes
    }

    /// The size of a decorated signature: hint, length, 64 bytes.
    private static let signatureBytes = 72
    /// What one signature adds to an authorization entry: a vector with a map of two symbols, a key and a signature.
    private static let authorizationBytes = 180
}

extension TransactionV1Envelope {
    /// The account whose authorization is the transaction's own.
    fileprivate var sourceOfCall: AccountID { (tx.operations[0].sourceAccount ?? tx.sourceAccount).account }
}

/// What a contract operation would do in the next ledger, and what it needs for that.
package struct Simulation {
    /// Whether the transaction's authorization is checked, or what it would need is recorded.
    package enum Mode: Hashable, Sendable {
        /// Checked if the transaction has any, otherwise recorded.
        case automatic
        case enforce
        case record(allowsNonRoot: Bool)
    }

    package struct Options {
        package var mode = Mode.automatic
        /// The least number of instructions to add to what the call uses.
        package var instructionLeeway: UInt64 = 0
        /// Recorded entries get credentials whose signature is bound to the address (`ADDRESS_V2`).
        package var isUpgraded = false

        package init() {}
    }

    /// Why there is nothing to simulate, or why the call fails.
    package enum CallError: Error {
        /// The transaction is not one to simulate: what is wrong with it.
        case unsuitable(String)
        case call(HostError, diagnostics: [DiagnosticEvent])
    }

    /// The resources to declare, with the fee for them.
    package var data: SorobanTransactionData
    /// The authorization entries: recorded ones without signatures, or those of the transaction.
    package var authorization: [SorobanAuthorizationEntry]
    /// The account whose authorization is the transaction's own.
    package let source: AccountID
    /// What a host function returns; nil for a change of lifetimes.
    package let value: SCVal?
    package let diagnostics: [DiagnosticEvent]
    /// The entries that change, without those whose lifetime only is extended.
    package let changes: [EntryChange]
    /// What a transaction has to declare that first restores the entries that are archived; only of an extension.
    package var restorePreamble: SorobanTransactionData?
}

extension Snapshot {
    /// In words why a contract call is rejected, as far as the result's code does not say it.
    package func diagnostics(of envelope: TransactionEnvelope) -> [DiagnosticEvent] {
        guard let transaction = ContractTransaction(envelope.innermostEnvelope) else { return [] }
        let (declared, needed) = (transaction.data.resourceFee, transaction.nonRefundableFee)
        if declared < needed {
            return [
                Self.event(
                    "transaction `sorobanData.resourceFee` is lower than the actual Soroban resource fee",
                    .i64(declared),
                    .i64(needed))
            ]
        }
        return transaction.isSound ? [] : [Self.event("the declared resources exceed the network's limits")]
    }

    private static func event(_ message: String, _ values: SCVal...) -> DiagnosticEvent {
        let body = ContractEventBodyV0(
            topics: [.name("error"), .error(.storage(.exceededLimit))], data: .vec([.text(message)] + values))
        return DiagnosticEvent(
            inSuccessfulContractCall: false,
            event: ContractEvent(ext: .v0, contractID: nil, type: .diagnostic, body: .v0(body)))
    }
}
