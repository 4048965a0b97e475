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

    package var hint: Wording? {
        switch self {
        case .customerInfoNeeded(let domain, _):
            "to give it the fields: \(step: .anchor(.giveCustomerFields(.init(homeDomain: domain), type: nil, fields: [])))"
        case .loginNeeded(let domain, _, _):
            "log in: \(step: .anchor(.logIn(.init(homeDomain: domain))))"
        case .unreachable, .unavailable:
            kind == .unreachable ? "nothing was changed or lost; run the same command again" : nil
        default: nil
        }
    }
}
