// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
package import Faults
import Horizon

extension RPCError: Fault {
    package var kind: FaultKind {
        switch self {
        // Permanent: the server will respond in the same way again.
        case .unreachable(_, HTTPError.badCertificate(_, _)), .unreachable(_, .tooLarge),
            .unreachable(_, .redirectRefused), .unreachable(_, .notHTTP), .protocolBroken, .unknownValue, .otherNetwork:
            .protocolBroken
        case .unreachable, .rateLimited, .unavailable, .behind: .unreachable
        case .refused(_, let problem):
            switch problem.kind {
            case .serverFault: .unreachable
            case .unknownMethod: .protocolBroken
            case .badRequest: .badInput
            }
        }
    }

    package var hint: Wording? {
        switch self {
        case .unreachable(_, HTTPError.badCertificate(_, _)):
            "use \(field: .caFile) if the server has a private certificate"
        case .unreachable(_, .tooLarge), .unreachable(_, .redirectRefused), .unreachable(_, .notHTTP), .protocolBroken:
            "is this the URL of a Stellar RPC server?"
        case .unknownValue: UnknownValue.hint
        case .otherNetwork: "check \(field: .network) and \(field: .rpcURL)"
        case .unreachable, .rateLimited, .unavailable, .behind:
            "nothing was changed or lost; run the same command again"
        case .refused(_, let problem):
            switch problem.kind {
            case .serverFault: "nothing was changed or lost; run the same command again"
            case .unknownMethod: "the server is older than stellar-rpc 23, or is not a Stellar RPC server"
            case .badRequest: nil
            }
        }
    }
}
