// SPDX-License-Identifier: Apache-2.0

import Codec
package import LedgerXDR
import Stellar
package import StellarXDR

/// The answer to `simulateTransaction`.
package enum Simulation: Hashable, Sendable {
    /// The transaction would fail.
    case failed(Failed)
    case succeeded(Succeeded)

    package struct Failed: Hashable, Sendable {
        /// The host's words, as written: several lines, to be escaped.
        package let text: String
        package let events: [Readable<DiagnosticEvent>]
        package let latestLedger: UInt32

        /// The first line, escaped.
        package var message: String {
            TerminalText.escape(String(text.prefix { $0 != "\n" }.prefix(Self.lineLimit)))
        }

        private static let lineLimit = 300
    }

    package struct Succeeded: Hashable, Sendable {
        /// Footprint and resources; its `resourceFee` should equal `minResourceFee`, which is not checked here.
        package let transactionData: SorobanTransactionData
        /// In stroops.
        package let minResourceFee: Int64
        /// The result of the call; nil for an operation that extends or restores entries.
        package let result: CallResult?
        package let events: [Readable<DiagnosticEvent>]
        /// What has to be restored before; nil if nothing has.
        package let restorePreamble: RestorePreamble?
        /// What the transaction would change in the ledger, each read alone; empty if the server does not say.
        package let stateChanges: [Readable<StateChange>]
        package let latestLedger: UInt32
    }

    /// The authorization that a call needs, or has, and the value that it returns.
    package struct CallResult: Hashable, Sendable {
        package let auth: [SorobanAuthorizationEntry]
        package let value: Readable<SCVal>

        init(_ json: JSON) throws(JSONError) {
            auth = try json.xdrs("auth")
            value = try json.readableXDR("xdr")
        }
    }

    /// The data and fee of the transaction that restores archived entries.
    package struct RestorePreamble: Hashable, Sendable {
        package let transactionData: SorobanTransactionData
        /// In stroops.
        package let minResourceFee: Int64

        init(_ json: JSON) throws(JSONError) {
            transactionData = try json.xdr("transactionData")
            minResourceFee = try json.stroops("minResourceFee")
        }
    }

    package var latestLedger: UInt32 {
        switch self {
        case .failed(let failed): failed.latestLedger
        case .succeeded(let succeeded): succeeded.latestLedger
        }
    }

    /// - Parameter isCall: whether the operation calls a host function, which has exactly one result; others have none.
    init(_ json: JSON, isCall: Bool) throws(JSONError) {
        let results = try json.optionalElements("results", CallResult.init)
        let events: [Readable<DiagnosticEvent>] = try json.readableXDRs("events")
        let latestLedger = try json.ledger("latestLedger")
        if let text = try json.optionalString("error"), !text.isEmpty {
            guard results.isEmpty, try json.optionalString("transactionData") ?? "" == "" else {
                throw .wrongType(field: "error", expected: "absent from a simulation with results")
            }
            self = .failed(Failed(text: text, events: events, latestLedger: latestLedger))
            return
        }
        guard results.count == (isCall ? 1 : 0) else {
            throw .wrongType(field: "results", expected: isCall ? "one result" : "empty")
        }
        self = .succeeded(
            Succeeded(
                transactionData: try json.xdr("transactionData"), minResourceFee: try json.stroops("minResourceFee"),
                result: results.first, events: events, restorePreamble: try Self.restorePreamble(json),
                stateChanges: try json.optionalElements("stateChanges") { json throws(JSONError) in
                    try Readable(tolerant: json, StateChange.init)
                }, latestLedger: latestLedger))
    }

    private static func restorePreamble(_ json: JSON) throws(JSONError) -> RestorePreamble? {
        guard json.isPresent("restorePreamble") else { return nil }
        do throws(JSONError) { return try RestorePreamble(json.member("restorePreamble")) } catch {
            throw error.inside("restorePreamble")
        }
    }
}

/// A ledger entry that a simulated transaction would create, update or delete. Both versions have the change's key.
package enum StateChange: Hashable, Sendable {
    case created(LedgerEntry)
    case updated(before: LedgerEntry, after: LedgerEntry)
    case deleted(LedgerEntry)

    package var key: LedgerKey {
        switch self {
        case .created(let entry), .updated(_, let entry), .deleted(let entry): entry.data.key
        }
    }

    init(_ json: JSON) throws(JSONError) {
        let key: LedgerKey = try json.xdr("key")
        let before: LedgerEntry? = try json.optionalXDR("before")
        let after: LedgerEntry? = try json.optionalXDR("after")
        switch (try json.string("type"), before, after) {
        case ("created", nil, let after?): self = .created(after)
        case ("updated", let before?, let after?): self = .updated(before: before, after: after)
        case ("deleted", let before?, nil): self = .deleted(before)
        default:
            throw .wrongType(field: "type", expected: "the kind of change between \"before\" and \"after\"")
        }
        for (name, entry) in [("before", before), ("after", after)] {
            guard entry.map({ $0.data.key == key }) != false else {
                throw .wrongType(field: name, expected: "the entry with this key")
            }
        }
    }
}

/// What to simulate, and how.
package struct SimulationRequest: Hashable, Sendable {
    /// How the simulation treats authorization.
    ///
    /// - Source: stellar-rpc methods/simulate_transaction.go.
    package enum AuthMode: String, Hashable, Sendable, CaseIterable {
        /// Checks the entries that the operation has, signatures included.
        case enforce
        /// Records the entries that the call needs; an error if the operation has some.
        case record
        /// As `record`, and also for calls whose entries do not begin at the transaction's own call.
        case recordAllowNonroot = "record_allow_nonroot"
    }

    /// One operation, no memo; signatures of the envelope are not checked.
    package var envelope: TransactionEnvelope
    /// Nil for the server's choice: `enforce` if the operation has entries, else `record`.
    package var authMode: AuthMode?
    /// Instructions to allow beyond those that the simulation counts; nil for the server's choice.
    package var instructionLeeway: UInt32?
    /// Whether entries are recorded with credentials that name their address in the signed payload (CAP-71-02).
    package var useUpgradedAuth: Bool

    package init(
        _ envelope: TransactionEnvelope, authMode: AuthMode? = nil, instructionLeeway: UInt32? = nil,
        useUpgradedAuth: Bool = true
    ) {
        self.envelope = envelope
        self.authMode = authMode
        self.instructionLeeway = instructionLeeway
        self.useUpgradedAuth = useUpgradedAuth
    }

    /// The parameters of `simulateTransaction`.
    var params: [(String, JSON)] {
        var params: [(String, JSON)] = [("transaction", .string(Base64.encode(envelope.xdr)))]
        if let instructionLeeway {
            params.append(("resourceConfig", ["instructionLeeway": .integer(instructionLeeway)]))
        }
        if let authMode { params.append(("authMode", .string(authMode.rawValue))) }
        params.append(("useUpgradedAuth", .bool(useUpgradedAuth)))
        return params
    }
}

/// What calls return, simulated.
extension RPCClient {
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
        try units("balance", [.address(holder)], of: token)
    }

    /// What a spender may spend of a holder's token, likewise.
    ///
    /// - Source: SEP-41 §allowance.
    package func allowance(
        of holder: SCAddress, for spender: SCAddress, in token: ContractID
    ) throws(RPCError) -> Int128? {
        try units("allowance", [.address(holder), .address(spender)], of: token)
    }

    private func units(_ function: String, _ args: [SCVal], of token: ContractID) throws(RPCError) -> Int128? {
        let call = InvokeContractArgs(
            contractAddress: .contract(token), functionName: SCSymbol(Array(function.utf8)) ?? SCSymbol(), args: args)
        guard case .i128(let parts)? = try value(of: call) else { return nil }
        return parts.value
    }
}
