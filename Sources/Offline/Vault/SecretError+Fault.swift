// SPDX-License-Identifier: Apache-2.0

package import Faults

extension SecretError: Fault {
    package var kind: FaultKind { .badInput }
}
