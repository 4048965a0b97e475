// SPDX-License-Identifier: Apache-2.0

package import Codec

extension ServerFault: Fault {
    package var kind: FaultKind {
        switch self {
        case .notHorizon, .unusable: .protocolBroken
        case .closed: .unreachable
        }
    }

    package var message: String {
        switch self {
        case .notHorizon(let status): "the server answered with status \(status), not as a Horizon does"
        case .closed(let reason), .unusable(let reason): reason
        }
    }

    package var hint: Wording? {
        switch self {
        case .notHorizon: "is this the URL of a Horizon server?"
        case .closed: "nothing was sent; another server may take it (\(field: .horizonURL), \(field: .rpcURL))"
        case .unusable: nil
        }
    }
}
