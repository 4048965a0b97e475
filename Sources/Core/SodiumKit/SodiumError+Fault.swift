// SPDX-License-Identifier: Apache-2.0

package import Faults

extension SodiumError: Fault {
    package var kind: FaultKind { .refused }
}
