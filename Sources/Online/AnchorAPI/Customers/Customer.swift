// SPDX-License-Identifier: Apache-2.0

package import Codec

/// An anchor's record of one customer.
package struct Customer: Sendable {
    package let document: JSON
    package let status: CustomerStatus
    package var id: String? { document["id"].flatMap(AnchorValue.id) }
    package var message: String? { document["message"]?.asString }

    init(_ document: JSON, of domain: String) throws(AnchorError) {
        // Some servers write them in lower case.
        let text = document["status"]?.asString?.uppercased()
        guard let status = text.flatMap(CustomerStatus.init(rawValue:)) else {
            let fault = AnchorValue.fault(of: "status", in: document)
            let more = text == nil ? "" : ", which SEP-12 does not define"
            throw .broken(domain: domain, reason: "the customer \(fault)\(more)")
        }
        self.document = document
        self.status = status
    }

    /// A field that is required or was given.
    package struct Field: Sendable {
        package let name: String
        package let document: JSON
        package var isOptional: Bool { document["optional"]?.asBool ?? false }
        package var type: String { document["type"]?.asString ?? "string" }
        package var about: String { document["description"]?.asString ?? "" }
        package var choices: [String] { document["choices"]?.asArray?.compactMap(\.asString) ?? [] }

        /// Why a value is invalid for this field; nil when it may be valid.
        package func objection(to value: String) -> FieldObjection? {
            if let objection = CustomerField.objection(to: value, of: name) { return objection }
            guard choices.isEmpty || choices.contains(value) else { return .choice(among: choices) }
            switch type {
            case "date" where !CustomerField.isDate(value): return .date
            case "number" where DecimalText(value) == nil: return .number
            default: return nil
            }
        }

        /// Whether it is a file.
        package var isFile: Bool { type == "binary" || CustomerField.files.contains(name) }

        /// The status of a given field; nil if the server does not say, or says something SEP-12 does not define.
        package var status: CustomerFieldStatus? { statusText.flatMap(CustomerFieldStatus.init(rawValue:)) }
        /// The status of a given field as the server writes it.
        package var statusText: String? { document["status"]?.asString }
        package var error: String? { document["error"]?.asString }
    }

    package var wanted: [Field] { fields("fields") }
    package var given: [Field] { fields("provided_fields") }

    /// The names of fields still required: those that are not optional, and codes for fields that must be verified.
    package var missing: [String] {
        wanted.filter { !$0.isOptional }.map(\.name)
            + given.filter { $0.status == .verificationRequired }.map { $0.name + "_verification" }
            + given.filter { $0.status == .rejected }.map(\.name)
    }

    private func fields(_ part: String) -> [Field] {
        (document[part]?.asObject?.members ?? []).map { Field(name: $0.key, document: $0.value) }
    }
}

/// How far an anchor is with a customer.
///
/// - Source: SEP-12 §Customer GET.
package enum CustomerStatus: String, Hashable, Sendable {
    case accepted = "ACCEPTED"
    case processing = "PROCESSING"
    case needsInfo = "NEEDS_INFO"
    case rejected = "REJECTED"
}

/// How far an anchor is with a field that a customer gave.
///
/// - Source: SEP-12 §Provided Fields.
package enum CustomerFieldStatus: String, Hashable, Sendable {
    case accepted = "ACCEPTED"
    case processing = "PROCESSING"
    case rejected = "REJECTED"
    case verificationRequired = "VERIFICATION_REQUIRED"
}
