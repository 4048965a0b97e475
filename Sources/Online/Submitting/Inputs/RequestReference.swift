// SPDX-License-Identifier: Apache-2.0

package import Handoff
package import Stellar

/// How a response refers to its request.
package enum RequestReference {
    case hash(TransactionHash)
    /// A device's response has only the request's id.
    case id(RequestID)
    /// No identification: it can only be for the single candidate, if there is one.
    case only
}
