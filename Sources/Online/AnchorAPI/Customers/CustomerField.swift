// SPDX-License-Identifier: Apache-2.0

/// Why a value is not what a field takes.
package enum FieldObjection: Hashable, Sendable {
    case missing
    case empty
    /// A file is wanted, and no text.
    case file
    case date, country, language, email, phone, number, amount
    /// - Parameter choices: what is accepted; empty if the list is shown beside the field.
    case choice(among: [String])
    case below(DecimalText, code: String)
    case above(DecimalText, code: String)

    /// Names of choices and assets are an anchor's, and not escaped.
    package var message: String {
        switch self {
        case .missing: "this is needed"
        case .empty: "it is empty"
        case .file: "it is a file"
        case .date: "it is not a date such as 1990-12-31"
        case .country: "it is not a country of ISO 3166-1 alpha-3, such as DEU"
        case .language: "it is not a language of ISO 639-1, such as en"
        case .email: "it is not an e-mail address"
        case .phone: "it is not a number in E.164, such as +14155552671"
        case .number: "it is not a number"
        case .amount: "that is not an amount such as 10.5"
        case .choice(let choices):
            choices.isEmpty ? "not one of the choices" : "it is not one of \(choices.joined(separator: ", "))"
        case .below(let minimum, let code): "the least is \(minimum.text) \(code)"
        case .above(let maximum, let code): "the most is \(maximum.text) \(code)"
        }
    }
}

/// Formats of SEP-9 fields.
///
/// - Source: SEP-9.
package enum CustomerField {
    /// The format of a value.
    private enum Form {
        case date, country3, language, email, phone, country3Or2
    }

    private static let forms: [String: Form] = [
        "birth_date": .date, "id_issue_date": .date, "id_expiration_date": .date,
        "organization.registration_date": .date,
        "address_country_code": .country3, "birth_country_code": .country3, "id_country_code": .country3,
        "organization.address_country_code": .country3, "language_code": .language, "email_address": .email,
        "organization.email": .email, "mobile_number": .phone, "bank_phone_number": .phone,
        "organization.phone": .phone,
    ]

    /// Fields that are files.
    package static let files: Set<String> = [
        "photo_id_front", "photo_id_back", "notary_approval_of_photo_id", "photo_proof_residence", "proof_of_income",
        "proof_of_liveness", "organization.photo_incorporation_doc", "organization.photo_proof_address",
    ]

    /// Why a value is invalid; nil when it may be valid, or the field's format is not known.
    package static func objection(to value: String, of name: String) -> FieldObjection? {
        if value.isEmpty { return .empty }
        if files.contains(name) { return .file }
        switch forms[name] {
        case .date? where !isDate(value): return .date
        case .country3? where !isUpper(value, 3): return .country
        case .language? where !(value.utf8.count == 2 && value.utf8.allSatisfy { (0x61...0x7a).contains($0) }):
            return .language
        case .email? where !isEmail(value): return .email
        case .phone? where !isPhone(value): return .phone
        default: return nil
        }
    }

    /// The media type of a file, determined from its first bytes.
    package static func mediaType(of content: [UInt8]) -> String {
        if content.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
        if content.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "image/png" }
        if content.starts(with: Array("%PDF-".utf8)) { return "application/pdf" }
        return "application/octet-stream"
    }

    private static func isUpper(_ value: String, _ count: Int) -> Bool {
        value.utf8.count == count && value.utf8.allSatisfy { (0x41...0x5a).contains($0) }
    }

    private static func isEmail(_ value: String) -> Bool {
        let parts = value.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !value.contains(where: \.isWhitespace)
    }

    private static func isPhone(_ value: String) -> Bool {
        let digits = value.utf8.dropFirst()
        return value.hasPrefix("+") && (7...15).contains(digits.count)
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether the value is a valid calendar date.
    static func isDate(_ value: String) -> Bool {
        let parts = value.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(day)
    }
}

extension CustomerField {
    /// All field names of SEP-9.
    ///
    /// - Source: SEP-9, version 1.18.
    package static let names: Set<String> = Set(person + financial + organization + organizationFinancial + card)

    /// Whether a name is a SEP-9 field, or the verification code of one (SEP-12).
    package static func isStandard(_ name: String) -> Bool {
        let proof = "_verification"
        return names.contains(name) || name.hasSuffix(proof) && names.contains(String(name.dropLast(proof.count)))
    }

    private static let person = list(
        """
        family_name last_name given_name first_name additional_name address_country_code state_or_province city postal_code address
        mobile_number mobile_number_format email_address birth_date birth_place birth_country_code tax_id tax_id_name occupation
        employer_name employer_address language_code id_type id_country_code id_issue_date id_expiration_date id_number
        photo_id_front photo_id_back notary_approval_of_photo_id ip_address photo_proof_residence sex proof_of_income
        proof_of_liveness referral_id
        """)

    private static let financial = list(
        """
        bank_name bank_account_type bank_account_number bank_number bank_phone_number bank_branch_number external_transfer_memo
        clabe_number cbu_number cbu_alias mobile_money_number mobile_money_provider crypto_address crypto_memo
        """)

    private static let organization = list(
        """
        name VAT_number registration_number registration_date registered_address number_of_shareholders shareholder_name
        photo_incorporation_doc photo_proof_address address_country_code state_or_province city postal_code director_name website
        email phone
        """
    ).map { "organization." + $0 }

    private static let organizationFinancial = financial.map { "organization." + $0 }

    private static let card = list(
        """
        number expiration_date cvc holder_name network postal_code country_code state_or_province city address token
        """
    ).map { "card." + $0 }

    private static func list(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}
