// SPDX-License-Identifier: Apache-2.0

/// How far an anchor is with a customer.
///
/// - Source: SEP-12 §Customer GET.
package enum CustomerStatus: String, Hashable, Sendable {
    case accepted = "ACCEPTED"
    case processing = "PROCESSING"
    case needsInfo = "NEEDS_INFO"
    case rejected = "REJECTED"
}
