// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Submitter

extension Failure {
    /// The failure to report when no server is left.
    init(_ fault: ServerFault) {
        switch fault {
        case .notHorizon(let status):
            self.init(
                .protocolBroken, "the server answered with status \(status), not as a Horizon does",
                hint: "is this the URL of a Horizon server?")
        case .closed(let reason):
            self.init(.unreachable, reason, hint: "nothing was sent; another server may take it (--horizon-url)")
        case .unusable(let reason): self.init(.protocolBroken, reason)
        }
    }
}
