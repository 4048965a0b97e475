// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import StellarXDR

/// Entries of the ledger.
extension RPCCall {
    private static let most = 200
    private static let largestContract: UInt32 = 131_072

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

    /// The entry, unless it is a temporary one whose lifetime is over.
    private func live(_ key: LedgerKey, _ snapshot: Snapshot) -> StoredEntry? {
        // The one setting that it has: it tells whether the service gives entries at all.
        if case .configSetting(let setting) = key, setting.configSettingID == .contractMaxSizeBytes {
            return StoredEntry(.configSetting(.contractMaxSizeBytes(Self.largestContract)), liveUntil: nil, modified: 1)
        }
        guard let entry = snapshot.state.entry(key) else { return nil }
        if case .contractData(let data) = key, data.durability == .temporary,
            (entry.liveUntil ?? .max) < snapshot.latest.sequence
        {
            return nil
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
