// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
package import TextCodec
import XDR

extension Claims {
    /// Takes over what a request's hints say that rules listen to. What is not understood is passed over: a hint can raise an
    /// alarm, and its absence calms none.
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
    /// The hashes of transactions that this one authorizes in advance, by making them signers.
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
