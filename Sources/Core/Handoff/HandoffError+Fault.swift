// SPDX-License-Identifier: Apache-2.0

package import Faults

extension HandoffError: Fault {
    package var kind: FaultKind { if case .bareHash = self { .refused } else { .badInput } }
}
