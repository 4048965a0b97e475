// SPDX-License-Identifier: Apache-2.0

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
