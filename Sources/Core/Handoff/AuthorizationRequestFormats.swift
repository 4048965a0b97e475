// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

extension AuthorizationRequest {
    private enum Key {
        static let entry: UInt64 = 1
        static let envelope: UInt64 = 2
        static let siblings: UInt64 = 3
        static let expirationLedger: UInt64 = 4
        static let claimedLedger: UInt64 = 5
        static let claimedCloseTime: UInt64 = 6
        static let contracts: UInt64 = 7
        static let contextRules: UInt64 = 8
        static let ruleDigest: UInt64 = 9
        static let all = Set(entry...ruleDigest)
    }

    private enum MaterialKey {
        static let id: UInt64 = 1
        static let spec: UInt64 = 2
        static let wasm: UInt64 = 3
        static let all = Set(id...wasm)
    }

    init(cbor item: CBOR) throws(HandoffError) {
        let name = "authorization"
        let fields = try CBORFields(item, known: Key.all, field: name)
        do throws(HandoffError) {
            let entry = try EntryReader.read(
                try fields.bytes(Key.entry, "entry", limit: Limits.entry), field: "entry")
            var envelope: TransactionEnvelope?
            if fields[Key.envelope] != nil {
                envelope = try EnvelopeReader.read(
                    try fields.bytes(Key.envelope, "envelope", limit: Limits.envelope), field: "envelope")
            }
            self.init(
                entry: entry, envelope: envelope, siblings: try Self.siblings(fields),
                expirationLedger: try fields.ledger(Key.expirationLedger, "expiration_ledger"),
                claimedLedger: fields[Key.claimedLedger] == nil
                    ? nil : try fields.ledger(Key.claimedLedger, "claimed_ledger"),
                claimedCloseTime: try fields.time(Key.claimedCloseTime, "claimed_close_time"),
                contracts: try Self.contracts(fields), contextRules: try Self.contextRules(fields),
                ruleDigest: try Self.digest(
                    try fields.optionalText(Key.ruleDigest, "context_rule_digest", limit: Limits.domain),
                    hasRules: fields[Key.contextRules] != nil))
        } catch {
            throw error.inside(name)
        }
    }

    private static func contextRules(_ fields: CBORFields) throws(HandoffError) -> [UInt32]? {
        guard fields[Key.contextRules] != nil else { return nil }
        var rules: [UInt32] = []
        let elements = try fields.array(Key.contextRules, "context_rule_ids", limit: Limits.contextRules)
        for (place, element) in elements.enumerated() {
            guard let rule = element.asUnsigned.flatMap({ UInt32(exactly: $0) }) else {
                throw .field("context_rule_ids[\(place)]", .wrongType(expected: "a number of 32 bits"))
            }
            rules.append(rule)
        }
        return rules
    }

    private static func siblings(_ fields: CBORFields) throws(HandoffError) -> [SorobanAuthorizationEntry] {
        var found: [SorobanAuthorizationEntry] = []
        for (place, element) in try fields.array(Key.siblings, "siblings", limit: Limits.siblings).enumerated() {
            let name = "siblings[\(place)]"
            guard let bytes = element.asBytes else { throw .field(name, .wrongType(expected: "bytes")) }
            guard bytes.count <= Limits.entry else { throw .field(name, .tooLong(limit: Limits.entry)) }
            found.append(try EntryReader.read(bytes, field: name))
        }
        return found
    }

    private static func contracts(_ fields: CBORFields) throws(HandoffError) -> [Material] {
        var found: [Material] = []
        for (place, element) in try fields.array(Key.contracts, "contracts", limit: Limits.contracts).enumerated() {
            let name = "contracts[\(place)]"
            let inner = try CBORFields(element, known: MaterialKey.all, field: name)
            do throws(HandoffError) {
                guard let id = ContractID(try inner.bytes(MaterialKey.id, "id", limit: 32)) else {
                    throw .field("id", .malformed(expected: "32 bytes"))
                }
                let isCode = inner[MaterialKey.wasm] != nil
                guard isCode != (inner[MaterialKey.spec] != nil) else {
                    throw .field("spec", .malformed(expected: "given, or \"wasm\" instead of it"))
                }
                found.append(
                    Material(
                        id: id,
                        content: isCode
                            ? .wasm(try inner.bytes(MaterialKey.wasm, "wasm", limit: Limits.code))
                            : .spec(try inner.bytes(MaterialKey.spec, "spec", limit: Limits.code))))
            } catch {
                throw error.inside(name)
            }
        }
        return found
    }

    var cbor: CBOR {
        var members: [CBOR: CBOR] = [
            .unsigned(Key.entry): .bytes(entry.xdr),
            .unsigned(Key.expirationLedger): .unsigned(UInt64(expirationLedger)),
        ]
        members[.unsigned(Key.envelope)] = envelope.map { .bytes($0.xdr) }
        if !siblings.isEmpty { members[.unsigned(Key.siblings)] = .array(siblings.map { .bytes($0.xdr) }) }
        members[.unsigned(Key.claimedLedger)] = claimedLedger.map { .unsigned(UInt64($0)) }
        members[.unsigned(Key.claimedCloseTime)] = claimedCloseTime.map { .unsigned($0.seconds) }
        if !contracts.isEmpty { members[.unsigned(Key.contracts)] = .array(contracts.map(Self.item)) }
        members[.unsigned(Key.contextRules)] = contextRules.map { .array($0.map { .unsigned(UInt64($0)) }) }
        if contextRules != nil, ruleDigest == .account {
            members[.unsigned(Key.ruleDigest)] = .text(ruleDigest.rawValue)
        }
        return .map(members)
    }

    private static func item(_ material: Material) -> CBOR {
        var members: [CBOR: CBOR] = [.unsigned(MaterialKey.id): .bytes(material.id.bytes)]
        switch material.content {
        case .spec(let section): members[.unsigned(MaterialKey.spec)] = .bytes(section)
        case .wasm(let code): members[.unsigned(MaterialKey.wasm)] = .bytes(code)
        }
        return .map(members)
    }
}

extension AuthorizationRequest {
    /// Reads the member `authorization` of a request.
    init(_ request: JSONFields) throws(HandoffError) {
        let name = "authorization"
        let fields = try request.fields(
            name,
            known: [
                "entry", "envelope", "siblings", "expiration_ledger", "claimed_ledger", "claimed_close_time",
                "contracts", "context_rule_ids", "context_rule_digest",
            ])
        do throws(HandoffError) {
            let entry = try EntryReader.read(try fields.base64("entry", limit: Limits.entry), field: "entry")
            var envelope: TransactionEnvelope?
            if fields.has("envelope") {
                envelope = try EnvelopeReader.read(
                    try fields.base64("envelope", limit: Limits.envelope), field: "envelope")
            }
            self.init(
                entry: entry, envelope: envelope, siblings: try Self.siblings(fields),
                expirationLedger: try fields.ledger("expiration_ledger"),
                claimedLedger: fields.has("claimed_ledger") ? try fields.ledger("claimed_ledger") : nil,
                claimedCloseTime: try fields.time("claimed_close_time"), contracts: try Self.contracts(fields),
                contextRules: try Self.contextRules(fields),
                ruleDigest: try Self.digest(
                    fields.has("context_rule_digest")
                        ? try fields.string("context_rule_digest", limit: Limits.domain) : nil,
                    hasRules: fields.has("context_rule_ids")))
        } catch {
            throw error.inside(name)
        }
    }

    /// The digest of the member `context_rule_digest`, which is absent for the older one.
    static func digest(_ text: String?, hasRules: Bool) throws(HandoffError) -> AuthPayload.Digest {
        guard let text else { return .rules }
        guard hasRules, text == AuthPayload.Digest.account.rawValue else {
            throw .field("context_rule_digest", .malformed(expected: "\"account\" beside context_rule_ids, or absent"))
        }
        return .account
    }

    private static func contextRules(_ fields: JSONFields) throws(HandoffError) -> [UInt32]? {
        guard fields.has("context_rule_ids") else { return nil }
        var rules: [UInt32] = []
        for (place, element) in try fields.array("context_rule_ids", limit: Limits.contextRules).enumerated() {
            guard let rule = element.asInteger(UInt32.self) else {
                throw .field("context_rule_ids[\(place)]", .wrongType(expected: "a number of 32 bits"))
            }
            rules.append(rule)
        }
        return rules
    }

    private static func siblings(_ fields: JSONFields) throws(HandoffError) -> [SorobanAuthorizationEntry] {
        guard fields.has("siblings") else { return [] }
        var found: [SorobanAuthorizationEntry] = []
        for (place, element) in try fields.array("siblings", limit: Limits.siblings).enumerated() {
            let name = "siblings[\(place)]"
            guard let text = element.asString else { throw .field(name, .wrongType(expected: "a string")) }
            guard text.utf8.count <= Limits.entry / 3 * 4 + 4 else {
                throw .field(name, .tooLong(limit: Limits.entry))
            }
            let bytes: [UInt8]
            do throws(Base64Error) { bytes = try Base64.decode(text) } catch { throw .field(name, .base64(error)) }
            found.append(try EntryReader.read(bytes, field: name))
        }
        return found
    }

    private static func contracts(_ fields: JSONFields) throws(HandoffError) -> [Material] {
        guard fields.has("contracts") else { return [] }
        var found: [Material] = []
        for (place, element) in try fields.array("contracts", limit: Limits.contracts).enumerated() {
            let name = "contracts[\(place)]"
            do throws(HandoffError) {
                let inner = try JSONFields(element, known: ["id", "spec", "wasm"])
                let address = try inner.string("id", limit: Limits.domain)
                guard case .contract(let id)? = try? StrKey(address) else {
                    throw .field("id", .malformed(expected: "a contract's address, C..."))
                }
                guard inner.has("spec") != inner.has("wasm") else {
                    throw .field("spec", .malformed(expected: "given, or \"wasm\" instead of it"))
                }
                found.append(
                    Material(
                        id: id,
                        content: inner.has("wasm")
                            ? .wasm(try inner.base64("wasm", limit: Limits.code))
                            : .spec(try inner.base64("spec", limit: Limits.code))))
            } catch {
                throw error.inside(name)
            }
        }
        return found
    }

    var json: JSON {
        var members: [(String, JSON)] = [("entry", .string(Base64.encode(entry.xdr)))]
        if let envelope { members.append(("envelope", .string(Base64.encode(envelope.xdr)))) }
        members.append(("siblings", .array(siblings.map { .string(Base64.encode($0.xdr)) })))
        members.append(("expiration_ledger", .integer(expirationLedger)))
        if let claimedLedger { members.append(("claimed_ledger", .integer(claimedLedger))) }
        if let claimedCloseTime { members.append(("claimed_close_time", .string(claimedCloseTime.rfc3339))) }
        members.append(("contracts", .array(contracts.map(\.json))))
        if let contextRules { members.append(("context_rule_ids", .array(contextRules.map { .integer($0) }))) }
        if contextRules != nil, ruleDigest == .account {
            members.append(("context_rule_digest", .string(ruleDigest.rawValue)))
        }
        return .object(JSONObject(members))
    }
}

extension AuthorizationRequest.Material {
    fileprivate var json: JSON {
        let address = JSON.string(StrKey.contract(id).text)
        return switch content {
        case .wasm(let code): ["id": address, "wasm": .string(Base64.encode(code))]
        case .spec(let section): ["id": address, "spec": .string(Base64.encode(section))]
        }
    }
}

/// Decodes authorization entries, and accepts only bytes that encode back unchanged.
enum EntryReader {
    static func read(_ bytes: [UInt8], field: String) throws(HandoffError) -> SorobanAuthorizationEntry {
        do { return try SorobanAuthorizationEntry(canonical: bytes) } catch { throw .field(field, .entry(error)) }
    }
}
