// SPDX-License-Identifier: Apache-2.0

package import Preflight
import Stellar

extension Complaint {
    /// The message with its result code.
    package var text: String { message + (code.map { " (\($0))" } ?? "") }

    /// The check that it is the result of.
    var subject: CheckRow.Subject {
        if code == .opBadAuth { return .signature }
        if operation != nil, code != .opMalformed, code != .opNotSupported { return .operation }
        return switch code {
        case .txBadAuth, .txBadAuthExtra: .signature
        case .txTooLate, .txTooEarly: .validity
        case .txBadSeq, .txBadMinseqAgeOrGap, .txNoSourceAccount: .sequence
        case .txInsufficientFee, .txInsufficientBalance: .fee
        default: .form
        }
    }
}

extension SignatureReport.Authority {
    /// The required level, with the account's thresholds.
    package var text: String { "\(level); low \(thresholds[0]), medium \(thresholds[1]), high \(thresholds[2])" }
}
