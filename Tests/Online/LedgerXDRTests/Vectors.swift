// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import StellarXDR
import TestSupport
import Testing

/// A field of XDR in base64 in a vector file.
struct XDRField: Sendable, CustomTestStringConvertible {
    let file: String
    /// The names of the members that lead to the field, joined by dots.
    let path: String
    let text: String
    let type: WireType

    var bytes: [UInt8] { get throws { try Base64.decode(text) } }

    var testDescription: String { "\(file) \(path)" }
}

/// The files in `Vectors`.
enum Vectors {
    static func json(_ name: String) throws -> JSON { try VectorFiles.json(name + ".json", beside: #filePath) }

    static func cases(_ name: String, _ member: String = "cases") throws -> [JSON] { try json(name).array(member) }

    static func type(_ name: String) throws -> WireType {
        try #require(WireType(named: name) ?? WireType(named: name, in: WireType.ledgerXDR), "no type \(name)")
    }

    /// Every text of a file with the path of its members, elements of arrays without a number.
    static func texts(_ file: String) throws -> [(path: String, text: String)] {
        var found: [(String, String)] = []
        func walk(_ json: JSON, _ path: [String]) {
            switch json {
            case .string(let text): found.append((path.joined(separator: "."), text))
            case .array(let elements): for element in elements { walk(element, path) }
            case .object(let object): for (key, value) in object.members { walk(value, path + [key]) }
            default: break
            }
        }
        walk(try json(file), [])
        return found
    }

    /// The fields of a file that `types` says are XDR.
    static func fields(_ file: String) throws -> [XDRField] {
        try texts(file).compactMap { path, text in
            // A filter of events may have wildcards in place of topics.
            guard let name = typeName(of: path, in: file), text != "*", text != "**" else { return nil }
            // Requests that a server answers with an error may have bad XDR.
            if path.hasPrefix("errors.request.") { return nil }
            return XDRField(file: file, path: path, text: text, type: try type(name))
        }
    }

    static func allFields() throws -> [XDRField] { try types.keys.sorted().flatMap(fields) }

    static func typeName(of path: String, in file: String) -> String? {
        types[file]?.filter { path == $0.key || path.hasSuffix("." + $0.key) }.max { $0.key.count < $1.key.count }?
            .value
    }

    /// The XDR fields of each file: the end of the path, and the type.
    static let types: [String: [String: String]] = [
        "ledger-keys": ["cases.key": "LedgerKey"],
        "ledger-entries": ["entry_data": "LedgerEntryData"],
        "tx-meta": [
            "result_xdr": "TransactionResult", "meta_xdr": "TransactionMeta", "return_value_xdr": "SCVal",
            "contract_events_xdr": "ContractEvent", "success_preimage_xdr": "InvokeHostFunctionSuccessPreImage",
            "send_errors.xdr": "TransactionResult", "contract_event_xdr": "ContractEvent",
            "diagnostic_event_xdr": "DiagnosticEvent", "topics_xdr": "SCVal", "value_xdr": "SCVal",
            "transaction_events.xdr": "TransactionEvent", "header_xdr": "LedgerHeader",
            "history_entry_xdr": "LedgerHeaderHistoryEntry", "close_meta_xdr": "LedgerCloseMeta",
        ],
        "sac-events": ["event": "ContractEvent"],
        "sac-calls": ["scval": "SCVal", "host_function": "HostFunction"],
        "auth-entries": authorization, "auth-negative": authorization, "account-signatures": authorization,
        "assemble": rpc.merging(["before": "TransactionEnvelope", "after": "TransactionEnvelope"]) { $1 },
        "rpc-dialog": rpc,
        "real/rpc-answers": rpc.merging([
            "simulations.transaction": "TransactionEnvelope", "simulations.value": "TransactionEnvelope",
            "LedgerKeyCounterAddress.value": "LedgerKey", "LedgerKeyContractBalance.value": "LedgerKey",
            "CombinedLedgerKeys.value": "LedgerKey", "return_value_xdr": "SCVal",
        ]) { $1 },
        "real/ledger-app-auth": ["preimage_xdr": "HashIDPreimage"],
    ]

    private static let authorization = [
        "entry": "SorobanAuthorizationEntry", "signed_entry": "SorobanAuthorizationEntry",
        "parent_entry": "SorobanAuthorizationEntry", "preimage": "HashIDPreimage", "signature_scval": "SCVal",
    ]

    /// What answers of a Stellar RPC server contain.
    private static let rpc = [
        "headerXdr": "LedgerHeader", "metadataXdr": "LedgerCloseMeta", "params.keys": "LedgerKey",
        "entries.key": "LedgerKey",
        "entries.xdr": "LedgerEntryData", "extXdr": "LedgerEntryExt", "params.transaction": "TransactionEnvelope",
        "transactionData": "SorobanTransactionData", "events": "DiagnosticEvent",
        "results.auth": "SorobanAuthorizationEntry",
        "results.xdr": "SCVal", "stateChanges.key": "LedgerKey", "stateChanges.before": "LedgerEntry",
        "stateChanges.after": "LedgerEntry", "sdk_result.after": "TransactionEnvelope",
        "errorResultXdr": "TransactionResult",
        "envelopeXdr": "TransactionEnvelope", "resultXdr": "TransactionResult", "resultMetaXdr": "TransactionMeta",
        "transactionEventsXdr": "TransactionEvent", "contractEventsXdr": "ContractEvent",
        "diagnosticEventsXdr": "DiagnosticEvent", "topics": "SCVal", "topic": "SCVal", "events.value": "SCVal",
    ]
}
