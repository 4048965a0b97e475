// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import StellarXDR

/// Simulation: what a contract operation would do, and what it needs.
extension RPCCall {
    func simulate(_ parameters: RPCParameters, _ snapshot: Snapshot) throws(RPCError) -> JSON {
        let text = try parameters.required("transaction")
        let options = try Self.options(parameters)
        guard let envelope = TransactionEnvelope(base64: text) else {
            return failed("Could not unmarshal transaction", [], snapshot)
        }
        do throws(Simulation.CallError) {
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
        var object = JSONObject(Self.members(of: simulation.data))
        object["events"] = .xdr(each: simulation.diagnostics)
        if let value = simulation.value {
            object["results"] = [["auth": .xdr(each: simulation.authorization), "xdr": .xdr(value)]]
        }
        if let data = simulation.restorePreamble {
            object["restorePreamble"] = .object(JSONObject(Self.members(of: data)))
        }
        object["stateChanges"] = .array(simulation.changes.map(Self.json))
        object["latestLedger"] = .integer(range(snapshot).latest)
        return .object(object)
    }

    private static func members(of data: SorobanTransactionData) -> [(String, JSON)] {
        [("transactionData", .xdr(data)), ("minResourceFee", .digits(data.resourceFee))]
    }

    private static func json(_ change: EntryChange) -> JSON {
        // An archived entry counts as none.
        let type = change.live == nil ? "created" : change.after == nil ? "deleted" : "updated"
        return [
            "type": .string(type), "key": .xdr(change.key), "before": change.live.map { .xdr($0.entry) } ?? .null,
            "after": change.after.map { .xdr($0.entry) } ?? .null,
        ]
    }
}

/// Entries of the ledger.
extension RPCCall {
    private static let most = 200

    func entries(_ parameters: RPCParameters, _ snapshot: Snapshot) throws(RPCError) -> JSON {
        let texts = try parameters.texts("keys") ?? []
        guard texts.count <= Self.most else {
            throw .invalidParameters("key count (\(texts.count)) exceeds maximum supported (\(Self.most))")
        }
        var found: [JSON] = []
        var keys: Set<LedgerKey> = []
        for (index, text) in texts.enumerated() {
            guard let key = LedgerKey(base64: text) else {
                throw .invalidParameters("cannot unmarshal key value at index \(index)")
            }
            if case .ttl = key { throw .invalidParameters("ledger ttl entries cannot be queried directly") }
            keys.insert(key)
            if let entry = live(key, snapshot) { found.append(json(key, entry)) }
        }
        // What Core says of no keys, and of one twice; of the latter only the status arrives.
        guard !texts.isEmpty else { throw Self.core("no keys specified in request") }
        guard keys.count == texts.count else { throw Self.core("http request failed with non-200 status code (404)") }
        return ["entries": .array(found), "latestLedger": .integer(range(snapshot).latest)]
    }

    private static func core(_ message: String) -> RPCError { .serverFault("could not query captive core: \(message)") }

    /// The entry, unless it is a temporary one whose lifetime is over. One that is archived has the lifetime 0.
    private func live(_ key: LedgerKey, _ snapshot: Snapshot) -> StoredEntry? {
        if case .configSetting(let setting) = key {
            return snapshot.setting(setting.configSettingID).map {
                StoredEntry(.configSetting($0), liveUntil: nil, modified: 1)
            }
        }
        guard var entry = snapshot.state.entry(key) else { return nil }
        if entry.isOver(in: snapshot.latest.sequence) {
            guard entry.isArchived(key, in: snapshot.latest.sequence) else { return nil }
            entry.liveUntil = 0
        }
        return fault == .swappedSpec ? entry.withSwappedSpec : entry
    }

    private func json(_ key: LedgerKey, _ entry: StoredEntry) -> JSON {
        var object = JSONObject([
            ("key", .xdr(key)), ("xdr", .xdr(entry.data)), ("lastModifiedLedgerSeq", .integer(entry.modified)),
        ])
        if let last = entry.liveUntil { object["liveUntilLedgerSeq"] = .integer(last) }
        object["extXdr"] = .xdr(entry.ext)
        return .object(object)
    }
}
