// SPDX-License-Identifier: Apache-2.0

/// What a customer is asked for depends on what they want to do.
enum CustomerType: String, CaseIterable, Sendable {
    case deposit = "sep6-deposit"
    case withdrawal = "sep6-withdraw"

    static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }

    /// By its name, or a shorter one.
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
