// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TextCodec
import XDR

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
        let entry: SorobanAuthorizationEntry
        do throws(XDRError) {
            entry = try SorobanAuthorizationEntry(xdr: bytes)
        } catch {
            throw .field(field, .entry(error))
        }
        guard entry.xdr == bytes else { throw .notCanonical }
        return entry
    }
}
