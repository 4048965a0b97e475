// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
package import TextCodec
import XDR

extension Claims {
    /// Reads the hints that rules use. Anything that is not understood is ignored: a hint can raise a finding, and
    /// its absence lowers none.
    package mutating func take(hints: JSON) {
        self.hints = hints
        for (address, claimed) in hints["accounts"]?.asObject?.members ?? [] {
            guard let account = try? AccountID(address: address) else { continue }
            if claimed["memo_required"]?.asBool == true { memoRequired.insert(account) }
            if let name = claimed["name"]?.asString { names.append((account, name)) }
        }
        pools.take(hints)
        ledger = hints["ledger"]?.asInteger(UInt32.self)
        withdrawalDomain = hints["withdrawal"]?["home_domain"]?.asString
    }
}

extension TransactionEnvelope {
    /// The hashes of transactions that this one pre-authorizes by adding them as signers.
    package var preauthorized: Set<Hash> {
        Set(
            innermost.operations.compactMap { operation in
                guard case .setOptions(let options) = operation.body, let signer = options.signer, signer.weight > 0,
                    case .preAuthTx(let hash) = signer.key
                else { return nil }
                return hash
            })
    }
}
