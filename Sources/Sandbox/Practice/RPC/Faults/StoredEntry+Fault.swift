// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import LedgerXDR
import StellarXDR

extension StoredEntry {
    /// The entry, with other code than its hash says if it is one of code.
    var withSwappedSpec: StoredEntry {
        guard case .contractCode(var code) = data, let contract = PracticeContract(hash: code.hash) else { return self }
        code.code = Opaque(contract.misleadingWasm) ?? Opaque()
        var copy = self
        copy.data = .contractCode(code)
        return copy
    }
}
