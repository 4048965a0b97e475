// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import StellarXDR

/// Simulation: what a contract call would do, and what it needs.
extension RPCCall {
    func simulate(_ parameters: RPCParameters, _ snapshot: Snapshot) throws(RPCError) -> JSON {
        let text = try parameters.required("transaction")
        let options = try Self.options(parameters)
        guard let envelope = TransactionEnvelope(base64: text) else {
            return failed("Could not unmarshal transaction", [], snapshot)
        }
        do throws(Simulation.Failure) {
            let random = service.random
            var simulation = try snapshot.simulate(envelope, options) { Int64(bitPattern: random() >> 1) }
            if let fault { simulation = simulation.with(fault, on: snapshot.network) }
            return json(simulation, snapshot)
        } catch {
            switch error {
            case .unsuitable(let reason): return failed(reason, [], snapshot)
            case .call(let error, let diagnostics): return failed(Self.text(error), diagnostics, snapshot)
            }
        }
    }

    private static func options(_ parameters: RPCParameters) throws(RPCError) -> Simulation.Options {
        var options = Simulation.Options()
        options.isUpgraded = try parameters.flag("useUpgradedAuth") ?? false
        options.instructionLeeway = try parameters.parameters("resourceConfig")?.number("instructionLeeway") ?? 0
        switch try parameters.text("authMode") ?? "" {
        case "": options.mode = .automatic
        case "enforce": options.mode = .enforce
        case "record": options.mode = .record(allowsNonRoot: false)
        case "record_allow_nonroot": options.mode = .record(allowsNonRoot: true)
        default: throw .invalidParameters("authMode must be enforce, record or record_allow_nonroot")
        }
        return options
    }

    private static func text(_ error: HostError) -> String {
        "\(error.text)\n\nEvent log (newest first):\n   0: [Diagnostic Event] \(error.message)\n"
    }

    private func failed(_ reason: String, _ diagnostics: [DiagnosticEvent], _ snapshot: Snapshot) -> JSON {
        var object = JSONObject([("error", .string(reason))])
        if !diagnostics.isEmpty { object["events"] = .xdr(each: diagnostics) }
        object["latestLedger"] = .integer(range(snapshot).latest)
        return .object(object)
    }

    private func json(_ simulation: Simulation, _ snapshot: Snapshot) -> JSON {
        [
            "transactionData": .xdr(simulation.data), "minResourceFee": .digits(simulation.data.resourceFee),
            "events": .xdr(each: simulation.diagnostics),
            "results": [["auth": .xdr(each: simulation.authorization), "xdr": .xdr(simulation.value)]],
            "stateChanges": .array(simulation.changes.map(Self.json)),
            "latestLedger": .integer(range(snapshot).latest),
        ]
    }

    private static func json(_ change: EntryChange) -> JSON {
        let type = change.before == nil ? "created" : change.after == nil ? "deleted" : "updated"
        return [
            "type": .string(type), "key": .xdr(change.key), "before": change.before.map { .xdr($0.entry) } ?? .null,
            "after": change.after.map { .xdr($0.entry) } ?? .null,
        ]
    }
}
