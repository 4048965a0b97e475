// SPDX-License-Identifier: Apache-2.0

package import Handoff
package import Stellar

/// What an answer calls the transaction that it is for.
package enum AnsweredName {
    case hash(TransactionHash)
    /// A device's answer has the request's id alone.
    case id(RequestID)
    /// It says nothing: it can only be for the one that there is, if there is one.
    case only
}
