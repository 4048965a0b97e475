// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// A Soroban operation: its parts, with the SorobanTransactionData that a simulation returned.
package struct ContractInput: OperationInput {
    package enum Call: Hashable, Sendable {
        /// Calls or deploys a contract, or uploads its code.
        case invoke(HostFunction, auth: [SorobanAuthorizationEntry])
        /// Extends the time to live of the entries in the read footprint.
        ///
        /// - Parameter to: the minimum number of ledgers that they live from now.
        case extend(to: UInt32)
        /// Restores the entries in the write footprint.
        case restore
    }

    private let call: Call
    private let sorobanData: SorobanTransactionData

    package init(_ call: Call, sorobanData: SorobanTransactionData) {
        self.call = call
        self.sorobanData = sorobanData
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        switch call {
        case .invoke(let function, let auth):
            .invokeHostFunction(InvokeHostFunctionOp(hostFunction: function, auth: auth))
        case .extend(let ledgers): .extendFootprintTtl(ExtendFootprintTTLOp(ext: .v0, extendTo: ledgers))
        case .restore: .restoreFootprint(RestoreFootprintOp(ext: .v0))
        }
    }

    package var resources: SorobanTransactionData? { sorobanData }
}

extension OperationSpec {
    private static let sorobanData = InputField(
        .sorobanData, "Soroban data", .document,
        "The SorobanTransactionData: footprint, resources and resource fee, which is added to the fee.")

    private static func resources(_ texts: FieldTexts) throws(Failure) -> SorobanTransactionData {
        try texts.document(.sorobanData).value(.sorobanData)
    }

    package static let invokeHostFunction = OperationSpec(
        "invoke-host-function", title: "Invoke host function",
        "Call or deploy a smart contract, or upload its code, without simulating it.",
        notes:
            "Each part is base64 XDR or SEP-51 JSON, or a file containing it; an RPC server's simulateTransaction returns all of them.",
        [
            InputField(.hostFunction, "Host function", .document, "The HostFunction."),
            .optional(
                .auth, "Authorization entries", .documents,
                "A SorobanAuthorizationEntry; may be given more than once."),
            sorobanData,
        ], example: [(.hostFunction, "AAAAAA..."), (.auth, "AAAAAQ..."), (.sorobanData, "AAAAAA...")]
    ) { texts throws(Failure) in
        let entries: [SorobanAuthorizationEntry] = try texts.documents(.auth).map { document throws(Failure) in
            try document.value(.auth)
        }
        let function: HostFunction = try texts.document(.hostFunction).value(.hostFunction)
        return ContractInput(.invoke(function, auth: entries), sorobanData: try resources(texts))
    }

    package static let extendFootprintTTL = OperationSpec(
        "extend-footprint-ttl", title: "Extend time to live", "Extend the time to live of smart contract entries.",
        notes: "The entries are those in the read footprint of \(field: .sorobanData).",
        [
            InputField(
                .extendTo, "Ledgers", .number, "The minimum number of ledgers the entries live from now."),
            sorobanData,
        ], example: [(.extendTo, "500000"), (.sorobanData, "AAAAAA...")]
    ) { texts throws(Failure) in
        ContractInput(.extend(to: try texts.value(.extendTo)), sorobanData: try resources(texts))
    }

    package static let restoreFootprint = OperationSpec(
        "restore-footprint", title: "Restore entries", "Restore archived smart contract entries.",
        notes: "The entries are those in the write footprint of \(field: .sorobanData).", [sorobanData],
        example: [(.sorobanData, "AAAAAA...")]
    ) { texts throws(Failure) in ContractInput(.restore, sorobanData: try resources(texts)) }
}
