// SPDX-License-Identifier: Apache-2.0

package import LedgerXDR
import Stellar
package import StellarXDR

/// What a contract call did, or why it failed.
package struct Execution {
    /// The value that the call returns.
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
    }

    /// A call that could not begin.
    init(failedWith error: HostError) {
        result = .failure(error)
        events = []
        diagnostics = []
        changes = []
        authorization = []
        footprint = LedgerFootprint(readOnly: [], readWrite: [])
        instructions = 0
        diskReadBytes = 0
        writeBytes = 0
    }

    /// The size of the events and of the returned value, which the fee for events counts.
    package var eventBytes: Int {
        guard case .success(let value) = result else { return 0 }
        return events.reduce(value.xdr.count) { $0 + $1.xdr.count }
    }

    /// The hash of the returned value and the events, which the transaction's result has.
    package var successHash: Hash? {
        guard case .success(let value) = result else { return nil }
        return Hash(sha256: InvokeHostFunctionSuccessPreImage(returnValue: value, events: events).xdr)
    }
}
