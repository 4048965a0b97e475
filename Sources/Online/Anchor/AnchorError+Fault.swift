// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
package import Faults

extension AnchorError: Fault {
    package var kind: FaultKind {
        switch self {
        case .badDomain, .badName, .loopback, .noToml, .noFederationServer, .noSuchName, .noService: .badInput
        case .unreachable(_, .badCertificate(_, _)), .badToml, .badField, .broken, .badToken,
            .unreachable(_, .redirectRefused(_, _)), .unreachable(_, .tooLarge(_, _)), .unreachable(_, .notHTTP(_, _)):
            .protocolBroken
        case .refused, .customerStatus, .customerInfoNeeded: .refusedByLedger
        case .loginNeeded: .refused
        case .unreachable, .unavailable: .unreachable
        }
    }

    package var hint: String? {
        switch self {
        case .customerInfoNeeded(let domain, _):
            "coldstar-submit anchor customer put --home-domain \(domain) gives it the fields"
        case .loginNeeded(let domain, _, _):
            "log in: coldstar-build challenge --home-domain \(domain), sign it, coldstar-submit auth"
        case .unreachable, .unavailable:
            kind == .unreachable ? "nothing was changed or lost; run the same command again" : nil
        default: nil
        }
    }
}
