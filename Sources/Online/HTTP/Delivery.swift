// SPDX-License-Identifier: Apache-2.0

/// Whether a failed request may have had an effect.
package enum Delivery: Hashable, Sendable {
    /// No byte of the request left this machine.
    case definitelyNotSent
    /// Sending had begun: the server may have received all of it, whatever it returned.
    case mayHaveArrived
}
