// SPDX-License-Identifier: Apache-2.0

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
