// SPDX-License-Identifier: Apache-2.0

/// Whether a request that failed can have had an effect.
package enum Delivery: Hashable, Sendable {
    /// Not one byte of the request left this machine.
    case definitelyNotSent
    /// Sending had begun: the server may have seen all of it, whatever came back.
    case mayHaveArrived
}
