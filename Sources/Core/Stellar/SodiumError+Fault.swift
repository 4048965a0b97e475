// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

extension SodiumError: Fault {
    package var kind: FaultKind { .refused }
}
