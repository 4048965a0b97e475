// SPDX-License-Identifier: Apache-2.0

import Codec

/// What the anchor knows about a customer.
struct Customer: Sendable {
    enum Verdict: String, Sendable {
        case accepted = "ACCEPTED"
        case processing = "PROCESSING"
        case needsInfo = "NEEDS_INFO"
        case rejected = "REJECTED"
    }

    /// The status of a single field.
    enum FieldVerdict: String, Sendable {
        case accepted = "ACCEPTED"
        case processing = "PROCESSING"
        case rejected = "REJECTED"
        case unverified = "VERIFICATION_REQUIRED"
    }

    private struct Entry: Sendable {
        let value: Fields.Value
        let since: UInt64
        var isVerified: Bool
    }

    let id: String
    private var entries: [String: Entry] = [:]
    /// Fields that a transfer asked for, regardless of the customer type.
    private var demanded: Set<String> = []

    init(id: String) { self.id = id }

    mutating func set(_ name: String, _ value: Fields.Value, at now: UInt64) {
        // An unchanged value stays verified.
        guard entries[name]?.value != value else { return }
        entries[name] = Entry(value: value, since: now, isVerified: name != CustomerField.email)
    }

    func has(_ name: String) -> Bool { entries[name] != nil }

    mutating func verify(_ name: String, at now: UInt64) {
        guard let entry = entries[name], !entry.isVerified else { return }
        entries[name] = Entry(value: entry.value, since: now, isVerified: true)
    }

    /// Asks for a field, even if it is already known.
    mutating func demand(_ name: String) {
        demanded.insert(name)
        entries[name] = nil
    }

    func verdict(_ type: CustomerType, at now: UInt64) -> Verdict {
        let fields = entries.keys.map { verdict(ofField: $0, at: now) }
        if isUnwelcome, !fields.contains(.processing) { return .rejected }
        guard missing(type).isEmpty, !fields.contains(.unverified), !fields.contains(.rejected) else {
            return .needsInfo
        }
        return fields.contains(.processing) ? .processing : .accepted
    }

    /// The required fields that are missing.
    func missing(_ type: CustomerType) -> [String] {
        (type.required + demanded.sorted()).filter { entries[$0] == nil }
    }

    /// The fields that a transfer needs, as SEP-6 lists them: missing fields, verification codes, and pictures to be
    /// sent again.
    func wanted(_ type: CustomerType, at now: UInt64) -> [String] {
        let rest = entries.keys.sorted().compactMap { name -> String? in
            switch verdict(ofField: name, at: now) {
            case .unverified: name + "_verification"
            case .rejected: name
            case .accepted, .processing: nil
            }
        }
        return missing(type) + rest
    }

    private var isUnwelcome: Bool { entries["last_name"]?.value == .text(CustomerField.rejectedName) }

    private func verdict(ofField name: String, at now: UInt64) -> FieldVerdict {
        guard let entry = entries[name] else { return .processing }
        if !entry.isVerified { return .unverified }
        if now < entry.since + PracticeAnchor.step { return .processing }
        if case .file(let file) = entry.value, !file.isPicture { return .rejected }
        return .accepted
    }

    /// The response of `GET /customer`.
    func json(_ type: CustomerType, at now: UInt64) -> JSON {
        let verdict = verdict(type, at: now)
        var out = JSONObject([("id", .string(id)), ("status", .string(verdict.rawValue))])
        if let message = message(verdict, type, at: now) { out["message"] = .string(message) }
        if verdict != .rejected {
            let open = Self.description(missing(type), type.optional.filter { entries[$0] == nil })
            if open.count > 0 || verdict == .needsInfo { out["fields"] = .object(open) }
        }
        out["provided_fields"] = .object(provided(at: now))
        return .object(out)
    }

    /// The response of `GET /customer` for an unknown customer.
    static func unknown(_ type: CustomerType) -> JSON {
        ["status": "NEEDS_INFO", "fields": .object(description(type.required, type.optional))]
    }

    private static func description(_ required: [String], _ optional: [String]) -> JSONObject {
        var out = JSONObject()
        for name in required { out[name] = CustomerField.named(name).map { .object($0.json) } }
        for name in optional {
            var field = CustomerField.named(name)?.json ?? JSONObject()
            field["optional"] = true
            out[name] = .object(field)
        }
        return out
    }

    private func provided(at now: UInt64) -> JSONObject {
        var out = JSONObject()
        for field in CustomerField.all where entries[field.name] != nil {
            var line = field.json
            let verdict = verdict(ofField: field.name, at: now)
            line["status"] = .string(verdict.rawValue)
            if verdict == .rejected { line["error"] = "Not an image: send JPEG or PNG." }
            out[field.name] = .object(line)
        }
        return out
    }

    private func message(_ verdict: Verdict, _ type: CustomerType, at now: UInt64) -> String? {
        switch verdict {
        case .accepted: nil
        case .processing: "The practice anchor looks at it for \(PracticeAnchor.step) seconds."
        case .rejected: "The practice anchor rejects customers of this name."
        case .needsInfo where wanted(type, at: now).contains(CustomerField.email + "_verification"):
            "Verify the e-mail address: no mail is sent, the code is \(CustomerField.code)."
        case .needsInfo: "Something is missing."
        }
    }
}

/// A customer type, which determines the fields that the anchor asks for.
enum CustomerType: String, CaseIterable, Sendable {
    case deposit = "sep6-deposit"
    case withdrawal = "sep6-withdraw"

    static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }

    /// Parses the type's name or its short form.
    init?(name: String) {
        switch name {
        case "deposit", Self.deposit.rawValue: self = .deposit
        case "withdraw", "withdrawal", "sep6-withdrawal", Self.withdrawal.rawValue: self = .withdrawal
        default: return nil
        }
    }

    var required: [String] {
        switch self {
        case .deposit: ["first_name", "last_name", CustomerField.email]
        case .withdrawal: ["first_name", "last_name", CustomerField.email, "birth_date", "bank_account_number"]
        }
    }

    var optional: [String] {
        switch self {
        case .deposit: []
        case .withdrawal: ["id_type", "photo_id_front"]
        }
    }
}
