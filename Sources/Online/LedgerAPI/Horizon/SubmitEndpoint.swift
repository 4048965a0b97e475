// SPDX-License-Identifier: Apache-2.0

/// The two submission endpoints.
package enum SubmitEndpoint: Hashable, Sendable {
    /// `POST /transactions`: the response comes once the transaction is in a ledger, or after half a minute.
    case waiting
    /// `POST /transactions_async`: the response comes at once and says whether the network's queue accepted it.
    case queue
}
