// SPDX-License-Identifier: Apache-2.0

/// How far an anchor is with a field that a customer gave.
///
/// - Source: SEP-12 §Provided Fields.
package enum CustomerFieldStatus: String, Hashable, Sendable {
    case accepted = "ACCEPTED"
    case processing = "PROCESSING"
    case rejected = "REJECTED"
    case verificationRequired = "VERIFICATION_REQUIRED"
}
