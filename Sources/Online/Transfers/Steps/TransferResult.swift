// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
package import Faults
package import TextCodec

/// A transfer that an anchor has, and what to do next.
package struct TransferResult {
    /// The document of `coldstar-submit anchor deposit --json` and the like.
    package let document: JSON
    /// The details for people; text from the anchor is not escaped.
    package let facts: [(name: String, value: String?)]
    /// The anchor's page to open now. It is not stored: anyone who has it can continue as this customer.
    package let page: HTTPURL?
    /// What the anchor waits for, such as the payment; nil for nothing that Coldstar does.
    package let next: NextStep?
    /// Follows the transfer; nil when it is final or cannot be followed.
    package let watching: NextStep?

    /// Whether the anchor waits for a payment.
    package var isPaidNow: Bool {
        if case .anchor(.payWithdrawal) = next { true } else { false }
    }
}
