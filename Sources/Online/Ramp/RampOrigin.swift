// SPDX-License-Identifier: Apache-2.0

package import Faults
package import InteractivePages
import TextCodec

/// The origins that may serve the frame: Meso's, and for tests servers on this machine.
package enum RampOrigin {
    /// Parses an origin as a browser writes it: `https://transfer.meso.network`, without a path and without the default port.
    ///
    /// - Throws: `.badInput` for anything else, for a host that is not Meso's, and for http to another machine.
    package static func parse(_ text: String) throws(Failure) -> WebOrigin {
        guard let origin = WebOrigin(text) else {
            throw Failure(
                .badInput, "\(TerminalText.escape(text)) is not a web origin",
                hint: "an origin has a scheme and a host and nothing else: https://transfer.sandbox.meso.network")
        }
        guard origin.isLoopback || RampEnvironment.allCases.contains(where: { $0.origins.contains(origin) }) else {
            throw Failure(
                .badInput, "\(origin.text) is not an origin of Meso",
                hint: "the frame may come from transfer.* or api.* of meso.network, or for tests from this machine")
        }
        return origin
    }
}
