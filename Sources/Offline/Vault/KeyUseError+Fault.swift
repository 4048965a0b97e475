// SPDX-License-Identifier: Apache-2.0

package import Faults

extension KeyUseError: Fault {
    package var kind: FaultKind { .refused }

    package var hint: Wording? {
        switch self {
        case .otherChain: "this shows which key is of which chain: \(step: .sign(.listKeys))"
        case .otherAddress, .dangerous, .sodium: nil
        }
    }
}
