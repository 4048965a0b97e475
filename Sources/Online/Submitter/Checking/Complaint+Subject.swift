// SPDX-License-Identifier: Apache-2.0

package import Preflight

extension Complaint {
    /// The message with its result code.
    package var text: String { message + (code.map { " (\($0))" } ?? "") }

    /// The check that it is the result of.
    var subject: CheckRow.Subject {
        if code == "op_bad_auth" { return .signature }
        if operation != nil, code != "op_malformed", code != "op_not_supported" { return .operation }
        return switch code {
        case "tx_bad_auth", "tx_bad_auth_extra": .signature
        case "tx_too_late", "tx_too_early": .validity
        case "tx_bad_seq", "tx_bad_minseq_age_or_gap", "tx_no_source_account": .sequence
        case "tx_insufficient_fee", "tx_insufficient_balance": .fee
        default: .form
        }
    }
}

extension SignatureReport.Authority {
    /// The required level, with the account's thresholds.
    package var text: String { "\(level); low \(thresholds[0]), medium \(thresholds[1]), high \(thresholds[2])" }
}
