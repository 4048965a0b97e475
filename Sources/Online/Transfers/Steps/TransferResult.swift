// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
package import TextCodec

/// A transfer that an anchor has, and what to do next.
package struct TransferResult {
    /// The document of `coldstar-submit anchor deposit --json` and the like.
    package let document: JSON
    /// The details for people; text from the anchor is not escaped.
    package let facts: [(name: String, value: String?)]
    /// The anchor's page to open now. It is not stored: anyone who has it can continue as this customer.
    package let page: HTTPURL?
    /// The command that builds the payment that the anchor waits for.
    package let paying: String?
    /// The command that follows the transfer; nil when it is final or cannot be followed.
    package let watching: String?
}
