// SPDX-License-Identifier: Apache-2.0

import Chains
package import Faults

extension SecretError: Fault {
    package var kind: FaultKind {
        if case .unsupportedChain = self { .refused } else { .badInput }
    }
}
