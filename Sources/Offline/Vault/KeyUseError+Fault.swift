// SPDX-License-Identifier: Apache-2.0

package import Faults

extension KeyUseError: Fault {
    package var kind: FaultKind { .refused }

    package var hint: String? {
        switch self {
        case .otherChain: "coldstar-sign key list shows which key is of which chain"
        case .otherAddress, .dangerous, .sodium: nil
        }
    }
}
