// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
package import Faults

extension HorizonError: Fault {
    package var kind: FaultKind {
        switch self {
        // Permanent: the server will respond in the same way again.
        case .unreachable(HTTPError.badCertificate(_, _)), .unreachable(.tooLarge), .unreachable(.redirectRefused),
            .unreachable(.notHTTP), .protocolBroken, .unknownValue, .notFound:
            .protocolBroken
        case .unreachable, .rateLimited, .unavailable: .unreachable
        case .problem, .otherNetwork: .badInput
        }
    }

    package var hint: Wording? {
        switch self {
        case .unreachable(HTTPError.badCertificate(_, _)):
            "use \(field: .caFile) if the server has a private certificate"
        case .unreachable(.tooLarge), .unreachable(.redirectRefused), .unreachable(.notHTTP), .protocolBroken,
            .notFound:
            "is this the URL of a Horizon server?"
        case .unknownValue: UnknownValue.hint
        case .unreachable, .rateLimited, .unavailable: "nothing was changed or lost; run the same command again"
        case .problem: nil
        case .otherNetwork: "check \(field: .network) and \(field: .horizonURL)"
        }
    }
}
