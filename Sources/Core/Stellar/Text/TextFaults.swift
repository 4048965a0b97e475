// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto

// Errors of texts that a user or a server wrote: whatever is wrong with them, the input is.

extension StrKeyError: Fault { package var kind: FaultKind { .badInput } }
extension AmountError: Fault { package var kind: FaultKind { .badInput } }
extension AssetError: Fault { package var kind: FaultKind { .badInput } }
extension MemoError: Fault { package var kind: FaultKind { .badInput } }
extension PriceError: Fault { package var kind: FaultKind { .badInput } }

extension SodiumError: Fault {
    package var kind: FaultKind { .refused }
}
